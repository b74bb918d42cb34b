import { z } from 'zod';

// What the channels of every subject are made of.

export const nothing = z.object({}).strict();
export const done = z.null();
/** Whatever names a book, a file, a job, a run or an order: made here or by a service. */
export const id = z.string().min(1).max(200);
export const MOST_IDS = 20_000;
export const ids = z.array(id).max(MOST_IDS);
/** The rule and the values that findings have in common. */
export const groupKey = z.string().min(1).max(4_000);
/** More than any money or measure that a person enters. */
export const MOST = 1_000_000_000;

/** Tables that leave the studio: text with a BOM, or an Excel workbook. */
export const tableKindSchema = z.enum(['csv', 'xlsx']);

/**
 * A list of which the window keeps the rows. Null asks for the whole list, a `mark` of an earlier answer for what changed
 * since then. Answers come in pages: while `hasMore`, the next one is asked for with the mark of the last.
 */
export const listInput = z.object({ since: z.string().max(200).nullable() });
export const listOf = <T extends z.ZodType>(row: T) =>
  z.object({
    mark: z.string(),
    /** The asker's rows are of another run or another connection: the list begins anew with these. */
    isFresh: z.boolean(),
    /** New rows, and known ones as they are now, in no order. */
    rows: z.array(row),
    /** Ids of rows that are no longer in the list. */
    gone: z.array(z.string()),
    hasMore: z.boolean(),
  });

/** Everything that can change. */
export const TOPICS = [
  'status',
  'library',
  'imports',
  'hotFolders',
  'queue',
  'progress',
  'orders',
  'orderRun',
  'promotions',
  'credit',
  'printHouse',
  'recipients',
  'manifests',
  'specs',
  'connections',
  'preferences',
  'activity',
  'layouts',
  'comments',
  'packages',
  'arrivals',
  'updates',
] as const;

export interface ChannelDefinition {
  readonly input: z.ZodType;
  readonly output: z.ZodType;
  /** Answered by the shell, because it needs a window, a dialog or a process; the desk answers the others. */
  readonly by?: 'shell';
  /** The window asks this one, and asks again when a topic of these changes; a channel without it tells to do something. */
  readonly renewedBy?: readonly (typeof TOPICS)[number][];
}
