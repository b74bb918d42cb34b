import { z } from 'zod';

/**
 * Where a book stands on its way from a folder to an order.
 *
 * `inLayout` it is being made here and has no files yet · `incomplete` a file is missing · `checking` files are being read · `needsYou` a decision is due (spec, role) ·
 * `blocked` the service would refuse it · `ready` may be uploaded · `queued`/`uploading` in the queue ·
 * `uploaded` finalized at the service · `ordering` an order is under way · `ordered` · `failed` the queue gave up.
 */
export const bookStageSchema = z.enum([
  'inLayout',
  'incomplete',
  'checking',
  'needsYou',
  'blocked',
  'ready',
  'queued',
  'uploading',
  'uploaded',
  'ordering',
  'ordered',
  'failed',
]);
export type BookStage = z.infer<typeof bookStageSchema>;

export type BookEvent =
  | 'exported'
  | 'filesChanged'
  | 'checkedAccepted'
  | 'checkedRefused'
  | 'checkedUndecided'
  | 'fileMissing'
  | 'queue'
  | 'start'
  | 'unqueue'
  | 'finalized'
  | 'giveUp'
  | 'order'
  | 'sendAnew'
  | 'orderHeld'
  | 'orderPlaced'
  | 'orderCancelled';

const CHECKED = {
  filesChanged: 'checking',
  checkedAccepted: 'ready',
  checkedRefused: 'blocked',
  checkedUndecided: 'needsYou',
  fileMissing: 'incomplete',
} as const satisfies Partial<Record<BookEvent, BookStage>>;

/** The one table of what may happen when. Buttons ask it too. */
export const BOOK_TRANSITIONS: Readonly<Record<BookStage, Readonly<Partial<Record<BookEvent, BookStage>>>>> = {
  inLayout: { exported: 'checking' },
  incomplete: CHECKED,
  checking: CHECKED,
  needsYou: CHECKED,
  blocked: CHECKED,
  ready: { ...CHECKED, queue: 'queued' },
  queued: { ...CHECKED, start: 'uploading', unqueue: 'ready', giveUp: 'failed' },
  uploading: { unqueue: 'ready', finalized: 'uploaded', giveUp: 'failed', queue: 'queued' },
  // A check that finds again that the files are good is no news: what failed was the sending.
  failed: { ...CHECKED, checkedAccepted: 'failed', queue: 'queued', unqueue: 'ready' },
  // Who was still without it may be taken off the book.
  uploaded: { order: 'ordering', orderPlaced: 'ordered', filesChanged: 'checking', sendAnew: 'checking' },
  ordering: { orderHeld: 'uploaded', orderPlaced: 'ordered' },
  // Files that change behind an order are the next book's, once somebody says so.
  ordered: { order: 'ordering', orderCancelled: 'uploaded', sendAnew: 'checking' },
};

/** Its files are on their way, or at the service: they stay its own, whatever is made after them. */
const SENT: ReadonlySet<BookStage> = new Set(['queued', 'uploading', 'uploaded', 'ordering', 'ordered']);
export const isSent = (stage: BookStage): boolean => SENT.has(stage);

export const canBook = (stage: BookStage, event: BookEvent): boolean => BOOK_TRANSITIONS[stage][event] !== undefined;

/** The next stage. Throws RangeError on a pair the table does not allow. */
export function nextBookStage(stage: BookStage, event: BookEvent): BookStage {
  const next = BOOK_TRANSITIONS[stage][event];
  if (next === undefined) throw new RangeError(`a book that is ${stage} cannot take ${event}`);
  return next;
}
