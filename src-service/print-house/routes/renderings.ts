import { and, desc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { pdfKindSchema } from '../../../src-core/contract/books.ts';
import { success } from '../../http/app.ts';
import { holdRenderings, planFailures } from '../../rendering/rendering-controls.ts';
import { ServiceError } from '../../service-error.ts';
import { bookThumbnails, renderJobs } from '../../store/schema.ts';
import type { PrintHouseRoutes } from '../print-house-app.ts';

const thumbnailParams = z.object({ bookUid: z.string(), part: pdfKindSchema, page: z.coerce.number().int().min(1) });

const LISTED = 500;

/** Renderings as the print house has them in hand: held back, made to fail, looked at. */
export const renderingRoutes: PrintHouseRoutes = (app, { context }) => {
  app.get('/renderings', async () => {
    const jobs = await context.db.select().from(renderJobs).orderBy(desc(renderJobs.jobId)).limit(LISTED);
    return success(
      '성공',
      jobs.map(({ jobId, bookUid, status, attempts, interruptions, leasedBy, failure, requestedAt, endedAt }) => ({
        jobId,
        bookUid,
        status,
        attempts,
        interruptions,
        isUnderWay: leasedBy !== null,
        failure,
        requestedAt,
        endedAt,
      })),
    );
  });
  app.post(
    '/renderings/fail-next',
    { schema: { body: z.strictObject({ times: z.int().min(0).max(100) }) } },
    async ({ body }) => {
      await context.db.transaction((db) => planFailures(db, context, body.times));
      return success('성공', { times: body.times });
    },
  );
  app.post('/renderings/hold', { schema: { body: z.strictObject({ held: z.boolean() }) } }, async ({ body }) => {
    await context.db.transaction((db) => holdRenderings(db, context, body.held));
    return success('성공', { held: body.held });
  });
  app.get(
    '/books/:bookUid/thumbnails/:part/:page',
    { schema: { params: thumbnailParams } },
    async ({ params }, reply) => {
      const { bookUid, part, page } = params;
      const [thumbnail] = await context.db
        .select()
        .from(bookThumbnails)
        .where(and(eq(bookThumbnails.bookUid, bookUid), eq(bookThumbnails.part, part), eq(bookThumbnails.page, page)));
      const found = thumbnail ? await context.blobs.open(thumbnail.blobKey) : null;
      if (found === null) throw new ServiceError('ERR_NOT_FOUND', ['썸네일을 찾을 수 없습니다']);
      return reply.header('content-type', 'image/jpeg').header('content-length', found.sizeBytes).send(found.content);
    },
  );
};
