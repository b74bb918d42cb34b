import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ServiceStartStep } from '../src-core/ipc/service-host.ts';
import { sayingSteps } from './saying-steps.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('says a long step again every ten seconds, and nothing once the work is done', async () => {
  const said: ServiceStartStep[] = [];
  const wait = (ms: number) => new Promise<void>((done) => void setTimeout(done, ms));
  const work = sayingSteps(
    (step) => void said.push(step),
    async (onStep) => {
      onStep('database');
      await wait(25_000);
      onStep('migrations');
      await wait(9_000);
      return 'done';
    },
  );
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await work).toBe('done');
  expect(said).toEqual(['database', 'database', 'database', 'migrations']);
});

it('nor once it has failed', async () => {
  const say = vi.fn();
  await expect(
    sayingSteps(say, async (onStep) => {
      onStep('database');
      throw new Error('no room');
    }),
  ).rejects.toThrow('no room');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(say).toHaveBeenCalledOnce();
});
