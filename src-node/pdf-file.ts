import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { constants, inflateRawSync, inflateSync } from 'node:zlib';
import type { PdfCrypto } from '../src-core/pdf/encryption.ts';
import { readPdfFacts, type PdfFacts, type PdfTools } from '../src-core/pdf/read-facts.ts';
import type { ByteSource, Inflate } from '../src-core/ports.ts';
import { askDisk } from './threads/disk-wait.ts';

const READ_BUFFER_BYTES = 64 * 1024;

/** An open file as a source. Close it. */
export interface PdfFile extends ByteSource {
  /** The same open file for somebody else: what the one has read stays valid while the other one reads. */
  anotherReader(): ByteSource;
  close(): void;
}

/** Buffers of files that were closed: a new one costs as much as the reads of a short book, its first touch as much again. */
const spareBuffers: Uint8Array[] = [];
const MOST_SPARE_BUFFERS = 4;

/** Every answer is a view of one recycled buffer, gone with the file. Throws what `openSync` throws. */
export function openPdfFile(path: string): PdfFile {
  const fd = askDisk(() => openSync(path, 'r'));
  const { size } = askDisk(() => fstatSync(fd));
  let first: Uint8Array | null = null;
  return {
    ...readerOf(fd, size, () => (first = spareBuffers.pop() ?? new Uint8Array(READ_BUFFER_BYTES))),
    anotherReader: () => readerOf(fd, size, () => new Uint8Array(READ_BUFFER_BYTES)),
    close() {
      // A file system may keep what it has to say for the end.
      askDisk(() => closeSync(fd));
      if (first !== null && spareBuffers.length < MOST_SPARE_BUFFERS) spareBuffers.push(first);
      first = null;
    },
  };
}

function readerOf(fd: number, size: number, firstBuffer: () => Uint8Array): ByteSource {
  let buffer: Uint8Array | null = null;
  return {
    size,
    read(offset, length) {
      buffer ??= firstBuffer();
      if (length > buffer.length) buffer = new Uint8Array(length);
      const into = buffer;
      let filled = 0;
      while (filled < length) {
        const count = askDisk(() => readSync(fd, into, filled, length - filled, offset + filled));
        if (count === 0) break;
        filled += count;
      }
      return into.subarray(0, filled);
    },
  };
}

/** Level 1 facts of a file on disk. Throws only when the file cannot be opened. */
export function readPdfFile(path: string): PdfFacts {
  const file = openPdfFile(path);
  try {
    return readPdfFacts(file, nodePdfTools);
  } finally {
    file.close();
  }
}

export const nodeInflate: Inflate = (data, maxBytes) => {
  // Some programs write an empty page as no data at all.
  if (data.length < HEADER_BYTES) return { bytes: NOTHING, truncated: false, damaged: false, madeBytes: 0 };
  try {
    const bytes = inflateWhole(data, maxBytes);
    return { bytes, truncated: false, damaged: false, madeBytes: bytes.length };
  } catch (error) {
    if (isOutputLimit(error)) return { bytes: NOTHING, truncated: true, damaged: false, madeBytes: maxBytes };
    const { endsEarly, isChecksumWrong } = faultOf(error);
    const whole = endsEarly || isChecksumWrong ? wholeBody(data, maxBytes) : undefined;
    if (whole !== undefined) return { ...whole, truncated: false, madeBytes: TRIES_OF_WHOLE * whole.bytes.length };
    const begun = endsEarly ? tryInflate(data, maxBytes) : undefined;
    const saved =
      begun === undefined ? longestPrefix(data, maxBytes) : { bytes: begun, madeBytes: TRIES_OF_BEGUN * begun.length };
    return { ...saved, truncated: false, damaged: true };
  }
};

/** Sixteen bytes that stand for others where a PDF wants an /ID. */
export const fingerprint = (bytes: Uint8Array): Uint8Array => new Uint8Array(createHash('md5').update(bytes).digest());

const NOTHING = new Uint8Array(0);

const nodeCrypto: PdfCrypto = {
  digest: (algorithm, data) => new Uint8Array(createHash(algorithm).update(data).digest()),
  aesCbcDecrypt(key, iv, data) {
    const cipher = createDecipheriv(key.length === 32 ? 'aes-256-cbc' : 'aes-128-cbc', key, iv).setAutoPadding(false);
    return new Uint8Array(cipher.update(data));
  },
  aesCbcEncrypt(key, iv, data) {
    const cipher = createCipheriv(key.length === 32 ? 'aes-256-cbc' : 'aes-128-cbc', key, iv).setAutoPadding(false);
    return new Uint8Array(cipher.update(data));
  },
};

/** What `readPdfFacts` needs, from Node. */
export const nodePdfTools: PdfTools = { inflate: nodeInflate, crypto: nodeCrypto };

/** Content unpacks to some three times its size: what fits the first chunk is handed on without being put together. */
const UNPACKED_TIMES = 4;
/** Deflate's own bound: 258 bytes out of two bits. */
const MOST_UNPACKED_TIMES = 1032;
const LEAST_CHUNK_BYTES = 256;
const MOST_CHUNK_BYTES = 256 * 1024;

