import { z } from 'zod';
import { shippingSchema } from '../contract/orders.ts';
import { LIMITS } from '../contract/limits.ts';
import { recipientSchema } from './recipients.ts';

/** Without the point. A zip archive: `job.json`, and `files/<SHA-256>.pdf` as they are. */
export const PACKAGE_ENDING = 'bpjob';
export const PACKAGE_FORMAT = 'book-print-studio/job';
/** Of what `job.json` says; a package of a later one is refused. */
export const PACKAGE_VERSION = 1;
export const JOB_ENTRY = 'job.json';

/** So many books of text are far below it. */
export const JOB_BYTES_MAX = 256 * 1024 * 1024;
const BOOKS_MAX = 100_000;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const text = (most: number) => z.string().max(most);
const moment = z.int().min(0);
const pages = z.int().min(0).nullable();

const packedFileSchema = z.object({
  sha256,
  sizeBytes: z.int().min(0),
  /** As the customer called it: to be shown, never a path. */
  name: text(1_024),
});
export type PackedFile = z.infer<typeof packedFileSchema>;

const packedSignOffSchema = z.object({
  groupKey: text(400),
  name: text(400),
  reason: text(4_000),
  atMs: moment,
  specUid: text(200),
  pageCount: pages,
  hashes: z.array(text(100)).max(2),
});

const packedBookSchema = z.object({
  /** The same on every computer: a package that is opened again doubles nothing. */
  bookId: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  title: z.string().min(1).max(1_000),
  batch: text(1_000),
  specUid: text(200).nullable(),
  specOrigin: z.enum(['given', 'guessed']).nullable(),
  quantity: z.int().min(1).max(1_000_000),
  externalRef: text(1_000).nullable(),
  recipients: z
    .array(
      z.object({
        address: shippingSchema,
        kind: recipientSchema.shape.kind,
        quantity: z.int().min(1).max(LIMITS.quantityMax),
      }),
    )
    .max(LIMITS.quantityMax),
  signOffs: z.array(packedSignOffSchema).max(10_000),
  cover: packedFileSchema,
  contents: packedFileSchema,
});
export type PackedBook = z.infer<typeof packedBookSchema>;

/** What `job.json` says. No key and no path of any computer stands in it. */
export const jobSchema = z.object({
  format: z.literal(PACKAGE_FORMAT),
  version: z.int().min(1),
  madeAtMs: moment,
  books: z.array(packedBookSchema).min(1).max(BOOKS_MAX),
});
export type Job = z.infer<typeof jobSchema>;

export const fileEntry = (hash: string): string => `files/${hash}.pdf`;

/** Each file of the books once, whichever books have it. */
export const filesOfJob = (books: readonly Pick<PackedBook, 'cover' | 'contents'>[]): PackedFile[] => [
  ...new Map(books.flatMap(({ cover, contents }) => [cover, contents]).map((file) => [file.sha256, file])).values(),
];

/** What became of books that were packed or taken over. */
export const packedSchema = z.object({
  books: z.int(),
  /** Without both files, or files that are not what was checked. */
  left: z.int(),
});
export type Packed = z.infer<typeof packedSchema>;
export const openedSchema = z.object({
  added: z.int(),
  /** Here already, with the same files. */
  known: z.int(),
  /** Here already with other files: they stay as they are. */
  differing: z.int(),
  undoId: z.string().nullable(),
});
export type Opened = z.infer<typeof openedSchema>;
