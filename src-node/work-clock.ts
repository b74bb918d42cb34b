/** A task that a busy computer keeps from working gets at most so many times its limit. */
export const STARVED_FACTOR = 4;

/** Shorter than this a round tells nothing: on some systems what was had of the processor is counted in steps of 16 ms. */
const ROUND_MS = 50;

export interface TimeSources {
  /** By the clock. */
  readonly wallMs: () => number;
  /** What all threads of this process have had of the processor. */
  readonly cpuMs: () => number;
}

const SYSTEM: TimeSources = {
  wallMs: () => performance.now(),
  cpuMs: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
};

/**
 * A clock for limits of work, in milliseconds: it goes with the wall's while this process works, and at a quarter of its pace while
 * the process is kept waiting, by a busy computer or a slow disk. What is limited by it is not given up because of others' work.
 */
export function workClock({ wallMs, cpuMs }: TimeSources = SYSTEM): () => number {
  let last = { wall: wallMs(), cpu: cpuMs() };
  let workedMs = 0;
  return () => {
    const wall = wallMs();
    if (wall - last.wall < ROUND_MS) return workedMs;
    const now = { wall, cpu: cpuMs() };
    const [passed, worked] = [now.wall - last.wall, now.cpu - last.cpu];
    last = now;
    workedMs += Math.max(Math.min(passed, worked), passed / STARVED_FACTOR);
    return workedMs;
  };
}
