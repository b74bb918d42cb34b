import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { PDFDocument } from 'pdf-lib';
import { createDesk } from '../../src-main/desk/create-desk.ts';
import type { Desk } from '../../src-main/desk/desk.ts';
import { bytesOf, goodBook } from '../fixtures/preflight/good-book.ts';
import { specNamed } from '../fixtures/catalogue.ts';
import { depsOf, importFolder, until } from './support/desk-bench.ts';

const PLAN = { spec: specNamed('SQUAREBOOK_SC'), pageCount: 24, ppi: 210, photoEvery: 12 };
const TITLES = ['Han', 'Im', 'Jo'];
/** Its cover comes last. */
const LAST = 'Jo';
/** A cover at either end. */
const BOTH = 'Ko';
const APART = { kind: 'contents', fix: 'takeCoverOut' } as const;

let dir: string;
let desk: Desk;
const drop = () => join(dir, 'drop');
const original = (title: string) => join(drop(), `${title}.pdf`);
const open = () =>
  createDesk(
    depsOf(join(dir, 'desk'), {
      workerFile: join(inject('deskTools'), 'desk/preflight-worker.js'),
      samplesFolder: drop(),
    }),
  );

/** Cover and pages in one file, as a program exports them that knows no other way. */
async function asOneFile(title: string): Promise<Uint8Array> {
  const book = await PDFDocument.create();
  book.setSubject(title);
  const ofBook = [...(title === LAST ? [] : (['cover'] as const)), 'contents' as const];
  for (const kind of title === LAST || title === BOTH ? ([...ofBook, 'cover'] as const) : ofBook) {
    const part = await PDFDocument.load(await bytesOf(await goodBook({ ...PLAN, kind })));
    for (const page of await book.copyPages(part, part.getPageIndices())) book.addPage(page);
  }
  return book.save();
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'desk-one-file-'));
  await mkdir(drop());
  for (const title of [...TITLES, BOTH]) await writeFile(original(title), await asOneFile(title));
  desk = await open();
  await importFolder(desk, drop());
});
afterAll(async () => {
  await desk.close();
  await rm(dir, { recursive: true, force: true });
});

async function idOf(title: string): Promise<string> {
  const { rows } = await desk.handlers['library.changes']({ since: null });
  const row = rows.find((one) => one.title === title);
  if (row === undefined) throw new Error(`no ${title}`);
  return row.bookId;
}
const look = async (title: string) => {
  const book = await desk.handlers['library.book']({ bookId: await idOf(title) });
  if (book === null) throw new Error(`${title} went away`);
  return book;
};
type Book = Awaited<ReturnType<typeof look>>;
const becomes = (title: string, is: (book: Book) => boolean) => until(() => look(title), is);
const rolesOf = (book: Book) => book.files.map(({ role, pdfPages }) => [role, pdfPages]);
const rulesOf = (book: Book) => book.groups.flatMap(({ findings }) => findings.map(({ ruleId }) => ruleId));
const UNDIVIDED = [['contents', 25]];
const APART_FILES = [
  ['cover', 1],
  ['contents', 24],
];
const repairs = async () => (await readdir(join(dir, 'desk/repaired'))).length;
const hashOf = async (title: string) =>
  createHash('sha256')
    .update(await readFile(original(title)))
    .digest('hex');

async function takeApart(title: string) {
  const outcome = await desk.handlers['fixes.preview']({ bookId: await idOf(title), ...APART });
  if (!outcome.ok) throw new Error(outcome.problem.key);
  const { undoId } = await desk.handlers['fixes.apply']({ previewId: outcome.preview.previewId });
  return { preview: outcome.preview, undoId };
}

it('a book in one file has its spec and its pages, and one thing to do', async () => {
  const book = await becomes('Han', ({ stage }) => stage !== 'checking');
  expect(book).toMatchObject({ specUid: 'SQUAREBOOK_SC', pageCount: 24, stage: 'incomplete', verdict: 'refused' });
  expect(rulesOf(book)[0]).toBe('book.coverWithin');
  expect(book.headline?.key).toBe('findings.book.coverWithin.title');
});

it('a cover that comes last is told so, taken out as it is, and goes back', async () => {
  const book = await becomes(LAST, ({ stage }) => stage !== 'checking');
  expect(book).toMatchObject({ specUid: 'SQUAREBOOK_SC', pageCount: 24, stage: 'incomplete' });
  expect(book.headline).toMatchObject({ key: 'findings.book.coverWithin.title', params: { place: 'last' } });
  const before = await hashOf(LAST);
  const { preview, undoId } = await takeApart(LAST);
  expect(preview).toMatchObject({ pageCountBefore: 25, pageCountAfter: 24, added: [] });
  expect(preview.edits).toEqual([{ key: 'fixes.edit.takeCoverOut', params: { place: 'last', pages: 24 } }]);
  const ready = await becomes(LAST, ({ stage }) => stage === 'ready');
  expect(rolesOf(ready)).toEqual(APART_FILES);
  await desk.handlers['steps.takeBack']({ undoId });
  expect(rolesOf(await look(LAST))).toEqual(UNDIVIDED);
  expect([await repairs(), await hashOf(LAST)]).toEqual([0, before]);
});

