import { copyFile, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import type { LibraryRow } from '../../src-core/ipc/subjects/library.ts';
import { createDesk } from '../../src-main/desk/create-desk.ts';
import type { Desk } from '../../src-main/desk/desk.ts';
import { writeMessyFolder } from '../fixtures/messy-folder.ts';
import { seededRandom } from '../fixtures/pdf/seeded-random.ts';
import { address, depsOf, importFolder, until } from './support/desk-bench.ts';

let dir: string;
let desk: Desk;
const drop = () => join(dir, 'drop');
const openDesk = () =>
  createDesk(
    depsOf(join(dir, 'desk'), {
      workerFile: join(inject('deskTools'), 'desk/preflight-worker.js'),
      samplesFolder: drop(),
    }),
  );
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'desk-messy-'));
  await writeMessyFolder(drop());
  desk = await openDesk();
});
afterEach(async () => {
  await desk?.close();
  await rm(dir, { recursive: true, force: true });
});

const rowsNow = async (): Promise<LibraryRow[]> => (await desk.handlers['library.changes']({ since: null })).rows;
const bookOf = async (bookId: string) => {
  const book = await desk.handlers['library.book']({ bookId });
  if (book === null) throw new Error(`no ${bookId}`);
  return book;
};
/** Rows by what they hold: `Kim_cover.pdf`, or both names. */
async function rowsByFiles(): Promise<Map<string, LibraryRow>> {
  const rows = await rowsNow();
  const named = await Promise.all(
    rows.map(async (row) => {
      const { files } = await bookOf(row.bookId);
      return [files.map(({ name }) => name).join(' + '), row] as const;
    }),
  );
  return new Map(named);
}
async function rowOf(files: string): Promise<LibraryRow> {
  const row = (await rowsByFiles()).get(files);
  if (row === undefined) throw new Error(`no row of ${files}`);
  return row;
}
const said = ({ stage, headline }: LibraryRow) => [stage, headline?.key, headline?.params?.['where']];

it('of a messy folder every file is a row that says what is the matter, and nothing vanishes', async () => {
  const report = await importFolder(desk, drop());
  expect(report).toMatchObject({ pdfsFound: 32, paired: 11, guessed: 1, alone: 4, pictures: 1 });
  expect(report.conflicts).toHaveLength(6);
  const rows = await rowsNow();
  const files = rows.flatMap(({ coverFileId, contentsFileId }) => [coverFileId, contentsFileId]);
  expect(new Set(files.filter((fileId) => fileId !== null)).size).toBe(32);

  const lines = Object.fromEntries([...(await rowsByFiles())].map(([name, row]) => [name, said(row)]));
  expect(lines).toMatchObject({
    'Kim_cover.pdf': ['incomplete', 'library.conflict.sameName', undefined],
    'KIM_cover.pdf': ['incomplete', 'library.conflict.sameName', undefined],
    'Kim_contents.pdf': ['incomplete', 'library.conflict.manyPartners', undefined],
    '이서연_내지.pdf': ['incomplete', 'library.conflict.manyPartners', undefined],
    'Lone cover_cover.pdf': ['incomplete', 'findings.book.contentsMissing.title', undefined],
    'Lone contents_contents.pdf': ['incomplete', 'findings.book.coverMissing.title', undefined],
    'Empty_cover.pdf + Empty_contents.pdf': ['blocked', 'findings.file.empty.title', 'contents'],
    'Zip_cover.pdf + Zip_contents.pdf': ['blocked', 'findings.file.signature.title', 'contents'],
    'Jpeg_cover.pdf + Jpeg_contents.pdf': ['blocked', 'findings.file.signature.title', 'cover'],
    'Truncated_cover.pdf + Truncated_contents.pdf': ['needsYou', 'findings.file.damaged.title', 'contents'],
    'Locked_cover.pdf + Locked_contents.pdf': ['blocked', 'findings.file.encrypted.title', 'contents'],
    'Swapped_cover.pdf + Swapped_contents.pdf': ['blocked', 'findings.book.swapped.title', undefined],
    'first.pdf + second.pdf': ['ready', undefined, undefined],
  });
  const titles = rows.map(({ title }) => title);
  expect(titles).toEqual(expect.arrayContaining(['김민수 [시안2] (최종)', 'Kim (2nd)', 'Parallel', 'No roles']));
  expect(rows.filter(({ title }) => title === '이서연')).toHaveLength(3);
  const formats = rows.map(({ headline }) => headline?.params?.['format']).filter((format) => format !== undefined);
  expect(formats.sort()).toEqual(['jpeg', 'word', 'zip']);
});

