import type { StatusView } from '../../src-core/ipc/subjects/app.ts';
import type { DeskStatus } from '../desk/desk.ts';
import type { ServiceState } from './service-host.ts';

/** The desk's part and the embedded service's part as one answer. */
export function statusOf(service: ServiceState, desk: DeskStatus): StatusView {
  return {
    ...desk,
    store: null,
    phase: phaseOf(service, desk.connection),
    startup: service.status === 'off' ? [] : [...service.start.steps],
    problem: service.status === 'broken' ? service.problem : null,
  };
}

/** The embedded service only matters to someone who works with it, or who is about to. */
function phaseOf(service: ServiceState, connection: DeskStatus['connection']): StatusView['phase'] {
  if (connection?.kind === 'remote') return 'ready';
  if (service.status === 'starting' || service.status === 'broken') return service.status;
  if (connection === null) return 'needsConnection';
  return service.status === 'running' ? 'ready' : 'starting';
}
