import type { Topic } from '../../src-core/ipc/contract.ts';
import type { Clock, Ids, Log } from '../../src-core/ports.ts';
import type { Disks } from '../../src-node/disks/disks.ts';
import type { ProxyOf } from '../../src-node/proxies/proxy-of-environment.ts';
import type { ActivityLog } from './client/activity-log.ts';
import type { Store } from './store/open-store.ts';

/** What every part of the desk works with. */
export interface DeskContext {
  readonly db: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: () => number;
  readonly log: Log;
  /** Asked for whatever lies where customers' files lie; the data folder is asked by Node itself. */
  readonly disks: Disks;
  readonly activity: ActivityLog;
  /** Which proxy leads to a service. */
  readonly proxyOf: ProxyOf;
  readonly changed: (...topics: readonly Topic[]) => void;
}
