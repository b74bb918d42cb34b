import { expect, it } from 'vitest';
import { ROUNDS } from './rounds/index.ts';
import { runRounds, tableOf } from './run-rounds.ts';

/** What `scripts/soak.mjs` was asked for. */
const wanted = (name: string): string => process.env[`SOAK_${name}`] ?? '';
const only = wanted('ONLY').split(',').filter(Boolean);
const unknown = only.filter((name) => !ROUNDS.some((round) => round.name === name));
const say = (line: string) => void process.stdout.write(`${line}\n`);

it('the soak', async () => {
  expect(unknown, `there are ${ROUNDS.map(({ name }) => name).join(', ')}`).toEqual([]);
  const outcomes = await runRounds({
    rounds: only.length === 0 ? ROUNDS : ROUNDS.filter(({ name }) => only.includes(name)),
    seed: Number(wanted('SEED')),
    minutes: Number(wanted('MINUTES')),
    mostRounds: Number(wanted('ROUNDS')),
    mostKills: Number(wanted('KILLS')),
    say,
  });
  say(`\n${tableOf(outcomes)}\n`);
  expect(outcomes.length).toBeGreaterThan(0);
  expect(
    outcomes
      .filter(({ broken }) => broken !== null)
      .map(({ name, seed, broken }) => `${name}, seed ${seed}: ${broken}`),
  ).toEqual([]);
});
