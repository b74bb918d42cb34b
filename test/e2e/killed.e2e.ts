import { expect, test } from 'vitest';
import { runRounds } from '../soak/run-rounds.ts';
import { studioKilled } from '../soak/rounds/studio-killed.ts';

/** `npm run soak -- --only studio` goes on for as long as one likes; one round of six kills is in every run of the tests. */
const SEED = 20_261_122;

test('a slice of the soak: the process tree is killed six times, and every book is uploaded and ordered once', {
  timeout: 600_000,
}, async () => {
  const outcomes = await runRounds({
    rounds: [studioKilled],
    seed: SEED,
    minutes: Infinity,
    mostRounds: 1,
    say: (line) => console.log(line),
  });
  expect(outcomes.map(({ broken }) => broken)).toEqual([null]);
  const [kills = {}] = outcomes.map(({ figures }) => figures?.kills);
  expect(Object.values(kills).reduce((sum, count) => sum + count, 0)).toBe(6);
});
