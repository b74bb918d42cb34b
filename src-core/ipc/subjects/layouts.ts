import { z } from 'zod';
import { LIMITS } from '../../contract/limits.ts';
import { templateSchema } from '../../contract/templates.ts';
import { commentSchema, foundCommentSchema } from '../../layout/comments.ts';
import { layoutDocumentSchema, layoutPictureSchema } from '../../layout/document.ts';
import { pictureKeySchema } from '../../layout/names.ts';
import { stepLineSchema } from '../../layout/history.ts';
import { PROOF_KINDS } from '../../layout/proof-places.ts';
import { MOST_ENTRIES } from '../../layout/themed/entries.ts';
import { textRefSchema } from '../../text-ref.ts';
import { type ChannelDefinition, MOST, done, id, nothing } from '../channel-definition.ts';

/** A layout as it is opened. */
export const openLayoutSchema = z.object({
  /** The row that tells of it: the newest of the books that were made of it. */
  bookId: z.string(),
  document: layoutDocumentSchema,
  /** Null: it may be written. Else why it may only be read (another window, a newer version, a full disk). */
  readOnly: textRefSchema.nullable(),
  /** What was found and mended while it was opened, a sentence each. */
  notes: z.array(textRefSchema),
  /** The steps behind it, oldest first, so that undo goes on where it was. */
  done: z.array(stepLineSchema),
  undone: z.array(stepLineSchema),
});
export type OpenLayout = z.infer<typeof openLayoutSchema>;

/** Pictures that are being taken into a layout: read, measured, and made small for the tray. */
export const intakeSchema = z.object({
  /** Pictures found so far, and those that were looked at. */
  found: z.int(),
  looked: z.int(),
  isDone: z.boolean(),
  /** It was stopped before all were looked at. */
  isStopped: z.boolean(),
  /** Ready to be added to the document, in the order of their capture time; told once to each asker by `after`. */
  pictures: z.array(layoutPictureSchema.extend({ key: pictureKeySchema })),
  /** Files that could not be taken, with the reason. */
  refused: z.array(z.object({ name: z.string(), reason: textRefSchema })),
});
export type LayoutIntake = z.infer<typeof intakeSchema>;

export const layoutExportSchema = z.object({
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  /** Sheets painted of those there are, the cover among them. */
  sheets: z.int(),
  sheetsInAll: z.int(),
  bytes: z.number(),
  /** The row whose files they have become; null until then. */
  bookId: z.string().nullable(),
  problem: textRefSchema.nullable(),
});
export type LayoutExport = z.infer<typeof layoutExportSchema>;

/** What came of an export, for whoever does not look at it any more. */
export const exportNewsSchema = z.object({
  exportId: z.string(),
  /** The newest of the rows of its layout; null: none is in the library. */
  bookId: z.string().nullable(),
  /** All rows of its layout: whoever has one of them open has the layout open. */
  layoutBookIds: z.array(z.string()),
  title: z.string(),
  state: z.enum(['done', 'failed']),
  bytes: z.number(),
  problem: textRefSchema.nullable(),
});
export type ExportNews = z.infer<typeof exportNewsSchema>;

export const layoutsChannels = {
  /** A new book and its project folder; a row of the library in the stage *In layout*. */
  'layouts.create': {
    input: z.object({
      title: z.string().min(1).max(LIMITS.titleMaxChars),
      specUid: id,
      pageCount: z.int().min(1).max(2_000),
    }),
    output: z.object({ bookId: z.string() }),
  },
  'layouts.open': {
    input: z.object({ bookId: id }),
    /** `intakeId`: pictures that were being taken in when the layout was left, and were not all told; null: there are none. */
    output: openLayoutSchema.extend({ intakeId: z.string().nullable() }),
  },
  /** Kept on disk when it answers. `after` is the number of the step that the window believes to be the last one kept. */
  'layouts.append': {
    input: z.object({ bookId: id, after: z.int().min(0).max(MOST), lines: z.array(stepLineSchema).min(1).max(1_000) }),
    output: z.object({ steps: z.int() }),
  },
  /** What covers and pages of books can be made by: the themes that the studio brings, drawn for this book spec, which is given as JSON. */
  'layouts.templates': {
    input: z.object({ spec: z.string().max(20_000) }),
    output: z.array(templateSchema),
    renewedBy: [],
  },
  /** The document is written whole and its lock given back. */
  'layouts.close': { input: z.object({ bookId: id }), output: done },
} as const satisfies Record<string, ChannelDefinition>;

