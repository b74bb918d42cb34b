import { spawnSync } from 'node:child_process';
import type { Spent } from './native-peers.ts';

/** Work in this process, all its threads counted: those of the picture library too. */
export async function spentOn(work: () => unknown): Promise<Spent> {
  const startedMs = performance.now();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { cpuMs: (user + system) / 1000, wallMs: performance.now() - startedMs };
}

/** A whole process, its start included. Throws when it fails. */
export function spentByProcess(command: string, args: readonly string[]): Spent {
  const startedMs = performance.now();
  // Node does not tell what one child took; this shell does, in milliseconds.
  const done = spawnSync(
    'bash',
    ['-c', 'TIMEFORMAT="%3U %3S"; time "$0" "$@" > /dev/null 2> /dev/null', command, ...args],
    {
      encoding: 'utf8',
    },
  );
  const wallMs = performance.now() - startedMs;
  if (done.status !== 0) throw new Error(`${command} ended with ${done.status}`);
  const [user = 0, system = 0] = done.stderr.trim().split(' ').map(Number);
  return { cpuMs: (user + system) * 1000, wallMs };
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}

export const medianOf = (spent: readonly Spent[]): Spent => ({
  cpuMs: median(spent.map(({ cpuMs }) => cpuMs)),
  wallMs: median(spent.map(({ wallMs }) => wallMs)),
});

export interface Goal {
  readonly what: string;
  readonly goal: number;
  readonly measured: number;
  readonly detail: string;
}

/** Own over peer, in CPU time; both times of both are told. */
export function cpuGoal(what: string, goal: number, own: readonly Spent[], peer: readonly Spent[]): Goal {
  const mine = medianOf(own);
  const theirs = medianOf(peer);
  return {
    what,
    goal,
    measured: mine.cpuMs / theirs.cpuMs,
    detail: `CPU ${ms(mine.cpuMs)} / ${ms(theirs.cpuMs)}, wall ${ms(mine.wallMs)} / ${ms(theirs.wallMs)}`,
  };
}

export function printGoals(goals: readonly Goal[]): void {
  const line = (what: string, measured: string, goal: string, verdict: string, detail: string) =>
    console.log(`${what.padEnd(64)}${measured.padStart(8)}${goal.padStart(9)}  ${verdict.padEnd(7)} ${detail}`);
  line('goal', 'ratio', 'at most', '', '');
  for (const { what, measured, goal, detail } of goals)
    line(what, measured.toFixed(3), goal.toFixed(2), measured <= goal ? 'met' : 'MISSED', detail);
}

export const areMet = (goals: readonly Goal[]): boolean => goals.every(({ measured, goal }) => measured <= goal);

export const ms = (value: number): string => `${value.toFixed(2)} ms`;
