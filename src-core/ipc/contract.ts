import { z } from 'zod';
import type { Command } from '../commands.ts';
import { pdfKindSchema } from '../contract/books.ts';
import { bookSpecSchema } from '../contract/specs.ts';
import { LIMITS } from '../contract/limits.ts';
import { patchShippingBodySchema } from '../contract/orders.ts';
import {
  activityEntrySchema,
  appInfoSchema,
  bookDetailSchema,
  connectionSchema,
  creditViewSchema,
  environmentSchema,
  fixPreviewSchema,
  importReportSchema,
  libraryRowSchema,
  orderAddressSchema,
  orderDetailSchema,
  orderReviewSchema,
  orderRowSchema,
  orderRunStateSchema,
  preferencesSchema,
  queueProgressSchema,
  runRowSchema,
  serviceChoiceSchema,
  statusSchema,
  thresholdViewSchema,
  uploadJobSchema,
} from './views.ts';
import { fixNameSchema } from '../preflight/finding.ts';
import { textRefSchema } from './text-ref.ts';

const nothing = z.object({}).strict();
const done = z.null();
/** Whatever names a book, a file, a job, a run or an order: made here or by a service. */
const id = z.string().min(1).max(200);
const ids = z.array(id).max(20_000);
/** The rule and the values that findings have in common. */
const groupKey = z.string().min(1).max(4_000);
/** More than any money or measure that a person enters. */
const MOST = 1_000_000_000;

/**
 * A list of which the window keeps the rows. Null asks for the whole list, a `mark` of an earlier answer for what changed
 * since then. Answers come in pages: while `hasMore`, the next one is asked for with the mark of the last.
 */
const listInput = z.object({ since: z.string().max(200).nullable() });
const listOf = <T extends z.ZodType>(row: T) =>
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
export const TOPICS = ['status', 'library', 'imports', 'queue', 'progress', 'orders', 'orderRun', 'credit', 'specs', 'connections', 'preferences', 'activity'] as const;

interface ChannelDefinition {
  readonly input: z.ZodType;
  readonly output: z.ZodType;
  /** Answered by the shell, because it needs a window, a dialog or a process; the desk answers the others. */
  readonly by?: 'shell';
  /** The window asks this one, and asks again when a topic of these changes; a channel without it tells to do something. */
  readonly renewedBy?: readonly (typeof TOPICS)[number][];
}

/**
 * The one contract between the window and the main process: every channel, what it takes and what it answers, who answers
 * and when an answer is old. Both sides check against it at run time. Names are `subject.verb`.
 */
