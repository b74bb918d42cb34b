import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { startFauxqs, type FauxqsServer } from 'fauxqs';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Blobs, DamagedBlob, KeptBlob } from './blobs.ts';
import type { OneAtATime } from '../store/one-at-a-time.ts';
import { openBlobs, prepareBlobs } from './open-blobs.ts';
import { scrubBlobs } from './scrub-blobs.ts';
import { isSound, openSound, readSound } from './sound-blobs.ts';

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
/** A store by other hands. */
let otherS3: S3rver;
let otherPort: number;
let s3Client: S3Client;
let otherClient: S3Client;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'blobs-'));
  s3 = await startFauxqs({ port: 0, host: 'localhost', logger: false });
  s3.createBucket(BUCKET);
  // The one pair that the second store knows; the first takes any.
  process.env['AWS_ACCESS_KEY_ID'] = 'S3RVER';
  process.env['AWS_SECRET_ACCESS_KEY'] = 'S3RVER';
  otherS3 = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: join(folder, 's3rver') });
  otherPort = (await otherS3.run()).port;
  answersOnceWritten(otherS3);
  // Twice: a bucket that is there stays.
  for (let times = 0; times < 2; times += 1) await prepareBlobs(s3Place(BUCKET, otherPort));
  s3Client = new S3Client({ region: 'us-east-1', endpoint: `http://127.0.0.1:${s3.port}`, forcePathStyle: true });
  otherClient = new S3Client({ region: 'us-east-1', endpoint: `http://127.0.0.1:${otherPort}`, forcePathStyle: true });
});
afterAll(async () => {
  await s3.stop();
  await otherS3.close();
  await rm(folder, { recursive: true, force: true });
});

interface Stored {
  readonly bucket: string;
  readonly key: string;
}
/** s3rver answers while its file is still being written: what comes next may read the bytes of before, or be overtaken by them. S3 does not. */
function answersOnceWritten(server: S3rver): void {
  const { store } = server as unknown as {
    store: {
      putObject(object: Stored): Promise<{ readonly size: number; readonly md5: string }>;
      getResourcePath(bucket: string, key: string, resource: 'object'): string;
    };
  };
  const put = store.putObject.bind(store);
  store.putObject = async (object) => {
    const stored = await put(object);
    const path = store.getResourcePath(object.bucket, object.key, 'object');
    const isWritten = async () =>
      createHash('md5')
        .update(await readFile(path))
        .digest('hex') === stored.md5;
    while (!(await isWritten())) await delay(1);
    return stored;
  };
}

/** What was reported. */
const told: DamagedBlob[] = [];
/** Puts other bytes where a blob lies, as a failing disk does. */
const damageOnDisk = (key: string, bytes: Uint8Array) =>
  writeFile(join(folder, 'disk/blobs', key.slice(0, 2), key.slice(2)), bytes);
const damageIn =
  (client: () => S3Client, prefix = 'blobs/') =>
  async (key: string, bytes: Uint8Array): Promise<void> => {
    await client().send(new PutObjectCommand({ Bucket: BUCKET, Key: prefix + key, Body: bytes }));
  };

/** What a person may put before the keys: spaces, letters beyond ASCII, signs that mean something in addresses. */
const HOSTILE_PREFIX = 'Bücher & 책/a+b=%2F?x#y/';
const s3Place = (bucket = BUCKET, port = s3.port, prefix = 'blobs/') => ({
  kind: 's3' as const,
  endpoint: `http://127.0.0.1:${port}`,
  region: 'us-east-1',
  bucket,
  prefix,
});
const openS3 = (bucket?: string, port?: number, prefix?: string) =>
  openBlobs(s3Place(bucket, port, prefix), join(folder, 's3'), oneAtATimeHere(), (found) => void told.push(found));
const openHostile = () =>
  openBlobs(
    s3Place(BUCKET, s3.port, HOSTILE_PREFIX),
    join(folder, 'hostile'),
    oneAtATimeHere(),
    (found) => void told.push(found),
  );
const openOther = () =>
  openBlobs(s3Place(BUCKET, otherPort), join(folder, 'other'), oneAtATimeHere(), (found) => void told.push(found));
const openOtherHostile = () =>
  openBlobs(
    s3Place(BUCKET, otherPort, HOSTILE_PREFIX),
    join(folder, 'other-hostile'),
    oneAtATimeHere(),
    (found) => void told.push(found),
  );
const openDisk = () =>
  openBlobs({ kind: 'disk' }, join(folder, 'disk'), oneAtATimeHere(), (found) => void told.push(found));

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
const keptAt = async (blobs: Blobs, key: string) =>
  (await allKept(blobs)).find((blob) => blob.key === key)?.keptAtMs ?? null;

