import { z } from 'zod';
import { pdfKindSchema } from '../../contract/books.ts';
import { fixNameSchema } from '../../preflight/finding.ts';
import { textRefSchema } from '../../text-ref.ts';
import { type ChannelDefinition, done, id, ids, nothing } from '../channel-definition.ts';
import { undoable } from './steps.ts';

/** One repair, made into a file of its own and waiting to be looked at. */
export const fixPreviewSchema = z.object({
  previewId: z.string(),
  fix: fixNameSchema,
  fileId: z.string(),
  fixedFileId: z.string(),
  /** Before and after as the page view draws them; other bytes have another name. */
  bytesId: z.string(),
  fixedBytesId: z.string(),
  /** Of both: they do not overprint, or are drawn as they print, or from the files as they are because one of them cannot be. */
  overprint: z.enum(['none', 'simulated', 'notSimulated']),
  /** PDF pages of the fixed file, from 1, that differ. */
  pages: z.array(z.int()),
  pageCountBefore: z.int(),
  pageCountAfter: z.int(),
  /** What was done, one sentence a kind of edit. */
  edits: z.array(textRefSchema),
  /** Titles of the groups that the repair takes away, and of any that it brings. */
  solved: z.array(textRefSchema),
  added: z.array(textRefSchema),
});
export type FixPreview = z.infer<typeof fixPreviewSchema>;

/** A repair that is being made. */
export const fixProgressSchema = z.object({
  bookId: id,
  kind: pdfKindSchema,
  fix: fixNameSchema,
  /** `checking`: the repaired file is held against the order. */
  step: z.enum(['looking', 'writing', 'comparing', 'checking']),
  /** Pages of this step; both 0 for a step without pages. */
  done: z.int(),
  total: z.int(),
});
export type FixProgress = z.infer<typeof fixProgressSchema>;

/** Another book for which the same repair is offered, for the same cause. */
export const alikeBookSchema = z.object({ bookId: id, title: z.string(), batch: z.string() });
export type AlikeBook = z.infer<typeof alikeBookSchema>;

/** A book that a repair of many was not taken over for. */
export const leftBookSchema = z.object({ bookId: id, reason: textRefSchema });
export type LeftBook = z.infer<typeof leftBookSchema>;

/** Books that are done with, of those that were asked for. */
export const alikeRunSchema = z.object({ done: z.int(), total: z.int(), isStopping: z.boolean() });
export type AlikeRun = z.infer<typeof alikeRunSchema>;

export const fixesChannels = {
  /** Makes the repair into a file of its own, checks that one, and shows what came of it. The book is not touched. */
  'fixes.preview': {
    input: z.object({ bookId: id, kind: pdfKindSchema, fix: fixNameSchema }),
    output: z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), preview: fixPreviewSchema }),
      z.object({ ok: z.literal(false), problem: textRefSchema }),
    ]),
  },
  /** What `fixes.preview` is at: the answer may take as long as two drawings of the book. */
  'fixes.progress': { input: nothing, output: z.array(fixProgressSchema), renewedBy: ['progress'] },
  /** The book goes on with the repaired file; the customer's stays where and as it is. */
  'fixes.apply': { input: z.object({ previewId: id }), output: undoable },
  'fixes.discard': { input: z.object({ previewId: id }), output: done },
  /** Other books that the same repair is offered for, for the same cause: asked once, before it is taken over. */
  'fixes.alike': {
    input: z.object({ bookId: id, kind: pdfKindSchema, fix: fixNameSchema }),
    output: z.array(alikeBookSchema),
  },
  /** Repairs them one after the other, and takes over what solves something and brings nothing new; one step for all. */
  'fixes.repairAlike': {
    input: z.object({ bookIds: ids.min(1), kind: pdfKindSchema, fix: fixNameSchema }),
    output: z.object({ repaired: z.int(), left: z.array(leftBookSchema), undoId: z.string().nullable() }),
  },
  /** How far it is; null while none runs. */
  'fixes.alikeProgress': { input: nothing, output: alikeRunSchema.nullable(), renewedBy: ['progress'] },
  /** The book in hand is done, those after it are left. */
  'fixes.stopAlike': { input: nothing, output: done },
  /** Back to the file before the last repair. */
  'fixes.undo': { input: z.object({ bookId: id, kind: pdfKindSchema }), output: done },
} as const satisfies Record<string, ChannelDefinition>;
