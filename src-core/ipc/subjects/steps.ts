import { z } from 'zod';
import { type ChannelDefinition, id } from '../channel-definition.ts';

/** Done, with what takes it back as long as the desk is open. */
export const undoable = z.object({ undoId: id });
/** `undoId`: null where it changed nothing. */
export const maybeUndoable = z.object({ undoId: id.nullable() });

export const stepChannels = {
  /**
   * Takes a step back that another call answered; the answer's `undoId` does it again, null where it is done by hand alone. What
   * was changed since stays as it is: `left` counts these rows. Throws UNDO_UNKNOWN for one that was taken back, is too long ago or of
   * an earlier start; UNDO_CHANGED, PAIRING_CHANGED, BOOK_NOT_ALLOWED where nothing of it can be taken back now.
   */
  'steps.takeBack': { input: undoable, output: maybeUndoable.extend({ left: z.int() }) },
} as const satisfies Record<string, ChannelDefinition>;