it('what the row says of a book without a spec the inspector says too', async () => {
  await importFolder(desk, drop());
  for (const row of await rowsNow()) {
    const book = await bookOf(row.bookId);
    expect(book.headline).toEqual(row.headline);
    const isSaid = row.headline === null || book.pairing.key === row.headline.key;
    const told = book.groups.flatMap(({ findings }) => findings.map(({ ruleId }) => `findings.${ruleId}.title`));
    if (!isSaid) expect(told).toContain(row.headline?.key);
  }
});

it('rows of files without a partner outlive the desk, and the same folder again doubles none', async () => {
  await importFolder(desk, drop());
  const idsNow = async () => (await rowsNow()).map(({ bookId }) => bookId).sort();
  const before = await idsNow();
  await desk.close();
  desk = await openDesk();
  expect(await importFolder(desk, drop())).toMatchObject({ updated: before.length, leftOut: 0 });
  expect(await idsNow()).toEqual(before);
});

it('a collision that was cleared outside is a pair at the next import, and says why', async () => {
  await importFolder(desk, drop());
  await rename(join(drop(), 'KIM_cover.pdf'), join(drop(), 'Another_cover.pdf'));
  await importFolder(desk, drop());
  const row = await rowOf('Kim_cover.pdf + Kim_contents.pdf');
  expect([row.stage, (await bookOf(row.bookId)).pairing.key]).toEqual(['ready', 'library.pairing.suffix']);
  expect((await bookOf((await rowOf('Another_cover.pdf')).bookId)).pairing.key).toBe('library.pairing.alone');
});

it('a newer file beside one of a pair collides with it, and the pair that is in the library stays', async () => {
  await importFolder(desk, drop());
  const pair = 'Kim (2nd) (cover).pdf + Kim (2nd) (contents).pdf';
  const { bookId } = await rowOf(pair);
  await copyFile(join(drop(), 'Kim (2nd) (contents).pdf'), join(drop(), 'Kim (2nd)_contents_final.pdf'));
  expect(await importFolder(desk, drop())).toMatchObject({ pdfsFound: 33 });
  expect((await rowOf(pair)).bookId).toBe(bookId);
  const newer = await rowOf('Kim (2nd)_contents_final.pdf');
  expect(newer).toMatchObject({
    title: 'Kim (2nd)',
    stage: 'incomplete',
    headline: { key: 'library.conflict.sameName', params: { other: 'Kim (2nd) (contents).pdf' } },
  });
});

it('a left-over is paired with its partner in one step that is taken back, and stays paired over imports', async () => {
  await importFolder(desk, drop());
  const cover = await rowOf('KIM_cover.pdf');
  const contents = await rowOf('Kim_contents.pdf');
  const { undoId } = await desk.handlers['library.pair']({
    coverBookId: cover.bookId,
    contentsBookId: contents.bookId,
  });
  const paired = await rowOf('KIM_cover.pdf + Kim_contents.pdf');
  expect([paired.bookId, paired.stage]).toEqual([contents.bookId, 'ready']);
  await desk.handlers['steps.takeBack']({ undoId });
  expect((await rowOf('KIM_cover.pdf')).headline?.key).toBe('library.conflict.sameName');
  expect((await rowOf('Kim_contents.pdf')).bookId).toBe(contents.bookId);

  await desk.handlers['library.pair']({ coverBookId: cover.bookId, contentsBookId: contents.bookId });
  await importFolder(desk, drop());
  expect((await rowOf('KIM_cover.pdf + Kim_contents.pdf')).bookId).toBe(contents.bookId);
  expect((await rowOf('Kim_cover.pdf')).stage).toBe('incomplete');
});

