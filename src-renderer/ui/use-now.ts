import { useEffect, useState } from 'react';
import type { Clock } from '../../src-core/ports.ts';

/** The time of this computer. */
export const windowClock: Clock = { nowMs: () => Date.now() };

/** The time, renewed every `everyMs`; for countdowns that people read. */
export function useNow(everyMs: number): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return nowMs;
}
