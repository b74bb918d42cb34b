import { AppError } from '../../../src-core/desk/app-errors.ts';
import { type UpdateState, updateStateSchema } from '../../../src-core/desk/updates.ts';

const PHASES = updateStateSchema.shape.phase;

/** `name`: one of the phases; `notInstalled`, and `again` once that was fetched anew; null: nothing newer. */
export function updateState(name: string | null, startedMs: number): UpdateState {
  const wasNot = name === 'again' || name === 'notInstalled';
  const phase = name === 'again' ? 'ready' : name === 'notInstalled' ? 'failed' : PHASES.parse(name ?? 'current');
  const version = wasNot || ['found', 'downloading', 'ready', 'refused'].includes(phase) ? '1.42.0' : null;
  const problem = wasNot
    ? new AppError('UPDATE_NOT_INSTALLED', { params: { version: '1.42.0', current: '1.41.3' } }).text
    : phase === 'failed'
      ? new AppError('UPDATE_UNREACHABLE', {
          params: { address: 'https://studio.example/versions', reason: 'getaddrinfo ENOTFOUND studio.example' },
        }).text
      : null;
  return {
    mode: 'download',
    feed: 'https://studio.example/versions',
    phase,
    version,
    percent: phase === 'downloading' ? 42 : null,
    lookedAtMs: phase === 'unasked' ? null : startedMs - 3_600_000,
    problem,
  };
}
