import { z } from 'zod';
import { LIMITS } from '../../contract/limits.ts';
import { shippingSchema } from '../../contract/orders.ts';
import { consignmentSchema, recipientSchema } from '../../desk/recipients.ts';
import { type ChannelDefinition, id, ids, nothing } from '../channel-definition.ts';
import { maybeUndoable, undoable } from './steps.ts';

/** One more than a book may have copies: each gets one at least. */
const consignments = z.array(consignmentSchema).max(LIMITS.quantityMax);

export const recipientsChannels = {
  /** The address book, whoever was written to last first, without what was typed for orders of the other environment. */
  'recipients.list': { input: nothing, output: z.array(recipientSchema), renewedBy: ['recipients', 'connections'] },
  /** Writes an address down, or over the one that is given, which becomes one with the entry that says the same already. */
  'recipients.save': {
    input: z.object({ recipientId: id.nullable(), address: shippingSchema, kind: recipientSchema.shape.kind }),
    output: recipientSchema,
  },
  /** Takes an address out of the book. What was ordered for it, and what is to go there, stays. */
  'recipients.remove': { input: z.object({ recipientId: id }), output: undoable },
  /** Whom a book goes to; empty where it goes with the batch. */
  'recipients.ofBook': {
    input: z.object({ bookId: id }),
    output: z.array(recipientSchema.extend({ quantity: consignmentSchema.shape.quantity })),
    renewedBy: ['library', 'recipients'],
  },
  /** Whom a book goes to, and how many copies each gets: the book's copies are their sum. */
  'recipients.setForBook': { input: z.object({ bookId: id, consignments }), output: maybeUndoable },
  /** The same recipient for each of the books, with all of its copies; null for none. */
  'recipients.assign': {
    input: z.object({ bookIds: ids, recipientId: id.nullable() }),
    output: maybeUndoable,
  },
} as const satisfies Record<string, ChannelDefinition>;
