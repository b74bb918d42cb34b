import { z } from 'zod';
import { LIMITS } from '../../contract/limits.ts';
import { orderListItemSchema, orderSchema, patchShippingBodySchema, shippingSchema } from '../../contract/orders.ts';
import { orderReceiptSchema } from '../../desk/order-receipt.ts';
import { recipientSchema } from '../../desk/recipients.ts';
import { checkLevelSchema, printVerdictSchema } from '../../preflight/verdicts.ts';
import { textRefSchema } from '../../text-ref.ts';
import { lateRuleSchema } from '../../orders/late-orders.ts';
import { type ChannelDefinition, done, id, ids, MOST_IDS, listInput, listOf, nothing } from '../channel-definition.ts';
import { printTakenSchema } from './checks.ts';
import { environmentSchema } from '../../contract/environments.ts';
import { actionStateSchema, timelineEntrySchema } from './library.ts';

const reviewLineSchema = z.object({
  bookId: z.string(),
  title: z.string(),
  print: printVerdictSchema,
  specName: z.string(),
  pageCount: z.int(),
  quantity: z.int(),
  unitPrice: z.number(),
  itemAmount: z.number(),
  /** The credit covers it, in this order; and when the cheapest orders come first. */
  fits: z.boolean(),
  fitsCheapest: z.boolean(),
});

/** One order that confirming would place: all that one recipient gets. */
const reviewedOrderSchema = z.object({
  /** Null: whom the batch goes to. */
  recipient: recipientSchema.nullable(),
  lines: z.array(reviewLineSchema).min(1),
  /** Product, shipping, packaging and VAT of the order. */
  charge: z.number(),
});

/** What so many orders cost together, and what the credit becomes. */
const orderSumsSchema = z.object({
  copies: z.int(),
  productAmount: z.number(),
  shippingFee: z.number(),
  packagingFee: z.number(),
  vatAmount: z.number(),
  charge: z.number(),
  creditAfter: z.number(),
  /** What the same books would cost more, each in an order of its own: shipping and its VAT. */
  saved: z.number(),
});

const fittingSchema = z.object({ ...orderSumsSchema.shape, orders: z.int(), books: z.int() });

export const orderReviewSchema = z.object({
  ...orderSumsSchema.shape,
  reviewId: z.string(),
  takenAtMs: z.number(),
  environment: environmentSchema,
  orders: z.array(reviewedOrderSchema),
  creditNow: z.number(),
  /** Zero when the credit is enough. */
  shortBy: z.number(),
  /** What the credit covers, in this order: an order that it does not cover whole is cut behind its last book that fits. */
  fit: fittingSchema,
  /** The same when the cheapest orders come first: as many orders as the credit can cover. */
  fitCheapest: fittingSchema,
  currency: z.string(),
  warnings: z.array(textRefSchema),
  /** Books of this selection that were ordered within the last 24 hours. */
  orderedRecently: z.array(z.object({ bookId: z.string(), title: z.string(), orderUid: z.string(), atMs: z.number() })),
});
export type OrderReview = z.infer<typeof orderReviewSchema>;

export const orderRunStateSchema = z.enum(['running', 'stopping', 'done']);
export type OrderRunState = z.infer<typeof orderRunStateSchema>;

/** An order of a run. */
export const runRowSchema = z.object({
  intentId: z.string(),
  /** In the run, from 0. */
  position: z.int(),
  /** Of its books. */
  titles: z.array(z.string()),
  /** In the order of their titles. */
  bookIds: z.array(z.string()),
  recipientName: z.string().nullable(),
  /** It repeats an order of a promotion, by which alone it is reviewed. */
  isPromoted: z.boolean(),
  /** The order that it places once more as it was. */
  repeats: z.string().nullable(),
  state: z.enum(['waiting', 'sending', 'checking', 'ordered', 'held', 'needsYou']),
  orderUid: z.string().nullable(),
  charge: z.number().nullable(),
  problem: textRefSchema.nullable(),
  serviceText: z.string().nullable(),
});
export type RunRow = z.infer<typeof runRowSchema>;

