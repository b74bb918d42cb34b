import { LIMITS } from '../../../../src-core/contract/limits.ts';

const lines = `
1 to ${LIMITS.orderItemsMax.toLocaleString('en')} lines, each of 1 to ${LIMITS.quantityMax} copies (1 when
\`quantity\` is left out)`;
const NOT_ORDERABLE =
  '400 ERR_VALIDATION_FAILED for a book that is missing, of another account or environment, deleted or not finalized';
const OF_ANOTHER = '403 for an order of another account or environment.';

/** What the document says of each operation on orders. Markdown. */
export const ORDERS = {
  estimateOrder: `
Tells what an order of these books would cost now: ${lines}. Nothing is charged, reserved or kept.
\`paidCreditAmount\` is what POST /orders would charge, products, shipping and packaging with VAT. Shipping is counted
once an order, so one order of several books costs less than several.

Too little credit is no failure here: \`creditSufficient\` is false, and \`creditBalance\` tells what there is.
${NOT_ORDERABLE}; \`errors\` name it.`,

  createOrder: `
Orders finalized books to one address and charges the credit of this environment at once, with VAT: ${lines}. Order,
charge and the event order.created happen together or not at all. An order of PDF_UPLOAD books alone begins as
PDF_READY, any other as PAID; in Live it becomes PDF_READY when its books are rendered. In Sandbox it stays where it
begins and nothing is printed.

Always send an \`Idempotency-Key\`, a new one for each order that is meant, kept before it is sent: after a lost
answer or a 5xx the same key with the same body orders and charges once, however often it is sent. Without a key a
repeat is a second order with a second charge.

402 ERR_INSUFFICIENT_CREDIT: nothing was written; \`data\` says what is required and what is there. It is never kept,
so the same key works once there is credit. ${NOT_ORDERABLE}; it may be kept for the key (\`X-Idempotent-Key\` says
so), so a corrected order takes a new one. 500 ERR_PDF_FILE_MISSING: the file of a book is lost or damaged, nothing
was charged; make the book anew. \`creditBalanceAfter\` is told by this answer alone.`,

  listOrders: `
Your orders of this environment, the newest first, page by page and without their items. \`status\` takes one status
by its name or by its number; \`createdFrom\` and \`createdTo\` go by \`orderedAt\`. COMPLETED is a status of items
alone: no order has it. To follow one order, read it by its uid or take the webhooks.`,

  getOrder: `
One order with its items as they are now: statuses, tracking, what was charged (\`paidCreditAmount\`) and what was
given back so far (\`refundAmount\`). The way to follow an order without webhooks. \`creditBalanceAfter\` is null
here. 404 ERR_NOT_FOUND: no such order; ${OF_ANOTHER}`,

  cancelOrder: `
Cancels a whole order that is PAID or PDF_READY and gives back at once all that is left of its charge, VAT and
shipping with it. The order becomes CANCELLED_REFUND with all its items, and order.cancelled is sent. From CONFIRMED
on only the print house can cancel. Books stay finalized and can be ordered again.

400 ERR_VALIDATION_FAILED for an order that is missing (not 404), cancelled already, or further than PDF_READY: it may
be kept for the \`Idempotency-Key\`. After a lost answer the same key gives the first answer again; a cancel never
refunds twice. ${OF_ANOTHER}`,

  cancelOrderItem: `
Cancels one item of an order that is PAID or PDF_READY and gives back at once what was paid less what the remaining
items cost with shipping and VAT, so shipping is kept while anything is left to ship. All refunds together never
exceed the charge. order.item_cancelled is sent. The last item cancels the order: CANCELLED_REFUND, all that is left
is given back, and order.cancelled is sent as well.

Answers the order; its \`refundAmount\` is the sum of all refunds so far. 400 ERR_VALIDATION_FAILED for a missing
order, an item that is not in it, one that is cancelled already, or an order further than PDF_READY. ${OF_ANOTHER}`,

  updateShipping: `
Changes where an order goes while it is PAID, PDF_READY or CONFIRMED: until production starts. Nothing is charged. A
field that is absent or null stays as it is; an empty text takes \`address2\` and \`shippingMemo\` away. What POST
/orders takes as \`shipping.memo\` is \`shippingMemo\` here. The same body again changes nothing more. 400
ERR_VALIDATION_FAILED in any other status, 404 ERR_NOT_FOUND for no such order; ${OF_ANOTHER}`,

  updateOrderStatus: `
A partner can move an order to one status only: CANCELLED_REFUND, from PAID or PDF_READY, with a \`cancelReason\`. It
does what POST cancel does, the full refund with it, but without an \`Idempotency-Key\`: prefer that one. Every other
move is 400 ERR_ORDER_TRANSITION_INVALID, also the repeat of a cancel; a cancel without a reason is
ERR_VALIDATION_FAILED. 404 ERR_NOT_FOUND for no such order; ${OF_ANOTHER}`,
} as const;
