import { copyFile, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { Desk } from '../../src-main/desk/desk.ts';
import { HOWEVER_IT_PRINTS } from '../fixtures/print-taken.ts';
import { address, importFolder, openBench, until, uploadAll, type Bench } from './support/desk-bench.ts';
import { SAMPLES } from './support/samples.ts';

const STEMS = ['Nordic summer', 'Kim & Lee wedding'] as const;

let bench: Bench;
let desk: Desk;
let other: Desk;

const rowsOf = async (of: Desk) => (await of.handlers['orders.changes']({ since: null })).rows;
const stages = async () =>
  Object.fromEntries(
    (await desk.handlers['library.changes']({ since: null })).rows.map(({ title, stage }) => [title, stage]),
  );

/** One order of two books, and another studio of the same account. */
beforeAll(async () => {
  bench = await openBench(join(inject('deskTools'), 'desk/preflight-worker.js'), { credit: 1_000_000 });
  [desk, other] = await Promise.all([bench.openDesk('desk'), bench.openDesk('other')]);
  for (const one of [desk, other]) await one.connectBuiltIn(bench.service.hello);
  const folder = await mkdtemp(join(bench.dir, 'drop '));
  for (const stem of STEMS)
    for (const kind of ['cover', 'contents'])
      await copyFile(join(SAMPLES, `${stem}_${kind}.pdf`), join(folder, `${stem}_${kind}.pdf`));
  await importFolder(desk, folder);
  await until(stages, (now) => STEMS.every((stem) => now[stem] === 'ready'));
  await uploadAll(desk);
  const reviewed = await desk.handlers['orders.review']({ bookIds: [], together: true, apart: [], recipientId: null });
  if (!reviewed.ok) throw new Error(reviewed.problem.key);
  await desk.handlers['orders.confirm']({
    ...{ print: HOWEVER_IT_PRINTS, reviewId: reviewed.review.reviewId, address, onlyFitting: false },
  });
  await until(stages, (now) => STEMS.every((stem) => now[stem] === 'ordered'));
});
afterAll(() => bench?.close());

it('a book that another studio takes out of an order is told in its row by the next look, and free to be ordered', async () => {
  await desk.handlers['orders.refresh']({});
  expect(await rowsOf(desk)).toMatchObject([{ itemCount: 2, cancelledItems: 0 }]);
  await other.handlers['orders.refresh']({});
  const [{ orderUid = '' } = {}] = await rowsOf(other);
  const items = (await other.handlers['orders.detail']({ orderUid }))?.order.items ?? [];
  const item = items.find(({ bookTitle }) => bookTitle === STEMS[0]);
  const cancelled = await other.handlers['orders.cancelItem']({
    orderUid,
    itemUid: item?.itemUid ?? '',
    reason: 'test',
  });
  expect(cancelled).toMatchObject({ ok: true });
  await desk.handlers['orders.refresh']({});
  await until(
    () => rowsOf(desk),
    ([row]) => row?.cancelledItems === 1,
  );
  expect(await stages()).toEqual({ [STEMS[0]]: 'uploaded', [STEMS[1]]: 'ordered' });
  expect(await rowsOf(other), 'and in its own').toMatchObject([{ itemCount: 2, cancelledItems: 1 }]);
});
