import { expect, it, type RunnerTestCase, type RunnerTestSuite } from 'vitest';
// What TestRunner offers for these reads instead of writing (vitest 4.1).
import { setFn, setHooks } from 'vitest/suite';
import { Freshly } from './freshly.ts';

/** What a service of the tests knows: which mutant is on, and what was run in it. */
interface World {
  on: number;
  onAtStart: number;
  ran: string[];
  starts: number;
}

type Body = (world: World) => void;

/** A file of tests around one service, whose hooks start and end it. */
function fileOf(bodies: Readonly<Record<string, Body>>, { start = () => {} }: { readonly start?: Body } = {}) {
  const world: World = { on: 0, onAtStart: 0, ran: [], starts: 0 };
  const file = { type: 'suite', tasks: [] } as unknown as RunnerTestSuite;
  const begin = () => {
    Object.assign(world, { onAtStart: world.on, ran: [], starts: world.starts + 1 });
    start(world);
  };
  const none = { aroundAll: [], aroundEach: [], beforeEach: [], afterEach: [] };
  setHooks(file, { ...none, beforeAll: [begin], afterAll: [() => {}] } as unknown as Parameters<typeof setHooks>[1]);
  const tests = Object.entries(bodies).map(([name, body]) => {
    const test = { type: 'test', name, file, context: {} } as unknown as RunnerTestCase;
    setFn(test, async () => {
      world.ran.push(name);
      body(world);
    });
    return test;
  });
  const limits = tests.map(() => 200);
  const freshly = new Freshly(tests, limits, new Set(), async (mutant) => void (world.on = mutant));
  return { world, freshly };
}

const fails = (isSo: boolean) => {
  if (isSo) throw new Error('failed');
};

it('kills what fails a test that passes without it in the same service, and starts no other for it', async () => {
  const { world, freshly } = fileOf({ a: () => {}, b: ({ on }) => fails(on === 2) });
  expect(await freshly.tried(1, [0, 1], false)).toBe('passed');
  expect(await freshly.tried(2, [0, 1], false)).toBe('killed');
  expect(world).toMatchObject({ starts: 1, on: 0 });
});

it('blames no mutant for a test that fails once: it has to fail again', async () => {
  let late = true;
  const { freshly } = fileOf({
    a: ({ on }) => {
      fails(on === 1 && late);
      if (on === 0) late = false;
    },
  });
  expect(await freshly.tried(1, [0], false)).toBe('passed');
});

it('runs a test that cannot be repeated in a new service each time, and blames no mutant for it', async () => {
  const { world, freshly } = fileOf({
    once: ({ on, ran }) => fails(ran.filter((name) => name === 'once').length > 1 || on === 3),
  });
  expect(await freshly.tried(1, [0], false)).toBe('passed');
  expect(await freshly.tried(2, [0], false)).toBe('passed');
  expect(await freshly.tried(3, [0], false)).toBe('killed');
  expect(world.starts).toBe(5);
});

it('says nothing by a test that needs those before it', async () => {
  const { freshly } = fileOf({ before: () => {}, needing: ({ ran }) => fails(!ran.includes('before')) });
  expect(await freshly.tried(1, [1], false)).toBe('unsound');
});

it('has a mutant on at the start where that is asked for, and kills what keeps the service from starting', async () => {
  const settled = fileOf({ a: ({ onAtStart }) => fails(onAtStart === 1) });
  expect(await settled.freshly.tried(1, [0], false)).toBe('killed');
  expect(await settled.freshly.tried(2, [0], true)).toBe('passed');
  expect(await settled.freshly.tried(1, [0], true)).toBe('killed');
  const broken = fileOf({ a: () => {} }, { start: ({ on }) => fails(on === 1) });
  expect(await broken.freshly.tried(1, [0], true)).toBe('killed');
});
