import { expect, it } from 'vitest';
import { Judgement } from './judgement.ts';
import { NOTHING_SEEN, type Seen } from './keeper.ts';
import type { Mutant } from './mutate.ts';
import type { FreshOutcome } from './sheet.ts';
import type { Reach, Suites, Trial } from './suites.ts';

const FILE = 'a.test.ts';
const TESTS = [0, 1, 2, 3, 4];
const mutant = (id: number): Mutant => ({ id, key: `m.ts: ${id}`, module: 'm.ts', line: 1 });

/** Judges mutants by a file of five tests: what they come by, what trials in services show, and who dies at the first start. */
async function judged(
  ids: readonly number[],
  {
    inTests = [],
    outside = [],
    firstStart = [],
    trial = {},
    fresh = () => 'passed',
    diesAtFirst = [],
    seen = NOTHING_SEEN,
    explained = [],
  }: {
    inTests?: number[];
    outside?: number[];
    firstStart?: number[];
    trial?: Partial<Trial>;
    fresh?: (id: number, tests: readonly number[]) => FreshOutcome;
    diesAtFirst?: number[];
    seen?: Seen;
    explained?: number[];
  },
) {
  const asked: string[] = [];
  const reach: Reach = {
    tookMs: 1,
    outside: new Set(outside),
    tests: TESTS.map((test) => ({ tookMs: test === 0 ? 1 : 1_000 * test, mutants: new Set(inTests) })),
  };
  const suites: Pick<Suites, 'learn' | 'learnFirstStart' | 'try' | 'tryFreshly' | 'passesUnder'> = {
    learn: async () => reach,
    learnFirstStart: async () => new Set(firstStart),
    try: async () => ({ killed: new Set(), broken: new Set(), passed: new Set(), ...trial }),
    tryFreshly: async (_file, trials) =>
      new Map(
        trials.map(({ mutant: id, tests }) => {
          asked.push(`${id}: ${tests.join(' ')}`);
          return [id, fresh(id, tests)];
        }),
      ),
    passesUnder: async (_file, id, isFirst) => {
      asked.push(`${id}: ${isFirst ? 'first' : 'all'}`);
      return !diesAtFirst.includes(id);
    },
  };
  let kept = seen;
  const keeper = { seen: () => kept, keepSeen: (_file: string, now: Seen) => void (kept = now) };
  const scopes = [{ modules: ['m.ts'], tests: [FILE] }];
  const keys = new Set(explained.map((id) => mutant(id).key));
  const outcomes = await new Judgement(suites, keeper, scopes, ids.map(mutant), keys, Infinity, () => {}).run(1);
  return { asked, kept, outcomes: Object.fromEntries([...outcomes].map(([{ id }, outcome]) => [id, outcome])) };
}

it('gives no service of its own to a mutant that died in one that ran on, or passed every test that comes by it there', async () => {
  const { outcomes, asked } = await judged([1, 2], {
    inTests: [1, 2],
    trial: { killed: new Set([1]), passed: new Set(TESTS.map((test) => `${test} 2`)) },
  });
  expect(outcomes).toEqual({ 1: 'killed', 2: 'survived' });
  expect(asked).toEqual([]);
});

it('asks in a service of its own first the tests that cost little, then the others that come by it', async () => {
  const { outcomes, asked } = await judged([1, 2], {
    inTests: [1, 2],
    trial: { passed: new Set(['0 1']) },
    fresh: (_id, tests) => (tests.includes(4) ? 'killed' : 'passed'),
  });
  expect(outcomes).toEqual({ 1: 'killed', 2: 'killed' });
  expect(asked).toEqual(['1: 1 2', '2: 0 1 2', '1: 3 4', '2: 3 4']);
});

it('asks the whole file where a mutant counts at the start, or tests cannot be run without the others', async () => {
  const { outcomes, asked } = await judged([1, 2, 3], {
    inTests: [2],
    outside: [1, 3],
    fresh: (id, tests) => (id === 2 && tests.length < TESTS.length ? 'unsound' : id === 3 ? 'killed' : 'passed'),
  });
  expect(outcomes).toEqual({ 1: 'survived', 2: 'survived', 3: 'killed' });
  expect(asked).toEqual(['2: 0 1 2', '1: 0 1 2 3 4', '2: 0 1 2 3 4', '3: 0 1 2 3 4']);
});

it('asks nothing again that a run before has seen', async () => {
  const first = await judged([1, 2], { inTests: [1], outside: [2] });
  const again = await judged([1, 2], { inTests: [1], outside: [2], seen: first.kept });
  expect(again).toMatchObject({ outcomes: { 1: 'survived', 2: 'survived' }, asked: [] });
});

it('asks a mutant that is explained only by the tests that most others die by, and tells when one of them notices it', async () => {
  const { outcomes, asked } = await judged([1, 2, 3, 4, 5], {
    inTests: [1, 2, 3, 4, 5],
    firstStart: [3],
    explained: [1, 2, 3, 4],
    trial: { killed: new Set([1]) },
    fresh: (id) => (id === 4 ? 'killed' : 'passed'),
  });
  expect(outcomes).toEqual({ 1: 'killed', 2: 'explained', 3: 'explained', 4: 'killed', 5: 'survived' });
  // Last of all, when time may be up.
  expect(asked).toEqual(['5: 0 1 2', '5: 3 4', '2: 0 1 2', '3: 0 1 2', '4: 0 1 2']);
});

it('has no prepared folder where a mutant counts at the first start, and tells what no test comes by', async () => {
  const { outcomes, asked } = await judged([1, 2, 3], { firstStart: [1, 3], diesAtFirst: [3] });
  expect(outcomes).toEqual({ 1: 'survived', 2: 'unreached', 3: 'killed' });
  expect(asked).toEqual(['1: first', '3: first']);
});
