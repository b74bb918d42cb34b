import { plainDisks } from '../../../src-node/disks/testing/plain-disks.ts';
import { ActivityLog } from '../client/activity-log.ts';
import type { DeskContext } from '../desk-context.ts';
import type { Store } from '../store/open-store.ts';
import { systemIds } from '../system-ports.ts';

/** A desk's context over a store of its own, with a clock that stands still unless it is given one, and nobody who listens. */
export const plainContext = (db: Store, given: Partial<DeskContext> = {}): DeskContext => ({
  db,
  clock: { nowMs: () => 1_000 },
  ids: systemIds,
  random: () => 0,
  log: { write: () => undefined },
  disks: plainDisks(),
  activity: new ActivityLog(() => undefined),
  proxyOf: () => null,
  changed: () => undefined,
  ...given,
});
