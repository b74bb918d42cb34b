import type { ByteSource } from '../src-core/ports.ts';

/** A file that is in memory. */
export const sourceOf = (bytes: Uint8Array): ByteSource => ({
  size: bytes.length,
  read: (offset, length) => bytes.subarray(offset, offset + length),
});