it('of two pages that may be the cover none is taken out', async () => {
  const book = await becomes(BOTH, ({ stage }) => stage !== 'checking');
  expect(book).toMatchObject({ specUid: 'SQUAREBOOK_SC', pageCount: 24, stage: 'incomplete' });
  expect(book.headline).toMatchObject({ key: 'findings.book.coverWithin.title', params: { place: 'either' } });
  expect(book.groups[0]?.findings[0]).toMatchObject({ pages: [1, 26], fixes: [] });
  expect(await desk.handlers['fixes.preview']({ bookId: book.bookId, ...APART })).toEqual({
    ok: false,
    problem: { key: 'fixes.problem.nothingToDo' },
  });
});

it('its cover is shown taken out first, and given up nothing is left of it', async () => {
  const outcome = await desk.handlers['fixes.preview']({ bookId: await idOf('Han'), ...APART });
  if (!outcome.ok) throw new Error(outcome.problem.key);
  const { preview } = outcome;
  expect(preview).toMatchObject({ pageCountBefore: 25, pageCountAfter: 24, added: [] });
  expect(preview.solved.map(({ key }) => key)).toContain('findings.book.coverWithin.title');
  expect(await repairs()).toBe(2);
  await desk.handlers['fixes.discard']({ previewId: preview.previewId });
  expect(await repairs()).toBe(0);
  expect(rolesOf(await look('Han'))).toEqual(UNDIVIDED);
});

it('taken out it is a book of two files that can be sent, and the customer’s file is as it was', async () => {
  const before = await hashOf('Han');
  const { undoId } = await takeApart('Han');
  const book = await becomes('Han', ({ stage }) => stage === 'ready');
  expect(rolesOf(book)).toEqual(APART_FILES);
  expect(book.files.map(({ name }) => name)).toEqual(['Han_cover.fixed.pdf', 'Han_contents.fixed.pdf']);
  expect(rulesOf(book)).not.toContain('book.coverWithin');
  await desk.handlers['steps.takeBack']({ undoId });
  expect(rolesOf(await look('Han'))).toEqual(UNDIVIDED);
  expect([await repairs(), await hashOf('Han')]).toEqual([0, before]);
});

it.each(['cover', 'contents'] as const)('either half goes back, asked of the %s', async (kind) => {
  await takeApart('Han');
  await desk.handlers['fixes.undo']({ bookId: await idOf('Han'), kind });
  expect(rolesOf(await look('Han'))).toEqual(UNDIVIDED);
  expect(await repairs()).toBe(0);
});

it('is not taken over for a book that has got a cover meanwhile', async () => {
  const bookId = await idOf('Im');
  const outcome = await desk.handlers['fixes.preview']({ bookId, ...APART });
  if (!outcome.ok) throw new Error(outcome.problem.key);
  const { undoId } = await desk.handlers['library.pair']({ coverBookId: await idOf('Jo'), contentsBookId: bookId });
  await expect(desk.handlers['fixes.apply']({ previewId: outcome.preview.previewId })).rejects.toMatchObject({
    code: 'FIX_UNKNOWN',
  });
  await desk.handlers['steps.takeBack']({ undoId });
  expect(await repairs()).toBe(0);
});

it('all alike are taken apart at once wherever their covers are, go back at once, and stay apart when the folder is dropped again and the studio started anew', async () => {
  const alike = await desk.handlers['fixes.alike']({ bookId: await idOf('Han'), ...APART });
  expect(alike.map(({ title }) => title)).toEqual(['Im', 'Jo']);
  const bookIds = [await idOf('Han'), ...alike.map(({ bookId }) => bookId)];
  const { undoId } = await desk.handlers['fixes.repairAlike']({ bookIds, ...APART });
  await desk.handlers['steps.takeBack']({ undoId: undoId ?? '' });
  for (const title of TITLES) expect(rolesOf(await look(title))).toEqual(UNDIVIDED);
  expect(await repairs()).toBe(0);
  expect(await desk.handlers['fixes.repairAlike']({ bookIds, ...APART })).toMatchObject({ repaired: 3, left: [] });
  await importFolder(desk, drop());
  await desk.close();
  desk = await open();
  for (const title of TITLES) expect(rolesOf(await look(title))).toEqual(APART_FILES);
  expect(rolesOf(await look(BOTH))).toEqual([['contents', 26]]);
  expect(await repairs()).toBe(6);
});

it('saved anew it is one file again, and the cover of the former one is nobody’s', async () => {
  await writeFile(original('Han'), await asOneFile('Han, second version'));
  await desk.handlers['library.recheck']({ bookIds: [await idOf('Han')] });
  const book = await becomes('Han', ({ stage, files }) => stage === 'incomplete' && files.length === 1);
  expect(rolesOf(book)).toEqual(UNDIVIDED);
  expect(rolesOf(await look('Im'))).toEqual(APART_FILES);
});
