import { z } from 'zod';
import { shippingSchema } from '../../contract/orders.ts';
import { textRefSchema } from '../../text-ref.ts';
import { type ChannelDefinition, MOST_IDS, done, id, ids, nothing } from '../channel-definition.ts';
import { printTakenSchema } from './checks.ts';

/** What lies at a book's place on this computer now, held against the bytes that were ordered in Sandbox. */
export const promotedFileSchema = z.enum(['same', 'changed', 'gone']);
export type PromotedFile = z.infer<typeof promotedFileSchema>;

/** Sandbox orders as they would become Live ones. */
export const promotionLookSchema = z.object({
  orders: z.array(
    z.object({
      orderUid: z.string(),
      /** Of `addresses`. */
      addressKey: z.string(),
      items: z.array(z.object({ bookId: z.string(), quantity: z.int() })),
      /** Where its books were ordered before, or are about to be: at which connection, and when. */
      before: z.array(z.object({ connectionId: z.string(), orderUid: z.string().nullable(), atMs: z.number() })),
    }),
  ),
  books: z.array(
    z.object({
      bookId: z.string(),
      title: z.string(),
      file: promotedFileSchema,
      /** Names the bytes that were looked at; null where there are none. */
      bytes: z.string().nullable(),
    }),
  ),
  /** Each door once. */
  addresses: z.array(z.object({ key: z.string(), address: shippingSchema, orders: z.int() })),
  /** Orders of the selection that cannot be repeated: placed elsewhere, cancelled, failed. */
  others: z.int(),
  targets: z.array(
    z.object({
      connectionId: z.string(),
      name: z.string(),
      host: z.string(),
      kind: z.enum(['builtIn', 'remote']),
    }),
  ),
});
export type PromotionLook = z.infer<typeof promotionLookSchema>;

/** A promotion that is not done. */
export const promotionSchema = z.object({
  promotionId: z.string(),
  createdAtMs: z.number(),
  connection: z.object({ connectionId: z.string(), name: z.string(), isInUse: z.boolean() }),
  /** Still to be ordered. */
  orders: z.int(),
  books: z.array(z.string()),
  /** Of `books`, those that the service has, with the bytes that were agreed upon. */
  uploaded: z.int(),
  /** `ready`: all of them are there, the review may be opened. */
  state: z.enum(['uploading', 'needsYou', 'ready']),
  troubles: z.array(
    z.object({
      bookId: z.string(),
      title: z.string(),
      why: textRefSchema,
      /** Its files may be taken as they are now. */
      canTake: z.boolean(),
    }),
  ),
});
export type PromotionView = z.infer<typeof promotionSchema>;

export const promotionsChannels = {
  /** Reads the local files of the books of these orders, of the Sandbox in use, to their ends. */
  'promotions.look': { input: z.object({ orderUids: ids }), output: promotionLookSchema, renewedBy: [] },
  /**
   * Keeps the batch for a Live connection, puts that in use, and queues what it has not got. Nothing is ordered: the review waits
   * until all books are there.
   */
  'promotions.start': {
    input: z.object({
      connectionId: id,
      orderUids: ids,
      /** Books that do not go along. */
      leaveOut: ids,
      /** Books whose files changed since, with the bytes that go instead. */
      take: z.array(z.object({ bookId: id, bytes: z.string().max(200) })).max(MOST_IDS),
      /** Where each address of the look leads now. */
      addresses: z.array(z.object({ key: z.string().max(4_000), address: shippingSchema })).max(MOST_IDS),
      /** Orders whose books were ordered there before go once more; else they stay. */
      again: z.boolean(),
      print: printTakenSchema,
    }),
    output: z.object({ promotionId: z.string() }),
  },
  'promotions.list': {
    input: nothing,
    output: z.array(promotionSchema),
    renewedBy: ['library', 'orderRun', 'connections', 'promotions'],
  },
  /** Takes books as they are now, or leaves them out: what a promotion waits for. */
  'promotions.decide': {
    input: z.object({ promotionId: id, bookIds: ids, take: z.boolean(), print: printTakenSchema }),
    output: done,
  },
  /** What was not ordered stays unordered; what was uploaded stays uploaded. */
  'promotions.drop': { input: z.object({ promotionId: id }), output: done },
} as const satisfies Record<string, ChannelDefinition>;