/** A run that is under way, or of which something was not placed. */
export const openRunSchema = z.object({
  runId: z.string(),
  createdAtMs: z.number(),
  /** Nothing of it is sent before. */
  heldUntilMs: z.number().nullable(),
  /** It goes on by itself when the credit is so much. */
  awaitsCredit: z.number().nullable(),
  orders: z.int(),
  underWay: z.int(),
  ordered: z.int(),
  held: z.int(),
  /** Not placed, and in no run since. */
  needsYou: z.int(),
});
export type OpenRun = z.infer<typeof openRunSchema>;

export const orderRowSchema = orderListItemSchema.extend({
  bookTitles: z.array(z.string()),
  /** With which imports its books came to this desk; empty where they did not. A name is empty of books that came by no folder. */
  batches: z.array(z.object({ batchId: z.string(), name: z.string(), addedAtMs: z.number() })),
  /** Of its books, as it was ordered; empty where neither desk nor service said so yet. `name` null: the desk did not know it. */
  specs: z.array(z.object({ specUid: z.string(), name: z.string().nullable() })),
  /** Of its items, while the others go on; as far as it was read whole. */
  cancelledItems: z.int(),
  statusSinceMs: z.number(),
  changedSinceSeen: z.boolean(),
  /** When it turns late by the studio's rule if it stays in its status, or did; null: never. */
  lateAtMs: z.number().nullable(),
  trackingNumber: z.string().nullable(),
  trackingCarrier: z.string().nullable(),
  actions: z.object({ cancel: actionStateSchema, changeShipping: actionStateSchema }),
});
export type OrderRow = z.infer<typeof orderRowSchema>;

export const orderDetailSchema = z.object({
  order: orderSchema,
  timeline: z.array(timelineEntrySchema),
  receipt: orderReceiptSchema,
  actions: z.object({ cancel: actionStateSchema, changeShipping: actionStateSchema }),
});
export type OrderDetail = z.infer<typeof orderDetailSchema>;

const cancelledSchema = z.object({
  orderUid: z.string(),
  ok: z.boolean(),
  /** What came back for all that was cancelled of the order. */
  refund: z.number().nullable(),
  problem: textRefSchema.nullable(),
  serviceText: z.string().nullable(),
});

/** Where what has no recipient of its own goes. */
export const orderAddressSchema = shippingSchema;

/** Orders that are placed once more by one press: the service is asked for their books one by one. */
export const MOST_AGAIN = 100;

