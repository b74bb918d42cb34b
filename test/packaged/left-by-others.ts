import { readdirSync, readFileSync } from 'node:fs';

/** Of the whole computer and of some of its processes, in the kernel's ticks (proc_pid_stat(5), proc_stat(5)). */
interface Ticks {
  readonly all: number;
  readonly busy: number;
  readonly own: number;
}

/** Fields of /proc/PID/stat behind the program's name: ticks of itself and of the children that it has waited for. */
const OWN_FIELDS = [11, 12, 13, 14];
/** Fields of the first line of /proc/stat in which nothing is done. */
const IDLE_FIELDS = [3, 4];
/** Guests are counted in user and nice already. */
const COUNTED_FIELDS = 8;

/**
 * Begins to look at the processor. What it answers says which share of it was the program's from then on, whether it took it or not: 1 less what
 * all others took. `isOwn` is asked for command lines, whose words are parted by spaces.
 */
export function leftByOthers(isOwn: (commandLine: string) => boolean): () => number {
  const before = ticks(isOwn);
  return () => {
    const now = ticks(isOwn);
    const others = now.busy - before.busy - (now.own - before.own);
    return 1 - Math.max(0, others) / (now.all - before.all);
  };
}

function ticks(isOwn: (commandLine: string) => boolean): Ticks {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  const fields = line
    .split(/\s+/)
    .slice(1, 1 + COUNTED_FIELDS)
    .map(Number);
  const all = fields.reduce((sum, field) => sum + field, 0);
  const idle = IDLE_FIELDS.reduce((sum, at) => sum + (fields[at] ?? 0), 0);
  const own = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .reduce((sum, pid) => sum + ticksOf(pid, isOwn), 0);
  return { all, busy: all - idle, own };
}

function ticksOf(pid: string, isOwn: (commandLine: string) => boolean): number {
  try {
    if (!isOwn(readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '))) return 0;
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return OWN_FIELDS.reduce((sum, at) => sum + Number(fields[at] ?? 0), 0);
  } catch {
    // It has ended meanwhile.
    return 0;
  }
}
