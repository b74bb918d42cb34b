import { execFileSync } from 'node:child_process';
import { closeSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { threadScript, threadSource } from './testing/thread-script.ts';
import { threadsLeftBehind } from './thread-host.ts';
import { answerOf, ThreadPool, type ThreadLimits } from './thread-pool.ts';

const limits: ThreadLimits = { seats: 2, taskTimeMs: 20_000, memoryMb: 64, graceMs: 500 };
const ECHO = 'answer(task);';
const EAT = 'const all = []; for (;;) all.push(new Array(1e6).fill(task));';
/** `count` tells which task of its thread this one is. */
const COUNT = 'count += 1; answer(String(count));';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'thread-pool-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let pool: ThreadPool<string, string, string>;
afterEach(() => pool.close());

let files = 0;
/** The script on disk, as a process wants it. */
async function onDisk(body: string, onStop = ''): Promise<URL> {
  const path = join(folder, `${(files += 1)}.mjs`);
  await writeFile(path, threadSource(body, onStop));
  return pathToFileURL(path);
}

/** Writes a word where the test can read it. */
const noting = (trace: string, word: string) =>
  `process.getBuiltinModule('node:fs').appendFileSync(${JSON.stringify(trace)}, '${word} ');`;
const read = (trace: string) => readFile(trace, 'utf8').catch(() => '');
const until = async (trace: string, words: string) => {
  while ((await read(trace)) !== words) await delay(20);
};

describe.each(['thread', 'process'] as const)('a task in a %s', (host) => {
  const open = async (body: string, more: Partial<ThreadLimits> = {}, onStop = '') => {
    pool = new ThreadPool(await onDisk(body, onStop), { ...limits, host, ...more });
  };

  it('that hangs is ended and said to, and the others go on in threads of their own', async () => {
    await open(`if (task === 'hang') for (;;); ${ECHO}`);
    const [hanging, ...others] = [pool.run('hang', { timeMs: 900 }), ...['a', 'b', 'c'].map((task) => pool.run(task))];
    expect(await hanging).toEqual({ ok: false, reason: 'timeLimit', detail: 'it took longer than 900 ms' });
    expect((await Promise.all(others)).map(answerOf)).toEqual(['a', 'b', 'c']);
  });

  it.each([
    ['eats all memory', EAT, host === 'thread' ? 'memory' : 'ended'],
    ['throws where nobody catches', 'throw new Error("off")', 'ended'],
    ['ends its thread', 'process.exit(3)', 'ended'],
    ['says that it failed', 'return fail("broken")', 'failed'],
  ])('that %s costs itself alone', async (_what, body, reason) => {
    await open(`if (task === 'bad') { ${body} } else ${ECHO}`, { seats: 1 });
    const [bad, good] = await Promise.all([pool.run('bad'), pool.run('good')]);
    expect(bad).toMatchObject({ ok: false, reason });
    expect(good).toEqual({ ok: true, answer: 'good' });
  });

  it('finds what the one before it has loaded, unless threads end with their task', async () => {
    await open(COUNT, { seats: 1 });
    expect((await Promise.all(['a', 'b', 'c'].map((task) => pool.run(task)))).map(answerOf)).toEqual(['1', '2', '3']);
    await pool.close();
    await open(COUNT, { seats: 1, endsWithTask: true });
    expect((await Promise.all(['a', 'b', 'c'].map((task) => pool.run(task)))).map(answerOf)).toEqual(['1', '1', '1']);
  });

  it('has errands done for it, several at a time, and hears of those that fail', async () => {
    await open(`
      const all = await Promise.allSettled(task.split(' ').map(errand));
      answer(all.map(({ value, reason }) => value ?? reason.message).join(' '));
    `);
    const doErrand = async (wish: string) => {
      await delay(wish === 'slow' ? 100 : 0);
      if (wish === 'bad') throw new Error('refused');
      return wish.toUpperCase();
    };
    expect(await pool.run('slow bad quick', { doErrand })).toEqual({ ok: true, answer: 'SLOW refused QUICK' });
    expect(await pool.run('any')).toEqual({ ok: true, answer: 'nobody runs errands for this task' });
  });

  it('that is called off is asked to stop, and its thread is gone when that is told', async () => {
    const trace = join(folder, `called-off-${host}`);
    const goes = `process.once('exit', () => { ${noting(trace, 'gone')} });`;
    await open(`${goes} ${noting(trace, 'begun')}`, { seats: 1 }, `${noting(trace, 'asked')} fail('given up');`);
    const calling = new AbortController();
    const called = ['under way', 'waiting'].map((task) => pool.run(task, { signal: calling.signal }));
    await until(trace, 'begun ');
    calling.abort();
    const calledOff = { ok: false, reason: 'closed', detail: 'it was called off' };
    expect(await Promise.all(called)).toEqual([calledOff, calledOff]);
    expect(await read(trace)).toBe('begun asked gone ');
    expect(await pool.run('late', { signal: calling.signal })).toEqual(calledOff);
    expect(await read(trace)).toBe('begun asked gone ');
  });

  it('that comes to its answer when it is asked to stop has one; a deaf one is ended, and the next begins anew', async () => {
    await open(`if (task === 'deaf') for (;;); if (task === 'next') { ${COUNT} }`, {}, 'answer("whole")');
    const calling = new AbortController();
    const asked = ['late', 'deaf'].map((task) => pool.run(task, { signal: calling.signal }));
    await delay(500);
    calling.abort();
    expect(await Promise.all(asked)).toMatchObject([{ ok: true, answer: 'whole' }, { reason: 'closed' }]);
    expect((await Promise.all([pool.run('next'), pool.run('next')])).map(answerOf)).toEqual(['1', '1']);
  });

  it('that is under way when the pool closes may come to its end, and what waits never begins', async () => {
    const trace = join(folder, `closing-${host}`);
    const goes = `process.once('exit', () => { ${noting(trace, 'gone')} });`;
    await open(`if (task === 'deaf') for (;;); ${noting(trace, 'begun')}`, {}, `${goes} answer('stopped');`);
    const work = ['long', 'deaf', 'waits'].map((task) => pool.run(task));
    await until(trace, 'begun ');
    const startedMs = performance.now();
    await pool.close();
    expect(performance.now() - startedMs).toBeLessThan(4_000);
    expect(await Promise.all(work)).toMatchObject([
      { ok: true, answer: 'stopped' },
      { ok: false, reason: 'closed' },
      { ok: false, reason: 'closed' },
    ]);
    expect(await read(trace)).toBe('begun gone ');
    expect(await pool.run('late')).toMatchObject({ ok: false, reason: 'closed' });
  });

  it('after a quiet while begins in a new thread, the old one having gone by itself', async () => {
    const trace = join(folder, `idle-${host}`);
    const goes = `if (count === 0) process.once('exit', () => { ${noting(trace, 'gone')} });`;
    await open(`${goes} ${COUNT}`, { seats: 1, idleMs: 300, graceMs: 20_000 });
    expect([answerOf(await pool.run('a')), answerOf(await pool.run('b'))]).toEqual(['1', '2']);
    await until(trace, 'gone ');
    expect(answerOf(await pool.run('c'))).toBe('1');
  });

  it('leaves a thread that ends at once when the pool closes', async () => {
    const trace = join(folder, `leaving-${host}`);
    await open(`process.once('exit', () => { ${noting(trace, 'gone')} }); ${ECHO}`, { graceMs: 20_000 });
    await Promise.all([pool.run('a'), pool.run('b')]);
    const startedMs = performance.now();
    await pool.close();
    expect(performance.now() - startedMs).toBeLessThan(5_000);
    expect(await read(trace)).toBe('gone gone ');
  });
});

it('a task may be given less time than the others', async () => {
  pool = new ThreadPool(threadScript(`if (task === 'hang') for (;;); ${ECHO}`), { ...limits, seats: 1 });
  const startedMs = performance.now();
  expect(await pool.run('hang', { timeMs: 300 })).toMatchObject({ reason: 'timeLimit' });
  expect(performance.now() - startedMs).toBeLessThan(5_000);
});

it('a task that had no share of the processor is waited for, but not for ever', async () => {
  const waiting = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(task));';
  pool = new ThreadPool(threadScript(`${waiting} ${ECHO}`), limits);
  expect(await pool.run('900', { timeMs: 400 })).toEqual({ ok: true, answer: '900' });
  expect(await pool.run('60000', { timeMs: 400 })).toMatchObject({ ok: false, reason: 'timeLimit' });
});

