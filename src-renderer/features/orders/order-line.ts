/** Height of a line in the order review and in a run: what `order-review.module.css` gives it, and its rule below. */
export const ORDER_LINE_PX = 31;
