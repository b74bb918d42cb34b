import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { PACKAGE_FORMAT, PACKAGE_VERSION, type PackedBook, type PackedFile } from '../../src-core/desk/job-package.ts';
import { createDesk } from '../../src-main/desk/create-desk.ts';
import type { Desk } from '../../src-main/desk/desk.ts';
import { writePackage } from '../../src-node/job-package/write-package.ts';
import { specNamed } from '../fixtures/catalogue.ts';
import { bytesOf, goodBook } from '../fixtures/preflight/good-book.ts';
import { depsOf, until } from './support/desk-bench.ts';

const PAGE_COUNTS = [24, 26];
/** Fifty pages are drawn, and the machine may have other work. */
const LOOKED_AT_MS = 200_000;

let dir: string;
let desk: Desk;
let path: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'desk-shared-cover-'));
  const pathOf = new Map<string, string>();
  const fileOf = async (name: string, kind: 'cover' | 'contents', pageCount: number): Promise<PackedFile> => {
    const plan = { spec: specNamed('SQUAREBOOK_SC'), pageCount, ppi: 40, photoEvery: 100, kind };
    const bytes = await bytesOf(await goodBook(plan));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    pathOf.set(sha256, join(dir, name));
    await writeFile(join(dir, name), bytes);
    return { sha256, sizeBytes: bytes.length, name };
  };
  const cover = await fileOf('Year_cover.pdf', 'cover', 24);
  const books: PackedBook[] = [];
  for (const pageCount of PAGE_COUNTS)
    books.push({
      ...{ bookId: `b_${pageCount}`, title: `Year ${pageCount}`, batch: '', quantity: 1, externalRef: null },
      ...{ specUid: 'SQUAREBOOK_SC', specOrigin: 'given', recipients: [], signOffs: [] },
      cover: { ...cover, name: `Year ${pageCount}_cover.pdf` },
      contents: await fileOf(`Year ${pageCount}_contents.pdf`, 'contents', pageCount),
    });
  path = join(dir, 'one cover.bpjob');
  const job = { format: PACKAGE_FORMAT, version: PACKAGE_VERSION, madeAtMs: 1, books } as const;
  await writePackage(path, job, ({ sha256 }) => pathOf.get(sha256) ?? '');
  const workerFile = join(inject('deskTools'), 'desk/preflight-worker.js');
  desk = await createDesk(depsOf(join(dir, 'desk'), { workerFile, samplesFolder: dir }));
}, LOOKED_AT_MS);
afterAll(async () => {
  await desk?.close();
  await rm(dir, { recursive: true, force: true });
});

const booksNow = () =>
  Promise.all(
    PAGE_COUNTS.map(
      async (pageCount) =>
        (await desk.handlers['library.book']({ bookId: `b_${pageCount}` })) ?? expect.fail('no book'),
    ),
  );
const levels = async () =>
  (await booksNow()).map(({ checkedLevel, isCheckingDeeper }) => [checkedLevel, isCheckingDeeper]);
const DONE = [
  [3, false],
  [3, false],
];

it('two books of one cover and of other page counts are both looked at to the last level, and then no more', {
  timeout: LOOKED_AT_MS,
}, async () => {
  await desk.handlers['packages.openPath']({ path });
  await until(levels, (now) => JSON.stringify(now) === JSON.stringify(DONE), LOOKED_AT_MS - 10_000);
  const found = await booksNow();
  expect(found.map(({ pageCount }) => pageCount)).toEqual(PAGE_COUNTS);
  const files = found.flatMap((book) => book.files);
  expect(new Set(files.map(({ fileId }) => fileId)).size).toBe(4);
  expect(files.map(({ name }) => name).sort()).toEqual([
    'Year 24_contents.pdf',
    'Year 24_cover.pdf',
    'Year 26_contents.pdf',
    'Year 26_cover.pdf',
  ]);
  const untilMs = Date.now() + 1_000;
  while (Date.now() < untilMs) {
    expect(await levels()).toEqual(DONE);
    await delay(20);
  }
});