it('a limit by the clock holds for a task that only waits', async () => {
  pool = new ThreadPool(threadScript(''), { ...limits, wallTimeMs: 300 });
  const startedMs = performance.now();
  expect(await pool.run('waits')).toMatchObject({ reason: 'timeLimit' });
  expect(performance.now() - startedMs).toBeLessThan(6_000);
});

it.skipIf(process.platform === 'win32')(
  'a thread that no force ends is left behind and said to be there until it goes',
  async () => {
    const silent = join(folder, 'silent');
    execFileSync('mkfifo', [silent]);
    const before = threadsLeftBehind();
    const opens = `await errand('opens'); process.getBuiltinModule('node:fs').openSync(task);`;
    pool = new ThreadPool(threadScript(`if (task !== 'next') { ${opens} } ${ECHO}`), {
      ...limits,
      seats: 1,
      graceMs: 3_000,
    });
    const waits = pool.run(silent, { timeMs: 1_000, doErrand: async () => undefined });
    const next = pool.run('next');
    expect(await waits).toMatchObject({ ok: false, reason: 'timeLimit', silentUntil: expect.any(Promise) });
    expect(await next).toEqual({ ok: true, answer: 'next' });
    expect(threadsLeftBehind()).toBe(before + 1);
    let opening: () => void = () => undefined;
    const isOpening = new Promise<void>((settle) => (opening = settle));
    const again = pool.run(silent, { doErrand: async () => opening() });
    await isOpening;
    await pool.close();
    expect(await again).toMatchObject({ reason: 'closed' });
    expect(threadsLeftBehind()).toBe(before + 2);
    // Whoever writes lets its readers go on.
    await writeFile(silent, '');
    await expect.poll(threadsLeftBehind, { timeout: 20_000 }).toBe(before);
  },
);

