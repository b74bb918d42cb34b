import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Keeper } from './keeper.ts';
import type { Mutant } from './mutate.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'keeper-'));
  for (const path of ['a.ts', 'b.ts', 'a.test.ts', 'test/mutation/mutate.ts']) write(path, path);
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const FILE = 'a.test.ts';
const mutants = (...ids: readonly (readonly [string, number])[]): Mutant[] =>
  ids.map(([module, id]) => ({ id, key: `${module}: ${id}`, module, line: 1 }));
const keeper = (all: Mutant[]) => new Keeper(root, [{ modules: ['a.ts'], tests: [FILE] }], all);
const before = () => keeper(mutants(['a.ts', 1], ['a.ts', 2], ['b.ts', 3]));

const REACH = { tookMs: 5, tests: [{ tookMs: 3, mutants: new Set([1, 2, 3]) }], outside: new Set([2]) };
const SEEN = {
  passed: new Set(['0 2']),
  broken: new Set([1]),
  unsound: new Set<number>(),
  passedWhole: new Set([2]),
};

it('keeps of a file what is known of the modules that it is asked about, under the numbers that mutants have now', () => {
  before().keepReach(FILE, REACH);
  before().keepSeen(FILE, SEEN);
  before().keepSound(FILE, [0]);
  const moved = keeper(mutants(['b.ts', 1], ['a.ts', 2], ['a.ts', 3]));
  expect(moved.reach(FILE)).toEqual({
    tookMs: 5,
    tests: [{ tookMs: 3, mutants: new Set([2, 3]) }],
    outside: new Set([3]),
  });
  expect(moved.seen(FILE)).toEqual({
    ...SEEN,
    passed: new Set(['0 3']),
    broken: new Set([2]),
    passedWhole: new Set([3]),
  });
  expect(moved.sound(FILE)).toEqual([0]);
});

it.each(['a.test.ts', 'a.ts', 'test/mutation/mutate.ts'])('forgets it all when %s changes', (path) => {
  before().keepReach(FILE, REACH);
  before().keepSeen(FILE, SEEN);
  before().keepSound(FILE, [0]);
  write(path, 'changed');
  expect([before().reach(FILE), before().seen(FILE).passed.size, before().sound(FILE)]).toEqual([null, 0, []]);
});

it('forgets nothing when a module changes that the file is not asked about', () => {
  before().keepReach(FILE, REACH);
  write('b.ts', 'changed');
  expect(before().reach(FILE)).not.toBeNull();
});
