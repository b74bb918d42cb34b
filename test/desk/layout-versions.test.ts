import { cpSync, existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import type { LayoutExport } from '../../src-core/ipc/subjects/layouts.ts';
import type { BookDetail, LibraryRow } from '../../src-core/ipc/subjects/library.ts';
import { layoutDocumentSchema, type LayoutDocument } from '../../src-core/layout/document.ts';
import { stepBetween } from '../../src-core/layout/testing/sample-book.ts';
import type { Desk } from '../../src-main/desk/desk.ts';
import { address, openBench, orderAll, until, uploadAll, type Bench } from './support/desk-bench.ts';
import { takeBackBefore } from './support/earlier-store.ts';
import { keyOf } from './support/layout-bench.ts';
import { HOWEVER_IT_PRINTS } from '../fixtures/print-taken.ts';
import { EACH_ON_ITS_OWN, linesOf } from '../fixtures/order-plan.ts';

let bench: Bench;
let desk: Desk;
let name = 0;
beforeAll(async () => {
  bench = await openBench(join(inject('deskTools'), 'desk/preflight-worker.js'), { credit: 1_000_000 });
}, 120_000);
beforeEach(async () => {
  name += 1;
  desk = await bench.openDesk(`desk ${name}`);
  await desk.connectBuiltIn(bench.service.hello);
});
afterAll(() => bench.close());

const rows = async (from = desk) => (await from.handlers['library.changes']({ since: null })).rows as LibraryRow[];
const detail = async (bookId: string) => (await desk.handlers['library.book']({ bookId })) as BookDetail;
const filesOf = async (bookId: string) =>
  (await detail(bookId)).files.map(({ fileId, sha256 }) => {
    const path = desk.fileOf(fileId);
    return { path, sha256, isWhole: keyOf(path) === sha256 };
  });

async function begin(): Promise<string> {
  const wish = { title: 'Kim & Lee', specUid: 'SQUAREBOOK_HC', pageCount: 24 };
  const { bookId } = await desk.handlers['layouts.create'](wish);
  await desk.handlers['layouts.open']({ bookId });
  return bookId;
}
const documentOf = async (bookId: string) =>
  layoutDocumentSchema.parse((await desk.handlers['layouts.open']({ bookId })).document);
/** One step of the window, which may still know the book by an earlier version. */
const retitle = (bookId: string, title: string) => change(bookId, (document) => ({ ...document, title }));
async function change(bookId: string, make: (document: LayoutDocument) => LayoutDocument): Promise<void> {
  const before = await documentOf(bookId);
  const after = make(before);
  await desk.handlers['layouts.append']({
    bookId,
    after: before.steps,
    lines: [stepBetween(before, after, 'setTitle')],
  });
}
/** A line of text so near to the trim that preflight warns of it. */
function withTextNearTrim(document: LayoutDocument): LayoutDocument {
  const [pageId = ''] = document.order.slice(2);
  const page = document.pages[pageId];
  if (page === undefined) throw new Error('there is no such page');
  const f1 = {
    kind: 'text',
    box: { xMm: 1, yMm: 1, widthMm: 100, heightMm: 20 },
    locked: false,
    text: 'Kim & Lee',
    typeface: 'regular',
    sizePt: 14,
    colour: '#222222',
    align: 'left',
    vertical: 'top',
    turnDeg: 0,
  } as const;
  return { ...document, nextId: 2, pages: { ...document.pages, [pageId]: { ...page, order: ['f1'], frames: { f1 } } } };
}
async function exported(bookId: string): Promise<LayoutExport> {
  const { steps } = (await desk.handlers['layouts.open']({ bookId })).document;
  const { exportId } = await desk.handlers['layouts.export']({ bookId, steps, maxPpi: null, colours: 'kept' });
  const state = await until(
    () => desk.handlers['layouts.exportState']({ exportId }),
    (one) => one?.state !== 'running',
    60_000,
  );
  await until(
    () => detail(state?.bookId ?? ''),
    ({ stage, files }) => stage !== 'checking' && files.every(({ sha256 }) => sha256 !== null),
    60_000,
  );
  return state as LayoutExport;
}
const expectedVersion = async (bookId: string) =>
  (await desk.handlers['layouts.expectedExport']({ bookId, maxPpi: null, colours: 'kept' })).newVersion;

it('a layout that was ordered is exported again as a new version, and the ordered one stays what was ordered', {
  timeout: 300_000,
}, async () => {
  const first = await begin();
  expect(await expectedVersion(first)).toBeNull();
  expect(await exported(first)).toMatchObject({ state: 'done', bookId: first });
  await uploadAll(desk);
  await orderAll(desk);
  const ordered = await until(
    () => detail(first),
    ({ stage }) => stage === 'ordered',
  );
  const files = await filesOf(first);
  const { stage, orderUid, bookUid, title, coverFileId, contentsFileId } = ordered;
  const sent = { stage, orderUid, bookUid, title, coverFileId, contentsFileId };

  await retitle(first, 'Kim & Park');
  expect(await detail(first), 'changed, and nothing of what was ordered').toMatchObject({ ...sent, layout: 'changed' });
  expect(await expectedVersion(first)).toBe(2);
  const { state, bookId: second } = await exported(first);
  if (second === null || second === first) throw new Error('the ordered row took the files');
  expect(state).toBe('done');
  const news = await desk.handlers['layouts.exportNews']({});
  expect(news.at(-1)).toMatchObject({ bookId: second, layoutBookIds: [first, second] });
  expect(await detail(first)).toMatchObject({ ...sent, layout: 'former', version: 1, made: null });
  expect(await filesOf(first)).toEqual(files);
  expect(files.every(({ isWhole }) => isWhole)).toBe(true);
  const versions = [
    { bookId: first, version: 1, stage: 'ordered' },
    { bookId: second, version: 2, stage: 'ready' },
  ];
  expect(await detail(second)).toMatchObject({
    title: 'Kim & Park',
    version: 2,
    layout: 'exported',
    orderUid: null,
    bookUid: null,
    versions,
  });
  expect((await detail(first)).versions).toEqual(versions);

  // Either row opens the one layout, also to a window that was there before; its steps are told by the newest row.
  expect(await desk.handlers['layouts.open']({ bookId: first })).toMatchObject({ bookId: second });
  await retitle(first, 'Kim & Choi');
  expect(await detail(second)).toMatchObject({ title: 'Kim & Choi', layout: 'changed' });
  expect(await detail(first)).toMatchObject(sent);
  expect(await exported(second)).toMatchObject({ bookId: second });
  expect(await rows()).toHaveLength(2);

  // Uploaded and ordered by itself; what was ordered is not ordered again by a look over all.
  await uploadAll(desk);
  const { review } = await orderAll(desk);
  expect(linesOf(review).map(({ bookId }) => bookId)).toEqual([second]);
  const both = await rows();
  expect(new Set(both.map(({ orderUid: uid }) => uid)).size).toBe(2);
  expect(both.find(({ bookId }) => bookId === first)).toMatchObject(sent);
});

it('an uploaded version that was replaced is neither uploaded nor ordered along with all others', {
  timeout: 300_000,
}, async () => {
  const first = await begin();
  await exported(first);
  await uploadAll(desk);
  await retitle(first, 'Without the mistake');
  const { bookId: second } = await exported(first);
  expect((await rows()).map(({ bookId, stage, layout }) => [bookId, stage, layout])).toEqual([
    [first, 'uploaded', 'former'],
    [second, 'ready', 'exported'],
  ]);
  await uploadAll(desk);
  // By itself it may be ordered: that it is not what the layout has become is told where the money is spent.
  const asked = async (bookId: string | null) => {
    const answer = await desk.handlers['orders.review']({ ...EACH_ON_ITS_OWN, bookIds: [bookId ?? ''] });
    return answer.ok ? answer.review.warnings : answer.problem;
  };
  const params = { title: 'Kim & Lee', version: 1, newest: 2 };
  expect(await asked(first)).toEqual([{ key: 'desk.review.formerVersion', params }]);
  expect(await asked(second)).toEqual([]);
  const { review } = await orderAll(desk);
  expect(linesOf(review).map(({ bookId }) => bookId)).toEqual([second]);
});

it('a replaced version that is uploaded by itself is told to be one, until it is the newest again', {
  timeout: 300_000,
}, async () => {
  const first = await begin();
  await exported(first);
  await desk.handlers['queue.pause']({ how: 'afterThisFile' });
  const upload = async (...bookIds: string[]) => desk.handlers['queue.upload']({ bookIds, print: HOWEVER_IT_PRINTS });
  const takeBack = async () => {
    const { rows: jobs } = await desk.handlers['queue.changes']({ since: null });
    await desk.handlers['queue.cancel']({ jobIds: jobs.map(({ jobId }) => jobId) });
  };
  expect(await upload(first)).toEqual({ queued: 1, left: 0, notes: [] });
  await retitle(first, 'Without the mistake');
  const second = (await exported(first)).bookId ?? '';
  await takeBack();
  const params = { title: 'Kim & Lee', version: 1, newest: 2 };
  expect(await upload(first, second)).toEqual({
    queued: 2,
    left: 0,
    notes: [{ key: 'desk.review.formerVersion', params }],
  });
  await takeBack();
  await desk.handlers['library.remove']({ bookIds: [second] });
  expect(await upload(first)).toEqual({ queued: 1, left: 0, notes: [] });
});

it('a new version knows what was taken on for the one before, as reopened, and the one before keeps it', {
  timeout: 300_000,
}, async () => {
  const first = await begin();
  await change(first, withTextNearTrim);
  await exported(first);
  const signable = async (bookId: string) => {
    const { groups } = await detail(bookId);
    return groups.filter(({ canSignOff }) => canSignOff);
  };
  const [group] = await until(
    () => signable(first),
    (groups) => groups.length > 0,
  );
  const groupKey = group?.groupKey ?? '';
  const by = { name: 'Han', reason: 'The customer wants it so' };
  await desk.handlers['checks.signOff']({ bookId: first, groupKey, ...by });
  await uploadAll(desk);
  await retitle(first, 'Second');
  const second = (await exported(first)).bookId ?? '';
  expect(second).not.toBe(first);
  const again = await until(
    () => signable(second),
    (groups) => groups.length > 0,
  );
  expect(again.find((one) => one.groupKey === groupKey)).toMatchObject({ signOff: null, reopened: by });
  expect((await signable(first)).find((one) => one.groupKey === groupKey)).toMatchObject({ signOff: by });
});

it('a new version goes to whom the one before it went, each so many copies, and the one before still does', {
  timeout: 300_000,
}, async () => {
  const first = await begin();
  await exported(first);
  const save = (recipientName: string) =>
    desk.handlers['recipients.save']({ recipientId: null, address: { ...address, recipientName }, kind: 'customer' });
  const consignments = [
    { recipientId: (await save('김민수')).recipientId, quantity: 2 },
    { recipientId: (await save('Lee')).recipientId, quantity: 3 },
  ];
  await desk.handlers['recipients.setForBook']({ bookId: first, consignments });
  await uploadAll(desk);
  await retitle(first, 'Second');
  const second = (await exported(first)).bookId ?? '';
  expect(second).not.toBe(first);
  for (const bookId of [first, second]) {
    const { quantity, recipients } = await detail(bookId);
    expect({ quantity, recipients }).toEqual({ quantity: 5, recipients: ['김민수', 'Lee'] });
    expect(await desk.handlers['recipients.ofBook']({ bookId })).toMatchObject(consignments);
  }
});

it('what a death left between the files and the row is no version: the next export is whole, and nothing is ordered twice', {
  timeout: 300_000,
}, async () => {
  const first = await begin();
  await exported(first);
  await uploadAll(desk);
  const files = await filesOf(first);
  const folder = dirname(files[0]?.path ?? '');
  await desk.handlers['layouts.close']({ bookId: first });
  await desk.close();
  // Painted and kept, and then the process was killed.
  cpSync(folder, join(dirname(folder), '0002'), { recursive: true });
  desk = await bench.openDesk(`desk ${name}`);
  expect(await rows()).toMatchObject([{ bookId: first, stage: 'uploaded', version: 1 }]);
  await desk.handlers['layouts.open']({ bookId: first });
  const { bookId: second } = await exported(first);
  expect(await filesOf(first)).toEqual(files);
  const [cover] = await filesOf(second ?? '');
  expect(dirname(cover?.path ?? '')).toBe(join(dirname(folder), '0003'));
  expect(existsSync(join(dirname(folder), '0002'))).toBe(true);
});

it('an opened book that nobody changed is not one that was changed since its export', {
  timeout: 300_000,
}, async () => {
  const bookId = await begin();
  await exported(bookId);
  await desk.handlers['layouts.close']({ bookId });
  await desk.handlers['layouts.open']({ bookId });
  expect(await detail(bookId)).toMatchObject({ layout: 'exported' });
  await retitle(bookId, 'Other');
  expect(await detail(bookId)).toMatchObject({ layout: 'changed', title: 'Other' });
});

it('a book that was exported under the store of an earlier version is not changed by being opened, and is by a step', {
  timeout: 300_000,
}, async () => {
  const bookId = await begin();
  await retitle(bookId, 'Kim & Choi');
  await exported(bookId);
  await desk.handlers['layouts.close']({ bookId });
  const afterUpdate = async () => {
    await desk.close();
    takeBackBefore(join(bench.dir, `desk ${name}`), '0007_layout_versions');
    desk = await bench.openDesk(`desk ${name}`);
    await desk.handlers['layouts.open']({ bookId });
  };
  await afterUpdate();
  expect(await detail(bookId)).toMatchObject({ layout: 'exported', version: 1 });
  await retitle(bookId, 'Kim & Park');
  expect(await detail(bookId)).toMatchObject({ layout: 'changed' });
  await desk.handlers['layouts.close']({ bookId });
  await afterUpdate();
  expect(await detail(bookId), 'changed before the update').toMatchObject({ layout: 'changed' });
});

it('a layout whose newest versions were removed is told by the newest that is in the library', {
  timeout: 300_000,
}, async () => {
  const versions = [await begin()];
  for (const title of ['Second', 'Third']) {
    await exported(versions[0] ?? '');
    await uploadAll(desk);
    await retitle(versions[0] ?? '', title);
  }
  const third = (await exported(versions[0] ?? '')).bookId ?? '';
  const [first, second] = (await rows()).toSorted((a, b) => a.version - b.version).map(({ bookId }) => bookId);
  const opened = async (bookId = '') => (await desk.handlers['layouts.open']({ bookId })).bookId;
  expect(await opened(first)).toBe(third);
  const { undoId } = await desk.handlers['library.remove']({ bookIds: [third] });
  expect(await opened(first)).toBe(second);
  expect(await opened(second)).toBe(second);
  // Nothing in the library replaces it.
  const review = await desk.handlers['orders.review']({ ...EACH_ON_ITS_OWN, bookIds: [second ?? ''] });
  expect(review.ok && review.review.warnings).toEqual([]);
  await desk.handlers['library.remove']({ bookIds: [second ?? ''] });
  expect(await opened(first)).toBe(first);
  // What is done to it is told by the version that it belongs to, as soon as that one is back.
  await retitle(first ?? '', 'Meanwhile');
  await desk.handlers['steps.takeBack']({ undoId });
  expect(await opened(first)).toBe(third);
  expect(await detail(third)).toMatchObject({ layout: 'changed', title: 'Meanwhile' });
});

it('a layout that is closed, opened and changed while its PDFs are made is told as changed, under its new title', {
  timeout: 300_000,
}, async () => {
  const bookId = await begin();
  const { steps } = await documentOf(bookId);
  const { exportId } = await desk.handlers['layouts.export']({ bookId, steps, maxPpi: null, colours: 'kept' });
  await desk.handlers['layouts.close']({ bookId });
  await desk.handlers['layouts.open']({ bookId });
  await retitle(bookId, 'Meanwhile');
  const made = () => desk.handlers['layouts.exportState']({ exportId });
  expect((await made())?.state).toBe('running');
  expect((await until(made, (one) => one?.state !== 'running', 60_000))?.state).toBe('done');
  expect(await detail(bookId)).toMatchObject({ layout: 'changed', title: 'Meanwhile' });
});

it('the title of a row is the title of its layout, whichever of the two is changed', { timeout: 300_000 }, async () => {
  const bookId = await begin();
  await retitle(bookId, 'From the layout');
  expect(await detail(bookId)).toMatchObject({ title: 'From the layout', made: { pictures: 0 } });
  const refusal = await desk.handlers['library.setTitle']({ bookId, title: 'x' }).then(
    () => null,
    (error: { code: string }) => error.code,
  );
  expect(refusal, 'while the layout is open').toBe('LAYOUT_OPEN');
  await desk.handlers['layouts.close']({ bookId });
  await desk.handlers['library.setTitle']({ bookId, title: 'From the row' });
  expect(await detail(bookId)).toMatchObject({ title: 'From the row' });
  const opened = await desk.handlers['layouts.open']({ bookId });
  expect(opened.document.title).toBe('From the row');
  expect(opened.done.map(({ label }) => label)).toEqual(['setTitle', 'setTitle']);
  // With files, too; and once it was sent, the row's title is the row's own.
  await exported(bookId);
  await desk.handlers['layouts.close']({ bookId });
  await desk.handlers['library.setTitle']({ bookId, title: 'Before it goes' });
  await uploadAll(desk);
  await desk.handlers['library.setTitle']({ bookId, title: 'As the customer calls it' });
  expect(await detail(bookId)).toMatchObject({ title: 'As the customer calls it' });
  const kept = readFileSync(join(bench.dir, `desk ${name}/layouts/Kim & Lee/Kim & Lee.bkprep`), 'utf8');
  expect((JSON.parse(kept) as { title: string }).title).toBe('Before it goes');
});
