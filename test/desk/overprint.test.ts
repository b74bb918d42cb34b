import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { BookDetail, LibraryRow } from '../../src-core/ipc/subjects/library.ts';
import type { Desk } from '../../src-main/desk/desk.ts';
import { withLostWhite, withLostWhiteAndDamage } from '../fixtures/pdf/lost-white.ts';
import { importFolder, openBench, until, type Bench } from './support/desk-bench.ts';
import { SAMPLES } from './support/samples.ts';

const STEM = '할머니 팔순';

let bench: Bench;
let desk: Desk;
let cover: string;
let contents: string;

beforeAll(async () => {
  bench = await openBench(join(inject('deskTools'), 'desk/preflight-worker.js'), { credit: 10_000_000 });
  desk = await bench.openDesk('desk');
  await desk.connectBuiltIn(bench.service.hello);
  const folder = join(bench.dir, 'drop');
  await mkdir(folder);
  cover = join(folder, `${STEM}_cover.pdf`);
  contents = join(folder, `${STEM}_contents.pdf`);
  await writeFile(cover, await withLostWhite(await readFile(join(SAMPLES, `${STEM}_cover.pdf`))));
  await writeFile(contents, await withLostWhiteAndDamage(await readFile(join(SAMPLES, `${STEM}_contents.pdf`))));
  await importFolder(desk, folder);
});
afterAll(() => bench.close());

async function row(): Promise<LibraryRow> {
  const [found] = (await desk.handlers['library.changes']({ since: null })).rows;
  if (found === undefined) throw new Error('the book is not listed');
  return found;
}

const isPrinted = (bytesId: string | null | undefined) => bytesId?.endsWith('@printed');

it('a file that overprints is drawn from bytes that show it, as soon as level 2 has looked at it', async () => {
  const sum = createHash('sha256')
    .update(await readFile(cover))
    .digest('hex');
  const listed = await until(row, ({ coverBytesId }) => isPrinted(coverBytesId) === true);
  const book = await until(
    async () => (await desk.handlers['library.book']({ bookId: listed.bookId })) as BookDetail,
    ({ files }) => (files[1]?.notSimulatedPages.length ?? 0) > 0,
  );
  expect(book.coverBytesId).toBe(listed.coverBytesId);
  // The contents are damaged: their first page is drawn as it is, and told so.
  expect(
    book.files.map(({ role, bytesId, overprintPages, notSimulatedPages }) => [
      role,
      isPrinted(bytesId),
      overprintPages,
      notSimulatedPages,
    ]),
  ).toEqual([
    ['cover', true, [1], []],
    ['contents', false, [], [1]],
  ]);
  const placed = await desk.placeOf(listed.coverBytesId ?? '');
  expect(placed?.path).toBe(cover);
  expect(Buffer.from(placed?.behind ?? []).toString('latin1')).toContain('/BM /Multiply');
  // The customer's file is what it was.
  expect(
    createHash('sha256')
      .update(await readFile(cover))
      .digest('hex'),
  ).toBe(sum);
  expect(await desk.placeOf(book.files[1]?.bytesId ?? '')).toEqual({ path: contents, behind: null });
});

it('before and after a repair both are drawn as they print', async () => {
  const { bookId } = await until(
    row,
    ({ coverBytesId, stage }) => isPrinted(coverBytesId) === true && stage !== 'checking',
  );
  const made = await desk.handlers['fixes.preview']({ bookId, kind: 'cover', fix: 'stopWhiteOverprint' });
  if (!made.ok) throw new Error(JSON.stringify(made.problem));
  const { bytesId, fixedBytesId, overprint, previewId } = made.preview;
  expect([isPrinted(bytesId), isPrinted(fixedBytesId), overprint]).toEqual([true, true, 'simulated']);
  expect((await desk.placeOf(bytesId))?.behind).not.toBeNull();
  // Nothing overprints any more.
  expect((await desk.placeOf(fixedBytesId))?.behind).toBeNull();
  await desk.handlers['fixes.discard']({ previewId });
});
