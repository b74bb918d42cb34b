import { afterEach, expect, it, vi } from 'vitest';
import type { LogLevel } from '../../../src-core/ports.ts';
import { Disks } from '../../../src-node/disks/disks.ts';
import { plainDisks } from '../../../src-node/disks/testing/plain-disks.ts';
import { threadScript } from '../../../src-node/threads/testing/thread-script.ts';
import { WorkerPool } from './worker-pool.ts';

const script = (body: string) => threadScript(`const { path } = task; ${body}`);
const limits = { seats: 2, taskTimeMs: 4_000, memoryMb: 64, graceMs: 500 };
const answer = `{ status: 'unreadable', reason: 'notPdf', path }`;
const facts = (path: string) => ({ task: 'facts' as const, path });

const lines: [LogLevel, unknown][] = [];
const log = {
  write: (level: LogLevel, _message: string, fields?: Readonly<Record<string, unknown>>) =>
    void lines.push([level, fields?.['reason']]),
};
let pool: WorkerPool;
afterEach(async () => {
  lines.splice(0);
  await pool.close();
});

it('ends a reading that hangs, says and logs that it took too long, and goes on with the others', async () => {
  pool = new WorkerPool(script(`if (path === 'hang') for (;;); answer(${answer})`), log, plainDisks(), limits);
  const outcomes = await Promise.all(['a', 'hang', 'b', 'c'].map((path) => pool.run(facts(path))));
  expect(outcomes.map((one) => (one.ok ? 'answered' : one.reason))).toEqual([
    'answered',
    'timeLimit',
    'answered',
    'answered',
  ]);
  expect(outcomes[3]).toMatchObject({ ok: true, answer: { path: 'c' } });
  expect(lines).toEqual([['warn', 'timeLimit']]);
});

it('outlives a reading that eats all memory', async () => {
  pool = new WorkerPool(
    script(`if (path === 'eat') { const all = []; for (;;) all.push(new Array(1e6).fill(path)); } answer(${answer})`),
    log,
    plainDisks(),
    { ...limits, taskTimeMs: 20_000 },
  );
  const [eaten, other] = await Promise.all([pool.run(facts('eat')), pool.run(facts('a'))]);
  expect(eaten).toEqual({ ok: false, reason: 'tooLarge', isOfDisk: false });
  expect(other).toMatchObject({ ok: true });
});

it('tells what could not be opened, and what came after it was closed', async () => {
  pool = new WorkerPool(script("fail('gone')"), log, plainDisks(), limits);
  expect(await pool.run(facts('gone'))).toEqual({ ok: false, reason: 'readFailed', isOfDisk: false });
  await pool.close();
  expect(await pool.run(facts('late'))).toEqual({ ok: false, reason: 'timeLimit', isOfDisk: false });
});

const hangs = `const { workerData } = process.getBuiltinModule('node:worker_threads');
  if (path.endsWith('hang')) {
    Atomics.store(new BigInt64Array(workerData.diskWait), 0, process.hrtime.bigint() / 1_000_000n);
    await new Promise(() => undefined);
  }
  answer(${answer})`;
const diskOf = (path: string) => path.split('/')[0] ?? '';
const silent = { ok: false, reason: 'readFailed', isOfDisk: true } as const;

const oneSeat = { ...limits, seats: 1, diskMs: 500, taskTimeMs: 60_000 };

it('what waits for a disk that stopped answering while a file was read is given up, and of no other disk', async () => {
  const disks = new Disks(() => new Promise(() => undefined), undefined, diskOf);
  const ask = vi.spyOn(disks, 'answers').mockImplementation(async () => false);
  pool = new WorkerPool(script(hangs), log, disks, oneSeat);
  const paths = ['share/hang', 'share/a', 'share/b', 'own/a', 'own/b'];
  const outcomes = await Promise.all(paths.map((path) => pool.run(facts(path))));
  expect(outcomes.slice(0, 3)).toEqual([silent, silent, silent]);
  expect(outcomes.slice(3).map(({ ok }) => ok)).toEqual([true, true]);
  expect(ask).toHaveBeenCalledTimes(1);
});

it('where the disk answers a file that hangs is given up alone', async () => {
  const disks = new Disks(async (asked) => ({ ok: true, answer: asked.map(() => null) }), undefined, diskOf);
  pool = new WorkerPool(script(hangs), log, disks, oneSeat);
  const paths = ['own/hang', 'own/a', 'own/b'];
  const outcomes = await Promise.all(paths.map((path) => pool.run(facts(path))));
  expect(outcomes[0]).toEqual(silent);
  expect(outcomes.slice(1).map(({ ok }) => ok)).toEqual([true, true]);
});

it('while a thread waits for a file nobody else opens that, nor another one of a disk that is silent', async () => {
  let isAnswering = false;
  const disks = new Disks(() => new Promise(() => undefined), undefined, diskOf);
  vi.spyOn(disks, 'answers').mockImplementation(async () => isAnswering);
  let comesBack: () => void = () => undefined;
  disks.hanging.add('share/a', 'share', new Promise((done) => (comesBack = done)));
  pool = new WorkerPool(script(hangs), log, disks, oneSeat);
  const read = async (path: string) => (await pool.run(facts(path))).ok;
  expect([await read('share/a'), await read('share/b'), await read('own/a')]).toEqual([false, false, true]);
  isAnswering = true;
  expect([await read('share/a'), await read('share/b')]).toEqual([false, true]);
  comesBack();
  await new Promise((done) => setImmediate(done));
  expect(await read('share/a')).toBe(true);
});