describe.each([
  { place: 'on disk', openPlace: openDisk, incoming: 'disk/blobs/incoming', damage: damageOnDisk },
  { place: 'in S3', openPlace: openS3, incoming: 's3/incoming', damage: damageIn(() => s3Client) },
  {
    place: 'in S3, under a hostile prefix',
    openPlace: openHostile,
    incoming: 'hostile/incoming',
    damage: damageIn(() => s3Client, HOSTILE_PREFIX),
  },
  {
    place: 'in an S3 store by other hands',
    openPlace: openOther,
    incoming: 'other/incoming',
    damage: damageIn(() => otherClient),
  },
  {
    place: 'in an S3 store by other hands, under a hostile prefix',
    openPlace: openOtherHostile,
    incoming: 'other-hostile/incoming',
    damage: damageIn(() => otherClient, HOSTILE_PREFIX),
  },
])('blobs $place', ({ openPlace, incoming, damage }) => {
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
  }, 120_000);

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
    const breaksOff = Readable.from(
      (function* () {
        yield randomBytes(100);
        throw new Error('the sender went away');
      })(),
    );
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

  it.each([
    ['is cut short', (bytes: Buffer) => bytes.subarray(0, 999), 'size'],
    [
      'has a bit turned',
      (bytes: Buffer) => Buffer.from(bytes.map((byte, index) => (index === 500 ? byte ^ 1 : byte))),
      'hash',
    ],
  ] as const)(
    'are not handed out when one %s, and the good bytes brought again repair it',
    async (_what, damaged, found) => {
      const bytes = randomBytes(1_000);
      const key = await keepBytes(blobs, bytes);
      expect(await isSound(blobs, key)).toBe(true);
      await damage(key, damaged(bytes));
      told.splice(0);
      expect(await isSound(blobs, key)).toBe(false);
      expect(await readSound(blobs, key)).toBeNull();
      const opened = await openSound(blobs, key, bytes.length);
      if (found === 'size') expect(opened).toBeNull();
      else opened?.content.resume();
      expect(told.map(({ damage }) => damage)).toEqual(['hash', 'hash', ...(found === 'size' ? ['size'] : [])]);
      expect(await scrubBlobs(blobs, Number.POSITIVE_INFINITY, new AbortController().signal)).toBe(1);
      expect(await keepBytes(blobs, bytes)).toBe(key);
      expect(Buffer.compare((await readSound(blobs, key)) ?? Buffer.of(), bytes)).toBe(0);
      expect(await scrubBlobs(blobs, Number.POSITIVE_INFINITY, new AbortController().signal)).toBe(0);
    },
  );

  it('that are gone are reported by whoever wants them', async () => {
    const key = sha256(randomBytes(8));
    told.splice(0);
    expect([await openSound(blobs, key, 1), await readSound(blobs, key), await isSound(blobs, key)]).toEqual([
      null,
      null,
      false,
    ]);
    expect(told.map(({ damage }) => damage)).toEqual(['missing', 'missing', 'missing']);
  });

  it('are scrubbed no faster than is allowed', async () => {
    const key = await keepBytes(blobs, randomBytes(100_000));
    const startedMs = performance.now();
    expect(await isSound(blobs, key, 200_000)).toBe(true);
    expect(performance.now() - startedMs).toBeGreaterThan(400);
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

  it.each([
    { place: 'in S3', openPlace: openS3 },
    { place: 'in an S3 store by other hands', openPlace: openOther },
  ])('makes the blob young, $place', async ({ openPlace }) => {
    const blobs = await openPlace();
    const bytes = randomBytes(64);
    const key = await keepBytes(blobs, bytes);
    const first = (await keptAt(blobs, key)) ?? NaN;
    await expect
      .poll(async () => (await keepBytes(blobs, bytes), (await keptAt(blobs, key)) ?? NaN), {
        timeout: 5_000,
        interval: 300,
      })
      .toBeGreaterThan(first);
  });
});

describe('what an S3 store is sent', () => {
  interface Sent {
    readonly part: number;
    readonly headers: IncomingHttpHeaders;
    readonly body: Buffer;
  }

  /** A store that takes everything and notes what it was sent. */
  async function startListening() {
    const sent: Sent[] = [];
    const store = createServer((request, response) => {
      void buffer(request).then((body) => {
        const { searchParams } = new URL(request.url ?? '', 'http://store');
        if (request.method === 'PUT')
          sent.push({ part: Number(searchParams.get('partNumber') ?? 1), headers: request.headers, body });
        const answer = searchParams.has('uploads')
          ? '<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>'
          : '<CompleteMultipartUploadResult><ETag>"1"</ETag></CompleteMultipartUploadResult>';
        response
          .writeHead(request.method === 'HEAD' ? 404 : 200, { etag: '"1"' })
          .end(request.method === 'POST' ? answer : undefined);
      });
    });
    store.listen(0, '127.0.0.1');
    await once(store, 'listening');
    return {
      sent,
      port: (store.address() as AddressInfo).port,
      close: () => (store.closeAllConnections(), store.close()),
    };
  }

  it.each([
    ['in one call', 1_000, 1],
    ['in parts', 9 * MB, 2],
  ])(
    '%s is the bytes alone, with their checksum ahead: what stands behind them some stores take for content',
    async (_how, sizeBytes, calls) => {
      const { sent, port, close } = await startListening();
      try {
        const bytes = randomBytes(sizeBytes);
        await keepBytes(await openS3(BUCKET, port), bytes);
        expect(sent).toHaveLength(calls);
        const inOrder = sent.toSorted((one, other) => one.part - other.part);
        expect(Buffer.compare(Buffer.concat(inOrder.map(({ body }) => body)), bytes)).toBe(0);
        for (const { headers, body } of sent) {
          expect(headers).not.toHaveProperty('x-amz-trailer');
          const checksum = Buffer.alloc(4);
          checksum.writeUInt32BE(crc32(body));
          expect(headers['x-amz-checksum-crc32']).toBe(checksum.toString('base64'));
        }
      } finally {
        close();
      }
    },
  );
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
