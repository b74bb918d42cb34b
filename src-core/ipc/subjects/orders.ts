import { z } from 'zod';
import { pdfKindSchema } from '../../contract/books.ts';
import { LIMITS } from '../../contract/limits.ts';
import { orderListItemSchema, orderSchema, patchShippingBodySchema, shippingSchema } from '../../contract/orders.ts';
import { printReceiptSchema } from '../../desk/print-gate.ts';
import { printVerdictSchema } from '../../preflight/verdicts.ts';
import { textRefSchema } from '../../text-ref.ts';
import { type ChannelDefinition, done, id, ids, listInput, listOf, nothing } from '../channel-definition.ts';
import { printTakenSchema } from './checks.ts';
import { environmentSchema } from './connections.ts';
import { actionStateSchema, timelineEntrySchema } from './library.ts';

export const orderReviewSchema = z.object({
  reviewId: z.string(),
  takenAtMs: z.number(),
  environment: environmentSchema,
  lines: z.array(
    z.object({
      bookId: z.string(),
      title: z.string(),
      print: printVerdictSchema,
      specName: z.string(),
      pageCount: z.int(),
      quantity: z.int(),
      unitPrice: z.number(),
      itemAmount: z.number(),
      /** Product, shipping, packaging and VAT of this book's own order. */
      charge: z.number(),
    }),
  ),
  copies: z.int(),
  productAmount: z.number(),
  shippingFee: z.number(),
  packagingFee: z.number(),
  vatAmount: z.number(),
  charge: z.number(),
  creditNow: z.number(),
  creditAfter: z.number(),
  /** Zero when the credit is enough. */
  shortBy: z.number(),
  /** How many orders the credit covers, in this order. */
  fitNow: z.int(),
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
  bookId: z.string(),
  title: z.string(),
  state: z.enum(['waiting', 'sending', 'checking', 'ordered', 'held', 'needsYou']),
  orderUid: z.string().nullable(),
  charge: z.number().nullable(),
  problem: textRefSchema.nullable(),
  serviceText: z.string().nullable(),
});
export type RunRow = z.infer<typeof runRowSchema>;

export const orderRowSchema = orderListItemSchema.extend({
  bookTitles: z.array(z.string()),
  statusSinceMs: z.number(),
  changedSinceSeen: z.boolean(),
  trackingNumber: z.string().nullable(),
  trackingCarrier: z.string().nullable(),
  actions: z.object({ cancel: actionStateSchema, changeShipping: actionStateSchema }),
});
export type OrderRow = z.infer<typeof orderRowSchema>;

export const orderDetailSchema = z.object({
  order: orderSchema,
  timeline: z.array(timelineEntrySchema),
  /** The bytes that were sent, for a dispute or a reorder. */
  receipt: z.array(z.object({ kind: pdfKindSchema, name: z.string(), sizeBytes: z.number(), sha256: z.string() })),
  /** What was known of the print of what was ordered, and who took it on; null for orders that were not placed here. */
  print: printReceiptSchema.nullable(),
  actions: z.object({ cancel: actionStateSchema, changeShipping: actionStateSchema }),
});
export type OrderDetail = z.infer<typeof orderDetailSchema>;

/** Where a batch of orders goes. The same address for every book of the run. */
export const orderAddressSchema = shippingSchema;

export const ordersChannels = {
  /** One estimate for the selection, or for every uploaded, unordered book when the list is empty. */
  'orders.review': {
    input: z.object({ bookIds: ids }),
    output: z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), review: orderReviewSchema }),
      z.object({ ok: z.literal(false), problem: textRefSchema, serviceText: z.string().nullable() }),
    ]),
    renewedBy: [],
  },
  /** Places the reviewed orders. `onlyFitting` orders those that the credit covers and holds the rest. */
  'orders.confirm': {
    input: z.object({ reviewId: id, address: orderAddressSchema, onlyFitting: z.boolean(), print: printTakenSchema }),
    output: z.object({ runId: z.string() }),
  },
  /** What changed in the run since `since`, and how it stands. */
  'orders.run': {
    input: listInput.extend({ runId: id }),
    output: listOf(runRowSchema).extend({ state: orderRunStateSchema }),
    renewedBy: ['orderRun'],
  },
  'orders.stopRun': { input: z.object({ runId: id }), output: done },
  'orders.changes': { input: listInput, output: listOf(orderRowSchema), renewedBy: ['orders'] },
  /** When a person last looked at the orders; null for never. */
  'orders.seenAt': { input: nothing, output: z.number().nullable(), renewedBy: ['orders'] },
  'orders.detail': { input: z.object({ orderUid: id }), output: orderDetailSchema.nullable(), renewedBy: ['orders'] },
  'orders.markSeen': { input: nothing, output: done },
  'orders.refresh': { input: nothing, output: done },
  'orders.cancel': {
    input: z.object({ orderUids: ids, reason: z.string().min(1).max(LIMITS.cancelReasonMaxChars) }),
    output: z.array(
      z.object({
        orderUid: z.string(),
        ok: z.boolean(),
        refund: z.number().nullable(),
        problem: textRefSchema.nullable(),
        serviceText: z.string().nullable(),
      }),
    ),
  },
  'orders.changeShipping': {
    input: z.object({ orderUid: id, shipping: patchShippingBodySchema }),
    output: z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true) }),
      z.object({ ok: z.literal(false), problem: textRefSchema, serviceText: z.string().nullable() }),
    ]),
  },
  /** Asks where to, then writes the orders as CSV (UTF-8 with BOM, so that Excel reads Hangul). */
  'orders.exportCsv': { input: z.object({ orderUids: ids }), output: z.object({ saved: z.boolean() }), by: 'shell' },
  /** The address that was used last, to start the next run with. */
  'orders.lastAddress': { input: nothing, output: orderAddressSchema.nullable(), renewedBy: [] },
} as const satisfies Record<string, ChannelDefinition>;
