import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANDSCAPE_HEIC } from '../fixtures/pictures/heic.ts';
import { expectFailure } from './journeys.ts';
import { jpegOf, md5, photoBook, sendPhoto, thumbnailOf } from './photographs.ts';
import { startService, type Host, type Service } from './service.ts';

/** Looks at the memory and the files of the service, too. */

const MB = 1024 * 1024;

let service: Service;
let sandbox: Host;
beforeAll(async () => {
  service = await startService();
  ({ sandbox } = service);
});
afterAll(() => service.dispose());

const incoming = () => readdir(join(service.hello.dataDir, 'blobs/incoming'));

/** A sound JPEG of exactly 50 MB: what follows the picture's end is kept with it. */
async function jpegOf50Mb(mark = 0): Promise<Buffer> {
  const jpeg = await jpegOf(70, 3000, 2000);
  const file = Buffer.concat([jpeg, Buffer.alloc(50 * MB - jpeg.length)]);
  file.writeUInt32BE(mark, file.length - 4);
  return file;
}

describe('the limit of 50 MB', () => {
  it('is the last byte that is taken; one more is refused with 400, and nothing of it is stored', async () => {
    const bookUid = await photoBook(sandbox);
    const exact = await jpegOf50Mb();
    expect((await sendPhoto(sandbox, bookUid, exact)).body.data).toMatchObject({ size: 50 * MB, isDuplicate: false });
    const answer = await sendPhoto(sandbox, bookUid, Buffer.concat([exact, Buffer.alloc(1)]));
    expectFailure(answer, 400, 'ERR_VALIDATION_FAILED');
    expect(answer.body.errors[0]).toContain('50MB');
    expect((await sandbox.get(`/books/${bookUid}/photos`)).body.pagination.total).toBe(1);
    expect(await incoming()).toEqual([]);
  });
});

/** Figures of /proc/<pid>/status in bytes: what the process holds now, and the most it ever held. */
async function memoryOf(pid: number): Promise<{ now: number; peak: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const figure = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024;
  return { now: figure('VmRSS'), peak: figure('VmHWM') };
}

describe('memory', () => {
  it.runIf(process.platform === 'linux')('stays constant while 50 MB are uploaded ten times', async () => {
    const bookUid = await photoBook(sandbox);
    const before = await memoryOf(service.hello.pid);
    for (let index = 1; index <= 10; index += 1)
      expect((await sendPhoto(sandbox, bookUid, await jpegOf50Mb(index))).status).toBe(201);
    expect(((await memoryOf(service.hello.pid)).peak - before.now) / MB).toBeLessThan(150);
  });

  it.runIf(process.platform === 'linux')(
    'is not asked for by a header: small files that promise gigabytes are refused',
    async () => {
      const bookUid = await photoBook(sandbox);
      const before = await memoryOf(service.hello.pid);
      const heic = Buffer.from(LANDSCAPE_HEIC);
      for (const at of [8, 12]) heic.writeUInt32BE(29_000, heic.indexOf('ispe') + at);
      const bmp = Buffer.alloc(200);
      bmp.write('BM', 'latin1');
      for (const [at, value] of [
        [10, 54],
        [14, 40],
        [18, 29_000],
        [22, 29_000],
        [28, 24],
      ] as const)
        bmp.writeUInt32LE(value, at);
      const answers = await Promise.all(
        [heic, bmp].flatMap((bytes) => Array.from({ length: 10 }, () => sendPhoto(sandbox, bookUid, bytes))),
      );
      for (const answer of answers) expectFailure(answer, 400, 'ERR_VALIDATION_FAILED');
      expect(((await memoryOf(service.hello.pid)).peak - before.peak) / MB).toBeLessThan(100);
    },
  );
});

/** A BMP of 24 bits in one colour. */
function bmpOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(54);
  header.write('BM', 'latin1');
  for (const [at, value] of [
    [10, 54],
    [14, 40],
    [18, width],
    [22, height],
    [28, 24],
  ] as const)
    header.writeUInt32LE(value, at);
  return Buffer.concat([header, Buffer.alloc(Math.ceil((width * 3) / 4) * 4 * height, 90)]);
}

describe('while a picture of 16 megapixels is converted', () => {
  it('other requests are answered', async () => {
    const bookUid = await photoBook(sandbox);
    let isDone = false;
    const picture = bmpOf(4000, 4000);
    const sentMs = performance.now();
    const sending = sendPhoto(sandbox, bookUid, picture).finally(() => (isDone = true));
    let slowestMs = 0;
    while (!isDone) {
      const begun = performance.now();
      expect((await sandbox.get(`/books/${bookUid}`)).status).toBe(200);
      slowestMs = Math.max(slowestMs, performance.now() - begun);
      await delay(10);
    }
    expect((await sending).status).toBe(201);
    // However slow the machine is: none of them waited for the conversion.
    expect(slowestMs).toBeLessThan((performance.now() - sentMs) / 2);
  });
});

describe('the service killed in the middle of uploads', () => {
  it('has every acknowledged photo with its thumbnail, and of the others the whole photo or nothing', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'acceptance-'));
    let own = await startService({ dataDir });
    const { keys } = own;
    const bookUid = await photoBook(own.sandbox);
    const pictures = await Promise.all(
      Array.from({ length: 40 }, async (_, index) =>
        Buffer.concat([await jpegOf(100 + index, 1200, 900), randomBytes(200_000)]),
      ),
    );
    const acknowledged = new Map<string, string>();
    let killed: Promise<void> | null = null;
    await Promise.all(
      pictures.map(async (picture) => {
        const answer = await sendPhoto(own.sandbox, bookUid, picture).catch(() => null);
        if (answer === null) return;
        expect(answer.status, answer.text).toBe(201);
        acknowledged.set(answer.body.data.hash, answer.body.data.fileName);
        if (acknowledged.size >= 6) killed ??= own.kill();
      }),
    );
    await killed;
    expect(acknowledged.size).toBeLessThan(pictures.length);
    own = await startService({ dataDir, keys });
    try {
      const { data } = (await own.sandbox.get(`/books/${bookUid}/photos`)).body;
      for (const [hash, fileName] of acknowledged)
        expect(data).toContainEqual(expect.objectContaining({ hash, fileName }));
      for (const { fileName, hash } of data as { fileName: string; hash: string }[]) {
        expect(pictures.some((picture) => md5(picture) === hash)).toBe(true);
        const thumbnail = await thumbnailOf(own.sandbox, bookUid, fileName);
        expect(await sharp(thumbnail.bytes).metadata()).toMatchObject({ width: 800, height: 600 });
      }
      expect(await readdir(join(dataDir, 'blobs/incoming'))).toEqual([]);
      const again = await Promise.all(pictures.map((picture) => sendPhoto(own.sandbox, bookUid, picture)));
      for (const answer of again) expect(answer.status).toBe(201);
      expect((await own.sandbox.get(`/books/${bookUid}/photos`)).body.pagination.total).toBe(40);
    } finally {
      await own.dispose();
    }
  });
});
