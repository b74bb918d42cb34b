import { expect, it } from 'vitest';
import { Judgement } from './judgement.ts';
import type { Mutant } from './mutate.ts';
import type { Reach, Suites, Trial } from './suites.ts';

const FILE = 'a.test.ts';
const mutant = (id: number): Mutant => ({ id, key: `m.ts: ${id}`, module: 'm.ts', line: 1 });

/** Judges mutants by a file of two tests: what they come by, what a trial in one service shows, and who dies alone. */
async function judged(
  ids: readonly number[],
  {
    inTests = [],
    outside = [],
    firstStart = [],
    trial = {},
    diesAlone = [],
  }: { inTests?: number[]; outside?: number[]; firstStart?: number[]; trial?: Partial<Trial>; diesAlone?: number[] },
) {
  const alone: string[] = [];
  const reach: Reach = {
    tookMs: 1,
    outside: new Set(outside),
    tests: [
      { tookMs: 1, mutants: new Set(inTests) },
      { tookMs: 1_000, mutants: new Set(inTests) },
    ],
  };
  const suites: Pick<Suites, 'learn' | 'learnFirstStart' | 'try' | 'passesUnder'> = {
    learn: async () => reach,
    learnFirstStart: async () => new Set(firstStart),
    try: async () => ({ killed: new Set(), broken: new Set(), passed: new Set(), ...trial }),
    passesUnder: async (_file, id, isFirst) => {
      alone.push(isFirst ? `${id} first` : String(id));
      return !diesAlone.includes(id);
    },
  };
  const outcomes = await new Judgement(
    suites,
    [{ modules: ['m.ts'], tests: [FILE] }],
    ids.map(mutant),
    Infinity,
    () => {},
  ).run(1);
  return { alone, outcomes: Object.fromEntries([...outcomes].map(([{ id }, outcome]) => [id, outcome])) };
}

it('gives no service of its own to a mutant that died in one that ran on, or passed every test that comes by it there', async () => {
  const { outcomes, alone } = await judged([1, 2], {
    inTests: [1, 2],
    trial: { killed: new Set([1]), passed: new Set(['0 2', '1 2']) },
  });
  expect(outcomes).toEqual({ 1: 'killed', 2: 'survived' });
  expect(alone).toEqual([]);
});

it('asks again, from the start of a service, where a test could not be run twice, a mutant broke it, or it counts at the start', async () => {
  const { outcomes, alone } = await judged([1, 2, 3, 4], {
    inTests: [1, 2, 3],
    outside: [3, 4],
    trial: { passed: new Set(['0 1', '0 3', '1 3']), broken: new Set([2]) },
    diesAlone: [1, 2, 4],
  });
  expect(outcomes).toEqual({ 1: 'killed', 2: 'killed', 3: 'survived', 4: 'killed' });
  expect(alone.toSorted()).toEqual(['1', '2', '3', '4']);
});

it('has no prepared folder where a mutant counts at the first start, and tells what no test comes by', async () => {
  const { outcomes, alone } = await judged([1, 2], { firstStart: [1] });
  expect(outcomes).toEqual({ 1: 'survived', 2: 'unreached' });
  expect(alone).toEqual(['1 first']);
});
