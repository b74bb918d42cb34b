import { z } from 'zod';
import { creditBalanceSchema, creditTransactionSchema } from '../contract/credits.ts';
import { pdfKindSchema } from '../contract/books.ts';
import { orderListItemSchema, orderSchema, shippingSchema } from '../contract/orders.ts';
import { CONTRACT_NAMES } from '../contract/profiles.ts';
import { findingSchema, fixNameSchema, quantitySchema, thresholdOriginSchema } from '../preflight/finding.ts';
import { bookStageSchema } from '../desk/book-machine.ts';
import { uploadStateSchema } from '../desk/upload-machine.ts';
import { textRefSchema } from './text-ref.ts';

/** What the window shows: plain values, no path and no secret among them. Times are milliseconds since the epoch. */

export const verdictSchema = z.enum(['accepted', 'warning', 'refused', 'notChecked']);
export type Verdict = z.infer<typeof verdictSchema>;

/** Verdict B, kept apart from whether the service accepts: how the book will print. */
export const printVerdictSchema = z.enum(['good', 'look', 'bad', 'notChecked']);
export type PrintVerdict = z.infer<typeof printVerdictSchema>;

/** How deep a check went: 1 structure and sizes, 2 everything that pages paint, 3 what pages look like. */
export const checkLevelSchema = z.union([z.literal(1), z.literal(2), z.literal(3)]);
export type CheckLevel = z.infer<typeof checkLevelSchema>;

/** Whether a button is on, and why not: computed by the same tables that guard the action. */
export const actionStateSchema = z.object({ allowed: z.boolean(), reason: textRefSchema.nullable() });
export type ActionState = z.infer<typeof actionStateSchema>;

export const environmentSchema = z.enum(['sandbox', 'live']);

export const connectionSchema = z.object({
  connectionId: z.string(),
  kind: z.enum(['builtIn', 'remote']),
  name: z.string(),
  environment: environmentSchema,
  /** Scheme and host, for people. */
  host: z.string(),
  /** The identifier part of the key (`SB` and ten characters), or null when no key is stored. */
  keyPrefix: z.string().nullable(),
  keyState: z.enum(['osKeychain', 'sessionOnly', 'none']),
  active: z.boolean(),
});
export type ConnectionView = z.infer<typeof connectionSchema>;

export const startupStepSchema = z.object({
  step: z.enum(['dataFolder', 'database', 'migrations', 'specs', 'accounts', 'listening', 'keychain', 'credit']),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  /** Why a step failed or what it found, for people. */
  note: textRefSchema.nullable(),
  tookMs: z.number().nullable(),
});
export type StartupStep = z.infer<typeof startupStepSchema>;

export const queueStatusSchema = z.object({
  state: z.enum(['idle', 'running', 'pausing', 'paused', 'held']),
  /** Why the queue holds (key refused, other environment, rate limit), for people. */
  heldReason: textRefSchema.nullable(),
  done: z.int(),
  total: z.int(),
  failed: z.int(),
  bytesPerSecond: z.number(),
  etaMs: z.number().nullable(),
  /** What bounds the estimate. */
  etaBound: z.enum(['bandwidth', 'rate']).nullable(),
  resumesAtMs: z.number().nullable(),
});

/** Why the library is not open, and what can be done about it. */
export const storeTroubleSchema = z.object({
  code: z.string(),
  /** Newest first; none where the file is not at fault. */
  backups: z.array(z.object({ name: z.string(), atMs: z.number(), sizeBytes: z.number() })),
  canStartEmpty: z.boolean(),
  /** Only the last changes are missing. */
  canGoOn: z.boolean(),
  folder: z.string(),
  logFile: z.string(),
});
export type StoreTrouble = z.infer<typeof storeTroubleSchema>;

export const statusSchema = z.object({
  /**
   * `starting` and `broken` speak of the embedded service; `needsConnection` shows the welcome screen; `noStore` that the
   * library could not be opened, with the reason as `problem` and the ways out as `store`.
   */
  phase: z.enum(['noStore', 'needsConnection', 'starting', 'ready', 'broken']),
  store: storeTroubleSchema.nullable(),
  startup: z.array(startupStepSchema),
  problem: textRefSchema.nullable(),
  connection: connectionSchema.nullable(),
  counts: z.object({ all: z.int(), accepted: z.int(), warning: z.int(), refused: z.int(), notChecked: z.int() }),
  queue: queueStatusSchema,
  orders: z.object({ checkedAtMs: z.number().nullable(), nextCheckAtMs: z.number().nullable(), changedSinceSeen: z.int() }),
  credit: z.object({ balance: z.number(), currency: z.string() }).nullable(),
});
export type StatusView = z.infer<typeof statusSchema>;

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
  verdict: verdictSchema,
  print: printVerdictSchema,
  /** What both files were checked to; null while nothing was. */
  checkedLevel: checkLevelSchema.nullable(),
  stage: bookStageSchema,
  /** The one line of the State column: the worst finding, or what is going on. */
  headline: textRefSchema.nullable(),
  coverFileId: z.string().nullable(),
  contentsFileId: z.string().nullable(),
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
  role: pdfKindSchema,
  name: z.string(),
  sizeBytes: z.number(),
  modifiedAtMs: z.number(),
  sha256: z.string().nullable(),
  pdfPages: z.int().nullable(),
  /** Visible size of the first page. */
  widthMm: z.number().nullable(),
  heightMm: z.number().nullable(),
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
  presence: z.enum(['present', 'missing', 'changed']),
});
export type BookFile = z.infer<typeof bookFileSchema>;

