import { and, asc, eq, inArray } from 'drizzle-orm';
import { minorToNumber } from '../../../src-core/contract/money.ts';
import type { Order, OrderStatus } from '../../../src-core/contract/orders.ts';
import { entryKind } from '../../../src-core/credit/ledger-sums.ts';
import type { TimelineEntry } from '../../../src-core/ipc/subjects/library.ts';
import { isCancelled } from '../../../src-core/orders/order-machine.ts';
import type { Store } from '../store/open-store.ts';
import { creditEntries, jobs, orderEvents, orders } from '../store/schema.ts';

type JobRow = typeof jobs.$inferSelect;

/** All credit of the service is in it; neither an order nor what is kept of the ledger says so again. */
const CURRENCY = 'KRW';

/** What the service acknowledged of a book's files, and that it is finalized. */
export function sentEntries(job: JobRow): TimelineEntry[] {
  const sent = job.receipts.map(
    ({ kind, name, sha256, atMs }): TimelineEntry => ({
      atMs,
      text: { key: `desk.timeline.sent.${kind}`, params: { name, sha256: sha256.slice(0, 12) } },
      tone: 'plain',
      source: 'desk',
    }),
  );
  if (job.state.status !== 'done') return sent;
  const text = { key: 'desk.timeline.finalized', params: { bookUid: job.bookUid ?? '' } };
  return [...sent, { atMs: job.receipts.at(-1)?.atMs ?? job.createdAtMs, text, tone: 'good', source: 'desk' }];
}

/** Of so many books an order tells each file; of more, its receipt and each of the books do. */
const TOLD_ONE_BY_ONE = 3;

/** An order from the first byte of its books to the door, oldest first. */
export function orderHistory(db: Store, connectionId: string, order: Order): TimelineEntry[] {
  const bookUids = order.items.map(({ bookUid }) => bookUid);
  const sent = db
    .select()
    .from(jobs)
    .where(and(eq(jobs.connectionId, connectionId), inArray(jobs.bookUid, bookUids)))
    .orderBy(asc(jobs.createdAtMs))
    .all();
  return inTime([...sentOf(sent), ...orderTimeline(db, connectionId, order.orderUid)]);
}

function sentOf(sent: readonly JobRow[]): TimelineEntry[] {
  const done = sent.filter(({ state }) => state.status === 'done');
  if (done.length <= TOLD_ONE_BY_ONE) return sent.flatMap(sentEntries);
  const times = done.flatMap(({ receipts }) => receipts.map(({ atMs }) => atMs));
  const told = (what: 'first' | 'all', atMs: number): TimelineEntry => ({
    atMs,
    text: { key: `desk.timeline.together.${what}`, params: { books: done.length, files: times.length } },
    tone: what === 'all' ? 'good' : 'plain',
    source: 'desk',
  });
  const both = times.length === 0 ? [] : [told('first', Math.min(...times)), told('all', Math.max(...times))];
  return [...both, ...sent.filter((job) => !done.includes(job)).flatMap(sentEntries)];
}

/** What happens at the same moment stays in its order. */
export const inTime = (entries: readonly TimelineEntry[]): TimelineEntry[] =>
  entries.toSorted((a, b) => a.atMs - b.atMs);

/**
 * Every status of an order with its parcels and its money, oldest first. The contract tells when an order was paid, shipped, delivered and
 * cancelled; of all other statuses the desk knows when a sweep found them.
 */
