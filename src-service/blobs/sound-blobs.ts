import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { Blobs } from './blobs.ts';

/** A blob as far as it is read here. */
type Read = Pick<Blobs, 'open' | 'damaged'>;

/** Bytes of a blob that has the size it was stored with; null, and reported, when it is gone or of another size. */
export async function openSound(
  blobs: Read,
  key: string,
  sizeBytes: number,
): Promise<{ readonly sizeBytes: number; readonly content: Readable } | null> {
  const found = await blobs.open(key);
  if (found?.sizeBytes === sizeBytes) return found;
  found?.content.destroy();
  blobs.damaged({ key, damage: found === null ? 'missing' : 'size' });
  return null;
}

/** All bytes of a blob that still are what its name says; null, and reported, when they are not. For what fits memory. */
export async function readSound(blobs: Read, key: string): Promise<Buffer | null> {
  const found = await blobs.open(key);
  const chunks: Buffer[] = [];
  const hash = createHash('sha256');
  for await (const chunk of found?.content ?? []) {
    chunks.push(chunk as Buffer);
    hash.update(chunk as Buffer);
  }
  if (found !== null && hash.digest('hex') === key) return Buffer.concat(chunks);
  blobs.damaged({ key, damage: found === null ? 'missing' : 'hash' });
  return null;
}

const readings = new WeakMap<Read, Map<string, Promise<boolean>>>();

/** `isSound` for calls: those that ask for a blob while it is being read wait for that reading, which takes a second for the largest. */
export async function isFoundSound(blobs: Read, key: string): Promise<boolean> {
  const ofBlobs = readings.get(blobs) ?? new Map<string, Promise<boolean>>();
  readings.set(blobs, ofBlobs);
  const underWay = ofBlobs.get(key);
  if (underWay !== undefined) return underWay;
  const reading = isSound(blobs, key).finally(() => ofBlobs.delete(key));
  ofBlobs.set(key, reading);
  return reading;
}

/** Whether the bytes of a blob still are what its name says; reported when they are not. At most so many bytes a second. */
export async function isSound(
  blobs: Read,
  key: string,
  bytesPerSecond = Number.POSITIVE_INFINITY,
  ending?: AbortSignal,
): Promise<boolean> {
  const found = await blobs.open(key);
  const hash = createHash('sha256');
  const startedMs = performance.now();
  let bytes = 0;
  for await (const chunk of found?.content ?? []) {
    if (ending?.aborted) return true;
    hash.update(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    const aheadMs = (bytes / bytesPerSecond) * 1_000 - (performance.now() - startedMs);
    if (aheadMs > 1) await delay(aheadMs, undefined, { signal: ending }).catch(() => {});
  }
  if (found !== null && hash.digest('hex') === key) return true;
  blobs.damaged({ key, damage: found === null ? 'missing' : 'hash' });
  return false;
}
