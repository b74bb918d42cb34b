import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { startFauxqs, type FauxqsServer } from 'fauxqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Blobs, KeptBlob, OneAtATime } from './blobs.ts';
import { openBlobs } from './open-blobs.ts';

const MB = 1024 * 1024;
const BUCKET = 'books';
const LATER_MS = Date.parse('2100-01-01');

/** One process: each key's work waits for the one before. */
function oneAtATimeHere(): OneAtATime {
  const last = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work, work);
    last.set(key, mine);
    return mine;
  };
}

let folder: string;
let s3: FauxqsServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'blobs-'));
  s3 = await startFauxqs({ port: 0, host: 'localhost', logger: false });
  s3.createBucket(BUCKET);
  process.env['AWS_ACCESS_KEY_ID'] = 'test';
  process.env['AWS_SECRET_ACCESS_KEY'] = 'test';
});
afterAll(async () => {
  await s3.stop();
  await rm(folder, { recursive: true, force: true });
});

const s3Place = (bucket = BUCKET, port = s3.port) => ({ kind: 's3' as const, endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', bucket, prefix: 'blobs/' });
const openS3 = (bucket?: string, port?: number) => openBlobs(s3Place(bucket, port), join(folder, 's3'), oneAtATimeHere());
const openDisk = () => openBlobs({ kind: 'disk' }, join(folder, 'disk'), oneAtATimeHere());

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const keepBytes = async (blobs: Blobs, bytes: Uint8Array) => blobs.keep(await blobs.stage(Readable.from([bytes])));
async function readBytes(blobs: Blobs, key: string): Promise<Uint8Array | null> {
  const found = await blobs.open(key);
  return found && buffer(found.content);
}
async function allKept(blobs: Blobs): Promise<KeptBlob[]> {
  const kept = [];
  for await (const blob of blobs.list()) kept.push(blob);
  return kept;
}
const keptAt = async (blobs: Blobs, key: string) => (await allKept(blobs)).find((blob) => blob.key === key)?.keptAtMs ?? null;

describe.each([
  { place: 'on disk', openPlace: openDisk, incoming: 'disk/blobs/incoming' },
  { place: 'in S3', openPlace: openS3, incoming: 's3/incoming' },
])('blobs $place', ({ openPlace, incoming }) => {
  let blobs: Blobs;
  beforeAll(async () => {
    blobs = await openPlace();
  });
  const staged = () => readdir(join(folder, incoming));

  it('keep a stream of several parts under its hash and give it back byte for byte', async () => {
    const bytes = randomBytes(20 * MB + 7);
    const one = await blobs.stage(Readable.from([bytes.subarray(0, 3 * MB), bytes.subarray(3 * MB)]));
    expect(one).toMatchObject({ sizeBytes: bytes.length, sha256: sha256(bytes) });
    const key = await blobs.keep(one);
    expect(key).toBe(sha256(bytes));
    expect((await blobs.open(key))?.sizeBytes).toBe(bytes.length);
    expect(Buffer.compare((await readBytes(blobs, key)) ?? Buffer.of(), bytes)).toBe(0);
    expect(await staged()).toEqual([]);
  });

  it('keep the same bytes once, whoever brings them, at the same time too', async () => {
    const bytes = randomBytes(1000);
    const before = (await allKept(blobs)).length;
    const keys = await Promise.all([keepBytes(blobs, bytes), keepBytes(blobs, bytes), keepBytes(blobs, bytes)]);
    expect(new Set([...keys, await keepBytes(blobs, bytes)])).toEqual(new Set([sha256(bytes)]));
    expect((await allKept(blobs)).length).toBe(before + 1);
    expect(await staged()).toEqual([]);
  });

  it('answer null for what is not there', async () => {
    expect(await blobs.open(sha256(randomBytes(8)))).toBeNull();
  });

  it('leave nothing of what was discarded or broke off', async () => {
    await blobs.discard(await blobs.stage(Readable.from([randomBytes(100)])));
    const breaksOff = Readable.from((function* () {
      yield randomBytes(100);
      throw new Error('the sender went away');
    })());
    await expect(blobs.stage(breaksOff)).rejects.toThrow('the sender went away');
    expect(await staged()).toEqual([]);
  });

  it('take a blob away only when it was not kept again meanwhile', async () => {
    const key = await keepBytes(blobs, randomBytes(64));
    const at = (await keptAt(blobs, key)) ?? NaN;
    // S3 gives times in whole seconds.
    expect(await blobs.remove(key, at - 1_000)).toBe(false);
    expect(await blobs.open(key).then((found) => found?.sizeBytes)).toBe(64);
    expect(await blobs.remove(key, LATER_MS)).toBe(true);
    expect(await blobs.open(key)).toBeNull();
    expect(await blobs.remove(key, LATER_MS)).toBe(false);
  });

  it('are reachable', () => expect(blobs.check()).resolves.toBeUndefined());
});

describe('keeping bytes again', () => {
  it('makes the blob young, on disk', async () => {
    const blobs = await openDisk();
    const bytes = randomBytes(64);
    const key = await keepBytes(blobs, bytes);
    const longAgo = new Date('2020-01-01');
    await utimes(join(folder, 'disk/blobs', key.slice(0, 2), key.slice(2)), longAgo, longAgo);
    expect(await keptAt(blobs, key)).toBe(longAgo.getTime());
    await keepBytes(blobs, bytes);
    expect(await keptAt(blobs, key)).toBeGreaterThan(longAgo.getTime());
  });

  it('makes the blob young, in S3', async () => {
    const blobs = await openS3();
    const bytes = randomBytes(64);
    const key = await keepBytes(blobs, bytes);
    const first = (await keptAt(blobs, key)) ?? NaN;
    await expect.poll(async () => (await keepBytes(blobs, bytes), (await keptAt(blobs, key)) ?? NaN), { timeout: 5_000, interval: 300 }).toBeGreaterThan(first);
  });
});

describe('an S3 store that cannot be used', () => {
  it.each([
    { what: 'is not there', openPlace: () => openS3(BUCKET, 1) },
    { what: 'lacks the bucket', openPlace: () => openS3('no-such-bucket') },
  ])('fails every call when it $what: nothing counts as kept, nothing as missing', async ({ openPlace }) => {
    const blobs = await openPlace();
    await expect(blobs.check()).rejects.toThrow();
    await expect(keepBytes(blobs, randomBytes(10))).rejects.toThrow();
  });

  it('does not call a blob missing', async () => {
    const blobs = await openS3(BUCKET, 1);
    await expect(blobs.open(sha256(randomBytes(8)))).rejects.toThrow();
  });
});
