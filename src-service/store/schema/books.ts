import { doublePrecision, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { FlowCursor } from '../../../src-core/composition/flow.ts';
import type { BookRules } from '../../../src-core/composition/book-rules.ts';
import { accounts } from './accounts.ts';
import { environment, moment } from './columns.ts';

export const books = pgTable(
  'books',
  {
    bookUid: text('book_uid').primaryKey(),
    accountUid: text('account_uid')
      .notNull()
      .references(() => accounts.accountUid),
    environment: environment().notNull(),
    title: text('title').notNull(),
    bookSpecUid: text('book_spec_uid').notNull(),
    specProfileUid: text('spec_profile_uid'),
    creationType: text('creation_type', { enum: ['TEMPLATE', 'PDF_UPLOAD', 'MIX_COVER_TEMPLATE'] }).notNull(),
    pageCount: integer('page_count').notNull(),
    /** 1 draft, 2 finalized, 9 deleted. */
    status: integer('status').$type<1 | 2 | 9>().notNull(),
    coverTemplateUid: text('cover_template_uid'),
    externalRef: text('external_ref'),
    pdfStatus: integer('pdf_status'),
    pdfCreatedAt: moment('pdf_created_at'),
    pdfRequestedAt: moment('pdf_requested_at'),
    thumbnailStatus: integer('thumbnail_status'),
    /** Where the next contents entry of a template book begins; null before the first and for PDF books. */
    flowCursor: jsonb('flow_cursor').$type<FlowCursor>(),
    /** By which rules it is laid out and painted: those that it was begun with. Rows of before have none, and keep the first ones. */
    rules: integer('text_rules').$type<BookRules>().notNull().default(1),
    /** What the first finalization answered. */
    finalizationResult: text('finalization_result'),
    finalizedAt: moment('finalized_at'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [index('books_of_account').on(table.accountUid, table.environment, table.createdAt)],
);

/** The PDFs of a book. A deleted book keeps its rows (specification, "Book status"). */
export const bookPdfs = pgTable(
  'book_pdfs',
  {
    bookUid: text('book_uid')
      .notNull()
      .references(() => books.bookUid),
    kind: text('kind', { enum: ['cover', 'contents'] }).notNull(),
    blobKey: text('blob_key').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    pdfPages: integer('pdf_pages').notNull(),
    widthMm: doublePrecision('width_mm').notNull(),
    heightMm: doublePrecision('height_mm').notNull(),
    uploadedAt: moment('uploaded_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.bookUid, table.kind] })],
);