export const timelineEntrySchema = z.object({
  atMs: z.number(),
  text: textRefSchema,
  tone: z.enum(['plain', 'good', 'bad']),
});

/** A person took a warning on, for these very bytes and this spec; another file or spec reopens it. */
export const signOffSchema = z.object({ name: z.string(), reason: z.string(), atMs: z.number() });
export type SignOff = z.infer<typeof signOffSchema>;

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

export const bookDetailSchema = libraryRowSchema.extend({
  files: z.array(bookFileSchema),
  /** Worst first. The first seven that are open are what has to be decided; the others can wait. */
  groups: z.array(findingGroupSchema),
  /** Deeper levels are being worked on. */
  isCheckingDeeper: z.boolean(),
  /** Why these files make one book. */
  pairing: textRefSchema,
  /** Specs that the measured files fit, best first, then the others with the reason against them. */
  specChoices: z.array(z.object({ specUid: z.string(), name: z.string(), fits: z.boolean(), reason: textRefSchema.nullable() })),
  timeline: z.array(timelineEntrySchema),
  actions: z.object({
    upload: actionStateSchema,
    order: actionStateSchema,
    remove: actionStateSchema,
    changeSpec: actionStateSchema,
    swapRoles: actionStateSchema,
  }),
});
export type BookDetail = z.infer<typeof bookDetailSchema>;

