import { resolve } from 'node:path';
import { mutate, prelude, type Mutant } from './mutate.ts';
import type { Scope } from './scope.ts';

/** All mutants of some modules, numbered through from 1 in the order of the scopes, and the modules' code with them by path. */
export function mutateModules(
  root: string,
  scopes: readonly Scope[],
  textOf: (path: string) => string,
): { readonly mutants: readonly Mutant[]; readonly code: Readonly<Record<string, string>> } {
  const code: Record<string, string> = {};
  const mutants: Mutant[] = [];
  const switchPath = resolve(root, 'test/mutation/switch.ts');
  for (const module of new Set(scopes.flatMap(({ modules }) => modules))) {
    const path = resolve(root, module);
    const mutated = mutate(module, textOf(path), mutants.length + 1);
    mutants.push(...mutated.mutants);
    code[path] = prelude(switchPath, mutated.code) + mutated.code;
  }
  return { mutants, code };
}
