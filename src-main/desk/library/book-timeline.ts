import { and, asc, eq } from 'drizzle-orm';
import type { PrintReceipt } from '../../../src-core/desk/print-gate.ts';
import type { BookDetail } from '../../../src-core/ipc/subjects/library.ts';
import type { TextRef } from '../../../src-core/text-ref.ts';
import type { Store } from '../store/open-store.ts';
import { jobs, orderEvents, orderIntentItems, orderIntents, type BookRow } from '../store/schema.ts';

type Entry = BookDetail['timeline'][number];

/** What happened to a book, oldest first: imported, sent, ordered, and every status of its orders. */
export function bookTimeline(db: Store, connectionId: string | null, book: BookRow): Entry[] {
  const begin: TextRef =
    book.layoutState === null
      ? { key: 'desk.timeline.imported', params: { folder: book.batch } }
      : { key: 'desk.timeline.begun' };
  const entries: Entry[] = [{ atMs: book.addedAtMs, text: begin, tone: 'plain' }];
  if (connectionId === null) return entries;
  const own = db
    .select()
    .from(jobs)
    .where(and(eq(jobs.bookId, book.bookId), eq(jobs.connectionId, connectionId)))
    .orderBy(asc(jobs.createdAtMs))
    .all();
  for (const job of own) {
    entries.push({ atMs: job.createdAtMs, text: { key: 'desk.timeline.queued' }, tone: 'plain' });
    entries.push(...takenOn(job.print));
    for (const receipt of job.receipts) {
      entries.push({
        atMs: receipt.atMs,
        text: {
          key: `desk.timeline.sent.${receipt.kind}`,
          params: { name: receipt.name, sha256: receipt.sha256.slice(0, 12) },
        },
        tone: 'plain',
      });
    }
    const lastMs = job.receipts.at(-1)?.atMs ?? job.createdAtMs;
    if (job.state.status === 'done')
      entries.push({
        atMs: lastMs,
        text: { key: 'desk.timeline.finalized', params: { bookUid: job.bookUid ?? '' } },
        tone: 'good',
      });
    if (job.state.status === 'failed' && job.problem !== null)
      entries.push({ atMs: lastMs, text: job.problem, tone: 'bad' });
  }
  const placed = db
    .select({ orderUid: orderIntents.orderUid, print: orderIntentItems.print })
    .from(orderIntentItems)
    .innerJoin(orderIntents, eq(orderIntents.intentId, orderIntentItems.intentId))
    .where(and(eq(orderIntentItems.bookId, book.bookId), eq(orderIntents.connectionId, connectionId)))
    .all();
  for (const { orderUid, print } of placed) {
    if (orderUid === null) continue;
    entries.push(...takenOn(print));
    entries.push(...orderTimeline(db, connectionId, orderUid));
  }
  return entries.sort((a, b) => a.atMs - b.atMs);
}

function takenOn(print: PrintReceipt | null): Entry[] {
  const by = print?.by ?? null;
  if (by === null) return [];
  const { atMs, name, reason } = by;
  return [{ atMs, text: { key: 'desk.timeline.takenOn', params: { name, reason } }, tone: 'plain' }];
}

export function orderTimeline(db: Store, connectionId: string, orderUid: string): Entry[] {
  return db
    .select()
    .from(orderEvents)
    .where(and(eq(orderEvents.connectionId, connectionId), eq(orderEvents.orderUid, orderUid)))
    .orderBy(asc(orderEvents.sinceMs), asc(orderEvents.id))
    .all()
    .map(({ sinceMs, status }) => ({
      atMs: sinceMs,
      text: { key: `orders.status.${status}` },
      tone:
        status === 'ERROR' || status === 'CANCELLED' || status === 'CANCELLED_REFUND'
          ? ('bad' as const)
          : status === 'DELIVERED'
            ? ('good' as const)
            : ('plain' as const),
    }));
}
