import { expect, it } from 'vitest';
import { RATE_PER_MINUTE } from '../../../src-core/contract/limits.ts';
import { systemClock } from '../system-ports.ts';
import { KeyLanes } from './key-lanes.ts';

it('two who use one key share its minute, and what the service asked one of them to wait', async () => {
  const lanes = new KeyLanes(systemClock);
  const [one, other, stranger] = [lanes.of('SBa.secret'), lanes.of('SBa.secret'), lanes.of('SBa.another')];
  for (let sent = 0; sent < RATE_PER_MINUTE.upload; sent++) (sent % 2 === 0 ? one : other).upload.note();
  await expect(other.upload.enter(AbortSignal.timeout(5))).rejects.toThrow();
  await other.general.enter(AbortSignal.timeout(5));
  await stranger.upload.enter(AbortSignal.timeout(5));
  one.general.pauseFor(60_000);
  expect(other.general.pausedUntilMs).not.toBeNull();
  expect(stranger.general.pausedUntilMs).toBeNull();
});