export const ordersChannels = {
  /** One estimate for the selection, or for every uploaded, unordered book when the list is empty. */
  'orders.review': {
    input: z.object({
      bookIds: ids,
      /** All books of one recipient in one order; else each in its own. */
      together: z.boolean(),
      /** Books that go apart from the others of their recipient all the same, those of one group with each other. */
      apart: z.array(ids).max(MOST_IDS),
      /** Whom books without a recipient go to; null for an address that is still to be given. */
      recipientId: id.nullable(),
      /** Repeats what is open of a promotion, with its groups and addresses: whatever else is asked for is nothing to it. */
      promotionId: id.optional(),
      /** Orders that are placed once more: their books for those alone who got them by these. */
      again: ids.optional(),
      /** Each of those orders as it was: its books of the selection, with its copies, to its address. How orders are made up is nothing to it. */
      asOrdered: z.boolean().optional(),
    }),
    output: z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), review: orderReviewSchema }),
      z.object({ ok: z.literal(false), problem: textRefSchema, serviceText: z.string().nullable() }),
    ]),
    renewedBy: [],
  },
  /** Places the reviewed orders. `onlyFitting` orders those that the credit covers and holds the rest. */
  'orders.confirm': {
    input: z.object({
      reviewId: id,
      /** Null where every book has a recipient. */
      address: orderAddressSchema.nullable(),
      onlyFitting: z.boolean(),
      /** What fits when the cheapest orders come first, rather than as they are listed. */
      cheapestFirst: z.boolean().optional(),
      /** Holds all of it until the credit is enough, and goes on by itself then. */
      awaitCredit: z.boolean().optional(),
      print: printTakenSchema,
    }),
    /** `heldUntilMs`: nothing is sent before, and until then it can be taken back; null: it was sent off at once. */
    output: z.object({ runId: z.string(), heldUntilMs: z.number().nullable() }),
  },
  /** Takes back a run that is still held: its review can be confirmed again. False: it is sent by now. */
  'orders.undoRun': { input: z.object({ runId: id }), output: z.object({ undone: z.boolean() }) },
  /** What changed in the run since `since`, and how it stands. */
  'orders.run': {
    input: listInput.extend({ runId: id }),
    output: listOf(runRowSchema).extend({ state: orderRunStateSchema }),
    renewedBy: ['orderRun'],
  },
  /** Runs of the connection in use that are under way, and behind them those of which something was not placed, each the newest first. */
  'orders.openRuns': {
    input: nothing,
    output: z.array(openRunSchema),
    renewedBy: ['orderRun', 'library', 'connections'],
  },
  /** What of a run was not placed is asked about no longer. */
  'orders.putRunAside': { input: z.object({ runId: id }), output: done },
  'orders.stopRun': { input: z.object({ runId: id }), output: done },
  'orders.changes': { input: listInput, output: listOf(orderRowSchema), renewedBy: ['orders'] },
  /** When a person last looked at the orders; null for never. */
  'orders.seenAt': { input: nothing, output: z.number().nullable(), renewedBy: ['orders'] },
  'orders.detail': { input: z.object({ orderUid: id }), output: orderDetailSchema.nullable(), renewedBy: ['orders'] },
  /** The books of orders as far as they are in the library and may be ordered again, and how many of the items are not. */
  'orders.booksOf': {
    input: z.object({ orderUids: ids }),
    output: z.object({ bookIds: z.array(z.string()), others: z.int() }),
    renewedBy: ['library', 'orders'],
  },
  /**
   * Finds the books of orders that are not in the library as well: what the service has is ordered by its number there. The others by their titles: `gone` the
   * service has no more, `changed` were changed here since that order, `underWay` are being ordered. Throws what a call of the service does.
   */
  'orders.again': {
    input: z.object({ orderUids: z.array(id).max(MOST_AGAIN) }),
    output: z.object({
      /** Whose orders they are: of another one that came into use meanwhile none is placed. */
      connectionId: z.string(),
      books: z.array(
        z.object({
          bookId: z.string(),
          title: z.string(),
          print: printVerdictSchema,
          checkedLevel: checkLevelSchema.nullable(),
        }),
      ),
      gone: z.array(z.string()),
      changed: z.array(z.string()),
      underWay: z.array(z.string()),
    }),
  },
  'orders.lateRule': { input: nothing, output: lateRuleSchema, renewedBy: ['status'] },
  'orders.setLateRule': { input: lateRuleSchema, output: done },
  'orders.markSeen': { input: nothing, output: done },
  /** Orders that the refusal ORDERS_SINCE_UNREAD named, and that are of none of the books: the next review no longer waits for them. */
  'orders.passOver': { input: z.object({ orderUids: ids }), output: done },
  'orders.refresh': { input: nothing, output: done },
  'orders.cancel': {
    input: z.object({ orderUids: ids, reason: z.string().min(1).max(LIMITS.cancelReasonMaxChars) }),
    output: z.array(cancelledSchema),
  },
  /** Takes one book out of an order; the last one cancels it. */
  'orders.cancelItem': {
    input: z.object({
      orderUid: id,
      itemUid: id,
      reason: z.string().min(1).max(LIMITS.cancelReasonMaxChars),
    }),
    output: cancelledSchema,
  },
  'orders.changeShipping': {
    input: z.object({ orderUid: id, shipping: patchShippingBodySchema }),
    output: z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true) }),
      z.object({ ok: z.literal(false), problem: textRefSchema, serviceText: z.string().nullable() }),
    ]),
  },
  /**
   * Opens the carrier's page for a parcel in the system's browser: of the order, or of one item that went on its own. The main process makes
   * its address of what the order holds. Throws TRACKING_NONE, TRACKING_PAGE_UNKNOWN, TRACKING_PAGE_NOT_OPENED.
   */
  'orders.openTrackingPage': { input: z.object({ orderUid: id, itemUid: id.optional() }), output: done, by: 'shell' },
  /** The address that was used last, to start the next run with. */
  'orders.lastAddress': { input: nothing, output: orderAddressSchema.nullable(), renewedBy: [] },
} as const satisfies Record<string, ChannelDefinition>;
