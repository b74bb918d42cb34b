import { count, inArray } from 'drizzle-orm';
import type { HeldWork } from '../../../src-core/ipc/subjects/connections.ts';
import type { Store } from '../store/open-store.ts';
import { jobs, orderIntents } from '../store/schema.ts';

const NONE: HeldWork = { books: 0, orders: 0 };

/** What is to be done yet at each connection: books of its queue, and confirmed orders of which nobody knows that they were placed. */
export function heldWork(db: Store): (connectionId: string) => HeldWork {
  const held = new Map<string, HeldWork>();
  for (const { connectionId, books } of db
    .select({ connectionId: jobs.connectionId, books: count() })
    .from(jobs)
    .where(inArray(jobs.status, ['waiting', 'sending']))
    .groupBy(jobs.connectionId)
    .all())
    held.set(connectionId, { ...NONE, books });
  for (const { connectionId, orders } of db
    .select({ connectionId: orderIntents.connectionId, orders: count() })
    .from(orderIntents)
    .where(inArray(orderIntents.state, ['waiting', 'sending', 'checking']))
    .groupBy(orderIntents.connectionId)
    .all())
    held.set(connectionId, { ...(held.get(connectionId) ?? NONE), orders });
  return (connectionId) => held.get(connectionId) ?? NONE;
}
