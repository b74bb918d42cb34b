import { chmod, copyFile, mkdir, open, readFile, rename, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { LibraryRow } from '../../src-core/ipc/subjects/library.ts';
import type { Desk } from '../../src-main/desk/desk.ts';
import { address, importFolder, openBench, until, uploadAll, type Bench } from './support/desk-bench.ts';
import { SAMPLES } from './support/samples.ts';
import { HOWEVER_IT_PRINTS } from '../fixtures/print-taken.ts';
import { EACH_ON_ITS_OWN } from '../fixtures/order-plan.ts';

const STEM = '할머니 팔순';

let bench: Bench;
let desk: Desk;
let round = 0;
let title: string;
let cover: string;
let contents: string;

beforeAll(async () => {
  bench = await openBench(join(inject('deskTools'), 'desk/preflight-worker.js'), { credit: 10_000_000 });
  desk = await bench.openDesk('desk');
  await desk.connectBuiltIn(bench.service.hello);
});
afterAll(() => bench.close());

/** A book of its own for each test. */
beforeEach(async () => {
  round += 1;
  title = `${STEM} ${round}`;
  const folder = join(bench.dir, `drop ${round}`);
  await mkdir(folder);
  [cover, contents] = [join(folder, `${title}_cover.pdf`), join(folder, `${title}_contents.pdf`)];
  for (const [kind, place] of [
    ['cover', cover],
    ['contents', contents],
  ] as const)
    await copyFile(join(SAMPLES, `${STEM}_${kind}.pdf`), place);
  await importFolder(desk, folder);
  await until(row, ({ stage }) => stage === 'ready');
});

async function row(): Promise<LibraryRow> {
  const found = (await desk.handlers['library.changes']({ since: null })).rows.find((one) => one.title === title);
  if (found === undefined) throw new Error(`no ${title}`);
  return found;
}
const job = async () =>
  (await desk.handlers['queue.changes']({ since: null })).rows.filter((one) => one.title === title).at(-1);
const get = (path: string) =>
  fetch(bench.service.hello.sandboxUrl + path, {
    headers: { authorization: `Bearer ${bench.service.hello.keys?.business.sandbox}` },
  });
const atService = async () => {
  const { data } = (await (await get('/books?limit=100')).json()) as {
    data: { bookUid: string; title: string; status: string }[];
  };
  return data.filter((book) => book.title === title);
};
const bytesAtService = async (bookUid: string, kind: 'cover' | 'contents') =>
  Buffer.from(await (await get(`/books/${bookUid}/pdf-${kind}`)).arrayBuffer());

/** The bytes with one of the picture's changed: every structure that level 1 reads stays as it is. */
async function forged(path: string): Promise<Buffer> {
  const bytes = await readFile(path);
  const stream = bytes.indexOf('stream\r\n') === -1 ? bytes.indexOf('stream\n') : bytes.indexOf('stream\r\n');
  const at = stream + 200;
  bytes.writeUInt8(bytes.readUInt8(at) ^ 0xff, at);
  return bytes;
}
/** Other bytes of the same size at the same place, with the old modification time. */
async function rewriteUnseen(path: string): Promise<void> {
  const { atime, mtime } = await stat(path);
  await writeFile(path, await forged(path));
  await utimes(path, atime, mtime);
}
const upload = async () => desk.handlers['queue.upload']({ bookIds: [(await row()).bookId], print: HOWEVER_IT_PRINTS });
const settled = () => until(job, (one) => one?.state.status === 'failed' || one?.state.status === 'done');

/** Whatever was stopped, checking anew and sending again brings the bytes that lie there now, as one book. */
async function expectSentAnew(): Promise<void> {
  await until(row, ({ stage }) => stage === 'ready' || stage === 'uploaded');
  if ((await row()).stage === 'ready') await uploadAll(desk);
  const uploaded = await until(row, ({ stage }) => stage === 'uploaded');
  expect((await atService()).map(({ bookUid, status }) => [bookUid, status])).toEqual([
    [uploaded.bookUid, 'finalized'],
  ]);
  expect((await bytesAtService(uploaded.bookUid ?? '', 'cover')).equals(await readFile(cover))).toBe(true);
  expect((await bytesAtService(uploaded.bookUid ?? '', 'contents')).equals(await readFile(contents))).toBe(true);
}

describe('bytes that were not checked are not sent', () => {
  it('a rewrite of the same size and with the old time, between check and upload, is checked anew first', async () => {
    await rewriteUnseen(contents);
    await upload();
    await settled();
    await expectSentAnew();
  });

  it('a rewrite while the book waits for its turn stops the job with the reason, and the book is checked anew', async () => {
    await desk.handlers['queue.pause']({ how: 'now' });
    await upload();
    await rewriteUnseen(contents);
    await desk.handlers['queue.resume']({});
    expect(await settled()).toMatchObject({
      state: { status: 'failed', code: 'FILE_CHANGED' },
      problem: { key: 'errors.FILE_CHANGED' },
    });
    expect((await atService()).filter(({ status }) => status === 'finalized')).toEqual([]);
    await expectSentAnew();
  });

  // The upload waits at the service meanwhile, so that the change is sure to fall into it.
  const during = async (change: () => Promise<void>) => {
    await bench.fault({ kind: 'delay', method: 'POST', path: '/books/*/pdf-cover', times: 1, delayMs: 1_500 });
    await upload();
    await until(job, (one) => one?.state.status === 'sending' && one.state.step === 'cover');
    await change();
    expect(await settled()).toMatchObject({ state: { status: 'failed', code: 'FILE_CHANGED' } });
    expect(
      (await atService()).filter(({ status }) => status === 'finalized'),
      'nothing was finalized',
    ).toEqual([]);
  };

  it('a rewrite of the same size and with the old time, during the upload, stops before the finalization', async () => {
    await during(() => rewriteUnseen(contents));
    await expectSentAnew();
  });

  it('a rewrite of what was sent already stops before the finalization', async () => {
    await during(() => rewriteUnseen(cover));
    await expectSentAnew();
  });

  it('another file put in its place by a rename stops before the finalization', async () => {
    await during(async () => {
      const { atime, mtime } = await stat(cover);
      await writeFile(`${cover}.new`, await forged(cover));
      await utimes(`${cover}.new`, atime, mtime);
      await rename(`${cover}.new`, cover);
    });
    await expectSentAnew();
  });

  it('a file that grows stops before the finalization', async () => {
    const whole = await readFile(contents);
    await during(async () => {
      const file = await open(contents, 'a');
      await file.write('%%grown\n');
      await file.close();
    });
    await writeFile(contents, whole);
    await desk.handlers['library.recheck']({ bookIds: [(await row()).bookId] });
    await expectSentAnew();
  });

  it('a file that is cut short stops before the finalization', async () => {
    const whole = await readFile(contents);
    await during(() => truncate(contents, 1_000));
    expect((await until(row, ({ stage }) => stage !== 'checking')).stage, 'it is no book any more').toBe('blocked');
    await writeFile(contents, whole);
    await desk.handlers['library.recheck']({ bookIds: [(await row()).bookId] });
    await expectSentAnew();
  });
});

describe('what is ordered is what was checked', () => {
  it('new rights on a file are no other bytes', async () => {
    await uploadAll(desk);
    await chmod(contents, 0o600);
    const answer = await desk.handlers['orders.review']({ ...EACH_ON_ITS_OWN, bookIds: [(await row()).bookId] });
    expect(answer.ok).toBe(true);
    expect((await row()).stage).toBe('uploaded');
  });

  it('a rewrite of the same size and with the old time after the upload takes the book out of the review', async () => {
    await uploadAll(desk);
    await rewriteUnseen(contents);
    const { bookId } = await row();
    expect(await desk.handlers['orders.review']({ ...EACH_ON_ITS_OWN, bookIds: [bookId] })).toMatchObject({
      ok: false,
    });
    await until(row, ({ stage }) => stage === 'ready');
  });

  it('a rewrite between review and confirmation is not ordered, and the run says so', async () => {
    await uploadAll(desk);
    const { bookId } = await row();
    const reviewed = await desk.handlers['orders.review']({ ...EACH_ON_ITS_OWN, bookIds: [bookId] });
    if (!reviewed.ok) throw new Error(reviewed.problem.key);
    await rewriteUnseen(cover);
    const { runId } = await desk.handlers['orders.confirm']({
      print: HOWEVER_IT_PRINTS,
      reviewId: reviewed.review.reviewId,
      address,
      onlyFitting: false,
    });
    const run = await until(
      () => desk.handlers['orders.run']({ runId, since: null }),
      ({ state }) => state === 'done',
    );
    expect(run.rows).toMatchObject([{ state: 'needsYou', orderUid: null, problem: { key: 'desk.order.changed' } }]);
    const orders = await bench.printHouse<{ externalRef: string }[]>('GET', '/orders');
    expect(orders).toEqual([]);
  });

  it('an ordered book that was saved since says so; ordered again it is what was sent, and sent anew another book', async () => {
    await uploadAll(desk);
    const { bookId, bookUid } = await row();
    const sent = await readFile(contents);
    const order = async () => {
      const reviewed = await desk.handlers['orders.review']({ ...EACH_ON_ITS_OWN, bookIds: [bookId] });
      if (!reviewed.ok) throw new Error(reviewed.problem.key);
      const { reviewId, warnings } = reviewed.review;
      await desk.handlers['orders.confirm']({ print: HOWEVER_IT_PRINTS, reviewId, address, onlyFitting: false });
      return { warnings, row: await until(row, ({ stage }) => stage === 'ordered') };
    };
    const first = (await order()).row.orderUid;
    const savedSince = async () => (await desk.handlers['library.book']({ bookId }))?.savedSinceSentAtMs ?? null;
    expect(await savedSince()).toBeNull();
    await expect(desk.handlers['library.sendAnew']({ bookId })).rejects.toMatchObject({ code: 'BOOK_NOT_ALLOWED' });

    await rewriteUnseen(contents);
    const again = await order();
    expect(again.warnings).toEqual([{ key: 'desk.review.savedSince', params: { title } }]);
    expect((await bytesAtService(bookUid ?? '', 'contents')).equals(sent)).toBe(true);
    expect(again.row).toMatchObject({ bookUid, stage: 'ordered' });
    expect(await savedSince()).not.toBeNull();
    const uids = (await desk.handlers['orders.changes']({ since: null })).rows
      .filter(({ bookTitles }) => bookTitles.includes(title))
      .map(({ orderUid }) => orderUid);
    expect(uids).toEqual(expect.arrayContaining([first, again.row.orderUid]));
    expect(await desk.handlers['orders.booksOf']({ orderUids: uids })).toEqual({ bookIds: [bookId], others: 0 });

    await desk.handlers['library.sendAnew']({ bookId });
    expect(await desk.handlers['orders.booksOf']({ orderUids: uids })).toMatchObject({ bookIds: [] });
    await until(row, ({ stage }) => stage === 'ready');
    await uploadAll(desk);
    const renewed = await until(row, ({ stage }) => stage === 'uploaded');
    expect(renewed.bookUid).not.toBe(bookUid);
    expect((await bytesAtService(renewed.bookUid ?? '', 'contents')).equals(await readFile(contents))).toBe(true);
    expect((await bytesAtService(bookUid ?? '', 'contents')).equals(sent)).toBe(true);
    // What was ordered of the former book says nothing of this one.
    await desk.handlers['orders.cancel']({ orderUids: uids, reason: 'printed anew' });
    expect((await row()).stage).toBe('uploaded');
    expect((await order()).warnings).toEqual([]);
  });
});
