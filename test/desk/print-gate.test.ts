import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { LibraryRow } from '../../src-core/ipc/subjects/library.ts';
import type { Desk } from '../../src-main/desk/desk.ts';
import { DEFAULT_PRINT_RULE } from '../../src-core/desk/print-gate.ts';
import type { PrintTaken } from '../../src-core/ipc/subjects/checks.ts';
import { address, importFolder, openBench, until, type Bench } from './support/desk-bench.ts';
import { SAMPLES } from './support/samples.ts';
import { EACH_ON_ITS_OWN, linesOf } from '../fixtures/order-plan.ts';

const EVERYTHING: PrintTaken = { seen: null, by: null };
const BY = { name: 'Mina Park', reason: 'The proof was seen and approved' };
/** Three desks draw pages at once, and the machine may have other work. */
const LOOKED_AT_MS = 80_000;
const STEM = '할머니 팔순';

let bench: Bench;
let desk: Desk;
let round = 0;

beforeAll(async () => {
  bench = await openBench(join(inject('deskTools'), 'desk/preflight-worker.js'), { credit: 10_000_000 });
  desk = await bench.openDesk('desk');
  await desk.connectBuiltIn(bench.service.hello);
});
afterAll(() => bench.close());

async function rows(): Promise<readonly LibraryRow[]> {
  return (await desk.handlers['library.changes']({ since: null })).rows;
}

/** A book that the service takes. Its pictures are looked at; a limit that no picture meets makes it one that prints badly. */
async function book(): Promise<LibraryRow> {
  round += 1;
  const folder = join(bench.dir, `drop ${round}`);
  const title = `${STEM} ${round}`;
  await mkdir(folder);
  for (const kind of ['cover', 'contents'])
    await copyFile(join(SAMPLES, `${STEM}_${kind}.pdf`), join(folder, `${title}_${kind}.pdf`));
  await importFolder(desk, folder);
  return one(title, ({ stage, checkedLevel }) => stage === 'ready' && checkedLevel === 3);
}
const one = async (title: string, fits: (row: LibraryRow) => boolean): Promise<LibraryRow> => {
  const found = await until(
    async () => (await rows()).find((row) => row.title === title),
    (row) => row !== undefined && fits(row),
    LOOKED_AT_MS,
  );
  if (found === undefined) throw new Error(`no ${title}`);
  return found;
};
const setLeastPpi = (value: number | null) =>
  desk.handlers['checks.setThreshold']({ name: 'imagePpiError', value, layer: 'studio' });
const timelineOf = async (bookId: string) =>
  (await desk.handlers['library.book']({ bookId }))?.timeline.map(({ text }) => [text.key, text.params]) ?? [];

