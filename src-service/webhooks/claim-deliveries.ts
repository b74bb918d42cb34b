import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { ServiceContext } from '../context.ts';
import type { Db } from '../store/db.ts';
import { isFree, leaseEnd } from '../jobs/lease.ts';
import { webhookConfigs, webhookDeliveries } from '../store/schema.ts';
import { furthestAhead, LONGEST_DELAY_MS } from './delivery-states.ts';
import type { Attempt } from './send-delivery.ts';

/** An account's receiver that hangs holds so many connections of ours, and no other account's. */
const AT_ONCE_PER_ACCOUNT = 4;

/** Unix time by the database's clock, which nobody moves. */
export const realSeconds = sql<number>`floor(extract(epoch from clock_timestamp()))::int`;

/**
 * Takes up to `most` deliveries that are due, longest due first, and leases them to this process. Due is also what no wait explains,
 * as after the service's clock was set back.
 *
 * Of one order a delivery is first tried when all that were created before it have been tried: events arrive in order as
 * long as attempts succeed. A retry overtakes and is overtaken. One account has only so many under way; another process
 * that claims in the same moment may pass that bound by as many again.
 */
export async function claimDeliveries(
  context: ServiceContext,
  { most, leaseMs }: { readonly most: number; readonly leaseMs: number },
): Promise<Attempt[]> {
  const now = new Date(context.clock.nowMs());
  return context.db.transaction(async (db) => {
    const uids = await lockDue(db, now, most);
    if (uids.length === 0) return [];
    const claimed = await db
      .update(webhookDeliveries)
      .set({ leasedBy: context.processName, leasedUntil: leaseEnd(leaseMs) })
      .where(inArray(webhookDeliveries.deliveryUid, uids))
      .returning({
        deliveryUid: webhookDeliveries.deliveryUid,
        accountUid: webhookDeliveries.accountUid,
        eventType: webhookDeliveries.eventType,
        body: webhookDeliveries.body,
        timestampSeconds: realSeconds,
      });
    const accountUids = [...new Set(claimed.map((delivery) => delivery.accountUid))];
    const configs = await db
      .select()
      .from(webhookConfigs)
      .where(and(inArray(webhookConfigs.accountUid, accountUids), eq(webhookConfigs.isActive, true)));
    const configOf = new Map(configs.map((config) => [config.accountUid, config]));
    const attempts = claimed.flatMap(({ timestampSeconds, ...delivery }): Attempt[] => {
      const config = configOf.get(delivery.accountUid);
      return config ? [{ delivery, config, timestampSeconds }] : [];
    });
    // Emitted in the moment of the deactivation, and not among what that gave up.
    await giveUp(
      db,
      now,
      claimed.filter((delivery) => !configOf.has(delivery.accountUid)).map((delivery) => delivery.deliveryUid),
    );
    return attempts;
  });
}

async function lockDue(db: Db, now: Date, most: number): Promise<string[]> {
  const furthest = furthestAhead(now.getTime(), LONGEST_DELAY_MS);
  const due = sql`(${webhookDeliveries.nextAttemptAt} <= ${now.toISOString()} or ${webhookDeliveries.nextAttemptAt} > ${furthest.toISOString()}) and ${isFree(webhookDeliveries)}`;
  // Window functions cannot lock: what is due is looked up first, then locked where it is still so.
  const { rows } = await db.execute<{ delivery_uid: string }>(sql`
    select delivery_uid from ${webhookDeliveries} where ${due} and delivery_uid in (
      select delivery_uid from (
        select ${webhookDeliveries}.delivery_uid, next_attempt_at, sequence,
          coalesce(busy.under_way, 0) + row_number() over (partition by ${webhookDeliveries}.account_uid order by next_attempt_at, sequence) as place
        from ${webhookDeliveries}
        left join (
          select account_uid, count(*) as under_way from ${webhookDeliveries} where leased_until >= now() group by account_uid
        ) as busy on busy.account_uid = ${webhookDeliveries}.account_uid
        where ${due} and not (status = 'PENDING' and exists (
          select from ${webhookDeliveries} as earlier
          where earlier.order_uid = ${webhookDeliveries}.order_uid and earlier.status = 'PENDING' and earlier.sequence < ${webhookDeliveries}.sequence
        ))
      ) as placed
      where place <= ${AT_ONCE_PER_ACCOUNT} order by next_attempt_at, sequence limit ${most}
    )
    for update skip locked`);
  return rows.map((row) => row.delivery_uid);
}

async function giveUp(db: Db, now: Date, deliveryUids: readonly string[]): Promise<void> {
  if (deliveryUids.length === 0) return;
  await db
    .update(webhookDeliveries)
    .set({
      status: 'FAILED',
      nextAttemptAt: null,
      failureReason: 'deactivated',
      leasedBy: null,
      leasedUntil: null,
      updatedAt: now,
    })
    .where(inArray(webhookDeliveries.deliveryUid, [...deliveryUids]));
}

const ofThisProcess = (context: ServiceContext, deliveryUids: readonly string[]) =>
  and(inArray(webhookDeliveries.deliveryUid, [...deliveryUids]), eq(webhookDeliveries.leasedBy, context.processName));

/** Puts the end of the leases off, but of rows that somebody else is writing: waiting for several of them could be in vain for both. */
export async function keepLeases(
  context: ServiceContext,
  deliveryUids: readonly string[],
  leaseMs: number,
): Promise<void> {
  if (deliveryUids.length === 0) return;
  const held = context.db
    .select({ deliveryUid: webhookDeliveries.deliveryUid })
    .from(webhookDeliveries)
    .where(ofThisProcess(context, deliveryUids))
    .for('update', { skipLocked: true });
  await context.db
    .update(webhookDeliveries)
    .set({ leasedUntil: leaseEnd(leaseMs) })
    .where(inArray(webhookDeliveries.deliveryUid, held));
}

/** Leaves a delivery to whoever claims it next, as if it had not been tried. */
export async function releaseLease(context: ServiceContext, deliveryUid: string): Promise<void> {
  await context.db
    .update(webhookDeliveries)
    .set({ leasedBy: null, leasedUntil: null })
    .where(ofThisProcess(context, [deliveryUid]));
}

/** Test calls whose process died: they are never sent again, so somebody has to say how they ended. */
export async function closeInterruptedTestCalls(context: ServiceContext): Promise<void> {
  await context.db
    .update(webhookDeliveries)
    .set({
      status: 'FAILED',
      failureReason: 'interrupted',
      leasedBy: null,
      leasedUntil: null,
      updatedAt: new Date(context.clock.nowMs()),
    })
    .where(
      and(
        eq(webhookDeliveries.isTestCall, true),
        eq(webhookDeliveries.status, 'PENDING'),
        lt(webhookDeliveries.leasedUntil, sql`now()`),
      ),
    );
}
