import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { BookSpec } from '../../../src-core/contract/specs.ts';
import type { ContractName } from '../../../src-core/contract/profiles.ts';
import type { Order, OrderListItem, OrderStatus, Shipping } from '../../../src-core/contract/orders.ts';
import type { BookStage } from '../../../src-core/desk/book-machine.ts';
import type { Afterwards, WhenGreen } from '../../../src-core/desk/hot-folders.ts';
import type { OrderedSpec } from '../../../src-core/desk/order-receipt.ts';
import type { PrintReceipt } from '../../../src-core/desk/print-gate.ts';
import type { IntentState } from '../../../src-core/desk/order-intent.ts';
import type { RecipientKind } from '../../../src-core/desk/recipients.ts';
import type { UploadState } from '../../../src-core/desk/upload-machine.ts';
import type { Language, TextRef } from '../../../src-core/text-ref.ts';
import type { ImportReport } from '../../../src-core/ipc/subjects/imports.ts';
import type { PrintTaken } from '../../../src-core/ipc/subjects/checks.ts';
import type { LayoutState, MadeFix } from '../../../src-core/ipc/subjects/library.ts';
import type { CheckLevel, PrintVerdict, Verdict } from '../../../src-core/preflight/verdicts.ts';
import type { StoredManifest, TakenRow } from './stored-manifest.ts';
import type { PromotedBook, PromotedOrder } from './stored-promotion.ts';
import type { FileSummary } from '../../../src-core/preflight/file-summary.ts';
import type { Finding } from '../../../src-core/preflight/finding.ts';
import type { PackedFacts } from '../files/packed-facts.ts';

/** Times are milliseconds since the epoch, money is whole hundredths, `json` columns hold the named type. */

export const connections = sqliteTable('connections', {
  connectionId: text().primaryKey(),
  kind: text({ enum: ['builtIn', 'remote'] }).notNull(),
  name: text().notNull(),
  environment: text({ enum: ['sandbox', 'live'] }).notNull(),
  baseUrl: text().notNull(),
  keyPrefix: text(),
  contract: text().$type<ContractName>().notNull(),
  isActive: integer({ mode: 'boolean' }).notNull().default(false),
  /** What the service last gave as its specs, for work without it. */
  specs: text({ mode: 'json' }).$type<BookSpec[]>(),
  ordersSeenAtMs: integer(),
  ordersCheckedAtMs: integer(),
  /** Said by its own embedded service, so that another data folder's service is not taken for it. */
  serviceDataDir: text(),
  createdAtMs: integer().notNull(),
});

export const imports = sqliteTable('imports', {
  importId: text().primaryKey(),
  folderName: text().notNull(),
  report: text({ mode: 'json' }).$type<ImportReport>().notNull(),
  createdAtMs: integer().notNull(),
});

/** Folders whose files come to the library by themselves. Their id is the import of what came from them. */
export const hotFolders = sqliteTable('hot_folders', {
  hotFolderId: text().primaryKey(),
  path: text().notNull().unique(),
  /** Where green books go; null while none was in use when it was set up. */
  connectionId: text(),
  specUid: text(),
  whenGreen: text().$type<WhenGreen>().notNull(),
  afterwards: text().$type<Afterwards>().notNull(),
  /** Of the names under which processed files lie. */
  language: text().$type<Language>().notNull(),
  isPaused: integer({ mode: 'boolean' }).notNull().default(false),
  createdAtMs: integer().notNull(),
  /** The most that its orders may be charged on a day; null while it orders nothing. */
  dailyLimitMinor: integer(),
  /** Whom books without a recipient of their own go to; null: they wait for a person. */
  recipientId: text(),
  /** The newest job of its connection as it began to order; null: there was none. What was queued up to that one is a person's to order. */
  ordersAfterJobId: text(),
  /** The Live connection that a person let it order at. */
  liveConnectionId: text(),
  /** Another drive was mounted at it when files were last seen. */
  isMountPoint: integer({ mode: 'boolean' }).notNull().default(false),
});

