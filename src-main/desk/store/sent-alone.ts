/** A book that is known from an order alone lies under such an `undoId`, as a removed one does: it is in no list, and can be ordered by its number. */
export const SENT_ALONE = 'sent-';