it('a file that loses its place to another becomes a row; a pair is taken apart into two', async () => {
  await importFolder(desk, drop());
  const whole = await rowOf('Kim (2nd) (cover).pdf + Kim (2nd) (contents).pdf');
  const other = await rowOf('Lone cover_cover.pdf');
  const { undoId } = await desk.handlers['library.pair']({ coverBookId: other.bookId, contentsBookId: whole.bookId });
  expect((await rowOf('Lone cover_cover.pdf + Kim (2nd) (contents).pdf')).title).toBe('Kim (2nd)');
  const displaced = await rowOf('Kim (2nd) (cover).pdf');
  expect([displaced.stage, displaced.title]).toEqual(['incomplete', 'Kim (2nd)']);
  await desk.handlers['steps.takeBack']({ undoId });
  expect((await rowOf('Kim (2nd) (cover).pdf + Kim (2nd) (contents).pdf')).stage).toBe('ready');
  expect((await rowOf('Lone cover_cover.pdf')).bookId).toBe(other.bookId);

  const apart = await desk.handlers['library.takeApart']({ bookId: whole.bookId });
  expect((await rowOf('Kim (2nd) (cover).pdf')).bookId).toBe(whole.bookId);
  expect((await rowOf('Kim (2nd) (contents).pdf')).stage).toBe('incomplete');
  await importFolder(desk, drop());
  expect((await rowsByFiles()).has('Kim (2nd) (cover).pdf + Kim (2nd) (contents).pdf')).toBe(false);
  await desk.handlers['steps.takeBack']({ undoId: apart.undoId });
  expect((await rowOf('Kim (2nd) (cover).pdf + Kim (2nd) (contents).pdf')).bookId).toBe(whole.bookId);
});

const recipient = async (recipientName: string) =>
  (
    await desk.handlers['recipients.save']({
      recipientId: null,
      address: { ...address, recipientName },
      kind: 'customer',
    })
  ).recipientId;
const restore = (undoId: string) => desk.handlers['steps.takeBack']({ undoId });
const setOf = ({ title, quantity, recipients, specUid, specOrigin }: LibraryRow) => ({
  ...{ title, quantity, recipients, specUid, specOrigin },
});
const filesNow = async () =>
  (await rowsNow()).flatMap(({ coverFileId, contentsFileId }) => [coverFileId, contentsFileId].filter(Boolean)).sort();

it('taken apart and put together again, a book is called, made and sent as it was set, and so it is when that is taken back', async () => {
  await importFolder(desk, drop());
  const { bookId } = await rowOf('Kim (2nd) (cover).pdf + Kim (2nd) (contents).pdf');
  const specUid = (await bookOf(bookId)).specUid ?? '';
  await desk.handlers['library.setTitle']({ bookId, title: 'Wedding' });
  await desk.handlers['library.setSpec']({ bookIds: [bookId], specUid });
  const consignments = [
    { recipientId: await recipient('김민수'), quantity: 4 },
    { recipientId: await recipient('Lee'), quantity: 3 },
  ];
  await desk.handlers['recipients.setForBook']({ bookId, consignments });
  const set = setOf(await rowOf('Kim (2nd) (cover).pdf + Kim (2nd) (contents).pdf'));
  expect(set).toMatchObject({ title: 'Wedding', quantity: 7, recipients: ['김민수', 'Lee'], specOrigin: 'given' });

  await desk.handlers['library.takeApart']({ bookId });
  const half = await rowOf('Kim (2nd) (contents).pdf');
  const halfSet = setOf(half);
  const paired = await desk.handlers['library.pair']({ coverBookId: bookId, contentsBookId: half.bookId });
  const whole = await rowOf('Kim (2nd) (cover).pdf + Kim (2nd) (contents).pdf');
  expect([whole.bookId, setOf(whole)]).toEqual([paired.bookId, set]);
  expect(await desk.handlers['recipients.ofBook']({ bookId: whole.bookId })).toMatchObject(consignments);
  await restore(paired.undoId);
  expect(setOf(await rowOf('Kim (2nd) (cover).pdf'))).toEqual(set);
  expect(setOf(await rowOf('Kim (2nd) (contents).pdf'))).toEqual(halfSet);
});

