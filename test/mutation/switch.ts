import { appendFileSync } from 'node:fs';

/** Bundled into what is mutated: says which mutant is on, and notes which ones a run comes by. */
const active = Number(process.env['MUTANT'] ?? 0);
const reachedFile = process.env['MUTANTS_REACHED'];
const reached = new Set<number>();

export function isOn(id: number): boolean {
  if (reachedFile !== undefined && !reached.has(id)) {
    reached.add(id);
    appendFileSync(reachedFile, `${id}\n`);
  }
  return id === active;
}
