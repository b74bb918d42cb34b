import { afterEach, expect, it } from 'vitest';
import { ThreadPool, type ThreadLimits } from './thread-pool.ts';

const script = (body: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads';parentPort.on('message', (task) => {${body}});`)}`,
  );
const limits: ThreadLimits = { seats: 2, taskTimeMs: 20_000, memoryMb: 64 };
const ECHO = 'parentPort.postMessage({ answer: task })';

let pool: ThreadPool<string, string>;
afterEach(() => pool.close());

it('ends a task that hangs, says so, and goes on with the others in threads of their own', async () => {
  pool = new ThreadPool(script(`if (task === 'hang') for (;;); ${ECHO}`), { ...limits, taskTimeMs: 4_000 });
  const outcomes = await Promise.all(['a', 'hang', 'b', 'c'].map((task) => pool.run(task)));
  expect(outcomes).toMatchObject([
    { ok: true, answer: 'a' },
    { ok: false, reason: 'timeLimit' },
    { ok: true, answer: 'b' },
    { ok: true, answer: 'c' },
  ]);
});

it('a task may be given less time than the others', async () => {
  pool = new ThreadPool(script(`if (task === 'hang') for (;;); ${ECHO}`), { ...limits, seats: 1 });
  const startedMs = performance.now();
  expect(await pool.run('hang', { timeMs: 300 })).toMatchObject({ reason: 'timeLimit' });
  expect(performance.now() - startedMs).toBeLessThan(5_000);
});

it('a task that had no share of the processor is waited for, but not for ever', async () => {
  const waiting = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(task));';
  pool = new ThreadPool(script(`${waiting} ${ECHO}`), { ...limits, seats: 2 });
  expect(await pool.run('900', { timeMs: 400 })).toEqual({ ok: true, answer: '900' });
  expect(await pool.run('60000', { timeMs: 400 })).toMatchObject({ ok: false, reason: 'timeLimit' });
});

it.each([
  ['eats all memory', 'const all = []; for (;;) all.push(new Array(1e6).fill(task))', 'memory'],
  ['throws where nobody catches', 'throw new Error("off")', 'ended'],
  ['ends its thread', 'process.exit(3)', 'ended'],
  ['says that it failed', 'parentPort.postMessage({ failed: "broken" })', 'failed'],
])('a task that %s costs itself alone', async (_what, body, reason) => {
  pool = new ThreadPool(script(`if (task === 'bad') { ${body} } else ${ECHO}`), { ...limits, seats: 1 });
  const [bad, good] = await Promise.all([pool.run('bad'), pool.run('good')]);
  expect(bad).toMatchObject({ ok: false, reason });
  expect(good).toEqual({ ok: true, answer: 'good' });
});

it('lets parties take turns', async () => {
  pool = new ThreadPool(script(ECHO), { ...limits, seats: 1 });
  const done: string[] = [];
  const of = (party: string, task: string) => pool.run(task, { party }).then(() => done.push(task));
  await Promise.all([
    of('many', 'a1'),
    of('many', 'a2'),
    of('many', 'a3'),
    of('many', 'a4'),
    of('one', 'b1'),
    of('one', 'b2'),
  ]);
  expect(done).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4']);
});

it('where threads end with their task, no two tasks see the same one', async () => {
  const counting = new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads';let n = 0;parentPort.on('message', () => parentPort.postMessage({ answer: String((n += 1)) }));`)}`,
  );
  pool = new ThreadPool(counting, { ...limits, seats: 1, endsWithTask: true });
  expect(await Promise.all([pool.run('a'), pool.run('b'), pool.run('c')])).toEqual(
    ['1', '1', '1'].map((answer) => ({ ok: true, answer })),
  );
});

it('lets work come to a place where it can end when it closes, and does not wait for what never stops', async () => {
  pool = new ThreadPool(
    script(`if (task === 'stop') return parentPort.postMessage({ answer: 'stopped' }); if (task === 'deaf') for (;;);`),
    limits,
  );
  const work = [pool.run('long'), pool.run('deaf')];
  await new Promise((next) => setTimeout(next, 200));
  const startedMs = performance.now();
  await pool.close();
  expect(performance.now() - startedMs).toBeLessThan(6_000);
  expect(await Promise.all(work)).toMatchObject([
    { ok: true, answer: 'stopped' },
    { ok: false, reason: 'closed' },
  ]);
  expect(await pool.run('late')).toMatchObject({ ok: false, reason: 'closed' });
});
