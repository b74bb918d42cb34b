import { and, asc, eq } from 'drizzle-orm';
import type { PrintReceipt } from '../../../src-core/desk/print-gate.ts';
import type { TimelineEntry } from '../../../src-core/ipc/subjects/library.ts';
import type { TextRef } from '../../../src-core/text-ref.ts';
import type { Store } from '../store/open-store.ts';
import { jobs, orderIntentItems, orderIntents, orderRuns, type BookRow } from '../store/schema.ts';
import { inTime, orderTimeline, sentEntries } from './order-timeline.ts';

/** What happened to a book, oldest first: imported, sent, ordered, and every status of its orders. */
export function bookTimeline(db: Store, connectionId: string | null, book: BookRow): TimelineEntry[] {
  const begin: TextRef =
    book.layoutState === null
      ? { key: 'desk.timeline.imported', params: { folder: book.batch } }
      : { key: 'desk.timeline.begun' };
  const entries: TimelineEntry[] = [{ atMs: book.addedAtMs, text: begin, tone: 'plain', source: 'desk' }];
  if (connectionId === null) return entries;
  const own = db
    .select()
    .from(jobs)
    .where(and(eq(jobs.bookId, book.bookId), eq(jobs.connectionId, connectionId)))
    .orderBy(asc(jobs.createdAtMs))
    .all();
  for (const job of own) {
    entries.push({ atMs: job.createdAtMs, text: { key: 'desk.timeline.queued' }, tone: 'plain', source: 'desk' });
    entries.push(...takenOn(job.print));
    entries.push(...sentEntries(job));
    const lastMs = job.receipts.at(-1)?.atMs ?? job.createdAtMs;
    if (job.state.status === 'failed' && job.problem !== null)
      entries.push({ atMs: lastMs, text: job.problem, tone: 'bad', source: 'desk' });
  }
  const placed = db
    .select({
      orderUid: orderIntents.orderUid,
      print: orderIntentItems.print,
      state: orderIntents.state,
      problem: orderIntents.problem,
      atMs: orderRuns.createdAtMs,
      awaitsMinor: orderRuns.awaitsMinor,
    })
    .from(orderIntentItems)
    .innerJoin(orderIntents, eq(orderIntents.intentId, orderIntentItems.intentId))
    .innerJoin(orderRuns, eq(orderRuns.runId, orderIntents.runId))
    .where(and(eq(orderIntentItems.bookId, book.bookId), eq(orderIntents.connectionId, connectionId)))
    .all();
  for (const { orderUid, print, state, problem, atMs, awaitsMinor } of placed) {
    if (orderUid === null) {
      // One that was replaced is told by its successor, and what waits for the credit was meant to.
      const isMeant = problem?.key === 'desk.order.replaced' || (state === 'held' && awaitsMinor !== null);
      if ((state === 'needsYou' || state === 'held') && problem !== null && !isMeant)
        entries.push(
          { atMs, text: { key: 'desk.timeline.notOrdered' }, tone: 'bad', source: 'desk' },
          { atMs, text: problem, tone: 'bad', source: 'desk' },
        );
      continue;
    }
    entries.push(...takenOn(print));
    entries.push(...orderTimeline(db, connectionId, orderUid));
  }
  return inTime(entries);
}

function takenOn(print: PrintReceipt | null): TimelineEntry[] {
  const by = print?.by ?? null;
  if (by === null) return [];
  const { atMs, name, reason } = by;
  return [{ atMs, text: { key: 'desk.timeline.takenOn', params: { name, reason } }, tone: 'plain', source: 'desk' }];
}
