import type { TextRef } from '../../src-core/text-ref.ts';
import type { StartupStep } from '../../src-core/ipc/subjects/app.ts';

export type StepName = StartupStep['step'];

/** What the operator sees ticked off, in this order: the service's own steps, then what the desk does with its answer. */
export const STEP_ORDER = [
  'dataFolder',
  'database',
  'migrations',
  'specs',
  'accounts',
  'listening',
  'keychain',
  'credit',
] as const satisfies readonly StepName[];

/** One start, as it goes along. Plain values: each function answers a new list. */
export interface StartRecord {
  readonly steps: readonly StartupStep[];
  readonly stepBeganAtMs: number;
}

export function beginStart(nowMs: number): StartRecord {
  const steps = STEP_ORDER.map((step, index) => ({
    step,
    state: index === 0 ? ('running' as const) : ('waiting' as const),
    note: null,
    tookMs: null,
  }));
  return { steps, stepBeganAtMs: nowMs };
}

/** `step` runs, so all before it are done. A report that comes late or twice changes nothing. */
export function stepBegan(record: StartRecord, step: StepName, nowMs: number): StartRecord {
  return reached(record, STEP_ORDER.indexOf(step), nowMs);
}

export function allDone(record: StartRecord, nowMs: number): StartRecord {
  return reached(record, STEP_ORDER.length, nowMs);
}

function reached(record: StartRecord, place: number, nowMs: number): StartRecord {
  if (place <= record.steps.findIndex((one) => one.state === 'running')) return record;
  const steps = record.steps.map((one, index): StartupStep => {
    if (index < place && one.state === 'running')
      return { ...one, state: 'done', tookMs: Math.max(0, nowMs - record.stepBeganAtMs) };
    if (index < place) return { ...one, state: 'done' };
    return index === place ? { ...one, state: 'running' } : one;
  });
  return { steps, stepBeganAtMs: nowMs };
}

/** The step that was running (or the one that is named) failed, for this reason. */
export function stepFailed(record: StartRecord, step: StepName | null, note: TextRef): StartRecord {
  const failed = step ?? record.steps.find((one) => one.state === 'running')?.step ?? STEP_ORDER[0];
  const steps = record.steps.map((one): StartupStep => (one.step === failed ? { ...one, state: 'failed', note } : one));
  return { ...record, steps };
}
