import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RATE_PER_MINUTE } from '../../../src-core/contract/limits.ts';
import { systemClock } from '../system-ports.ts';
import { RateLane } from './rate-lane.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

/** Sends as fast as the lane lets it, on a clock that only moves on when the lane says to wait. */
async function sendFor(lane: RateLane, durationMs: number): Promise<number[]> {
  const sent: number[] = [];
  const endMs = Date.now() + durationMs;
  while (Date.now() < endMs) {
    const hasEntered = await lane.enter(AbortSignal.timeout(1)).then(
      () => true,
      () => false,
    );
    if (hasEntered) sent.push(Date.now());
    else vi.setSystemTime(Date.now() + 5_000);
  }
  return sent;
}

it.each(['general', 'upload'] as const)(
  'never sends more than the %s limit in any minute, and not much less',
  async (policy) => {
    const sent = await sendFor(new RateLane(policy, systemClock), 3 * 60_000);
    const mostInAMinute = Math.max(
      ...sent.map((atMs) => sent.filter((other) => other >= atMs && other < atMs + 60_000).length),
    );
    expect(mostInAMinute).toBeLessThanOrEqual(RATE_PER_MINUTE[policy]);
    expect(sent.length).toBeGreaterThan(RATE_PER_MINUTE[policy] * 2.5);
  },
);

it('holds everything for as long as the service asked, and then no longer', async () => {
  const lane = new RateLane('upload', systemClock);
  lane.pauseFor(60_000);
  lane.pauseFor(1_000);
  await expect(lane.enter(AbortSignal.timeout(5))).rejects.toThrow();
  vi.setSystemTime(Date.now() + 60_000);
  expect(lane.pausedUntilMs).toBeNull();
  await lane.enter();
});

it('whoever is cut off while waiting learns why, in the words of who cut off', async () => {
  const lane = new RateLane('upload', systemClock);
  lane.pauseFor(60_000);
  const cutOff = new AbortController();
  const waiting = lane.enter(cutOff.signal);
  const why = new Error('the queue pauses');
  cutOff.abort(why);
  await expect(waiting).rejects.toBe(why);
});

it('says how much of its minute is used, for how long it is held, and whether somebody waits', async () => {
  const lane = new RateLane('upload', systemClock);
  await lane.enter();
  vi.setSystemTime(Date.now() + 20_000);
  await lane.enter();
  vi.setSystemTime(Date.now() + 10_000);
  expect(lane.use()).toEqual({ atMost: 190, sentAgoMs: [30_000, 10_000], heldForMs: 0 });
  vi.setSystemTime(Date.now() + 40_000);
  expect(lane.use().sentAgoMs).toEqual([50_000]);
  expect([lane.waits, lane.isWaitedFor]).toEqual([0, false]);
  lane.pauseFor(60_000);
  expect(lane.use().heldForMs).toBe(60_000);
  const cutOff = new AbortController();
  const waiting = lane.enter(cutOff.signal);
  expect([lane.waits, lane.isWaitedFor]).toEqual([1, true]);
  cutOff.abort(new Error('no more'));
  await expect(waiting).rejects.toThrow('no more');
  expect([lane.waits, lane.isWaitedFor]).toEqual([1, false]);
});

it.each([
  ['a full minute', 0],
  ['a pause that the service asked for', 60_000],
])('a clock that is set back a day lengthens %s by nothing', async (_, pausedMs) => {
  const lane = new RateLane('upload', systemClock);
  for (let sent = 0; sent < lane.use().atMost; sent += 1) await lane.enter();
  lane.pauseFor(pausedMs);
  vi.setSystemTime(Date.now() - 24 * 3_600_000);
  await expect(lane.enter(AbortSignal.timeout(5))).rejects.toThrow();
  expect(lane.use().heldForMs).toBe(pausedMs);
  vi.setSystemTime(Date.now() + 61_000);
  await lane.enter(AbortSignal.timeout(1_000));
  expect(lane.pausedUntilMs).toBeNull();
});