it('what was set of both halves of a book is the book’s, and each half’s again when that is taken back', async () => {
  await importFolder(desk, drop());
  const cover = await rowOf('Lone cover_cover.pdf');
  const contents = await rowOf('Lone contents_contents.pdf');
  await desk.handlers['library.setTitle']({ bookId: cover.bookId, title: 'Wedding' });
  await desk.handlers['recipients.assign']({ bookIds: [cover.bookId], recipientId: await recipient('Kim') });
  await desk.handlers['library.setQuantity']({ bookIds: [contents.bookId], quantity: 7 });
  const before = [setOf(await rowOf('Lone cover_cover.pdf')), setOf(await rowOf('Lone contents_contents.pdf'))];
  const pair = () =>
    desk.handlers['library.pair']({ coverBookId: cover.bookId, contentsBookId: contents.bookId }).then(
      async ({ undoId }) => ({ undoId, row: await rowOf('Lone cover_cover.pdf + Lone contents_contents.pdf') }),
    );
  const first = await pair();
  expect(first.row).toMatchObject({ title: 'Wedding', quantity: 7, recipients: ['Kim'] });
  await restore(first.undoId);
  expect([setOf(await rowOf('Lone cover_cover.pdf')), setOf(await rowOf('Lone contents_contents.pdf'))]).toEqual(
    before,
  );

  // What is set of the book afterwards is not taken back with the step.
  const second = await pair();
  await desk.handlers['library.setTitle']({ bookId: second.row.bookId, title: 'Silver wedding' });
  await restore(second.undoId);
  expect((await rowsNow()).map(({ title }) => title)).toContain('Silver wedding');
});

it('what is set of a half stays when its book is put together again by taking the step back', async () => {
  await importFolder(desk, drop());
  const { bookId } = await rowOf('Kim (2nd) (cover).pdf + Kim (2nd) (contents).pdf');
  const { undoId } = await desk.handlers['library.takeApart']({ bookId });
  const half = await rowOf('Kim (2nd) (contents).pdf');
  await desk.handlers['recipients.assign']({ bookIds: [half.bookId], recipientId: await recipient('Lee') });
  await desk.handlers['library.setQuantity']({ bookIds: [half.bookId], quantity: 3 });
  await restore(undoId);
  const whole = await rowOf('Kim (2nd) (cover).pdf + Kim (2nd) (contents).pdf');
  expect([whole.bookId, whole.quantity, whole.recipients]).toEqual([bookId, 3, ['Lee']]);
});

it('halves that the next import makes one book of go where either of them was to go', async () => {
  await importFolder(desk, drop());
  const cover = await rowOf('Kim_cover.pdf');
  const contents = await rowOf('Kim_contents.pdf');
  await desk.handlers['recipients.assign']({ bookIds: [cover.bookId], recipientId: await recipient('Kim') });
  await desk.handlers['library.setQuantity']({ bookIds: [contents.bookId], quantity: 5 });
  await rename(join(drop(), 'KIM_cover.pdf'), join(drop(), 'Another_cover.pdf'));
  await importFolder(desk, drop());
  expect(await rowOf('Kim_cover.pdf + Kim_contents.pdf')).toMatchObject({ quantity: 5, recipients: ['Kim'] });
});

it('steps that are taken back in another order than they were made lose no file and double none', async () => {
  await importFolder(desk, drop());
  const before = await filesNow();
  const one = await rowOf('Kim (2nd) (cover).pdf + Kim (2nd) (contents).pdf');
  const two = await rowOf('Swapped_cover.pdf + Swapped_contents.pdf');
  const first = await desk.handlers['library.takeApart']({ bookId: one.bookId });
  const half = await rowOf('Kim (2nd) (contents).pdf');
  const second = await desk.handlers['library.takeApart']({ bookId: two.bookId });
  const third = await desk.handlers['library.pair']({ coverBookId: two.bookId, contentsBookId: half.bookId });
  await expect(restore(first.undoId)).rejects.toThrow('PAIRING_CHANGED');
  await expect(restore(second.undoId)).rejects.toThrow('PAIRING_CHANGED');
  expect(await filesNow()).toEqual(before);
  for (const { undoId } of [third, first, second]) {
    await restore(undoId);
    expect(await filesNow()).toEqual(before);
  }
  expect((await rowOf('Kim (2nd) (cover).pdf + Kim (2nd) (contents).pdf')).bookId).toBe(one.bookId);
  expect((await rowOf('Swapped_cover.pdf + Swapped_contents.pdf')).bookId).toBe(two.bookId);

  const apart = await desk.handlers['library.takeApart']({ bookId: one.bookId });
  const { undoId } = await desk.handlers['library.remove']({ bookIds: [one.bookId] });
  await expect(restore(apart.undoId), 'of a book in the wastebasket').rejects.toThrow('PAIRING_CHANGED');
  await restore(undoId);
  await restore(apart.undoId);
  expect(await filesNow()).toEqual(before);
});