export const contract = {
  'app.info': { input: nothing, output: appInfoSchema, by: 'shell', renewedBy: ['preferences'] },
  'app.setPreferences': { input: preferencesSchema.partial(), output: preferencesSchema, by: 'shell' },
  'app.status': { input: nothing, output: statusSchema, by: 'shell', renewedBy: ['status'] },
  'app.revealDataFolder': { input: nothing, output: done, by: 'shell' },
  /** Only while the library cannot be opened; `backup` is the name of the one to restore. */
  'store.recover': { input: z.object({ how: z.enum(['retry', 'restore', 'startEmpty', 'goOn']), backup: id.nullable() }), output: done, by: 'shell' },

  /** Starts the embedded service, makes its keys and test credit, and connects to its sandbox. */
  'connections.startBuiltIn': { input: serviceChoiceSchema.partial(), output: done, by: 'shell' },
  'connections.list': { input: nothing, output: z.array(connectionSchema), renewedBy: ['connections'] },
  /** Tries the key against the host before anything is stored. */
  'connections.add': {
    input: z.object({
      name: z.string().min(1).max(80),
      baseUrl: z.url().max(2_000),
      environment: environmentSchema,
      key: z.string().min(1).max(200),
    }),
    output: z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), connection: connectionSchema }),
      z.object({ ok: z.literal(false), problem: textRefSchema, serviceText: z.string().nullable() }),
    ]),
  },
  'connections.replaceKey': {
    input: z.object({ connectionId: id, key: z.string().min(1).max(200) }),
    output: z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true) }),
      z.object({ ok: z.literal(false), problem: textRefSchema, serviceText: z.string().nullable() }),
    ]),
  },
  'connections.activate': { input: z.object({ connectionId: id }), output: done },
  'connections.remove': { input: z.object({ connectionId: id }), output: done },

  'specs.list': { input: nothing, output: z.array(bookSpecSchema), renewedBy: ['specs'] },
  /** Asks where to, then writes a template PDF of cover or contents with the guides on a layer of their own. */
  'specs.saveTemplate': {
    input: z.object({ specUid: id, pages: z.int().min(1).max(10_000), kind: z.enum(['cover', 'contents']) }),
    output: z.object({ saved: z.boolean() }),
    by: 'shell',
  },

  /** Opens the folder dialog; null when it was cancelled. */
  'imports.pickFolder': { input: nothing, output: z.object({ importId: z.string() }).nullable(), by: 'shell' },
  'imports.pickFiles': { input: nothing, output: z.object({ importId: z.string() }).nullable(), by: 'shell' },
  /** Only the preload calls this, with the paths of dropped files: the window never sees them. */
  'imports.addPaths': { input: z.object({ paths: z.array(z.string().max(32_767)).min(1).max(10_000) }), output: z.object({ importId: id }) },
  'imports.addSamples': { input: nothing, output: z.object({ importId: z.string() }) },
  'imports.report': { input: z.object({ importId: id }), output: importReportSchema, renewedBy: ['imports'] },
  'imports.cancel': { input: z.object({ importId: id }), output: done },
  /** Takes a whole import out of the library again. */
  'imports.undo': { input: z.object({ importId: id }), output: z.object({ removed: z.int() }) },

  'library.changes': { input: listInput, output: listOf(libraryRowSchema), renewedBy: ['library'] },
  'library.book': { input: z.object({ bookId: id }), output: bookDetailSchema.nullable(), renewedBy: ['library'] },
  /** How many of the books each spec fits. */
  'library.fitting': { input: z.object({ bookIds: ids }), output: z.object({ books: z.int(), specs: z.array(z.object({ specUid: z.string(), fits: z.int() })) }), renewedBy: ['specs', 'connections'] },
  'library.setSpec': { input: z.object({ bookIds: ids, specUid: id }), output: done },
  'library.setQuantity': { input: z.object({ bookIds: ids, quantity: z.int().min(1).max(LIMITS.quantityMax) }), output: done },
  'library.setTitle': { input: z.object({ bookId: id, title: z.string().min(1).max(LIMITS.titleMaxChars) }), output: done },
  'library.swapRoles': { input: z.object({ bookId: id }), output: done },
  'library.pair': { input: z.object({ coverBookId: id, contentsBookId: id }), output: done },
  'library.recheck': { input: z.object({ bookIds: ids }), output: done },
  'library.remove': { input: z.object({ bookIds: ids }), output: z.object({ undoId: id }) },
  'library.restore': { input: z.object({ undoId: id }), output: done },
  'library.revealFile': { input: z.object({ fileId: id }), output: done, by: 'shell' },

  /** Takes the warnings of one group on, by name and with a reason, for the files and the spec as they are now. */
  'checks.signOff': {
    input: z.object({ bookId: id, groupKey, name: z.string().trim().min(1).max(80), reason: z.string().trim().min(1).max(500) }),
    output: done,
  },
  'checks.withdrawSignOff': { input: z.object({ bookId: id, groupKey }), output: done },
  /** The name that was signed with last. */
  'checks.lastName': { input: nothing, output: z.string().nullable(), renewedBy: [] },
  /** Asks where to, then writes: `pdf` one report a book with pictures, `json` everything, `csv` one line a finding. */
  'checks.exportReport': { input: z.object({ bookIds: ids.min(1), format: z.enum(['pdf', 'json', 'csv']) }), output: z.object({ saved: z.boolean() }), by: 'shell' },
  'checks.thresholds': { input: nothing, output: z.array(thresholdViewSchema), renewedBy: ['library', 'connections'] },
  /** Sets one of the studio's own, or what the print house of the connection in use asks for. Null takes it back. */
  'checks.setThreshold': {
    input: z.object({ name: z.string().max(200), value: z.number().nonnegative().max(MOST).nullable(), layer: z.enum(['studio', 'printHouse']).default('studio') }),
    output: z.array(thresholdViewSchema),
  },

  /** Makes the repair into a file of its own, checks that one, and shows what came of it. The book is not touched. */
  'fixes.preview': {
    input: z.object({ bookId: id, kind: pdfKindSchema, fix: fixNameSchema }),
    output: z.discriminatedUnion('ok', [z.object({ ok: z.literal(true), preview: fixPreviewSchema }), z.object({ ok: z.literal(false), problem: textRefSchema })]),
  },
  /** The book goes on with the repaired file; the customer's stays where and as it is. */
  'fixes.apply': { input: z.object({ previewId: id }), output: done },
  'fixes.discard': { input: z.object({ previewId: id }), output: done },
  /** Back to the file before the last repair. */
  'fixes.undo': { input: z.object({ bookId: id, kind: pdfKindSchema }), output: done },

  'queue.changes': { input: listInput, output: listOf(uploadJobSchema), renewedBy: ['queue'] },
  'queue.progress': { input: nothing, output: queueProgressSchema, renewedBy: ['progress', 'queue', 'status'] },
  /** Queues every ready book of the selection, or all ready books when the list is empty. */
  'queue.upload': { input: z.object({ bookIds: ids }), output: z.object({ queued: z.int() }) },
  'queue.pause': { input: z.object({ how: z.enum(['afterThisFile', 'now']) }), output: done },
  'queue.resume': { input: nothing, output: done },
  'queue.retry': { input: z.object({ jobIds: ids }), output: done },
  'queue.cancel': { input: z.object({ jobIds: ids }), output: done },

  /** One estimate for the selection, or for every uploaded, unordered book when the list is empty. */
  'orders.review': {
    input: z.object({ bookIds: ids }),
    output: z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), review: orderReviewSchema }),
      z.object({ ok: z.literal(false), problem: textRefSchema, serviceText: z.string().nullable() }),
    ]),
    renewedBy: [],
  },
  /** Places the reviewed orders. `onlyFitting` orders those that the credit covers and holds the rest. */
  'orders.confirm': {
    input: z.object({ reviewId: id, address: orderAddressSchema, onlyFitting: z.boolean() }),
    output: z.object({ runId: z.string() }),
  },
  /** What changed in the run since `since`, and how it stands. */
  'orders.run': { input: listInput.extend({ runId: id }), output: listOf(runRowSchema).extend({ state: orderRunStateSchema }), renewedBy: ['orderRun'] },
  'orders.stopRun': { input: z.object({ runId: id }), output: done },
  'orders.changes': { input: listInput, output: listOf(orderRowSchema), renewedBy: ['orders'] },
  /** When a person last looked at the orders; null for never. */
  'orders.seenAt': { input: nothing, output: z.number().nullable(), renewedBy: ['orders'] },
  'orders.detail': { input: z.object({ orderUid: id }), output: orderDetailSchema.nullable(), renewedBy: ['orders'] },
  'orders.markSeen': { input: nothing, output: done },
  'orders.refresh': { input: nothing, output: done },
  'orders.cancel': {
    input: z.object({ orderUids: ids, reason: z.string().min(1).max(LIMITS.cancelReasonMaxChars) }),
    output: z.array(
      z.object({
        orderUid: z.string(),
        ok: z.boolean(),
        refund: z.number().nullable(),
        problem: textRefSchema.nullable(),
        serviceText: z.string().nullable(),
      }),
    ),
  },
  'orders.changeShipping': {
    input: z.object({ orderUid: id, shipping: patchShippingBodySchema }),
    output: z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true) }),
      z.object({ ok: z.literal(false), problem: textRefSchema, serviceText: z.string().nullable() }),
    ]),
  },
  /** Asks where to, then writes the orders as CSV (UTF-8 with BOM, so that Excel reads Hangul). */
  'orders.exportCsv': { input: z.object({ orderUids: ids }), output: z.object({ saved: z.boolean() }), by: 'shell' },
  /** The address that was used last, to start the next run with. */
  'orders.lastAddress': { input: nothing, output: orderAddressSchema.nullable(), renewedBy: [] },

  'credit.view': { input: z.object({ limit: z.int().min(1).max(100), offset: z.int().min(0).max(MOST) }), output: creditViewSchema.nullable(), renewedBy: ['credit'] },
  /** Sandbox only. */
  'credit.charge': {
    input: z.object({ amount: z.number().positive().max(MOST) }),
    output: z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true) }),
      z.object({ ok: z.literal(false), problem: textRefSchema, serviceText: z.string().nullable() }),
    ]),
  },

  'activity.list': { input: z.object({ bookId: id.optional() }), output: z.array(activityEntrySchema), renewedBy: ['activity'] },
} as const satisfies Record<string, ChannelDefinition>;