/** What was taken from a hot folder, by the place where it came to lie. */
export const hotFiles = sqliteTable(
  'hot_files',
  {
    path: text().primaryKey(),
    hotFolderId: text().notNull(),
    /** The folders between the hot one and the file. */
    folder: text({ mode: 'json' }).$type<string[]>().notNull(),
    name: text().notNull(),
    /** Of `folder`, and of what the name calls its book, as pairing compares them. */
    folderKey: text().notNull(),
    stem: text().notNull(),
    fileId: text().notNull(),
    pdfPages: integer(),
    sizeBytes: integer().notNull(),
    modifiedAtMs: real().notNull(),
    /** `known`: it was in the library before the folder was a hot one. `processed`: finalized at the service and put away. */
    state: text({ enum: ['known', 'taken', 'processed'] }).notNull(),
    /** Where it is about to be put away. */
    movingTo: text(),
  },
  (table) => [
    index('hot_files_state').on(table.hotFolderId, table.state),
    index('hot_files_stem').on(table.hotFolderId, table.stem),
    index('hot_files_folder').on(table.hotFolderId, table.folderKey),
    index('hot_files_file').on(table.fileId),
  ],
);

export interface KeptFix extends MadeFix {
  /** The bytes that were repaired, by their name (`bytesIdOf`); missing where an earlier version noted none. */
  readonly ofBytesId?: string;
}

export const files = sqliteTable(
  'files',
  {
    fileId: text().primaryKey(),
    importId: text().notNull(),
    path: text().notNull().unique(),
    /** Names of the folders between the dropped one and the file. */
    folder: text({ mode: 'json' }).$type<string[]>().notNull(),
    name: text().notNull(),
    sizeBytes: integer().notNull(),
    modifiedAtMs: real().notNull(),
    /** Of the inode; null where an earlier version noted none. */
    changedAtMs: real(),
    /** Which file of its disk it is; null where nobody looked, or its disk does not say. */
    identity: text(),
    /** How often other bytes were found at its place. */
    rewrites: integer().notNull().default(0),
    /** Null until it was read. */
    facts: text({ mode: 'json' }).$type<PackedFacts>(),
    /** Of the bytes that were checked; null until they were hashed. */
    sha256: text(),
    presence: text({ enum: ['present', 'missing', 'changed', 'elsewhere'] }).notNull(),
    /** The file that this one was repaired from; null for a customer's own. */
    repairedFromId: text(),
    /** Repairs between the customer's file and this one, oldest first. */
    fixes: text({ mode: 'json' }).$type<KeptFix[]>().notNull().default([]),
    /** A repair that nobody has decided about yet: swept away on the next start. */
    isPreview: integer({ mode: 'boolean' }).notNull().default(false),
  },
  (table) => [
    index('files_import').on(table.importId),
    index('files_size').on(table.sizeBytes, table.sha256),
    index('files_name').on(table.name, table.sizeBytes),
    index('files_repaired_from').on(table.repairedFromId),
  ],
);

