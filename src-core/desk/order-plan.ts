/** A book that is to be ordered, for one recipient; null is whom the batch goes to. */
export interface PlannedLine {
  readonly bookId: string;
  readonly recipientId: string | null;
}

export interface HowToPlan {
  /** All books of one recipient in one order; else each on its own. */
  readonly together: boolean;
  /** Books that go on their own all the same. */
  readonly apart: ReadonlySet<string>;
  /** Items that the service takes in one order. */
  readonly itemsMax: number;
}

/**
 * The orders that the lines become, in the order in which their first lines stand. Shipping is paid once an order
 * (specification, "Price rule in Sandbox"), so what one recipient gets goes together.
 */
export function planOrders<Line extends PlannedLine>(
  lines: readonly Line[],
  { together, apart, itemsMax }: HowToPlan,
): (readonly Line[])[] {
  const planned: Line[][] = [];
  const open = new Map<string | null, Line[]>();
  for (const line of lines) {
    const isAlone = !together || apart.has(line.bookId);
    const known = isAlone ? undefined : open.get(line.recipientId);
    if (known !== undefined && known.length < itemsMax) {
      known.push(line);
      continue;
    }
    const order = [line];
    planned.push(order);
    if (!isAlone) open.set(line.recipientId, order);
  }
  return planned;
}
