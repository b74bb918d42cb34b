import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { deflateSync, inflateSync } from 'node:zlib';
import type { MeasuredPages } from '../src-core/preflight/page-pixels.ts';
import { writeSmallFile } from './small-file.ts';

/** A thousand pages are below five megabytes. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Null: nothing is kept there, or nothing that this engine reads, and the pages are measured again. */
export function readMeasured(path: string): MeasuredPages | null {
  try {
    // With a checksum: what a drive has changed in it is no measurement.
    const read = deserialize(inflateSync(readFileSync(path), { maxOutputLength: MAX_BYTES })) as MeasuredPages;
    return Array.isArray(read.pixels) ? read : null;
  } catch {
    return null;
  }
}

/** Answers how many bytes they take; 0 where they could not be written, which is no harm. */
export function keepMeasured(path: string, measured: MeasuredPages): number {
  const bytes = deflateSync(serialize(measured));
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeSmallFile(path, bytes);
    return bytes.length;
  } catch {
    return 0;
  }
}
