import { useState, type ReactNode } from 'react';
import { nextTimeOfDay, suggestedTimeOfDay, timeOfDaySchema } from '../../src-core/desk/times-of-day.ts';
import { TextField } from './text-field.tsx';
import { useNow, windowClock } from './use-now.ts';

/** A field for a time of day, and when that is next: today or tomorrow. Null while it holds none. */
export function useTimeAhead(label: string): {
  readonly field: ReactNode;
  readonly atMs: number | null;
  readonly nowMs: number;
} {
  const nowMs = useNow(1_000);
  const [time, setTime] = useState(() => suggestedTimeOfDay(windowClock.nowMs()));
  return {
    field: <TextField type="time" label={label} value={time} onChange={setTime} autoFocus />,
    atMs: timeOfDaySchema.safeParse(time).success ? nextTimeOfDay(time, nowMs) : null,
    nowMs,
  };
}