it('whatever is paired, taken apart and taken back in any order, every file is in one row', {
  timeout: 300_000,
}, async () => {
  await importFolder(desk, drop());
  const before = await filesNow();
  const random = seededRandom(7);
  const oneOf = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const undoIds: string[] = [];
  let refused = 0;
  for (let step = 0; step < 120; step++) {
    const rows = await rowsNow();
    const [row, other] = [oneOf(rows), oneOf(rows)];
    const act = [
      () => desk.handlers['library.takeApart']({ bookId: row.bookId }),
      () => desk.handlers['library.pair']({ coverBookId: row.bookId, contentsBookId: other.bookId }),
      () => desk.handlers['library.swapRoles']({ bookId: row.bookId }),
      () => restore(oneOf(undoIds)),
    ][Math.floor(random() * 4)];
    try {
      const done = await act?.();
      if (done !== undefined && done.undoId !== null) undoIds.push(done.undoId);
    } catch (error) {
      expect(String(error)).toMatch(/PAIRING_CHANGED|BOOK_PAIR_IMPOSSIBLE|UNDO_UNKNOWN/);
      if (String(error).includes('PAIRING_CHANGED')) refused += 1;
    }
    expect(await filesNow()).toEqual(before);
  }
  expect(refused).toBeGreaterThan(0);
});

it('a lone file is said to be the other half, swapped files are swapped back, and both are taken back', async () => {
  await importFolder(desk, drop());
  const lone = await rowOf('Lone cover_cover.pdf');
  const { undoId } = await desk.handlers['library.setRole']({ bookId: lone.bookId, role: 'contents' });
  expect(await bookOf(lone.bookId)).toMatchObject({ coverFileId: null, contentsFileId: lone.coverFileId });
  await desk.handlers['steps.takeBack']({ undoId });
  expect(await bookOf(lone.bookId)).toMatchObject({ coverFileId: lone.coverFileId, contentsFileId: null });

  const swapped = await rowOf('Swapped_cover.pdf + Swapped_contents.pdf');
  await desk.handlers['library.swapRoles']({ bookId: swapped.bookId });
  expect((await bookOf(swapped.bookId)).stage).toBe('ready');
});

it('what is left out stays out with its folder, and comes back when it is restored or dropped itself', async () => {
  await importFolder(desk, drop());
  const lone = await rowOf('Lone cover_cover.pdf');
  const all = (await rowsNow()).length;
  const { undoId } = await desk.handlers['library.leaveOut']({ bookIds: [lone.bookId] });
  expect(await importFolder(desk, drop())).toMatchObject({ leftOut: 1 });
  expect(await rowsNow()).toHaveLength(all - 1);
  await desk.handlers['steps.takeBack']({ undoId });
  expect((await rowOf('Lone cover_cover.pdf')).bookId).toBe(lone.bookId);

  await desk.handlers['library.leaveOut']({ bookIds: [lone.bookId] });
  expect(await importFolder(desk, join(drop(), 'Lone cover_cover.pdf'))).toMatchObject({ leftOut: 0 });
  expect((await rowOf('Lone cover_cover.pdf')).bookId).toBe(lone.bookId);
  const whole = await rowOf('first.pdf + second.pdf');
  await expect(desk.handlers['library.leaveOut']({ bookIds: [whole.bookId] })).rejects.toThrow('BOOK_PAIR_IMPOSSIBLE');
});

it('a file that went from its place is named, by its role and its name', async () => {
  await importFolder(desk, drop());
  const { bookId } = await rowOf('Kim (2nd) (cover).pdf + Kim (2nd) (contents).pdf');
  await rm(join(drop(), 'Kim (2nd) (contents).pdf'));
  await desk.handlers['library.recheck']({ bookIds: [bookId] });
  const book = await until(
    () => bookOf(bookId),
    ({ stage }) => stage === 'incomplete',
  );
  expect(book.headline).toEqual({
    key: 'findings.file.away.title',
    params: { role: 'contents', name: 'Kim (2nd) (contents).pdf' },
  });
  expect(book.groups.map(({ findings }) => findings[0]?.ruleId)).toContain('file.away');
});