/** Of zlib (RFC 1950). */
const HEADER_BYTES = 2;
/**
 * Each try puts out as much: with the checksum and without, and once more for what breaks off. Adding up the checksum takes a
 * fifth of a try, and is none.
 */
const TRIES_OF_WHOLE = 2;
const TRIES_OF_BEGUN = 3;

function faultOf(error: unknown): { readonly endsEarly: boolean; readonly isChecksumWrong: boolean } {
  const isZlibs = error instanceof Error && 'code' in error;
  return {
    endsEarly: isZlibs && error.code === 'Z_BUF_ERROR',
    isChecksumWrong: isZlibs && error.message === 'incorrect data check',
  };
}

/** Throws where it is damaged, breaks off or has no right checksum. */
function inflateWhole(data: Uint8Array, maxBytes: number): Uint8Array {
  const chunkSize = Math.min(Math.max(data.length * UNPACKED_TIMES, LEAST_CHUNK_BYTES), MOST_CHUNK_BYTES);
  const { buffer, byteOffset, length } = inflateSync(data, {
    chunkSize,
    maxOutputLength: Math.max(1, maxBytes),
  });
  // Slices of a Node buffer are views that cost more than small copies, and hold on to the whole of it.
  return new Uint8Array(buffer, byteOffset, length);
}

/** Of a damaged stream no more than this is saved. */
const MAX_SALVAGED_BYTES = 8 * 1024 * 1024;
/** Some twenty tries may each unpack so much: together little more than what one sound stream may. */
const SALVAGED_SHARE = 1 / 16;
const LEAST_SALVAGED_BYTES = 64 * 1024;

/** zlib gives nothing back for damaged input: what decodes is found by halving. */
function longestPrefix(
  data: Uint8Array,
  mostBytes: number,
): { readonly bytes: Uint8Array; readonly madeBytes: number } {
  const maxBytes = Math.min(Math.max(Math.floor(mostBytes * SALVAGED_SHARE), LEAST_SALVAGED_BYTES), MAX_SALVAGED_BYTES);
  let best: Uint8Array = NOTHING;
  // The first try, which was in vain, went no further than what the input can hold or the limit.
  let madeBytes = Math.min(mostBytes, data.length * MOST_UNPACKED_TIMES);
  let low = 0;
  let high = data.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const decoded = tryInflate(data.subarray(0, middle), maxBytes);
    madeBytes += decoded?.length ?? maxBytes;
    if (decoded === undefined) high = middle - 1;
    else {
      best = decoded;
      low = middle;
    }
  }
  return { bytes: best, madeBytes };
}

/**
 * A body that comes to its end; undefined for another. Without a checksum, or with the end of one, it is sound. A wrong one
 * tells of damage, unless half of it is right: then it was the checksum that was spoilt.
 */
function wholeBody(
  data: Uint8Array,
  maxBytes: number,
): { readonly bytes: Uint8Array; readonly damaged: boolean } | undefined {
  try {
    const { buffer: bytes, engine } = inflateRawSync(data.subarray(HEADER_BYTES), {
      info: true,
      maxOutputLength: Math.max(1, maxBytes),
    }) as unknown as { readonly buffer: Buffer; readonly engine: { readonly bytesWritten: number } };
    const stated = data.subarray(HEADER_BYTES + engine.bytesWritten).subarray(0, CHECKSUM_BYTES);
    if (stated.length < CHECKSUM_BYTES) return { bytes, damaged: false };
    const [high, low] = adler32(bytes);
    const word = (at: number) => (stated[at] as number) * 256 + (stated[at + 1] as number);
    return { bytes, damaged: word(0) !== high && word(2) !== low };
  } catch {
    return undefined;
  }
}

const CHECKSUM_BYTES = 4;
const ADLER_MODULUS = 65_521;
/** So many bytes add up to a small integer at most: a remainder for each of them would take ten times as long. */
const SUMMED_BYTES = 3000;

/** The two halves of a zlib checksum (RFC 1950, 8.2), the first as it is written. */
function adler32(bytes: Uint8Array): readonly [high: number, low: number] {
  let low = 1;
  let high = 0;
  for (let at = 0; at < bytes.length; ) {
    for (const end = Math.min(at + SUMMED_BYTES, bytes.length); at < end; at++) {
      low += bytes[at] as number;
      high += low;
    }
    low %= ADLER_MODULUS;
    high %= ADLER_MODULUS;
  }
  return [high, low];
}

function tryInflate(data: Uint8Array, maxBytes: number): Uint8Array | undefined {
  if (data.length < HEADER_BYTES) return new Uint8Array(0);
  try {
    return inflateRawSync(data.subarray(HEADER_BYTES), {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: Math.max(1, maxBytes),
    });
  } catch {
    return undefined;
  }
}

function isOutputLimit(error: unknown): boolean {
  return error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
}
