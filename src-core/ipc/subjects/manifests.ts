import { z } from 'zod';
import { bookStageSchema } from '../../desk/book-machine.ts';
import { LINE_CHANGES, LINE_STATES } from '../../manifests/check-lines.ts';
import { MANIFEST_FIELDS } from '../../manifests/columns.ts';
import { textRefSchema } from '../../text-ref.ts';
import { type ChannelDefinition, done, id, MOST_IDS } from '../channel-definition.ts';

export const encodingSchema = z.enum(['utf-8', 'utf-16le', 'utf-16be', 'cp949']);
export const lineStateSchema = z.enum(LINE_STATES);

/** One book of a manifest between folder, manifest and service, or a book that no row tells of. */
export const manifestLineSchema = z.object({
  lineId: z.string(),
  state: lineStateSchema,
  key: z.string(),
  title: z.string().nullable(),
  /** Of the spreadsheet, from 1. */
  rows: z.array(z.int()),
  bookId: z.string().nullable(),
  stage: bookStageSchema.nullable(),
  reasons: z.array(textRefSchema),
  changes: z.array(z.enum(LINE_CHANGES)),
  /** There is something to set: by the operator's word, where *Continue* leaves the line alone. */
  canTake: z.boolean(),
  /** Names of whom its copies go to. */
  recipients: z.array(z.string()),
  /** Copies, where the manifest says so. */
  quantity: z.int().nullable(),
});
export type ManifestLine = z.infer<typeof manifestLineSchema>;

const countsSchema = z.object(
  Object.fromEntries(LINE_STATES.map((state) => [state, z.int()])) as Record<(typeof LINE_STATES)[number], z.ZodInt>,
);

export const manifestCheckSchema = z.object({
  manifestId: z.string(),
  /** Of its file. */
  name: z.string(),
  kind: z.enum(['csv', 'xlsx']),
  /** Null for a workbook. */
  encoding: encodingSchema.nullable(),
  /** Somebody has to look whether the letters are right. */
  isUnsure: z.boolean(),
  /** The first lines as they were read. */
  head: z.array(z.array(z.string())),
  columns: z.array(z.object({ name: z.string(), field: z.enum(MANIFEST_FIELDS).nullable() })),
  restoreZeros: z.boolean(),
  /** Numbers that lost their zero, whether or not they are given it back. */
  zeros: z.int(),
  counts: countsSchema,
  /** What *Continue* takes over. */
  taken: z.int(),
  /** Whether the service was asked for books with the manifest's references. */
  service: z.enum(['notNeeded', 'asking', 'asked', 'unknown']),
});
export type ManifestCheck = z.infer<typeof manifestCheckSchema>;

/** Lines in one answer. */
export const LINES_PAGE = 200;

const lineIds = z.array(id).max(MOST_IDS);

export const manifestsChannels = {
  /** Opens the file dialog; null when it was cancelled. Throws MANIFEST_…. */
  'manifests.pick': { input: z.strictObject({}), output: z.object({ manifestId: z.string() }).nullable(), by: 'shell' },
  /** The one that was read last; null when none was. */
  'manifests.latest': { input: z.strictObject({}), output: z.string().nullable() },
  /** Reads its file again, written as a person says. Throws MANIFEST_…. */
  'manifests.read': {
    input: z.object({ manifestId: id, encoding: encodingSchema.nullable(), restoreZeros: z.boolean() }),
    output: done,
  },
  /** Null for one that is not there. */
  'manifests.check': {
    input: z.object({ manifestId: id }),
    output: manifestCheckSchema.nullable(),
    renewedBy: ['manifests'],
  },
  /** Lines of one state, or all of them for null, in the order of the manifest. */
  'manifests.lines': {
    input: z.object({ manifestId: id, state: lineStateSchema.nullable(), offset: z.int().min(0).max(MOST_IDS) }),
    output: z.object({ total: z.int(), lines: z.array(manifestLineSchema) }),
    renewedBy: ['manifests'],
  },
  /** Sets what the lines say that are ready, and those that are named beside them. One step. */
  'manifests.take': {
    input: z.object({ manifestId: id, besides: lineIds }),
    output: z.object({ undoId: id, books: z.int() }),
  },
} as const satisfies Record<string, ChannelDefinition>;