export const books = sqliteTable(
  'books',
  {
    bookId: text().primaryKey(),
    importId: text().notNull(),
    title: text().notNull(),
    batch: text().notNull(),
    specUid: text(),
    specOrigin: text({ enum: ['given', 'guessed'] }),
    quantity: integer().notNull(),
    coverFileId: text(),
    contentsFileId: text(),
    pairing: text({ mode: 'json' }).$type<TextRef>().notNull(),
    /** Where its check stands; a delivery's stage overrides it on that delivery's connection. */
    stage: text().$type<BookStage>().notNull(),
    verdict: text().$type<Verdict>().notNull(),
    print: text().$type<PrintVerdict>().notNull().default('notChecked'),
    checkedLevel: integer().$type<CheckLevel>(),
    pageCount: integer(),
    /** Large: marks of hundreds of objects. Lists read the headline instead. */
    findings: text({ mode: 'json' }).$type<Finding[]>().notNull(),
    /** The worst open finding in a line; null when there is nothing to say. */
    headline: text({ mode: 'json' }).$type<TextRef>(),
    addedAtMs: integer().notNull(),
    /** What the studio's own books call it: from a manifest, and sent with it. */
    externalRef: text(),
    /** Set while the book lies in the wastebasket under this id. */
    undoId: text(),
    /** Where the project lies that it is made in, from the desk's folder of layouts; null for a book that came as files. */
    layoutFolder: text(),
    layoutState: text().$type<LayoutState>(),
    /** The layout's steps when its files were made: another number is a layout that was changed since. */
    layoutSteps: integer(),
    /** Of the books that were made of one layout, from 1. */
    version: integer().notNull().default(1),
  },
  (table) => [
    index('books_import').on(table.importId),
    index('books_layout').on(table.layoutFolder, table.version).where(sql`layout_folder is not null`),
    index('books_cover').on(table.coverFileId),
    index('books_contents').on(table.contentsFileId),
    index('books_verdict').on(table.undoId, table.verdict),
    // The library in its order, without a look into its books.
    index('books_shelf').on(table.undoId, table.addedAtMs, table.title, table.bookId, table.stage),
  ],
);

/** The address book: whom books go to. */
export const recipients = sqliteTable(
  'recipients',
  {
    recipientId: text().primaryKey(),
    kind: text().$type<RecipientKind>().notNull(),
    address: text({ mode: 'json' }).$type<Shipping>().notNull(),
    /** Of the address: the same one is kept once. */
    addressKey: text().notNull(),
    usedAtMs: integer().notNull(),
    /** Where it was typed for an order and is to be seen alone; null for one that was written into the book. */
    environment: text({ enum: ['sandbox', 'live'] }),
    /** Taken out of the address book; books that go there still do. */
    removedAtMs: integer(),
  },
  (table) => [uniqueIndex('recipients_address').on(table.addressKey)],
);

/** Whom a book goes to; a book without rows goes where the rest of its batch goes. The copies of all are the book's. */
export const bookRecipients = sqliteTable(
  'book_recipients',
  {
    bookId: text().notNull(),
    recipientId: text().notNull(),
    position: integer().notNull(),
    quantity: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.bookId, table.recipientId] }),
    index('book_recipients_recipient').on(table.recipientId),
  ],
);

/** Lists of books that were read, with what was taken of them: their results are written into the tables that they came as. */
export const manifests = sqliteTable('manifests', {
  manifestId: text().primaryKey(),
  /** Read again, it is the same manifest. */
  path: text().notNull().unique(),
  /** The import that it was dropped with. */
  importId: text(),
  content: text({ mode: 'json' }).$type<StoredManifest>().notNull(),
  /** The book of each row, as of the last time that it was taken over. */
  taken: text({ mode: 'json' }).$type<TakenRow[]>().notNull().default([]),
  readAtMs: integer().notNull(),
});

/** What levels 2 and 3 found in one file, held against one order. */
export const deeperChecks = sqliteTable(
  'deeper_checks',
  {
    fileId: text().notNull(),
    kind: text({ enum: ['cover', 'contents'] }).notNull(),
    /** Of the bytes, the order and the thresholds: with another key the findings are out of date. */
    contextKey: text().notNull(),
    level: integer().$type<CheckLevel>().notNull(),
    findings: text({ mode: 'json' }).$type<Finding[]>().notNull(),
    summary: text({ mode: 'json' }).$type<FileSummary>(),
  },
  (table) => [primaryKey({ columns: [table.fileId, table.kind] })],
);