/** The pictures of a layout. */
export const layoutPicturesChannels = {
  /** Asks which pictures or folders to take. The intake runs on; null: nothing was chosen. */
  'layouts.pickPictures': {
    input: z.object({ bookId: id, what: z.enum(['files', 'folder']) }),
    output: z.object({ intakeId: z.string() }).nullable(),
    by: 'shell',
  },
  /** Only the preload calls this, with the paths of dropped files and folders: the window never sees them. */
  'layouts.addPictures': {
    input: z.object({ bookId: id, paths: z.array(z.string().min(1).max(32_768)).min(1).max(10_000) }),
    output: z.object({ intakeId: z.string() }),
  },
  /** The pictures of what was dropped onto the library, or chosen for it. */
  'layouts.addImported': {
    input: z.object({ bookId: id, importId: id }),
    output: z.object({ intakeId: z.string() }),
  },
  'layouts.intake': {
    input: z.object({ bookId: id, intakeId: id, after: z.int().min(0).max(MOST) }),
    output: intakeSchema,
    renewedBy: ['layouts'],
  },
  /** Looks at nothing more; what came in so far stays. */
  'layouts.stopIntake': { input: z.object({ bookId: id, intakeId: id }), output: done },
  /** Looks for pictures that are not where they were: by hash in the folder that is picked. */
  'layouts.relink': { input: z.object({ bookId: id }), output: z.object({ found: z.int() }), by: 'shell' },
  /** Copies every linked picture into the project; those that could not be copied stay where they are. */
  'layouts.collect': { input: z.object({ bookId: id }), output: z.object({ copied: z.int(), failed: z.int() }) },
  /** Pictures that are not at their place, or not the same any more. */
  'layouts.missing': {
    input: z.object({ bookId: id }),
    output: z.object({ keys: z.array(pictureKeySchema) }),
    renewedBy: ['layouts'],
  },
} as const satisfies Record<string, ChannelDefinition>;

/** What becomes of pictures in the PDFs. */
export const exportChoicesSchema = z.object({
  /** Those that are finer are reduced to it; null: none is. */
  maxPpi: z.number().min(72).max(2_400).nullable(),
  /** `kept`: each with its own profile. `sRGB`: those of another profile, or of inks, are translated. */
  colours: z.enum(['kept', 'sRGB']),
});
export type ExportChoices = z.infer<typeof exportChoicesSchema>;

/** What becomes of a layout. */
export const layoutExportsChannels = {
  /**
   * Makes the PDFs, which become the files of the row, or of a new version where that one was sent off. `steps` is the number of the
   * last step that the window has: a book whose last steps are not kept yet is refused (LAYOUT_OUT_OF_STEP).
   */
  'layouts.export': {
    input: exportChoicesSchema.extend({ bookId: id, steps: z.int().min(0).max(MOST) }),
    output: z.object({ exportId: z.string() }),
  },
  'layouts.exportState': {
    input: z.object({ exportId: id }),
    output: layoutExportSchema.nullable(),
    renewedBy: ['layouts'],
  },
  /** What came of exports and nobody has been told yet (`layouts.exportTold`); of one that was stopped there is nothing to tell. */
  'layouts.exportNews': { input: nothing, output: z.array(exportNewsSchema), renewedBy: ['layouts'] },
  'layouts.exportTold': { input: z.object({ exportId: id }), output: done },
  'layouts.cancelExport': { input: z.object({ exportId: id }), output: done },
  /** Before they are made: what the files will weigh about, in bytes (`isAtMost`: pages of PDFs may share much of it), and which new version they would become; null: none. */
  'layouts.expectedExport': {
    input: exportChoicesSchema.extend({ bookId: id }),
    output: z.object({ bytes: z.number(), isAtMost: z.boolean(), newVersion: z.int().nullable() }),
    renewedBy: ['layouts', 'library'],
  },
} as const satisfies Record<string, ChannelDefinition>;

/** A proof as it was made. */
export const layoutProofSchema = z.object({
  /** From 1; the next one is one more than the highest that is there. */
  number: z.int().min(1),
  kind: z.enum(PROOF_KINDS),
  atMs: z.number(),
  /** The last step that it shows. */
  steps: z.int().min(0),
  sizeBytes: z.number().min(0),
});
export type LayoutProof = z.infer<typeof layoutProofSchema>;

