import { afterEach, expect, it } from 'vitest';
import type { LogLevel } from '../../../src-core/ports.ts';
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
  pool = new WorkerPool(script(`if (path === 'hang') for (;;); answer(${answer})`), log, limits);
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
    { ...limits, taskTimeMs: 20_000 },
  );
  const [eaten, other] = await Promise.all([pool.run(facts('eat')), pool.run(facts('a'))]);
  expect(eaten).toEqual({ ok: false, reason: 'tooLarge', isOfDisk: false });
  expect(other).toMatchObject({ ok: true });
});

it('tells what could not be opened, and what came after it was closed', async () => {
  pool = new WorkerPool(script("fail('gone')"), log, limits);
  expect(await pool.run(facts('gone'))).toEqual({ ok: false, reason: 'readFailed', isOfDisk: false });
  await pool.close();
  expect(await pool.run(facts('late'))).toEqual({ ok: false, reason: 'timeLimit', isOfDisk: false });
});
