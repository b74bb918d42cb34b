import { z } from 'zod';
import { paginationQuery, periodQuery, timestampSchema } from './envelope.ts';
import { LIMITS } from './limits.ts';
import { singleLine } from './texts.ts';

/** The twelve order statuses: code and label as shown to partners (service-facts 5.1, contract-decisions). */
export const ORDER_STATUSES = {
  PAID_AWAITING_CONTENT: { code: 15, display: '결제완료(컨텐츠 대기)' },
  PAID: { code: 20, display: '결제완료' },
  PDF_READY: { code: 25, display: 'PDF준비완료' },
  CONFIRMED: { code: 30, display: '제작확정' },
  IN_PRODUCTION: { code: 40, display: '제작중' },
  COMPLETED: { code: 45, display: '제작완료' },
  PRODUCTION_COMPLETE: { code: 50, display: '전체제작완료' },
  SHIPPED: { code: 60, display: '발송완료' },
  DELIVERED: { code: 70, display: '배송완료' },
  CANCELLED: { code: 80, display: '취소' },
  CANCELLED_REFUND: { code: 81, display: '취소환불' },
  ERROR: { code: 90, display: '오류' },
} as const;
export type OrderStatus = keyof typeof ORDER_STATUSES;
export const orderStatusSchema = z
  .enum(Object.keys(ORDER_STATUSES) as [OrderStatus, ...OrderStatus[]])
  .meta({ id: 'OrderStatus' });

const lineSchema = z
  .object({
    bookUid: z.string().min(1).max(LIMITS.uidMaxChars),
    quantity: z.int().min(1).max(LIMITS.quantityMax).default(1),
  })
  .meta({ id: 'OrderLine', description: 'So many copies of one book' });
export type OrderLine = z.infer<typeof lineSchema>;

const linesSchema = z.array(lineSchema).min(1).max(LIMITS.orderItemsMax);

export const estimateBodySchema = z.object({ items: linesSchema }).meta({ id: 'EstimateOrder' });

export const estimateSchema = z
  .object({
    items: z.array(
      z.object({
        bookUid: z.string(),
        bookSpecUid: z.string(),
        pageCount: z.int(),
        quantity: z.int(),
        unitPrice: z.number(),
        itemAmount: z.number(),
        packagingFee: z.number(),
      }),
    ),
    productAmount: z.number(),
    shippingFee: z.number(),
    boxCount: z.int(),
    packagingFee: z.number(),
    totalAmount: z.number(),
    paidCreditAmount: z.number(),
    creditBalance: z.number(),
    creditSufficient: z.boolean(),
    currency: z.string(),
  })
  .meta({ id: 'Estimate', description: 'What the order would cost. Amounts in currency; paidCreditAmount with VAT' });
export type Estimate = z.infer<typeof estimateSchema>;

const S = LIMITS.shipping;
/** Delivery data of a new order; unknown keys are dropped (contract-decisions). */
export const shippingSchema = z
  .object({
    recipientName: singleLine().min(1).max(S.recipientNameMaxChars),
    recipientPhone: singleLine().min(1).max(S.recipientPhoneMaxChars),
    postalCode: singleLine().min(1).max(S.postalCodeMaxChars),
    address1: singleLine().min(1).max(S.address1MaxChars),
    address2: singleLine().max(S.address2MaxChars).optional(),
    memo: z.string().max(S.memoMaxChars).optional(),
  })
  .meta({ id: 'Shipping', description: 'Where the order goes' });
export type Shipping = z.infer<typeof shippingSchema>;

export const createOrderBodySchema = z
  .object({
    items: linesSchema,
    shipping: shippingSchema,
    externalRef: singleLine().max(LIMITS.externalRefMaxChars).optional(),
    externalUserId: singleLine().max(LIMITS.externalRefMaxChars).optional(),
  })
  .meta({ id: 'CreateOrder' });
export type CreateOrderBody = z.infer<typeof createOrderBodySchema>;

/**
 * Body of PATCH shipping: `memo` of creation is `shippingMemo` here. A field that is absent or null stays as it is: who
 * sends half a model back must not lose half an address. An empty text empties address2 and shippingMemo.
 */
