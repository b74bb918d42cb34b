import { z } from 'zod';
import { namingRulesSchema } from '../../imports/naming-rules.ts';
import { type ChannelDefinition, id, ids, MOST, tableKindSchema } from '../channel-definition.ts';

const specPages = z.int().min(1).max(10_000);

/** What leaves the studio as one file. */
export const documentSchema = z.discriminatedUnion('what', [
  /**
   * A template of cover or contents with the guides on a layer of their own: `pdf` all pages of the file, `svg` one page or spread with a
   * layer for each kind of guide. Throws SPEC_UNKNOWN, IPC_BAD_INPUT.
   */
  z.object({
    what: z.literal('template'),
    specUid: id,
    pages: specPages,
    kind: z.enum(['cover', 'contents']),
    format: z.enum(['pdf', 'svg']),
  }),
  /** A PDF of a book as it lies on the disk: the repaired one where it was repaired. Throws FILE_UNKNOWN, FILE_MISSING, FILE_UNREADABLE. */
  z.object({ what: z.literal('bookFile'), fileId: id }),
  /** A proof of an open layout. Throws LAYOUT_NONE, PROOF_GONE. */
  z.object({ what: z.literal('proof'), bookId: id, number: z.int().min(1).max(MOST) }),
  /** The orders as a table. */
  z.object({ what: z.literal('orders'), orderUids: ids, kind: tableKindSchema }),
  /** What became of a run: what was asked for, then order, charge, state and error. Throws RUN_UNKNOWN. */
  z.object({ what: z.literal('run'), runId: id, kind: tableKindSchema }),
  /** The receipt of the orders, a line a book. Throws RECEIPT_NONE where this desk kept nothing of any. */
  z.object({ what: z.literal('receipt'), orderUids: ids, kind: tableKindSchema }),
  /** A manifest's table with what became of its rows. Throws MANIFEST_UNKNOWN. */
  z.object({ what: z.literal('manifestResult'), manifestId: id, kind: tableKindSchema }),
  /** A manifest to be filled in. */
  z.object({ what: z.literal('manifestTemplate'), kind: tableKindSchema }),
  /** Naming rules to hand on, whether they are used here or not. */
  z.object({ what: z.literal('namingRules'), rules: namingRulesSchema }),
  /** What the checks found: `pdf` one report a book with pictures, `json` everything, `csv` one line a finding. */
  z.object({ what: z.literal('report'), bookIds: ids.min(1), format: z.enum(['pdf', 'json', 'csv']) }),
]);
export type StudioDocument = z.infer<typeof documentSchema>;

const input = z.object({ document: documentSchema });

export const documentsChannels = {
  /** Asks where to, then writes it. Throws what its kind throws, and DOCUMENT_…. */
  'documents.save': { input, output: z.object({ saved: z.boolean() }), by: 'shell' },
  /** Makes it ready to be dragged out of the window. Throws as `documents.save`. */
  'documents.prepare': { input, output: z.object({ dragId: id }), by: 'shell' },
  /** Hands it to the system's own dragging; false where it was let go before. Answers once it was let go, on macOS when it begins. Throws FILE_UNKNOWN. */
  'documents.drag': { input: z.object({ dragId: id }), output: z.object({ isDragged: z.boolean() }), by: 'shell' },
} as const satisfies Record<string, ChannelDefinition>;
