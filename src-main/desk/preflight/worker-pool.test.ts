import { afterEach, expect, it } from 'vitest';
import { WorkerPool } from './worker-pool.ts';

const script = (body: string) => new URL(`data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads';parentPort.on('message', ({ path }) => {${body}});`)}`);
const quiet = { write: () => undefined };
const limits = { seats: 2, taskTimeMs: 500, memoryMb: 64 };
const answer = `{ status: 'unreadable', reason: 'notPdf', path }`;
const facts = (path: string) => ({ task: 'facts' as const, path });

let pool: WorkerPool;
afterEach(() => pool.close());

it('ends a reading that hangs, says that it took too long, and goes on with the others', async () => {
  pool = new WorkerPool(script(`if (path === 'hang') for (;;); parentPort.postMessage({ answer: ${answer} })`), quiet, limits);
  const outcomes = await Promise.all(['a', 'hang', 'b', 'c'].map((path) => pool.run(facts(path))));
  expect(outcomes.map((one) => (one.ok ? 'answered' : one.reason))).toEqual(['answered', 'timeLimit', 'answered', 'answered']);
  expect(outcomes[3]).toMatchObject({ ok: true, answer: { path: 'c' } });
});

it('outlives a reading that eats all memory', async () => {
  pool = new WorkerPool(script(`if (path === 'eat') { const all = []; for (;;) all.push(new Array(1e6).fill(path)); } parentPort.postMessage({ answer: ${answer} })`), quiet, { ...limits, taskTimeMs: 20_000 });
  const [eaten, other] = await Promise.all([pool.run(facts('eat')), pool.run(facts('a'))]);
  expect(eaten).toEqual({ ok: false, reason: 'tooLarge' });
  expect(other).toMatchObject({ ok: true });
});

it('lets work come to the end of a page when it closes, and does not wait for what never stops', async () => {
  const body = `if (message === 'stop') { parentPort.postMessage({ answer: null }); return; } if (message.path === 'deaf') for (;;);`;
  const listening = new URL(`data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads';parentPort.on('message', (message) => {${body}});`)}`);
  pool = new WorkerPool(listening, quiet, { ...limits, taskTimeMs: 20_000 });
  const work = [pool.run(facts('long')), pool.run(facts('deaf'))];
  await new Promise((next) => setTimeout(next, 200));
  const startedMs = performance.now();
  await pool.close();
  expect(performance.now() - startedMs).toBeLessThan(6_000);
  expect(await Promise.all(work)).toEqual([
    { ok: false, reason: 'readFailed' },
    { ok: false, reason: 'timeLimit' },
  ]);
});

it('tells what could not be opened, and what came after it was closed', async () => {
  pool = new WorkerPool(script('parentPort.postMessage({ answer: null })'), quiet, limits);
  expect(await pool.run(facts('gone'))).toEqual({ ok: false, reason: 'readFailed' });
  await pool.close();
  expect(await pool.run(facts('late'))).toEqual({ ok: false, reason: 'timeLimit' });
});