/** Who took on which warnings of which bytes, when and why. Rows are kept when they no longer hold: they are a ledger. */
export const signOffs = sqliteTable(
  'sign_offs',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    bookId: text().notNull(),
    groupKey: text().notNull(),
    name: text().notNull(),
    reason: text().notNull(),
    atMs: integer().notNull(),
    specUid: text().notNull(),
    pageCount: integer(),
    /** SHA-256 of the files that it is about, in the order cover, contents. */
    hashes: text({ mode: 'json' }).$type<string[]>().notNull(),
    withdrawnAtMs: integer(),
  },
  (table) => [index('sign_offs_book').on(table.bookId)],
);

/** What one connection knows of a book. Data never moves between environments. */
export const deliveries = sqliteTable(
  'deliveries',
  {
    connectionId: text().notNull(),
    bookId: text().notNull(),
    /** Null after the files changed: the next upload makes a new book. */
    stage: text().$type<BookStage>(),
    bookUid: text(),
    orderUid: text(),
    orderedAtMs: integer(),
    /** When the book was taken for another one, of files that were saved since: what was ordered before is not it. */
    anewAtMs: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.connectionId, table.bookId] }),
    index('deliveries_book').on(table.bookId),
    index('deliveries_order').on(table.connectionId, table.orderUid).where(sql`order_uid is not null`),
    index('deliveries_stage').on(table.connectionId, table.stage),
    index('deliveries_uid').on(table.connectionId, table.bookUid).where(sql`book_uid is not null`),
  ],
);

/** The bytes as they were when the book was queued: others are not sent under its verdict. */
export interface JobFile {
  readonly fileId: string;
  readonly name: string;
  readonly path: string;
  readonly sizeBytes: number;
  readonly modifiedAtMs: number;
  /** Neither of the two stands in jobs of an earlier version. */
  readonly changedAtMs?: number | null;
  readonly sha256?: string | null;
}

/** What went to the service, as the service acknowledged it. */
export interface Receipt {
  readonly kind: 'cover' | 'contents';
  readonly name: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly atMs: number;
}

export const jobs = sqliteTable(
  'jobs',
  {
    jobId: text().primaryKey(),
    connectionId: text().notNull(),
    bookId: text().notNull(),
    state: text({ mode: 'json' }).$type<UploadState>().notNull(),
    cover: text({ mode: 'json' }).$type<JobFile>().notNull(),
    contents: text({ mode: 'json' }).$type<JobFile>().notNull(),
    bookUid: text(),
    receipts: text({ mode: 'json' }).$type<Receipt[]>().notNull(),
    /** How the book prints as it was known when it was queued; null of jobs of an earlier version. */
    print: text({ mode: 'json' }).$type<PrintReceipt>(),
    attempts: integer().notNull(),
    notBeforeMs: integer(),
    problem: text({ mode: 'json' }).$type<TextRef>(),
    serviceText: text(),
    createdAtMs: integer().notNull(),
    /** The lower one of a connection is sent earlier; no two have the same. */
    turn: integer().notNull().default(0),
    /** Not before this time, by the operator's wish; null once it was begun. */
    sendAtMs: integer(),
    /** Of `state`, to be asked for. */
    status: text()
      .$type<UploadState['status']>()
      .notNull()
      .generatedAlwaysAs(sql`json_extract(state, '$.status')`, { mode: 'virtual' }),
    totalBytes: integer()
      .notNull()
      .generatedAlwaysAs(sql`json_extract(cover, '$.sizeBytes') + json_extract(contents, '$.sizeBytes')`, {
        mode: 'virtual',
      }),
    /** Files that the service has acknowledged, and their bytes. */
    sentFiles: integer().notNull().generatedAlwaysAs(sql`json_array_length(receipts)`, { mode: 'virtual' }),
    sentBytes: integer()
      .notNull()
      .generatedAlwaysAs(
        sql`coalesce(json_extract(receipts, '$[0].sizeBytes'), 0) + coalesce(json_extract(receipts, '$[1].sizeBytes'), 0)`,
        { mode: 'virtual' },
      ),
  },
  (table) => [
    index('jobs_book').on(table.bookId),
    // Of what is made at the service: a job that waits is in as few indexes as can be, since whole libraries are queued at once.
    index('jobs_book_uid').on(table.bookUid).where(sql`book_uid is not null`),
    index('jobs_send_at').on(table.connectionId, table.sendAtMs).where(sql`send_at_ms is not null`),
    // Whose turn it is; and all that the totals of the queue are made of, so that they are summed without reading a job.
    index('jobs_turn').on(
      table.connectionId,
      table.status,
      table.turn,
      table.totalBytes,
      table.sentFiles,
      table.sentBytes,
      table.bookUid,
    ),
  ],
);

