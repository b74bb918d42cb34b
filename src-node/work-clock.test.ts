import { describe, expect, it } from 'vitest';
import { workClock } from './work-clock.ts';

function ticking() {
  const at = { wall: 0, cpu: 0 };
  const clock = workClock({ wallMs: () => at.wall, cpuMs: () => at.cpu });
  return {
    pass: (wallMs: number, cpuMs: number): number => {
      at.wall += wallMs;
      at.cpu += cpuMs;
      return clock();
    },
  };
}

describe('the clock of work', () => {
  it('goes with the wall while the process works, however many threads it works with', () => {
    const { pass } = ticking();
    expect(pass(100, 100)).toBe(100);
    expect(pass(100, 350)).toBe(200);
  });

  it('goes at a quarter of its pace while the process is kept waiting, so that every limit is met in the end', () => {
    const { pass } = ticking();
    expect(pass(1_000, 10)).toBe(250);
    expect(pass(1_000, 600)).toBe(850);
    expect(pass(40_000, 0)).toBe(10_850);
  });

  it('loses nothing to rounds that are too short to ask', () => {
    const { pass } = ticking();
    for (let round = 0; round < 100; round += 1) pass(1, 1);
    expect(pass(50, 50)).toBe(150);
  });

  it('does not go on with the wall while the process sleeps', () => {
    const clock = workClock();
    const from = performance.now();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
    const passed = performance.now() - from;
    const counted = clock();
    expect(counted).toBeLessThan(passed * 0.8);
    expect(counted).toBeGreaterThan(passed * 0.2);
  });

  it('goes with what the process works', () => {
    const clock = workClock();
    const began = process.cpuUsage();
    let used = 0;
    while (used < 150) {
      const { user, system } = process.cpuUsage(began);
      used = (user + system) / 1000;
    }
    expect(clock()).toBeGreaterThan(used * 0.5);
  });
});