export function orderTimeline(db: Store, connectionId: string, orderUid: string): TimelineEntry[] {
  const known = db
    .select({ detail: orders.detail, orderedAtMs: orders.orderedAtMs })
    .from(orders)
    .where(and(eq(orders.connectionId, connectionId), eq(orders.orderUid, orderUid)))
    .get();
  const detail = known?.detail ?? null;
  const seen = db
    .select()
    .from(orderEvents)
    .where(and(eq(orderEvents.connectionId, connectionId), eq(orderEvents.orderUid, orderUid)))
    .orderBy(asc(orderEvents.sinceMs), asc(orderEvents.id))
    .all();
  const told = toldTimes(detail);
  const statuses = seen.map(({ status, sinceMs }, at): TimelineEntry => {
    // Taken up again and cancelled once more: the service tells the last time only.
    const isLast = !seen.some((later, place) => place > at && timeOf(later.status) === timeOf(status));
    const name = timeOf(status);
    const toldMs = isLast && name !== null ? told.get(name) : undefined;
    if (toldMs !== undefined && name !== null) told.delete(name);
    const isBegun = at === 0 && sinceMs === known?.orderedAtMs;
    return statusEntry(status, toldMs ?? sinceMs, toldMs !== undefined || isBegun ? 'service' : 'sweep');
  });
  // It went on between two sweeps: no sweep found it there.
  const between = [...told].map(([status, atMs]) => statusEntry(status, atMs, 'service'));
  return inTime([...moneyEntries(db, connectionId, orderUid, detail), ...statuses, ...between, ...parcels(detail)]);
}

type TimedStatus = 'SHIPPED' | 'DELIVERED' | 'CANCELLED';

const timeOf = (status: OrderStatus): TimedStatus | null => {
  if (isCancelled(status)) return 'CANCELLED';
  return status === 'SHIPPED' || status === 'DELIVERED' ? status : null;
};

function toldTimes(detail: Order | null): Map<TimedStatus, number> {
  const times = [
    ['SHIPPED', detail?.shippedAt],
    ['DELIVERED', detail?.deliveredAt],
    ['CANCELLED', detail?.cancelledAt],
  ] as const;
  return new Map(times.flatMap(([status, at]) => (typeof at === 'string' ? [[status, Date.parse(at)] as const] : [])));
}

function statusEntry(status: OrderStatus, atMs: number, source: TimelineEntry['source']): TimelineEntry {
  const tone = status === 'ERROR' || isCancelled(status) ? 'bad' : status === 'DELIVERED' ? 'good' : 'plain';
  return { atMs, text: { key: `orders.status.${status}` }, tone, source };
}

/** Charges and refunds as the ledger has them; of an order whose ledger was not read, what the order itself tells. */
function moneyEntries(db: Store, connectionId: string, orderUid: string, detail: Order | null): TimelineEntry[] {
  const entries = db
    .select()
    .from(creditEntries)
    .where(and(eq(creditEntries.connectionId, connectionId), eq(creditEntries.orderUid, orderUid)))
    .orderBy(asc(creditEntries.transactionId))
    .all();
  if (entries.length === 0)
    return typeof detail?.paidAt === 'string'
      ? [
          {
            atMs: Date.parse(detail.paidAt),
            text: { key: 'desk.timeline.paid' },
            money: { amount: detail.paidCreditAmount, currency: CURRENCY },
            tone: 'plain',
            source: 'service',
          },
        ]
      : [];
  return entries.map(({ reasonCode, transactionId, amountMinor, atMs }) => {
    const kind = entryKind(reasonCode);
    const isKnown = kind === 'payment' || kind === 'refund' || kind === 'chargedAgain';
    return {
      atMs,
      text: {
        key: `desk.timeline.${isKnown ? kind : 'moved'}`,
        params: { transaction: String(transactionId) },
      },
      money: { amount: minorToNumber(BigInt(amountMinor)), currency: CURRENCY },
      tone: 'plain',
      source: 'service',
    };
  });
}

/** Tracking numbers: of the order, and of items that went on their own. */
function parcels(detail: Order | null): TimelineEntry[] {
  if (detail === null) return [];
  const parcel = (at: string | null, number: string | null, carrier: string | null, title: string | null) =>
    at === null || number === null
      ? []
      : [
          {
            atMs: Date.parse(at),
            text: {
              key: title === null ? 'desk.timeline.parcel' : 'desk.timeline.parcelOf',
              params: { number, carrier: carrier ?? '', ...(title === null ? {} : { title }) },
            },
            tone: 'plain' as const,
            source: 'service' as const,
          },
        ];
  const whole = parcel(detail.shippedAt, detail.trackingNumber, detail.trackingCarrier, null);
  const single = detail.items
    .filter(({ trackingNumber }) => trackingNumber !== detail.trackingNumber)
    .flatMap((item) => parcel(item.shippedAt, item.trackingNumber, item.trackingCarrier, item.bookTitle));
  return [...whole, ...single];
}