/** What a customer is shown of a layout before it is printed. Every proof is kept, with the book as it shows it. */
export const layoutProofsChannels = {
  /** Begins one of the layout behind its step number `steps`. Throws as `layouts.export`. */
  'layouts.makeProof': {
    input: z.object({ bookId: id, kind: z.enum(PROOF_KINDS), steps: z.int().min(0).max(MOST) }),
    output: done,
    by: 'shell',
  },
  'layouts.proofs': {
    input: z.object({ bookId: id }),
    output: z.object({
      /** The newest first. */
      proofs: z.array(layoutProofSchema),
      /** Of the one that is being made: pages painted of those there are; null: none is. */
      making: z.object({ sheets: z.int(), sheetsInAll: z.int() }).nullable(),
      /** Why the last one that was asked for was not made. */
      problem: textRefSchema.nullable(),
    }),
    renewedBy: ['layouts'],
  },
  'layouts.cancelProof': { input: z.object({ bookId: id }), output: done },
  /** The book as the proof shows it. Throws PROOF_GONE. */
  'layouts.proof': {
    input: z.object({ bookId: id, number: z.int().min(1).max(MOST) }),
    output: z.object({ kind: z.enum(PROOF_KINDS), document: layoutDocumentSchema }),
    renewedBy: [],
  },
  /** Opens its PDF in the system's program for PDFs. Throws PROOF_GONE, FILE_NOT_OPENED. */
  'layouts.openProof': { input: z.object({ bookId: id, number: z.int().min(1).max(MOST) }), output: done, by: 'shell' },
} as const satisfies Record<string, ChannelDefinition>;

/** What a PDF that a customer sent back says of a proof. */
export const readNotesSchema = z.object({
  /** Of the file. */
  name: z.string(),
  /** Which proof it is. */
  proof: z.int().min(1),
  comments: z.array(foundCommentSchema),
});
export type ReadNotes = z.infer<typeof readNotesSchema>;

const proof = z.int().min(1).max(MOST);
const commentId = z.string().min(1).max(40);

/** What customers said of proofs. */
export const layoutCommentsChannels = {
  'layouts.comments': {
    input: z.object({ bookId: id }),
    /** Of all proofs, in the order in which they were taken over; `problem`: why they cannot be read. */
    output: z.object({ comments: z.array(commentSchema), problem: textRefSchema.nullable() }),
    renewedBy: ['comments'],
  },
  /** Those that are known already are not added again. Throws PROOF_GONE, LAYOUT_READ_ONLY, COMMENTS_UNREADABLE, COMMENTS_NOT_KEPT. */
  'layouts.addComments': {
    input: z.object({ bookId: id, proof, comments: z.array(foundCommentSchema).min(1).max(5_000) }),
    output: z.object({ added: z.int() }),
  },
  'layouts.markComment': { input: z.object({ bookId: id, commentId, isDone: z.boolean() }), output: done },
  'layouts.removeComment': { input: z.object({ bookId: id, commentId }), output: done },
  /** One that was removed just now. */
  'layouts.restoreComment': { input: z.object({ bookId: id, comment: commentSchema }), output: done },
  /** Asks for a PDF that a customer wrote onto; null: none was chosen. Throws NOTES_UNREADABLE, NOTES_OF_OTHER, NOTES_PAGES, NOTES_NONE, PROOF_GONE. */
  'layouts.pickNotes': { input: z.object({ bookId: id, proof }), output: readNotesSchema.nullable(), by: 'shell' },
  /** Only the preload calls this, with the path of a dropped file. */
  'layouts.readNotes': {
    input: z.object({ bookId: id, proof, path: z.string().min(1).max(32_768) }),
    output: readNotesSchema,
  },
} as const satisfies Record<string, ChannelDefinition>;

/** A table whose rows may become entries of a layout. */
export const rowsTableSchema = z.object({
  /** Of its file. */
  name: z.string(),
  /** Those in which something stands. */
  sheets: z.array(
    z.object({
      /** Of a CSV file: none. */
      name: z.string(),
      /** As a spreadsheet shows them, the empty ones among them. */
      rows: z.array(z.array(z.string())).max(MOST_ENTRIES),
      /** Rows, from 1, that the spreadsheet does not show. */
      hiddenRows: z.array(z.int()).max(MOST_ENTRIES),
    }),
  ),
});
export type RowsTable = z.infer<typeof rowsTableSchema>;

/** Entries of a layout that are made of the rows of a table. */
export const layoutTablesChannels = {
  /** Asks for a CSV file or a workbook; null: none was chosen. Throws FILE_MISSING, FILE_SILENT, MANIFEST_UNREADABLE, MANIFEST_OLD_OR_LOCKED, MANIFEST_QUOTE, TABLE_TOO_LARGE. */
  'layouts.pickTable': { input: z.object({ bookId: id }), output: rowsTableSchema.nullable(), by: 'shell' },
  /** Only the preload calls this, with the path of a dropped file. Throws as `layouts.pickTable`. */
  'layouts.readTable': {
    input: z.object({ bookId: id, path: z.string().min(1).max(32_768) }),
    output: rowsTableSchema,
  },
} as const satisfies Record<string, ChannelDefinition>;
