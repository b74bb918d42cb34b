import { z } from 'zod';
import type { Command } from '../commands.ts';
import type { OrderStatus } from '../contract/orders.ts';
import { isCancelled } from '../orders/order-machine.ts';

/** What an operator who is elsewhere is told of, each of which can be switched off (operator's desk, 6.7). */
export const noticeSettingsSchema = z.object({
  /** A batch was sent or ordered whole. */
  batch: z.boolean(),
  /** Orders went on at the print house. */
  orders: z.boolean(),
  /** Nothing goes on without a person. */
  needsYou: z.boolean(),
  /** The credit did not cover what was confirmed. */
  money: z.boolean(),
  late: z.boolean(),
});
export type NoticeSettings = z.infer<typeof noticeSettingsSchema>;
export type NoticeKind = keyof NoticeSettings;
export const NOTICE_KINDS: readonly NoticeKind[] = noticeSettingsSchema.keyof().options;
export const ALL_NOTICES: NoticeSettings = { batch: true, orders: true, needsYou: true, money: true, late: true };

/** How many of one thing; named as the shell's texts are: `notice.uploaded`. */
export interface NoticePart {
  readonly name:
    | `status.${OrderStatus}`
    | 'uploaded'
    | 'notUploaded'
    | 'ordered'
    | 'notOrdered'
    | 'noCredit'
    | 'lateOrders'
    | 'held'
    | 'staysOpen';
  readonly count: number;
}

/** One notice, however much it tells of. */
export interface Notice {
  readonly kind: NoticeKind;
  readonly parts: readonly NoticePart[];
  /** What a click asks of the window. */
  readonly goes: Command;
}

/** How things stand at the connection in use. */
export interface Standing {
  readonly connectionId: string;
  /** `open`: waiting or being sent. `isHeld`: the queue waits for a person. */
  readonly queue: { readonly open: number; readonly done: number; readonly failed: number; readonly isHeld: boolean };
  /** Confirmed orders, by what became of them. */
  readonly runs: { readonly open: number; readonly ordered: number; readonly held: number; readonly needsYou: number };
  readonly late: number;
  /** Orders that a sweep found in another status since the last time, by that status. */
  readonly moved: Readonly<Partial<Record<OrderStatus, number>>>;
}

/** What was seen the last time, and where the batches that are under way began. */
export interface NoticeMemory {
  readonly seen: Standing;
  readonly queueFrom: Standing['queue'] | null;
  readonly runsFrom: Standing['runs'] | null;
}

export interface Told {
  readonly memory: NoticeMemory;
  readonly notices: readonly Notice[];
  /** Kinds whose last notice is no longer true. */
  readonly over: readonly NoticeKind[];
}

/** The print house has stopped them: they are told apart from what goes on. */
const STOPPED = { ERROR: 'orders.showFailed', PAID_AWAITING_CONTENT: 'orders.showWaiting' } as const;
type Stopped = keyof typeof STOPPED;
const isStopped = (status: OrderStatus): status is Stopped => status in STOPPED;

/** What is news since the last time. A connection that has just come into use is looked at and not told of. */
export function noticesOf(memory: NoticeMemory | null, now: Standing): Told {
  if (memory === null || memory.seen.connectionId !== now.connectionId)
    return {
      memory: {
        seen: now,
        queueFrom: now.queue.open > 0 ? now.queue : null,
        runsFrom: now.runs.open > 0 ? now.runs : null,
      },
      notices: [],
      over: memory === null ? [] : NOTICE_KINDS,
    };
  const { seen } = memory;
  const queueFrom = memory.queueFrom ?? (now.queue.open > 0 ? seen.queue : null);
  const runsFrom = memory.runsFrom ?? (now.runs.open > 0 ? seen.runs : null);
  const notices = [
    ...ofQueue(queueFrom, seen.queue, now.queue),
    ...ofRuns(runsFrom, now.runs),
    ...ofSweep(now.moved),
    ...notice('late', 'orders.showLate', now.late > seen.late ? [{ name: 'lateOrders', count: now.late }] : []),
  ];
  // What is tried again has not failed any more, and may fail as before: no news then, and nothing mended before its end.
  const hadFailed = seen.queue.failed > 0 || (queueFrom?.failed ?? 0) > 0;
  const isCured =
    (hadFailed && now.queue.failed === 0 && now.queue.open === 0) || (seen.queue.isHeld && !now.queue.isHeld);
  const over: NoticeKind[] = [];
  if (now.late === 0 && seen.late > 0) over.push('late');
  if (isCured) over.push('needsYou');
  if (now.queue.open > 0 && seen.queue.open === 0) over.push('batch');
  return {
    memory: {
      seen: now,
      queueFrom: now.queue.open > 0 ? queueFrom : null,
      runsFrom: now.runs.open > 0 ? runsFrom : null,
    },
    notices,
    over,
  };
}

const notice = (kind: NoticeKind, goes: Command, parts: readonly NoticePart[]): Notice[] => {
  const told = parts.filter(({ count }) => count > 0);
  return told.length === 0 ? [] : [{ kind, goes, parts: told }];
};

/** The whole batch once, when nothing of it is open any more. */
function ofQueue(from: Standing['queue'] | null, seen: Standing['queue'], now: Standing['queue']): Notice[] {
  const held = notice('needsYou', 'go.queue', now.isHeld && !seen.isHeld ? [{ name: 'held', count: 1 }] : []);
  if (from === null || now.open > 0) return held;
  return [
    ...held,
    ...notice('batch', 'go.queue', [{ name: 'uploaded', count: now.done - from.done }]),
    ...notice('needsYou', 'go.queue', [{ name: 'notUploaded', count: now.failed - from.failed }]),
  ];
}

function ofRuns(from: Standing['runs'] | null, now: Standing['runs']): Notice[] {
  if (from === null || now.open > 0) return [];
  return [
    ...notice('batch', 'go.orders', [{ name: 'ordered', count: now.ordered - from.ordered }]),
    ...notice('needsYou', 'go.orders', [{ name: 'notOrdered', count: now.needsYou - from.needsYou }]),
    ...notice('money', 'go.credit', [{ name: 'noCredit', count: now.held - from.held }]),
  ];
}

function ofSweep(moved: Standing['moved']): Notice[] {
  const counts = Object.entries(moved) as [OrderStatus, number][];
  const parts = (fits: (status: OrderStatus) => boolean) =>
    counts
      .filter(([status]) => fits(status))
      // What was cancelled stands behind what went on.
      .sort(([a], [b]) => Number(isCancelled(a)) - Number(isCancelled(b)))
      .map(([status, count]): NoticePart => ({ name: `status.${status}`, count }));
  return [
    ...notice(
      'orders',
      'orders.showChanged',
      parts((status) => !isStopped(status)),
    ),
    ...(Object.keys(STOPPED) as Stopped[]).flatMap((stopped) =>
      notice(
        'needsYou',
        STOPPED[stopped],
        parts((status) => status === stopped),
      ),
    ),
  ];
}