describe('a book that prints badly', () => {
  it('is not uploaded without a name and a reason, stays where it was seen as a good one, and goes with both', async () => {
    const { bookId, title } = await book();
    await setLeastPpi(10_000);
    await one(title, ({ print }) => print === 'bad');
    await expect(desk.handlers['queue.upload']({ bookIds: [bookId], print: EVERYTHING })).rejects.toMatchObject({
      code: 'PRINT_NEEDS_NAME',
    });
    const asItWas: PrintTaken = { seen: [{ bookId, print: 'good' }], by: BY };
    expect(await desk.handlers['queue.upload']({ bookIds: [bookId], print: asItWas })).toMatchObject({
      queued: 0,
      left: 1,
    });
    expect((await one(title, () => true)).stage).toBe('ready');
    expect(await desk.handlers['queue.upload']({ bookIds: [bookId], print: { ...EVERYTHING, by: BY } })).toMatchObject({
      queued: 1,
      left: 0,
    });
    await one(title, ({ stage }) => stage === 'uploaded');
    expect(await timelineOf(bookId)).toContainEqual(['desk.timeline.takenOn', BY]);
    expect(await desk.handlers['checks.lastName']({})).toBe(BY.name);
  });

  it('is not ordered without them either, and its receipt keeps how it printed and who took it on', async () => {
    const [{ bookId, title } = { bookId: '', title: '' }] = (await rows()).filter(({ stage }) => stage === 'uploaded');
    const review = async () => {
      const answer = await desk.handlers['orders.review']({ ...EACH_ON_ITS_OWN, bookIds: [bookId] });
      if (!answer.ok) throw new Error(answer.problem.key);
      expect(linesOf(answer.review).map(({ print }) => print)).toEqual(['bad']);
      return answer.review.reviewId;
    };
    const confirm = (reviewId: string, print: PrintTaken) =>
      desk.handlers['orders.confirm']({ reviewId, address, onlyFitting: false, print });
    await expect(confirm(await review(), EVERYTHING)).rejects.toMatchObject({ code: 'PRINT_NEEDS_NAME' });
    await confirm(await review(), { ...EVERYTHING, by: BY });
    const { orderUid } = await one(title, ({ stage }) => stage === 'ordered');
    const detail = await desk.handlers['orders.detail']({ orderUid: orderUid ?? '' });
    expect(detail?.receipt.books).toMatchObject([{ print: { print: 'bad', by: BY } }]);
  });

  it('goes without a word where the studio’s rule asks for none, and what the rule names does not', async () => {
    await desk.handlers['checks.setPrintRule']({ look: false, bad: false, notChecked: true });
    const { bookId, title } = await book();
    await one(title, ({ print }) => print === 'bad');
    expect(await desk.handlers['queue.upload']({ bookIds: [bookId], print: EVERYTHING })).toMatchObject({ queued: 1 });
    await one(title, ({ stage }) => stage === 'uploaded');
    expect((await timelineOf(bookId)).map(([key]) => key)).not.toContain('desk.timeline.takenOn');
    await desk.handlers['checks.setPrintRule'](DEFAULT_PRINT_RULE);
    await setLeastPpi(null);
  });
});

it('a book that prints badly by the time the order is confirmed is told, and not ordered, whoever signed for others', async () => {
  const { bookId, title } = await book();
  await desk.handlers['queue.upload']({ bookIds: [bookId], print: EVERYTHING });
  await one(title, ({ stage }) => stage === 'uploaded');
  const answer = await desk.handlers['orders.review']({ ...EACH_ON_ITS_OWN, bookIds: [bookId] });
  if (!answer.ok) throw new Error(answer.problem.key);
  const { reviewId } = answer.review;
  const seen = linesOf(answer.review).map((line) => ({ bookId: line.bookId, print: line.print }));
  await setLeastPpi(10_000);
  await one(title, ({ print }) => print === 'bad');
  const { runId } = await desk.handlers['orders.confirm']({
    reviewId,
    address,
    onlyFitting: false,
    print: { seen, by: BY },
  });
  const run = await until(
    () => desk.handlers['orders.run']({ runId, since: null }),
    ({ state }) => state === 'done',
  );
  expect(run.rows.map(({ state, problem }) => [state, problem?.key])).toEqual([['needsYou', 'desk.order.changed']]);
  expect((await one(title, () => true)).stage).toBe('uploaded');
  await setLeastPpi(null);
});

it('a file that was written anew is not known to print well, before anybody has looked', async () => {
  const { bookId, title } = await book();
  const cover = join(bench.dir, `drop ${round}`, `${title}_cover.pdf`);
  const bytes = await readFile(cover);
  bytes.writeUInt8(bytes.readUInt8(bytes.indexOf('stream') + 200) ^ 0xff, bytes.indexOf('stream') + 200);
  await writeFile(cover, bytes);
  const uploaded = await desk.handlers['queue.upload']({
    bookIds: [bookId],
    print: { seen: [{ bookId, print: 'good' }], by: null },
  });
  expect(uploaded).toMatchObject({ queued: 0, left: 1 });
});