it('a thread that waits for a disk at a stretch is ended long before its work would be, one that asks it again and again is not', async () => {
  const since = `const { workerData } = process.getBuiltinModule('node:worker_threads');
    const cell = new BigInt64Array(workerData.diskWait);
    const asks = () => Atomics.store(cell, 0, process.hrtime.bigint() / 1_000_000n);`;
  const sleep = (ms: string) => `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${ms});`;
  pool = new ThreadPool(
    threadScript(`${since} for (let left = 20; left > 0; left -= 1) { asks(); ${sleep('Number(task)')} } ${ECHO}`),
    { ...limits, taskTimeMs: 60_000, diskMs: 2_000 },
  );
  const again = pool.run('150');
  const atOnce = pool.run('60000');
  expect(await atOnce).toMatchObject({ ok: false, reason: 'timeLimit', silentUntil: expect.any(Promise) });
  expect(await again).toEqual({ ok: true, answer: '150' });
});

it('what a thread leaves open on purpose outlives it, and can be closed by another one', async () => {
  const path = join(folder, 'left-open');
  await writeFile(path, 'still there');
  const opens = `answer(process.getBuiltinModule('node:fs').openSync(task))`;
  const opened = async (leavesFilesOpen: boolean): Promise<number> => {
    pool = new ThreadPool(threadScript(opens), { ...limits, endsWithTask: true, leavesFilesOpen });
    return Number(answerOf(await pool.run(path)));
  };
  const left = await opened(true);
  expect(readFileSync(left, 'utf8')).toBe('still there');
  closeSync(left);
  const tracked = await opened(false);
  expect(() => readFileSync(tracked, 'utf8')).toThrow('EBADF');
});

it('nothing is begun on behalf of one that is held, until it may go on', async () => {
  pool = new ThreadPool(threadScript(ECHO), { ...limits, seats: 1 });
  pool.hold('a');
  pool.hold('a');
  const done: string[] = [];
  const run = async (task: string, party: string) => void (await pool.run(task, { party }).then(() => done.push(task)));
  const held = run('held', 'a');
  await run('other', 'b');
  pool.goOn('a');
  await run('another', 'b');
  expect(done).toEqual(['other', 'another']);
  pool.goOn('a');
  await held;
  expect(done).toEqual(['other', 'another', 'held']);
});

it('what waits on behalf of one is given up, and of nobody else', async () => {
  pool = new ThreadPool(threadScript(`if (task !== 'first') { ${ECHO} } else setTimeout(() => answer(task), 300);`), {
    ...limits,
    seats: 1,
  });
  const why = { ok: false, reason: 'closed', detail: 'given up' } as const;
  const [first, given, other] = [
    pool.run('first', { party: 'a' }),
    pool.run('given', { party: 'a' }),
    pool.run('other', { party: 'b' }),
  ];
  pool.giveUp('a', why);
  expect(await given).toBe(why);
  expect(await first).toEqual({ ok: true, answer: 'first' });
  expect(await other).toEqual({ ok: true, answer: 'other' });
});

it.skipIf(process.platform === 'win32')(
  'a seat that has left eight threads behind waits until one of them goes',
  async () => {
    const silent = join(folder, 'silent-many');
    execFileSync('mkfifo', [silent]);
    const opens = `await errand('opens'); process.getBuiltinModule('node:fs').openSync(task);`;
    pool = new ThreadPool(threadScript(`if (task !== 'next') { ${opens} } ${ECHO}`), {
      ...limits,
      seats: 1,
      graceMs: 1,
    });
    for (let left = 8; left > 0; left -= 1) {
      const calling = new AbortController();
      const doErrand = async (): Promise<void> => void setTimeout(() => calling.abort(), 300);
      expect(await pool.run(silent, { signal: calling.signal, doErrand })).toMatchObject({ reason: 'closed' });
    }
    const next = pool.run('next');
    expect(await Promise.race([next, delay(1_000, 'waits')])).toBe('waits');
    await writeFile(silent, '');
    expect(await next).toEqual({ ok: true, answer: 'next' });
  },
);

it('lets parties take turns', async () => {
  pool = new ThreadPool(threadScript(ECHO), { ...limits, seats: 1 });
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

it('where no thread can be begun each task is told so, and none waits for ever', async () => {
  pool = new ThreadPool(new URL('http://no.thread/here.mjs'), { ...limits, seats: 1 });
  const outcomes = await Promise.all(['a', 'b', 'c'].map((task) => pool.run(task)));
  expect(outcomes.map((outcome) => !outcome.ok && outcome.reason)).toEqual(['ended', 'ended', 'ended']);
});

it('says where in its thread a task failed', async () => {
  pool = new ThreadPool(
    threadScript("say({ type: 'failed', message: 'broken', stack: 'Error: broken at a.ts' })"),
    limits,
  );
  const outcome = await pool.run('any');
  expect(() => answerOf(outcome)).toThrow('broken');
  expect(outcome).toMatchObject({ stack: 'Error: broken at a.ts' });
});
