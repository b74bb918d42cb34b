import { appendFileSync, readFileSync } from 'node:fs';

/**
 * Bundled into what is mutated: says which mutant is on, and notes which ones a run comes by. `MUTANT` is on for good;
 * the file `MUTANT_CONTROL` holds the number that is on now and a mark: with a new mark everything is noted again.
 */
const controlFile = process.env['MUTANT_CONTROL'];
const reachedFile = process.env['MUTANTS_REACHED'];
const reached = new Set<number>();
let active = Number(process.env['MUTANT'] ?? 0);
let control = '';
let isRead = controlFile === undefined;

export function isOn(id: number): boolean {
  if (!isRead) readControl();
  if (reachedFile !== undefined && !reached.has(id)) {
    reached.add(id);
    appendFileSync(reachedFile, `${id}\n`);
  }
  return id === active;
}

/** Once in each turn of the event loop: a call that comes in after the file was written is served in a later one. */
function readControl(): void {
  isRead = true;
  setImmediate(() => (isRead = false)).unref();
  const now = readFileSync(controlFile as string, 'utf8');
  if (now === control) return;
  control = now;
  active = Number(now.split(' ')[0]);
  reached.clear();
}
