import { spawnSync } from 'node:child_process';
import { mkdtemp, open, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  balanceOf,
  expectFailure,
  finalizedBook,
  HC_CONTENTS_24,
  HC_COVER,
  ledgerSum,
  newBook,
  order,
  upload,
  untilGood,
} from './journeys.ts';
import { startService, type Answer, type Service } from './service.ts';

const DISK_MB = 400;
const RECOVERY_LIMIT_MS = 60_000;
const ORDERS_AT_ONCE = 20;
const MOST_ORDERS = 2_000;
/** A disk of its own can be had by root alone, which CI is. For anybody else the report counts the suite as not run. */
const isRoot = process.getuid?.() === 0;

function run(command: string, ...words: readonly string[]): void {
  const { status, stderr } = spawnSync(command, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${words.join(' ')}: ${stderr}`);
}

describe.skipIf(!isRoot)('on a disk that fills up', () => {
  let disk: string;
  let service: Service;
  beforeAll(async () => {
    disk = await mkdtemp(join(tmpdir(), 'small-disk-'));
    run('mount', '-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=755`, 'small-disk', disk);
    service = await startService({ dataDir: disk, credit: 10_000_000 });
  });
  afterAll(async () => {
    await service.stop();
    run('umount', '--lazy', disk);
    await rm(disk, { recursive: true, force: true });
  });

  const filler = () => join(disk, 'filler');
  const incoming = () => readdir(join(disk, 'blobs/incoming'));

  /** To the last byte, or but for so many. */
  async function fillDisk(leaveBytes = 0): Promise<void> {
    const file = await open(filler(), 'a');
    try {
      for (let chunk = Buffer.alloc(1024 * 1024); ; ) {
        const { bavail, bsize } = await statfs(disk);
        const room = bavail * bsize - leaveBytes;
        if (room <= 0) return;
        if (room < chunk.length) chunk = Buffer.alloc(Math.max(1, room));
        await file.write(chunk).catch(() => ({ bytesWritten: 0 }));
      }
    } finally {
      await file.close();
    }
  }

  it('an upload that does not fit is refused in six fields and leaves nothing behind; the next that fits is taken', {
    timeout: 120_000,
  }, async () => {
    const bookUid = await newBook(service.sandbox);
    const large = Buffer.concat([HC_CONTENTS_24, Buffer.alloc(20 * 1024 * 1024, '\n')]);
    await fillDisk(10 * 1024 * 1024);
    expectFailure(await upload(service.sandbox, bookUid, 'contents', large), 500, 'ERR_INTERNAL_ERROR');
    expect(await incoming()).toEqual([]);
    expect((await upload(service.sandbox, bookUid, 'contents', HC_CONTENTS_24)).status).toBe(201);
    await rm(filler());
    expect((await upload(service.sandbox, bookUid, 'contents', large, 'PUT')).status).toBe(200);
  });

  it('orders are placed whole or not at all while nothing can be written, and each is there once when there is room again', {
    timeout: 240_000,
  }, async () => {
    const bookUid = await finalizedBook(service.sandbox);
    const draft = await newBook(service.sandbox);
    const before = await balanceOf(service.sandbox);
    await fillDisk(256 * 1024);
    const keys: string[] = [];
    const answers: Answer[] = [];
    while (answers.length < MOST_ORDERS && answers.every(({ status }) => status === 201)) {
      const more = Array.from({ length: ORDERS_AT_ONCE }, (_none, turn) => `full-${keys.length + turn}`);
      keys.push(...more);
      answers.push(...(await Promise.all(more.map((key) => order(service.sandbox, [{ bookUid, quantity: 1 }], key)))));
    }
    const refused = answers.filter(({ status }) => status !== 201);
    expect([refused.length > 0, refused.length < answers.length]).toEqual([true, true]);
    for (const answer of refused) expectFailure(answer, 500, 'ERR_INTERNAL_ERROR');
    await fillDisk();
    expectFailure(await upload(service.sandbox, draft, 'cover', HC_COVER), 500, 'ERR_INTERNAL_ERROR');
    expect(await incoming()).toEqual([]);
    await rm(filler());
    await untilGood(service, RECOVERY_LIMIT_MS);
    const acknowledged = answers.filter(({ status }) => status === 201).map(({ body }) => body.data.orderUid as string);
    const again = await Promise.all(keys.map((key) => order(service.sandbox, [{ bookUid, quantity: 1 }], key)));
    expect(again.map(({ status }) => status)).toEqual(keys.map(() => 201));
    const orderUids = again.map(({ body }) => body.data.orderUid as string);
    expect(orderUids).toEqual(expect.arrayContaining(acknowledged));
    expect(new Set(orderUids).size).toBe(keys.length);
    expect((await service.sandbox.get('/orders')).body.pagination.total).toBe(keys.length);
    expect(await ledgerSum(service.sandbox)).toBe(await balanceOf(service.sandbox));
    const charged = again.reduce((sum, { body }) => sum + (body.data.paidCreditAmount as number), 0);
    expect(await balanceOf(service.sandbox)).toBe(before - charged);
    const stored = await service.sandbox.get(`/books/${bookUid}/pdf-cover`, { raw: true });
    expect([stored.status, Number(stored.headers.get('content-length'))]).toEqual([200, HC_COVER.length]);
  });
});
