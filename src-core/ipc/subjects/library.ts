import { z } from 'zod';
import { pdfKindSchema } from '../../contract/books.ts';
import { LIMITS } from '../../contract/limits.ts';
import { bookStageSchema } from '../../desk/book-machine.ts';
import { findingSchema, fixNameSchema } from '../../preflight/finding.ts';
import { checkLevelSchema, printVerdictSchema, signOffSchema, verdictSchema } from '../../preflight/verdicts.ts';
import { textRefSchema } from '../../text-ref.ts';
import { type ChannelDefinition, done, id, ids, listInput, listOf } from '../channel-definition.ts';
import { maybeUndoable, undoable } from './steps.ts';

/** Whether a button is on, and why not: computed by the same tables that guard the action. */
export const actionStateSchema = z.object({ allowed: z.boolean(), reason: textRefSchema.nullable() });
export type ActionState = z.infer<typeof actionStateSchema>;

/**
 * What became of a book that is made here: no files yet, files of its layout as it is, or of an earlier state of it. `former`:
 * it was sent off with its files, and the layout goes on in a newer version.
 */
export const layoutStateSchema = z.enum(['notExported', 'exported', 'changed', 'former']);
export type LayoutState = z.infer<typeof layoutStateSchema>;

export const libraryRowSchema = z.object({
  bookId: z.string(),
  title: z.string(),
  /** Name of the dropped folder. */
  batch: z.string(),
  specUid: z.string().nullable(),
  specName: z.string().nullable(),
  /** `given` by the operator, or `guessed` from the measured pages. */
  specOrigin: z.enum(['given', 'guessed']).nullable(),
  /** Book pages that the contents make under the spec. */
  pageCount: z.int().nullable(),
  quantity: z.int(),
  /** Names of whom it goes to; empty where it goes with the rest of its batch. */
  recipients: z.array(z.string()),
  verdict: verdictSchema,
  print: printVerdictSchema,
  /** What both files were checked to; null while nothing was. */
  checkedLevel: checkLevelSchema.nullable(),
  stage: bookStageSchema,
  /** Null for a book that came as files. */
  layout: layoutStateSchema.nullable(),
  /** Which of the books that were made of one layout, from 1; 1 for a book that came as files. */
  version: z.int().min(1),
  /** The one line of the State column: the worst finding, or what is going on. */
  headline: textRefSchema.nullable(),
  coverFileId: z.string().nullable(),
  contentsFileId: z.string().nullable(),
  /** What the cover is drawn from; other bytes have another name. */
  coverBytesId: z.string().nullable(),
  /** Another one as soon as either file was written anew, which keeps its identifier. */
  bytesKey: z.string(),
  bookUid: z.string().nullable(),
  orderUid: z.string().nullable(),
  /** Local forecast of one copy, in the account currency, without shipping and VAT. */
  unitPrice: z.number().nullable(),
  addedAtMs: z.number(),
});
export type LibraryRow = z.infer<typeof libraryRowSchema>;

/** A repair as it was made, so that it can be told and taken back. */
export const madeFixSchema = z.object({ fix: fixNameSchema, atMs: z.number(), pages: z.array(z.int()) });
export type MadeFix = z.infer<typeof madeFixSchema>;

export const bookFileSchema = z.object({
  fileId: z.string(),
  /** What its pages are drawn from; other bytes have another name. */
  bytesId: z.string(),
  role: pdfKindSchema,
  name: z.string(),
  sizeBytes: z.number(),
  modifiedAtMs: z.number(),
  sha256: z.string().nullable(),
  pdfPages: z.int().nullable(),
  /** Visible size of the first page. */
  widthMm: z.number().nullable(),
  heightMm: z.number().nullable(),
  /** PDF pages, from 1, that are drawn with their overprint simulated. */
  overprintPages: z.array(z.int()),
  /** Those that overprint and are drawn as if they did not: it could not be simulated. */
  notSimulatedPages: z.array(z.int()),
  boxes: z.array(
    z.object({
      box: z.enum(['media', 'crop', 'bleed', 'trim', 'art']),
      widthMm: z.number(),
      heightMm: z.number(),
    }),
  ),
  /** Repairs that lie between the customer's file and this one, oldest first; empty for the customer's own. */
  fixes: z.array(madeFixSchema),
  /** Present at its place, or gone (drive not connected, moved away), or another file now. */
  presence: z.enum(['present', 'missing', 'changed', 'elsewhere']),
  /** Whether it may be opened in the program that changes PDFs, which writes in place. */
  open: actionStateSchema,
});
export type BookFile = z.infer<typeof bookFileSchema>;

export const timelineEntrySchema = z.object({
  atMs: z.number(),
  text: textRefSchema,
  /** What was charged or given back. */
  money: z.object({ amount: z.number(), currency: z.string() }).optional(),
  tone: z.enum(['plain', 'good', 'bad']),
  /** Whose clock it is: this computer's, the service's own record, or the moment when a sweep over the orders found it so. */
  source: z.enum(['desk', 'service', 'sweep']),
});
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;

