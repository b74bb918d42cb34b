import { createHash } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Host } from './host.ts';
import {
  balanceOf,
  expectFailure,
  finalize,
  finalizedBook,
  HC_COVER,
  newBook,
  order,
  placedOrder,
  upload,
} from './journeys.ts';
import { openApiCheck } from './open-api.ts';
import { pdf } from './pdf.ts';
import { freePort } from './ports.ts';
import { startProcess, type ServiceProcess } from './service-process.ts';

// One process of its own on a disk that is damaged under it, with its measures and its log.
let folder: string;
let service: ServiceProcess;
let sandbox: Host;
let metricsPort: number;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'damaged-'));
  await chmod(folder, 0o755);
  metricsPort = await freePort();
  service = await startProcess([
    '--data',
    folder,
    '--no-rate-limits',
    '--credit',
    '1000000',
    '--metrics-port',
    String(metricsPort),
  ]);
  const check = await openApiCheck(service.hello.sandboxUrl.replace(/\/v1$/, '/openapi.json'));
  sandbox = new Host(() => service.hello.sandboxUrl, service.hello.keys?.business.sandbox ?? '', check);
}, 120_000);
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

const keyOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const placeOf = (bytes: Uint8Array) => join(folder, 'blobs', keyOf(bytes).slice(0, 2), keyOf(bytes).slice(2));
const cut = (bytes: Uint8Array) => writeFile(placeOf(bytes), bytes.subarray(0, -100));
const remove = (bytes: Uint8Array) => rm(placeOf(bytes));
const turnBit = (bytes: Uint8Array) =>
  writeFile(
    placeOf(bytes),
    bytes.map((byte, index) => (index === 20 ? byte ^ 1 : byte)),
  );
/** A comment behind the end makes equal pages other bytes, and so a blob of their own. */
const contentsOf = (mark: string) => Buffer.concat([pdf(24, 249, 254), Buffer.from(`%${mark}\n`)]);

async function damagesCounted(damage: string): Promise<number> {
  const scraped = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return Number(
    new RegExp(`^book_print_damaged_blobs_total\\{damage="${damage}"\\} (\\d+)$`, 'm').exec(scraped)?.[1] ?? 0,
  );
}

async function draftWith(contents: Uint8Array): Promise<string> {
  const bookUid = await newBook(sandbox);
  expect((await upload(sandbox, bookUid, 'cover', HC_COVER)).status).toBe(201);
  expect((await upload(sandbox, bookUid, 'contents', contents)).status).toBe(201);
  return bookUid;
}

it.each([
  ['cut short', cut, 'size'],
  ['gone', remove, 'missing'],
] as const)(
  'a file that is %s is not downloaded, and is told to the log once and to the measures each time',
  async (what, damage, label) => {
    const contents = contentsOf(what);
    const bookUid = await draftWith(contents);
    expect((await sandbox.get(`/books/${bookUid}/pdf-contents`, { raw: true })).status).toBe(200);
    await damage(contents);
    const before = await damagesCounted(label);
    for (let turn = 0; turn < 2; turn += 1)
      expectFailure(await sandbox.get(`/books/${bookUid}/pdf-contents`), 500, 'ERR_PDF_FILE_MISSING');
    expect(await damagesCounted(label)).toBe(before + 2);
    expect(service.log().split(`blob ${keyOf(contents)}: ${label}`)).toHaveLength(2);
    expect(service.log()).toContain('the same file uploaded again repairs it');
  },
);

it.each([
  ['cut short', cut],
  ['gone', remove],
  ['of other bytes', turnBit],
] as const)(
  'a file that is %s keeps a book from being finalized, until the same file is uploaded again',
  async (what, damage) => {
    const contents = contentsOf(`draft ${what}`);
    const bookUid = await draftWith(contents);
    await damage(contents);
    const refused = await finalize(sandbox, bookUid);
    expectFailure(refused, 400, 'ERR_FINALIZE_PREREQ_UNMET');
    expect(refused.body.fieldErrors).toEqual([
      expect.objectContaining({ field: 'contentsPdf', message: expect.stringContaining('다시 업로드하세요') }),
    ]);
    expect((await upload(sandbox, bookUid, 'contents', contents, 'PUT')).status).toBe(200);
    expect(Buffer.compare(await readFile(placeOf(contents)), contents)).toBe(0);
    expect((await finalize(sandbox, bookUid)).status).toBe(201);
  },
);

it('of a damaged cover the same is said, of the cover', async () => {
  const bookUid = await newBook(sandbox);
  const cover = Buffer.concat([HC_COVER, Buffer.from('%draft\n')]);
  expect((await upload(sandbox, bookUid, 'cover', cover)).status).toBe(201);
  expect((await upload(sandbox, bookUid, 'contents', contentsOf('sound'))).status).toBe(201);
  await remove(cover);
  const refused = await finalize(sandbox, bookUid);
  expectFailure(refused, 400, 'ERR_FINALIZE_PREREQ_UNMET');
  expect(refused.body.fieldErrors).toEqual([
    expect.objectContaining({ field: 'coverPdf', message: expect.stringContaining('표지 PDF') }),
  ]);
});

it.each([
  ['cut short', cut],
  ['gone', remove],
  ['of other bytes', turnBit],
] as const)(
  'a finalized book whose file is %s is not charged, until the same file is uploaded to any book',
  async (_what, damage) => {
    const bookUid = await finalizedBook(sandbox);
    const balance = await balanceOf(sandbox);
    await damage(HC_COVER);
    const refused = await order(sandbox, [{ bookUid, quantity: 1 }]);
    expectFailure(refused, 500, 'ERR_PDF_FILE_MISSING');
    expect(refused.body.errors.join()).toMatch(new RegExp(`${bookUid}.*결제되지 않았습니다.*업로드하면 복구`));
    expect(await balanceOf(sandbox)).toBe(balance);
    expect((await upload(sandbox, await newBook(sandbox), 'cover', HC_COVER)).status).toBe(201);
    await placedOrder(sandbox, bookUid);
    expect(await balanceOf(sandbox)).toBeLessThan(balance);
  },
);
