import { z } from 'zod';
import { BOOK_RULES } from '../../composition/book-rules.ts';
import { breakBeforeSchema } from '../../contract/composition.ts';
import { LIMITS } from '../../contract/limits.ts';
import { templateSchema } from '../../contract/templates.ts';
import { layoutIdSchema, pictureKeySchema } from '../names.ts';

/** Of one book: a page each of the largest there are. */
export const MOST_ENTRIES = 2_000;

/** What a variable of a template is given: a text as it was typed, yes or no, or pictures of the book. */
export const entryValueSchema = z.union([
  z.string().max(LIMITS.entryTextMaxChars),
  z.boolean(),
  z.array(pictureKeySchema).max(LIMITS.entryPicturesMax),
]);
export type EntryValue = z.infer<typeof entryValueSchema>;

/** A template with what its variables are given; one that is not named has nothing yet. */
export const themedEntrySchema = z.object({
  templateUid: z.string().min(1).max(64),
  values: z.record(z.string().min(1).max(64), entryValueSchema),
  /** Left out: a divider or an imprint begins a page, everything else where the one before it ended. */
  breakBefore: breakBeforeSchema.optional(),
});
export type ThemedEntry = z.infer<typeof themedEntrySchema>;

/** Templates as their themes drew them when the book began to have them: it is printed as it was begun, whatever is drawn anew since. */
export const heldTemplatesSchema = z.record(z.string().min(1).max(64), templateSchema);
export const entriesSchema = z.record(layoutIdSchema, themedEntrySchema);

/** What of a book is made by templates. */
export const themedSchema = z.object({
  /** Null: its panels are laid out by hand. */
  cover: themedEntrySchema.nullable(),
  /** Entries from the first page on; empty: its pages are laid out by hand. */
  order: z.array(layoutIdSchema).max(MOST_ENTRIES),
  /** So many pages the entries took when they were laid out last: the book has no fewer. */
  pages: z.int().min(0).max(4_000),
  /** Printed where a template says the day; by the clock of whoever began. */
  day: z.object({
    year: z.int().min(1_000).max(9_999),
    month: z.int().min(1).max(12),
    date: z.int().min(1).max(31),
  }),
  /** By which rules they are laid out. */
  rules: z.literal(BOOK_RULES),
});
export type Themed = z.infer<typeof themedSchema>;
