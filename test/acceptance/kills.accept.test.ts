import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROUNDS } from '../soak/rounds/index.ts';
import { runRounds, tableOf } from '../soak/run-rounds.ts';
import { byTurns } from '../fixtures/turns.ts';
import { launchProcess, startProcess } from './service-process.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'first-start-'));
  await chmod(folder, 0o755);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('a first start that never showed its keys leaves them to the next, which shows them once', async () => {
  const data = join(folder, 'unshown');
  // Makes everything that a first start makes, and prints nothing.
  expect(await launchProcess(['--data', data, '--openapi', join(folder, 'openapi.json')]).exited).toBe(0);
  // As docs/commands.md has it.
  const first = await startProcess(['--data', data], { byScript: true });
  const key = first.hello.keys?.business.sandbox;
  const balance = await fetch(`${first.hello.sandboxUrl}/credits`, { headers: { authorization: `Bearer ${key}` } });
  expect(balance.status).toBe(200);
  expect(await first.stop()).toBe(0);
  const second = await startProcess(['--data', data]);
  expect(second.hello.keys).toBeNull();
  expect(
    (await fetch(`${second.hello.sandboxUrl}/credits`, { headers: { authorization: `Bearer ${key}` } })).status,
  ).toBe(200);
  await second.stop();
});

/** `npm run soak` goes on for as long as one likes; these few are in every run of the tests, one of each pair by turns. */
const SLICE = {
  names: ['first-start', ...byTurns(['service', 'both'], 2), ...byTurns(['postmaster', 'backend'], 2)],
  seed: 20_261_122,
};

it('a slice of the soak: nothing acknowledged is lost or doubled, keys are never lost, every start recovers', {
  timeout: 600_000,
}, async () => {
  const rounds = SLICE.names
    .map((name) => ROUNDS.find((round) => round.name === name))
    .filter((round) => round !== undefined);
  expect(rounds).toHaveLength(SLICE.names.length);
  const outcomes = await runRounds({
    rounds,
    seed: SLICE.seed,
    minutes: Infinity,
    mostRounds: rounds.length,
    say: (line) => console.log(line),
  });
  console.log(tableOf(outcomes));
  expect(
    outcomes.flatMap(({ name, seed, broken }) => (broken === null ? [] : [`${name}, seed ${seed}: ${broken}`])),
  ).toEqual([]);
});