/** One repair, made into a file of its own and waiting to be looked at. */
export const fixPreviewSchema = z.object({
  previewId: z.string(),
  fix: fixNameSchema,
  /** Before and after, both shown by the page view. */
  fileId: z.string(),
  fixedFileId: z.string(),
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

/** A threshold as the studio sees it in the settings. */
export const thresholdViewSchema = z.object({
  name: z.string(),
  /** `structure`, `geometry`, `anatomy`, `images`, `text`, `colour`, `objects`, `order`. */
  section: z.string(),
  value: z.number(),
  unit: quantitySchema.shape.unit,
  origin: thresholdOriginSchema,
  builtIn: z.number(),
  standard: z.string(),
});
export type ThresholdView = z.infer<typeof thresholdViewSchema>;

export const importReportSchema = z.object({
  importId: z.string(),
  folderName: z.string(),
  state: z.enum(['scanning', 'done', 'cancelled']),
  pdfsFound: z.int(),
  paired: z.int(),
  guessed: z.int(),
  alone: z.int(),
  /** Files left out, each with why. */
  ignored: z.array(z.object({ name: z.string(), reason: textRefSchema })),
  conflicts: z.array(z.object({ name: z.string(), reason: textRefSchema })),
  /** Books that were there already and were brought up to date instead of doubled. */
  updated: z.int(),
});
export type ImportReport = z.infer<typeof importReportSchema>;

export const uploadJobSchema = z.object({
  jobId: z.string(),
  bookId: z.string(),
  title: z.string(),
  /** Grows in the order in which jobs were queued. */
  place: z.int(),
  state: uploadStateSchema,
  /** Bytes of all files of this book. */
  sentBytes: z.number(),
  totalBytes: z.number(),
  bytesPerSecond: z.number(),
  attempts: z.int(),
  nextTryAtMs: z.number().nullable(),
  problem: textRefSchema.nullable(),
  /** The service's own words (`errors[0]`), shown as they come. */
  serviceText: z.string().nullable(),
  actions: z.object({ retry: actionStateSchema, cancel: actionStateSchema }),
});
export type UploadJobView = z.infer<typeof uploadJobSchema>;

/** What moves several times a second while files are sent: the totals, and the jobs being sent just now. */
export const queueProgressSchema = z.object({
  queue: queueStatusSchema,
  jobs: z.array(uploadJobSchema.pick({ jobId: true, sentBytes: true, bytesPerSecond: true })),
});
export type QueueProgress = z.infer<typeof queueProgressSchema>;

export const orderReviewSchema = z.object({
  reviewId: z.string(),
  takenAtMs: z.number(),
  environment: environmentSchema,
  lines: z.array(
    z.object({
      bookId: z.string(),
      title: z.string(),
      specName: z.string(),
      pageCount: z.int(),
      quantity: z.int(),
      unitPrice: z.number(),
      itemAmount: z.number(),
      /** Product, shipping, packaging and VAT of this book's own order. */
      charge: z.number(),
    }),
  ),
  copies: z.int(),
  productAmount: z.number(),
  shippingFee: z.number(),
  packagingFee: z.number(),
  vatAmount: z.number(),
  charge: z.number(),
  creditNow: z.number(),
  creditAfter: z.number(),
  /** Zero when the credit is enough. */
  shortBy: z.number(),
  /** How many orders the credit covers, in this order. */
  fitNow: z.int(),
  currency: z.string(),
  warnings: z.array(textRefSchema),
  /** Books of this selection that were ordered within the last 24 hours. */
  orderedRecently: z.array(z.object({ bookId: z.string(), title: z.string(), orderUid: z.string(), atMs: z.number() })),
});
export type OrderReview = z.infer<typeof orderReviewSchema>;

export const orderRunStateSchema = z.enum(['running', 'stopping', 'done']);
export type OrderRunState = z.infer<typeof orderRunStateSchema>;

/** An order of a run. */
export const runRowSchema = z.object({
  intentId: z.string(),
  /** In the run, from 0. */
  position: z.int(),
  bookId: z.string(),
  title: z.string(),
  state: z.enum(['waiting', 'sending', 'checking', 'ordered', 'held', 'needsYou']),
  orderUid: z.string().nullable(),
  charge: z.number().nullable(),
  problem: textRefSchema.nullable(),
  serviceText: z.string().nullable(),
});
export type RunRow = z.infer<typeof runRowSchema>;

export const orderRowSchema = orderListItemSchema.extend({
  bookTitles: z.array(z.string()),
  statusSinceMs: z.number(),
  changedSinceSeen: z.boolean(),
  trackingNumber: z.string().nullable(),
  trackingCarrier: z.string().nullable(),
  actions: z.object({ cancel: actionStateSchema, changeShipping: actionStateSchema }),
});
export type OrderRow = z.infer<typeof orderRowSchema>;

export const orderDetailSchema = z.object({
  order: orderSchema,
  timeline: z.array(timelineEntrySchema),
  /** The bytes that were sent, for a dispute or a reorder. */
  receipt: z.array(z.object({ kind: pdfKindSchema, name: z.string(), sizeBytes: z.number(), sha256: z.string() })),
  actions: z.object({ cancel: actionStateSchema, changeShipping: actionStateSchema }),
});
export type OrderDetail = z.infer<typeof orderDetailSchema>;

export const creditViewSchema = z.object({
  balance: creditBalanceSchema,
  transactions: z.array(creditTransactionSchema),
  total: z.int(),
  /** Sum of the orders this desk placed against what the ledger says it charged for them. */
  reconciliation: z.object({ charged: z.number(), recorded: z.number(), agrees: z.boolean() }),
  canCharge: actionStateSchema,
});
export type CreditView = z.infer<typeof creditViewSchema>;

export const activityEntrySchema = z.object({
  id: z.int(),
  atMs: z.number(),
  method: z.string(),
  path: z.string(),
  status: z.int().nullable(),
  tookMs: z.number(),
  errorCode: z.string().nullable(),
  bookId: z.string().nullable(),
  /** The command that repeats the request, without the key. */
  curl: z.string(),
});
export type ActivityEntry = z.infer<typeof activityEntrySchema>;

export const preferencesSchema = z.object({
  language: z.enum(['system', 'ko', 'en']),
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['comfortable', 'compact']),
});
export type Preferences = z.infer<typeof preferencesSchema>;

/** How the embedded service runs; another choice starts it anew. */
export const serviceChoiceSchema = z.object({
  contract: z.enum(CONTRACT_NAMES),
  /** Whether its webhooks and picture addresses may lead to this computer and to private networks. */
  allowLocalAddresses: z.boolean(),
});
export type ServiceChoice = z.infer<typeof serviceChoiceSchema>;

export const appInfoSchema = z.object({
  version: z.string(),
  runtime: z.string(),
  platform: z.enum(['linux', 'darwin', 'win32']),
  systemLanguage: z.enum(['ko', 'en']),
  preferences: preferencesSchema,
  secretStore: z.enum(['osKeychain', 'sessionOnly']),
  dataFolder: z.string(),
  service: serviceChoiceSchema,
});
export type AppInfo = z.infer<typeof appInfoSchema>;

/** Where a batch of orders goes. The same address for every book of the run. */
export const orderAddressSchema = shippingSchema;