/** A request that must have its effect once: its key and body are here before it is sent. */
export const effects = sqliteTable(
  'effects',
  {
    key: text().primaryKey(),
    connectionId: text().notNull(),
    kind: text({ enum: ['createBook', 'finalize', 'order', 'cancel'] }).notNull(),
    /** The job, intent or order it belongs to. */
    subjectId: text().notNull(),
    body: text().notNull(),
    bodyHash: text().notNull(),
    firstSentAtMs: integer(),
    state: text({ enum: ['open', 'done', 'refused'] }).notNull(),
  },
  (table) => [index('effects_subject').on(table.subjectId)],
);

export const orderRuns = sqliteTable(
  'order_runs',
  {
    runId: text().primaryKey(),
    connectionId: text().notNull(),
    isStopped: integer({ mode: 'boolean' }).notNull(),
    createdAtMs: integer().notNull(),
    /** Nothing of it is sent before; null: at once. */
    heldUntilMs: integer(),
    /** Held orders of its books as they were before it was confirmed: what taking it back gives back. */
    before: text({ mode: 'json' }).$type<(typeof orderIntents.$inferSelect)[]>(),
    /** It goes on by itself when the credit is so much; null: it waits for none. */
    awaitsMinor: integer(),
    /** Somebody has seen what of it was not placed. */
    isPutAside: integer({ mode: 'boolean' }).notNull().default(false),
  },
  (table) => [index('runs_awaiting').on(table.connectionId, table.createdAtMs).where(sql`awaits_minor is not null`)],
);

export const orderIntents = sqliteTable(
  'order_intents',
  {
    intentId: text().primaryKey(),
    runId: text().notNull(),
    connectionId: text().notNull(),
    position: integer().notNull(),
    /** Null: whom the run goes to. */
    recipientId: text(),
    /** As the order has it; null of intents of an earlier version. */
    recipientName: text(),
    state: text().$type<IntentState>().notNull(),
    orderUid: text(),
    chargeMinor: integer(),
    attempts: integer().notNull(),
    notBeforeMs: integer(),
    problem: text({ mode: 'json' }).$type<TextRef>(),
    serviceText: text(),
    /** Which order of which promotion it repeats; null for one that repeats none. */
    promotionId: text(),
    promotedOrder: integer(),
    /** The order that it places once more as it was; null for one that repeats none, and of intents of an earlier version. */
    repeats: text(),
    /** The hot folder that confirmed it. */
    hotFolderId: text(),
    /** What the service estimated for it; null where it did not, and of intents of an earlier version that no hot folder confirmed. */
    estimateMinor: integer(),
    /** When it was learned that it is ordered, by the desk's clock. */
    placedAtMs: integer(),
  },
  (table) => [
    index('intents_run').on(table.runId, table.position),
    index('intents_hot').on(table.hotFolderId).where(sql`hot_folder_id is not null`),
    index('intents_promotion').on(table.promotionId).where(sql`promotion_id is not null`),
    index('intents_order').on(table.connectionId, table.orderUid),
    // Which order is next, however many wait.
    index('intents_state').on(table.state, table.connectionId, table.runId, table.position),
  ],
);

