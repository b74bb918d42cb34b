import { z } from 'zod';
import { paginationQuery, periodQuery, timestampSchema } from './envelope.ts';
import { LIMITS } from './limits.ts';
import { singleLine } from './texts.ts';

export const creationTypeSchema = z.enum(['TEMPLATE', 'PDF_UPLOAD', 'MIX_COVER_TEMPLATE']).meta({
  id: 'CreationType',
  description:
    'How cover and contents come: both as PDFs, both from templates, or a template cover with a PDF of contents',
});
export type CreationType = z.infer<typeof creationTypeSchema>;

export const BOOK_STATUS = { draft: 1, finalized: 2, deleted: 9 } as const;
export type BookStatusName = keyof typeof BOOK_STATUS;

export const pageMetaSchema = z
  .object({
    currentPageCount: z.int(),
    pageMin: z.int(),
    pageMax: z.int(),
    pageIncrement: z.int(),
    isValid: z.boolean(),
  })
  .meta({ id: 'PageMeta', description: 'The page count against the rule of the spec; isValid judges the count alone' });
export type PageMeta = z.infer<typeof pageMetaSchema>;

export const createBookBodySchema = z
  .object({
    title: singleLine().min(1).max(LIMITS.titleMaxChars),
    bookSpecUid: z.string().min(1).max(LIMITS.uidMaxChars),
    creationType: creationTypeSchema,
    pageCount: z.int().optional(),
    specProfileUid: z.string().max(LIMITS.uidMaxChars).optional(),
    externalRef: singleLine().max(LIMITS.externalRefMaxChars).optional(),
  })
  .meta({ id: 'CreateBook' });
export type CreateBookBody = z.infer<typeof createBookBodySchema>;

export const createdBookSchema = z
  .object({ bookUid: z.string(), pageMeta: pageMetaSchema })
  .meta({ id: 'CreatedBook', description: 'The draft' });

export const bookSchema = z
  .object({
    bookUid: z.string(),
    accountUid: z.string(),
    title: z.string(),
    bookSpecUid: z.string(),
    bookSpecName: z.string(),
    specProfileUid: z.string().nullable(),
    creationType: creationTypeSchema,
    status: z.literal([1, 2, 9]),
    coverTemplateUid: z.string().nullable(),
    externalRef: z.string().nullable(),
    isTest: z.boolean(),
    archivedAt: timestampSchema.nullable(),
    pageMeta: pageMetaSchema,
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .meta({ id: 'Book', description: 'A book; status 1 draft, 2 finalized, 9 deleted' });
export type Book = z.infer<typeof bookSchema>;

const pdfStatusSchema = z
  .int()
  .meta({ id: 'PdfStatus', enum: [1, 2, 9], description: '1 PENDING, 2 COMPLETED, 9 FAILED; null before' });

export const bookListItemSchema = z
  .object({
    bookUid: z.string(),
    accountUid: z.string(),
    title: z.string(),
    author: z.string().nullable(),
    status: z.enum(['draft', 'finalized', 'deleted']),
    pageCount: z.int(),
    bookSpecUid: z.string(),
    specProfileUid: z.string().nullable(),
    creationType: creationTypeSchema,
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
    externalRef: z.string().nullable(),
    isTest: z.boolean(),
    pdfStatus: pdfStatusSchema.nullable(),
    pdfCreatedAt: timestampSchema.nullable(),
    pdfRequestedAt: timestampSchema.nullable(),
    thumbnailStatus: pdfStatusSchema.nullable(),
  })
  .meta({ id: 'BookListItem', description: 'A book in the list' });
export type BookListItem = z.infer<typeof bookListItemSchema>;

export const bookListQuerySchema = z.object({
  bookUid: z.string().optional(),
  status: z.enum(['draft', 'finalized', 'deleted']).optional(),
  pdfStatus: z.enum(['null', '1', '2', '9']).optional(),
  specProfileUid: z.string().optional(),
  ...periodQuery(),
  ...paginationQuery(),
});

/** `status` is `deleted` or 9: a switch of the contract profile. */
export const deletedBookSchema = z
  .object({
    bookUid: z.string(),
    status: z.literal(['deleted', 9]),
  })
  .meta({ id: 'DeletedBook' });

export const pdfKindSchema = z.enum(['cover', 'contents']).meta({ id: 'PdfKind' });
export type PdfKind = z.infer<typeof pdfKindSchema>;

/** Result of POST and PUT pdf-cover / pdf-contents, in the recorded key order (service-facts 4.4). */
export const pdfUploadResultSchema = z
  .object({
    bookUid: z.string(),
    kind: pdfKindSchema,
    valid: z.boolean(),
    pdfSizeMm: z.object({ width: z.number(), height: z.number() }),
    messages: z.array(z.string()),
    warnings: z.array(z.string()),
    bookStatus: z
      .int()
      .meta({ enum: [1, 2] })
      .nullable(),
    url: z.string().nullable(),
    pageMeta: pageMetaSchema,
  })
  .meta({ id: 'PdfUploadResult', description: 'What was measured in the PDF that was taken; sizes in millimetres' });
export type PdfUploadResult = z.infer<typeof pdfUploadResultSchema>;

export const finalizationSchema = z
  .object({
    result: z.string(),
    pageMeta: pageMetaSchema,
    finalizedAt: timestampSchema,
  })
  .meta({ id: 'Finalization', description: 'The book as it will be made' });

/** Answer of PATCH pdf-status and of the legacy POST pdf-result: how far the book's PDFs are. Sizes in bytes. */
export const pdfStateSchema = z
  .object({
    bookUid: z.string(),
    pdfStatus: pdfStatusSchema.nullable(),
    thumbnailStatus: pdfStatusSchema.nullable(),
    pdfRequestedAt: timestampSchema.nullable(),
    pdfCreatedAt: timestampSchema.nullable(),
    files: z.array(
      z.object({ kind: pdfKindSchema, pages: z.int(), size: z.int(), url: z.string(), updatedAt: timestampSchema }),
    ),
  })
  .meta({ id: 'PdfState', description: 'How far the PDFs of the book are; sizes in bytes' });
export type PdfState = z.infer<typeof pdfStateSchema>;

/** 1 asks for the rendering anew; the other values are the service's to set. */
export const patchPdfStatusBodySchema = z.object({ pdfStatus: z.literal([1, 2, 9]) }).meta({
  id: 'PdfStatusChange',
  description: "1 asks for the rendering anew; the other values are the service's to set",
});
