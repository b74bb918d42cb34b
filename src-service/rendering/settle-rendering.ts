import { and, eq, inArray } from 'drizzle-orm';
import { Readable } from 'node:stream';
import type { PdfKind } from '../../src-core/contract/books.ts';
import type { BookRow } from '../books/find-book.ts';
import type { ServiceContext } from '../context.ts';
import type { Db } from '../store/db.ts';
import { promoteRenderedOrders } from '../orders/promote-orders.ts';
import { bookPdfs, books, bookThumbnails } from '../store/schema.ts';
import { endJob, holdJob, type RenderJob } from './claim-rendering.ts';
import type { Rendered } from './render-apart.ts';
import { isRenderingWanted } from './rendering-wanted.ts';

/** Everything that a rendering brought, kept: blob keys instead of bytes. */
interface Kept {
  readonly files: readonly (Omit<Rendered['files'][number], 'staged'> & {
    readonly blobKey: string;
    readonly sizeBytes: number;
  })[];
  readonly thumbnails: readonly { readonly kind: PdfKind; readonly page: number; readonly blobKey: string }[];
  readonly hasThumbnails: boolean;
}

/**
 * Makes the files the book's, in one transaction: PDFs and thumbnails, pdfStatus 2, the orders that waited, the job.
 * A book that was deleted meanwhile and that nobody ordered stays as it is, and so does the outcome of a job that has
 * become another's.
 */
export async function settleRendered(context: ServiceContext, job: RenderJob, rendered: Rendered): Promise<void> {
  const kept = await keep(context, rendered);
  await context.db.transaction(async (db) => {
    const book = await holdBook(db, job);
    if (!(await holdJob(db, job))) return;
    await endJob(db, context, job, { status: 'done', failure: null, attempts: job.attempts + 1 });
    if (!(await isRenderingWanted(db, book))) return;
    const at = new Date(context.clock.nowMs());
    await putFiles(db, job.bookUid, kept, at);
    await db
      .update(books)
      .set({ pdfStatus: 2, pdfCreatedAt: at, thumbnailStatus: kept.hasThumbnails ? 2 : 9, updatedAt: at })
      .where(eq(books.bookUid, job.bookUid));
    await promoteRenderedOrders(db, context, job.bookUid);
  });
}

/** The rendering failed for good: pdfStatus 9, and the reason in the job for the print house. */
export async function settleFailed(
  context: ServiceContext,
  job: RenderJob,
  failure: string,
  attempts = job.attempts + 1,
): Promise<void> {
  await context.db.transaction(async (db) => {
    const book = await holdBook(db, job);
    if (!(await holdJob(db, job))) return;
    await endJob(db, context, job, { status: 'failed', failure, attempts });
    if (!(await isRenderingWanted(db, book))) return;
    const updatedAt = new Date(context.clock.nowMs());
    await db.update(books).set({ pdfStatus: 9, thumbnailStatus: 9, updatedAt }).where(eq(books.bookUid, job.bookUid));
  });
}

/** Ends the job of a book whose PDFs nobody calls for. False: by now somebody does, an order that came back. */
export async function settleUnwanted(context: ServiceContext, job: RenderJob): Promise<boolean> {
  return context.db.transaction(async (db) => {
    const book = await holdBook(db, job);
    if (await isRenderingWanted(db, book)) return false;
    if (await holdJob(db, job))
      await endJob(db, context, job, { status: 'done', failure: null, attempts: job.attempts });
    return true;
  });
}

/** The book first, then its job: in this order they are locked when a rendering is asked for, too. */
async function holdBook(db: Db, job: RenderJob): Promise<BookRow | undefined> {
  const [book] = await db.select().from(books).where(eq(books.bookUid, job.bookUid)).for('update');
  return book;
}

async function keep(context: ServiceContext, rendered: Rendered): Promise<Kept> {
  try {
    return await keepAll(context, rendered);
  } catch (error) {
    for (const { staged } of rendered.files) await context.blobs.discard(staged);
    throw error;
  }
}

async function keepAll({ blobs }: ServiceContext, { files, thumbnails, hasThumbnails }: Rendered): Promise<Kept> {
  const keptFiles = [];
  for (const { staged, ...facts } of files)
    keptFiles.push({ ...facts, blobKey: await blobs.keep(staged), sizeBytes: staged.sizeBytes });
  const keptThumbnails = [];
  for (const { kind, page, jpeg } of thumbnails)
    keptThumbnails.push({ kind, page, blobKey: await blobs.keep(await blobs.stage(Readable.from([jpeg]))) });
  return { files: keptFiles, thumbnails: keptThumbnails, hasThumbnails };
}

async function putFiles(db: Db, bookUid: string, { files, thumbnails }: Kept, uploadedAt: Date): Promise<void> {
  for (const { kind, ...file } of files) {
    const pdf = { ...file, uploadedAt };
    await db
      .insert(bookPdfs)
      .values({ bookUid, kind, ...pdf })
      .onConflictDoUpdate({ target: [bookPdfs.bookUid, bookPdfs.kind], set: pdf });
  }
  // An earlier rendering may have had other pages.
  await db.delete(bookThumbnails).where(
    and(
      eq(bookThumbnails.bookUid, bookUid),
      inArray(
        bookThumbnails.part,
        files.map(({ kind }) => kind),
      ),
    ),
  );
  if (thumbnails.length > 0)
    await db
      .insert(bookThumbnails)
      .values(thumbnails.map(({ kind, page, blobKey }) => ({ bookUid, part: kind, page, blobKey })));
}
