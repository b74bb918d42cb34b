import ts from 'typescript';
import { expect, it } from 'vitest';
import { mutate } from './mutate.ts';

/** What a module's `f` answers under each of its mutants, and without any. */
function outcomes(
  text: string,
  ...given: unknown[]
): { readonly untouched: unknown; readonly under: Record<string, unknown> } {
  const { code, mutants } = mutate('m.ts', text);
  const run = (active: number): unknown => {
    const script = ts.transpileModule(code.replaceAll('export ', ''), {
      compilerOptions: { target: ts.ScriptTarget.ES2023 },
    }).outputText;
    return (
      new Function('__mutantIsOn', `${script}; return f(...${JSON.stringify(given)})`) as (
        isOn: (id: number) => boolean,
      ) => unknown
    )((id) => id === active);
  };
  return {
    untouched: run(0),
    under: Object.fromEntries(mutants.map(({ id, key }) => [key.slice('m.ts: '.length), run(id)])),
  };
}

it('moves bounds, swaps operators and numbers, and changes nothing unless a mutant is on', () => {
  expect(outcomes('export const f = (n: number): boolean => n * 2 < 10;', 5)).toEqual({
    untouched: false,
    under: {
      'n * 2 < 10 → ((n * 2) <= (10))': true,
      'n * 2 → ((n) / (2))': true,
      '2 → (2 + 1)': false,
      '10 → (10 + 1)': true,
    },
  });
});

it('lets a condition always and never hold, and leaves out statements', () => {
  const text =
    "function f(a: string) { const said = ['x']; if (a === 'y') return 'early'; said.push(a); return said.join(); }";
  expect(outcomes(text, 'z')).toEqual({
    untouched: 'x,z',
    under: { "a === 'y' → true": 'early', "a === 'y' → false": 'x,z', 'said.push(a); → nothing': 'x' },
  });
});

it('keeps an `else` with its own `if`', () => {
  const text =
    'const f = (n: number) => { const said = []; if (n === 1) said.push(1); else said.push(2); return said.join(); };';
  expect([outcomes(text, 1).untouched, outcomes(text, 2).untouched]).toEqual(['1', '2']);
});

it('leaves calls of a chain out, also of one that may end early', () => {
  const text = 'const f = (a: string | null, b: string | null) => [a?.trim().length ?? 0, b?.trim().length ?? 7];';
  expect(outcomes(text, ' x ', null).untouched).toEqual([1, 7]);
  expect(Object.values(outcomes('const f = (a: string) => a.trim();', ' x ').under)).toEqual([' x ']);
});

it('writes two changes of the same words as two', () => {
  expect(mutate('m.ts', 'const f = () => [1, 1];').mutants.map(({ key }) => key)).toEqual([
    'm.ts: 1 → (1 + 1)',
    'm.ts: 1 → (1 + 1) (2)',
  ]);
});

it('takes a condition of a query away, and turns a bound round', () => {
  const { code, mutants } = mutate('m.ts', 'const where = and(eq(a, 1n), lt(b, c));');
  expect(mutants.map(({ key }) => key.slice(6))).toEqual(
    expect.arrayContaining([
      'and(eq(a, 1n), lt(b, c)) → and(lt(b, c))',
      'and(eq(a, 1n), lt(b, c)) → and(eq(a, 1n))',
      'lt(b, c) → __queries.lte(b, c)',
      '1n → (1n + 1n)',
    ]),
  );
  expect(code).toContain('__queries.ne(a, 1n)');
});

it('never makes a loop endless, and keeps types as they are', () => {
  const text =
    'type T = 1 | 2; const f = (n: T | number) => { let sum = 0; for (let i = 0; i < n; i += 1) { sum += i; } return sum; };';
  expect(mutate('m.ts', text).code).toContain('type T = 1 | 2;');
  expect(outcomes(text, 3).untouched).toBe(3);
});
