import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { Desk } from '../../src-main/desk/desk.ts';
import { HOWEVER_IT_PRINTS } from '../fixtures/print-taken.ts';
import { importFolder, openBench, until, type Bench } from './support/desk-bench.ts';
import { SAMPLES } from './support/samples.ts';

let bench: Bench;
let desk: Desk;

beforeAll(async () => {
  bench = await openBench(join(inject('deskTools'), 'desk/preflight-worker.js'), { credit: 60_000 });
  const folder = join(bench.dir, 'samples');
  await cp(SAMPLES, folder, { recursive: true });
  desk = await bench.openDesk('order');
  await desk.connectBuiltIn(bench.service.hello);
  await importFolder(desk, folder);
  await desk.handlers['queue.pause']({ how: 'now' });
  await desk.handlers['queue.upload']({ bookIds: [], print: HOWEVER_IT_PRINTS });
});
afterAll(() => bench.close());

const jobs = async () =>
  (await desk.handlers['queue.changes']({ since: null })).rows.sort((one, other) => one.turn - other.turn);
const titles = async () => (await jobs()).map(({ title }) => title);
const idsOf = async (...of: string[]) =>
  (await jobs()).flatMap(({ jobId, title }) => (of.includes(title) ? [jobId] : []));

/** Titles in the order in which their books were made at the service. */
async function sent(): Promise<string[]> {
  const titleOf = new Map((await jobs()).map(({ bookId, title }) => [bookId, title]));
  return (await desk.handlers['activity.list']({}))
    .filter(({ method, path }) => method === 'POST' && path === '/books')
    .sort((one, other) => one.atMs - other.atMs || one.id - other.id)
    .map(({ bookId }) => titleOf.get(bookId ?? '') ?? '');
}

it('books that wait go first, last and by steps, a change tells which, and the last move can be taken back', async () => {
  const [a = '', b = '', c = '', ...rest] = await titles();
  const { mark } = await desk.handlers['queue.changes']({ since: null });
  const last = await desk.handlers['queue.move']({ jobIds: await idsOf(a), to: 'last' });
  expect(last.moved).toBe(1);
  expect(await titles()).toEqual([b, c, ...rest, a]);
  expect((await desk.handlers['queue.changes']({ since: mark })).rows.map(({ title }) => title)).toEqual([a]);
  await desk.handlers['queue.move']({ jobIds: await idsOf(a, c), to: 'first' });
  expect(await titles()).toEqual([c, a, b, ...rest]);
  const step = await desk.handlers['queue.move']({ jobIds: await idsOf(b), to: 'up' });
  expect(await titles()).toEqual([c, b, a, ...rest]);
  await expect(desk.handlers['steps.takeBack']({ undoId: last.undoId ?? '' })).rejects.toMatchObject({
    code: 'UNDO_CHANGED',
  });
  await desk.handlers['steps.takeBack']({ undoId: step.undoId ?? '' });
  expect(await titles()).toEqual([c, a, b, ...rest]);
  await desk.handlers['queue.move']({ jobIds: await idsOf(c), to: 'down' });
  expect(await titles()).toEqual([a, c, b, ...rest]);
  expect(await desk.handlers['queue.move']({ jobIds: await idsOf(a), to: 'first' })).toEqual({
    moved: 0,
    undoId: null,
  });
  await desk.handlers['queue.move']({ jobIds: await idsOf(...rest.slice(-2)), to: 'first' });
  expect(await titles()).toEqual([...rest.slice(-2), a, c, b, ...rest.slice(0, -2)]);
});

it('is sent in that order after a restart; what is being sent is not interrupted, and what is queued later goes last', async () => {
  const order = await titles();
  await desk.close();
  desk = await bench.openDesk('order');
  await desk.connectBuiltIn({ ...bench.service.hello, keys: null });
  expect(await titles()).toEqual(order);
  const taken = (await jobs()).at(-1);
  await desk.handlers['queue.cancel']({ jobIds: [taken?.jobId ?? ''] });
  await desk.handlers['queue.upload']({ bookIds: [taken?.bookId ?? ''], print: HOWEVER_IT_PRINTS });
  await bench.fault({ kind: 'delay', method: 'POST', path: '/books/*/pdf-cover', times: 2, delayMs: 1_500 });
  await desk.handlers['queue.resume']({});
  const sending = await until(
    async () => (await jobs()).filter(({ state }) => state.status === 'sending'),
    (now) => now.length === 2 && now.every(({ state }) => 'step' in state && state.step === 'cover'),
  );
  // Two are under way: what waits overtakes what waits, not them.
  const overtaking = (await jobs()).filter(({ state }) => state.status === 'waiting').at(-1)?.title ?? '';
  await desk.handlers['queue.move']({
    jobIds: [...sending.map(({ jobId }) => jobId), ...(await idsOf(overtaking))],
    to: 'first',
  });
  expect(
    (await jobs()).filter(({ state }) => state.status === 'sending').map(({ jobId }) => jobId),
    'still under way',
  ).toEqual(sending.map(({ jobId }) => jobId));
  await until(
    () => desk.statusSnapshot().queue,
    ({ state }) => state === 'idle',
    60_000,
  );
  const made = await sent();
  const wanted = [...order.slice(0, 2), overtaking, ...order.slice(2).filter((title) => title !== overtaking)];
  expect(made).toHaveLength(wanted.length);
  // Two at a time: neighbours may change places on their way.
  for (const [at, title] of made.entries())
    expect(Math.abs(wanted.indexOf(title) - at), JSON.stringify({ made, wanted })).toBeLessThanOrEqual(1);
  const covers = (await desk.handlers['activity.list']({})).filter(({ path }) => path.endsWith('/pdf-cover'));
  expect(covers, 'nothing was sent twice').toHaveLength(wanted.length);
});