/** Findings of one cause: one line to read and one thing to decide. */
export const findingGroupSchema = z.object({
  /** Stable while the cause is the same; what a sign-off is given to. */
  groupKey: z.string(),
  /** The worst of them first. */
  findings: z.array(findingSchema).min(1),
  signOff: signOffSchema.nullable(),
  /** A sign-off that holds no more, because the files or the spec are others now. */
  reopened: signOffSchema.nullable().default(null),
  /** False for a refusal and for what was not checked: neither can be taken on. */
  canSignOff: z.boolean(),
});
export type FindingGroup = z.infer<typeof findingGroupSchema>;

/** A book that was made of a layout. */
export const bookVersionSchema = z.object({ bookId: z.string(), version: z.int(), stage: bookStageSchema });
export type BookVersion = z.infer<typeof bookVersionSchema>;

export const bookDetailSchema = libraryRowSchema.extend({
  files: z.array(bookFileSchema),
  /** Worst first. The first seven that are open are what has to be decided; the others can wait. */
  groups: z.array(findingGroupSchema),
  /** Deeper levels are being worked on. */
  isCheckingDeeper: z.boolean(),
  /** Why these files make one book. */
  pairing: textRefSchema,
  /** Specs that the measured files fit, best first, then the others with the reason against them. */
  specChoices: z.array(
    z.object({ specUid: z.string(), name: z.string(), fits: z.boolean(), reason: textRefSchema.nullable() }),
  ),
  timeline: z.array(timelineEntrySchema),
  /** What its layout holds; null for a book that came as files, for a former version, and while the project cannot be read. */
  made: z.object({ pictures: z.int(), changedAtMs: z.number() }).nullable(),
  /** All books of its layout, this one among them, oldest first; empty while it is the only one. */
  versions: z.array(bookVersionSchema),
  /** When the files were sent that the service has of it, where others lie at their place now; else null. */
  savedSinceSentAtMs: z.number().nullable(),
  actions: z.object({
    upload: actionStateSchema,
    order: actionStateSchema,
    remove: actionStateSchema,
    changeSpec: actionStateSchema,
    swapRoles: actionStateSchema,
  }),
});
export type BookDetail = z.infer<typeof bookDetailSchema>;

export const libraryChannels = {
  'library.changes': { input: listInput, output: listOf(libraryRowSchema), renewedBy: ['library'] },
  'library.book': { input: z.object({ bookId: id }), output: bookDetailSchema.nullable(), renewedBy: ['library'] },
  /** How many of the books each spec fits. */
  'library.fitting': {
    input: z.object({ bookIds: ids }),
    output: z.object({ books: z.int(), specs: z.array(z.object({ specUid: z.string(), fits: z.int() })) }),
    renewedBy: ['specs', 'connections'],
  },
  'library.setSpec': { input: z.object({ bookIds: ids, specUid: id }), output: maybeUndoable },
  'library.setQuantity': {
    input: z.object({ bookIds: ids, quantity: z.int().min(1).max(LIMITS.quantityMax) }),
    output: maybeUndoable,
  },
  'library.setTitle': {
    input: z.object({ bookId: id, title: z.string().min(1).max(LIMITS.titleMaxChars) }),
    output: maybeUndoable,
  },
  'library.swapRoles': { input: z.object({ bookId: id }), output: undoable },
  /** Makes one book of the cover of one and the contents of the other; a file that loses its place becomes a book of its own. */
  'library.pair': { input: z.object({ coverBookId: id, contentsBookId: id }), output: undoable.extend({ bookId: id }) },
  /** Says what a file without a partner is. */
  'library.setRole': { input: z.object({ bookId: id, role: pdfKindSchema }), output: undoable },
  'library.takeApart': { input: z.object({ bookId: id }), output: undoable },
  /** Takes files without a partner out; they do not come back with their folder. */
  'library.leaveOut': { input: z.object({ bookIds: ids }), output: undoable },
  /** Takes a book whose files were saved since they were sent for a new one: it is checked, sent and ordered anew, and its orders stand. */
  'library.sendAnew': { input: z.object({ bookId: id }), output: done },
  'library.recheck': { input: z.object({ bookIds: ids }), output: done },
  'library.remove': { input: z.object({ bookIds: ids }), output: undoable },
  /**
   * Opens a customer's file in the system's program for PDFs. Throws FILE_UNKNOWN, FILE_KEPT, FILE_MISSING, FILE_SILENT, FILE_NOT_OPENED.
   */
  'library.openFile': { input: z.object({ fileId: id }), output: done, by: 'shell' },
  'library.revealFile': { input: z.object({ fileId: id }), output: done, by: 'shell' },
} as const satisfies Record<string, ChannelDefinition>;
