import { readFileSync, readdirSync } from 'node:fs';

/** Of proc(5): clock ticks a second, which Linux has for programs whatever its kernel counts in. */
const TICKS = 100;

interface Told {
  readonly pid: number;
  readonly parent: number;
  readonly seconds: number;
}

function told(pid: number): Told | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of a program may hold spaces and brackets.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { pid, parent: Number(fields[1]), seconds: (Number(fields[11]) + Number(fields[12])) / TICKS };
  } catch {
    return null;
  }
}

/** CPU seconds of these processes and of all that they started and that are there still. */
export function cpuSecondsOf(pids: readonly number[]): number {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (told(Number(name)) ?? []) : []));
  const family = new Set(pids);
  for (let before = 0; before !== family.size; ) {
    before = family.size;
    for (const { pid, parent } of all) if (family.has(parent)) family.add(pid);
  }
  return all.reduce((sum, { pid, seconds }) => sum + (family.has(pid) ? seconds : 0), 0);
}

/** The process that started another one; null where that is not known any more. */
export const parentOf = (pid: number): number | null => told(pid)?.parent ?? null;