export type Contract = typeof contract;
export type Channel = keyof Contract;
export type ShellChannel = { [C in Channel]: Contract[C] extends { readonly by: 'shell' } ? C : never }[Channel];
/** The channels that are asked, not told. */
export type AskedChannel = { [C in Channel]: Contract[C] extends { readonly renewedBy: unknown } ? C : never }[Channel];
export type Input<C extends Channel> = z.input<Contract[C]['input']>;
export type Output<C extends Channel> = z.output<Contract[C]['output']>;

/** What the window calls. */
export type Call = <C extends Channel>(channel: C, input: Input<C>) => Promise<Output<C>>;

/** What the main process implements: a missing or an extra handler does not compile. */
export type Handlers = {
  [C in Channel]: (input: z.output<Contract[C]['input']>) => Promise<z.input<Contract[C]['output']>>;
};

/** The topics whose change makes a channel's answers old: none for one that tells to do something. */
export function topicsOf(channel: Channel): readonly Topic[] {
  const { renewedBy = [] }: ChannelDefinition = contract[channel];
  return renewedBy;
}

/** What changed, so that the window asks again. `seq` grows by one; a gap means: ask for everything. */
export const changeSchema = z.object({
  seq: z.int(),
  topics: z.array(z.enum(TOPICS)),
});
export type Change = z.infer<typeof changeSchema>;
export type Topic = Change['topics'][number];

/** A handler's failure as it crosses: a code of the app's error table, never a stack or a foreign message. */
export const wireErrorSchema = z.object({ code: z.string(), text: textRefSchema });
export type WireError = z.infer<typeof wireErrorSchema>;

export const replySchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: wireErrorSchema }),
]);

/** What the preload puts on `window.studio`. Nothing else of Electron reaches the page. */
export interface StudioBridge {
  /** Rejects with a `WireError`. */
  readonly call: Call;
  /** Answers the function that stops listening. */
  readonly onChange: (listener: (change: Change) => void) => () => void;
  /** Main menu and global shortcuts: `imports.pickFolder`, `go.library`, … */
  readonly onCommand: (listener: (command: Command) => void) => () => void;
  /** Takes the dropped files' paths to the main process without showing them to the page. */
  readonly importDropped: (files: readonly object[]) => Promise<{ importId: string }>;
}