export const patchShippingBodySchema = z
  .object({
    recipientName: shippingSchema.shape.recipientName.optional(),
    recipientPhone: shippingSchema.shape.recipientPhone.optional(),
    postalCode: shippingSchema.shape.postalCode.optional(),
    address1: shippingSchema.shape.address1.optional(),
    address2: shippingSchema.shape.address2,
    shippingMemo: shippingSchema.shape.memo,
  })
  .meta({ id: 'ShippingChanges', description: 'What is absent stays' });
export type PatchShippingBody = z.infer<typeof patchShippingBodySchema>;

export const cancelBodySchema = z
  .object({ cancelReason: z.string().min(1).max(LIMITS.cancelReasonMaxChars) })
  .meta({ id: 'Cancellation' });

/** Body of PATCH status; a cancel needs its reason. */
export const patchStatusBodySchema = z
  .object({ orderStatus: orderStatusSchema, cancelReason: cancelBodySchema.shape.cancelReason.optional() })
  .meta({ id: 'OrderStatusChange' });

export const orderItemSchema = z
  .object({
    itemUid: z.string(),
    bookUid: z.string(),
    bookTitle: z.string(),
    bookSpecUid: z.string(),
    bookSpecName: z.string(),
    quantity: z.int(),
    pageCount: z.int(),
    unitPrice: z.number(),
    itemAmount: z.number(),
    itemStatus: orderStatusSchema,
    itemStatusDisplay: z.string(),
    trackingNumber: z.string().nullable(),
    trackingCarrier: z.string().nullable(),
    shippedAt: timestampSchema.nullable(),
    createdAt: timestampSchema,
  })
  .meta({ id: 'OrderItem', description: 'One book of an order' });

/** What an order begins with, alone and in the list. */
const orderHead = {
  orderUid: z.string(),
  accountUid: z.string(),
  accountName: z.string(),
  accountOrganizationName: z.string().nullable(),
  orderType: z.literal('NORMAL'),
  externalRef: z.string().nullable(),
  orderStatus: orderStatusSchema,
  orderStatusDisplay: z.string(),
};

/** One order, in the recorded key order (service-facts 5.3). `creditBalanceAfter` is null outside creation. */
export const orderSchema = z
  .object({
    ...orderHead,
    isTest: z.boolean(),
    totalProductAmount: z.number(),
    totalShippingFee: z.number(),
    totalPackagingFee: z.number(),
    totalAmount: z.number(),
    paidCreditAmount: z.number(),
    paymentMethod: z.literal('CREDIT'),
    creditBalanceAfter: z.number().nullable(),
    recipientName: z.string(),
    recipientPhone: z.string(),
    postalCode: z.string(),
    address1: z.string(),
    address2: z.string().nullable(),
    shippingMemo: z.string().nullable(),
    trackingNumber: z.string().nullable(),
    trackingCarrier: z.string().nullable(),
    cancelReason: z.string().nullable(),
    refundAmount: z.number().nullable(),
    orderedAt: timestampSchema,
    paidAt: timestampSchema.nullable(),
    cancelledAt: timestampSchema.nullable(),
    shippedAt: timestampSchema.nullable(),
    deliveredAt: timestampSchema.nullable(),
    createdAt: timestampSchema,
    items: z.array(orderItemSchema),
  })
  .meta({
    id: 'Order',
    description: 'An order; paidCreditAmount with VAT. creditBalanceAfter is null outside creation',
  });
export type Order = z.infer<typeof orderSchema>;

export const orderListItemSchema = z
  .object({
    ...orderHead,
    totalAmount: z.number(),
    paidCreditAmount: z.number(),
    paymentMethod: z.literal('CREDIT'),
    itemCount: z.int(),
    recipientName: z.string(),
    isTest: z.boolean(),
    orderedAt: timestampSchema,
    createdAt: timestampSchema,
  })
  .meta({ id: 'OrderListItem', description: 'An order in the list' });
export type OrderListItem = z.infer<typeof orderListItemSchema>;

/** A status by its name, or by its code as clients of v1.0 send it (service-facts 5.5). */
const orderStatusFilterSchema = z
  .enum([...orderStatusSchema.options, ...orderStatusSchema.options.map((name) => String(ORDER_STATUSES[name].code))])
  .transform(
    (asked) =>
      orderStatusSchema.options.find((name) => String(ORDER_STATUSES[name].code) === asked) ??
      orderStatusSchema.parse(asked),
  );

export const orderListQuerySchema = z.object({
  status: orderStatusFilterSchema.optional().describe('By name or by code'),
  ...periodQuery(),
  ...paginationQuery(),
});
