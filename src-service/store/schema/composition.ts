import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { BoundValues, PictureSubject } from '../../../src-core/composition/bound-values.ts';
import type { PageSide } from '../../../src-core/contract/composition.ts';
import { accounts } from './accounts.ts';
import { books } from './books.ts';
import { environment, moment } from './columns.ts';

/** Pictures that were uploaded ahead for a book's cover and contents. A book has each content once (by MD5). */
export const photos = pgTable(
  'photos',
  {
    bookUid: text('book_uid')
      .notNull()
      .references(() => books.bookUid),
    fileName: text('file_name').notNull(),
    originalName: text('original_name').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    mimeType: text('mime_type', { enum: ['image/jpeg', 'image/png'] }).notNull(),
    /** Of the bytes that were sent, not of what they were converted to. */
    md5: text('md5').notNull(),
    /** Of the picture as it is seen, EXIF orientation applied. */
    widthPx: integer('width_px').notNull(),
    heightPx: integer('height_px').notNull(),
    blobKey: text('blob_key').notNull(),
    thumbnailBlobKey: text('thumbnail_blob_key').notNull(),
    /** Null: of before anybody looked for it. */
    subject: jsonb('subject').$type<PictureSubject>(),
    uploadedAt: moment('uploaded_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.bookUid, table.fileName] }),
    uniqueIndex('photo_content_once_a_book').on(table.bookUid, table.md5),
  ],
);

/** What was put into a template book: its cover (one) and its contents in order. */
export const bookEntries = pgTable(
  'book_entries',
  {
    entryId: bigint('entry_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    bookUid: text('book_uid')
      .notNull()
      .references(() => books.bookUid),
    part: text('part', { enum: ['cover', 'contents'] }).notNull(),
    /** From 0; the cover is 0. */
    position: integer('position').notNull(),
    templateUid: text('template_uid').notNull(),
    values: jsonb('values').$type<BoundValues>().notNull(),
    breakBefore: text('break_before', { enum: ['page', 'column', 'none'] }),
    requestedSide: text('requested_side').$type<PageSide>(),
    /** The first page that it stands on, from 1; null for the cover. */
    pageNum: integer('page_num'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [uniqueIndex('entry_place_in_book').on(table.bookUid, table.part, table.position)],
);

/** A rendering that was asked for: one a finalization, claimed by lease so that one process at a time works on it. */
export const renderJobs = pgTable(
  'render_jobs',
  {
    jobId: bigint('job_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    bookUid: text('book_uid')
      .notNull()
      .references(() => books.bookUid),
    status: text('status', { enum: ['waiting', 'done', 'failed'] }).notNull(),
    /** Attempts that came to an end of their own: those that failed were the book's. */
    attempts: integer('attempts').notNull(),
    /** Attempts whose process went without a word. They say nothing against the book. */
    interruptions: integer('interruptions').notNull().default(0),
    leasedBy: text('leased_by'),
    /** Real time, not the service's clock: a lease guards against dead processes. */
    leasedUntil: moment('leased_until'),
    /** For the log of the print house's side; never shown to partners. */
    failure: text('failure'),
    requestedAt: moment('requested_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (table) => [
    index('render_jobs_waiting').on(table.status, table.jobId),
    // A book that is deleted is looked for here, by the foreign key.
    index('render_jobs_book').on(table.bookUid),
  ],
);

/** When an account's rendering was last begun, by environment: whoever waited longest is next. */
export const renderTurns = pgTable(
  'render_turns',
  {
    accountUid: text('account_uid')
      .notNull()
      .references(() => accounts.accountUid),
    environment: environment().notNull(),
    /** Real time by the database's clock, as leases are. */
    begunAt: moment('begun_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountUid, table.environment] })],
);

/** Small pictures of a finalized book's cover and pages. */
export const bookThumbnails = pgTable(
  'book_thumbnails',
  {
    bookUid: text('book_uid')
      .notNull()
      .references(() => books.bookUid),
    part: text('part', { enum: ['cover', 'contents'] }).notNull(),
    /** PDF page, from 1. */
    page: integer('page').notNull(),
    blobKey: text('blob_key').notNull(),
  },
  (table) => [primaryKey({ columns: [table.bookUid, table.part, table.page] })],
);