/** The books of an intent, and of the order that it became. */
export const orderIntentItems = sqliteTable(
  'order_intent_items',
  {
    intentId: text().notNull(),
    position: integer().notNull(),
    bookId: text().notNull(),
    bookUid: text().notNull(),
    quantity: integer().notNull(),
    /** How the book prints as it was known when it was ordered; null of intents of an earlier version. */
    print: text({ mode: 'json' }).$type<PrintReceipt>(),
    /** By which it was estimated; null of intents of an earlier version. */
    spec: text({ mode: 'json' }).$type<OrderedSpec>(),
    /** This book of the order was cancelled, or all of it was. */
    isCancelled: integer({ mode: 'boolean' }).notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.intentId, table.position] }), index('intent_items_book').on(table.bookId)],
);

/** Batches of a Sandbox that are repeated at a Live connection, and how far that is. */
export const promotions = sqliteTable('promotions', {
  promotionId: text().primaryKey(),
  connectionId: text().notNull(),
  fromConnectionId: text().notNull(),
  orders: text({ mode: 'json' }).$type<readonly PromotedOrder[]>().notNull(),
  books: text({ mode: 'json' }).$type<readonly PromotedBook[]>().notNull(),
  print: text({ mode: 'json' }).$type<PrintTaken>().notNull(),
  /** Books that were put into the queue: once, so that what somebody takes out of it stays out. */
  queued: text({ mode: 'json' }).$type<readonly string[]>().notNull(),
  createdAtMs: integer().notNull(),
  /** When nothing of it was left to be ordered, or somebody dropped it. */
  endedAtMs: integer(),
});

export const orders = sqliteTable(
  'orders',
  {
    connectionId: text().notNull(),
    orderUid: text().notNull(),
    item: text({ mode: 'json' }).$type<OrderListItem>().notNull(),
    /** The whole order as last read; null until somebody looked or it moved. */
    detail: text({ mode: 'json' }).$type<Order>(),
    status: text().$type<OrderStatus>().notNull(),
    statusSinceMs: integer().notNull(),
    /** When the desk met it first, where it had come to its status unseen: how long it had been there then is not known. */
    foundAtMs: integer(),
    /** When a sweep found it changed; null while it never did. */
    changedAtMs: integer(),
    orderedAtMs: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.connectionId, table.orderUid] }),
    index('orders_changed').on(table.connectionId, table.changedAtMs),
    // What a sweep asks for: who shipped and has no tracking number yet.
    index('orders_status').on(table.connectionId, table.status, table.statusSinceMs),
  ],
);

export const orderEvents = sqliteTable(
  'order_events',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    connectionId: text().notNull(),
    orderUid: text().notNull(),
    status: text().$type<OrderStatus>().notNull(),
    sinceMs: integer().notNull(),
  },
  (table) => [index('order_events_order').on(table.connectionId, table.orderUid)],
);

/** The service's ledger as far as it was read: from its first entry on, without a hole. */
export const creditEntries = sqliteTable(
  'credit_entries',
  {
    connectionId: text().notNull(),
    transactionId: integer().notNull(),
    reasonCode: integer().notNull(),
    isIn: integer({ mode: 'boolean' }).notNull(),
    amountMinor: integer().notNull(),
    balanceAfterMinor: integer().notNull(),
    /** The order that its memo names; null where it names none. */
    orderUid: text(),
    atMs: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.connectionId, table.transactionId] }),
    index('credit_entries_order').on(table.connectionId, table.orderUid).where(sql`order_uid is not null`),
  ],
);

/** Single values of the desk itself. */
export const deskValues = sqliteTable('desk_values', {
  name: text().primaryKey(),
  value: text({ mode: 'json' }).$type<unknown>().notNull(),
});

export type HotFolderRow = typeof hotFolders.$inferSelect;
export type HotFileRow = typeof hotFiles.$inferSelect;
export type FileRow = typeof files.$inferSelect;
export type BookRow = typeof books.$inferSelect;
