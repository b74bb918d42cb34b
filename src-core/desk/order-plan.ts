/** A book that is to be ordered, for one recipient; null is whom the batch goes to. */
export interface PlannedLine {
  readonly bookId: string;
  readonly recipientId: string | null;
}

export interface HowToPlan {
  /** All books of one recipient in one order; else each on its own. */
  readonly together: boolean;
  /** Books that go apart from the others of their recipient all the same, those of one group with each other. */
  readonly apart: readonly (readonly string[])[];
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
  const open = new Map<string, Line[]>();
  const groupOf = new Map(apart.flatMap((group, at) => group.map((bookId) => [bookId, at] as const)));
  for (const line of lines) {
    const parcel = JSON.stringify([line.recipientId, groupOf.get(line.bookId) ?? null]);
    const known = together ? open.get(parcel) : undefined;
    if (known !== undefined && known.length < itemsMax) {
      known.push(line);
      continue;
    }
    const order = [line];
    planned.push(order);
    open.set(parcel, order);
  }
  return planned;
}
