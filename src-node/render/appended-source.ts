import type { ByteSource } from '../../src-core/ports.ts';

/** The source from byte `from` on with `tail` behind it. Nothing of the source is held. */
export function appendedSource(source: ByteSource, tail: Uint8Array, from = 0): ByteSource {
  const own = source.size - from;
  return {
    size: own + tail.length,
    read(offset, length) {
      if (offset + length <= own) return source.read(offset + from, length);
      const behind = tail.subarray(Math.max(0, offset - own), Math.max(0, offset + length - own));
      if (offset >= own) return behind;
      const bytes = new Uint8Array(own - offset + behind.length);
      bytes.set(source.read(offset + from, own - offset));
      bytes.set(behind, own - offset);
      return bytes;
    },
  };
}
