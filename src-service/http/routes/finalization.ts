import { z } from 'zod';
import { finalizationSchema } from '../../../src-core/contract/books.ts';
import { successOf } from '../../../src-core/contract/envelope.ts';
import { failureSchema } from '../../../src-core/contract/errors.ts';
import { finalizeBook } from '../../books/finalize-book.ts';
import { ServiceError } from '../../service-error.ts';
import { callerOf, success, type Route } from '../app.ts';
import { idempotent } from '../idempotent.ts';
import { conflictOrFailureSchema, failures } from './failures.ts';

const params = z.object({ bookUid: z.string() });

export const postFinalization: Route = (app, { context }) => {
  app.post(
    '/books/:bookUid/finalization',
    {
      onRequest: async (request) => {
        if (request.headers['content-length'] !== undefined) return;
        throw new ServiceError('ERR_MALFORMED_REQUEST', ['Content-Length 헤더가 필요합니다 (본문이 없으면 Content-Length: 0)'], { status: 411 });
      },
      schema: {
        tags: ['books'],
        summary: 'Finalize a book (empty body, Content-Length: 0)',
        description:
          'The cover of MIX_COVER_TEMPLATE books and both PDFs of TEMPLATE books are rendered afterwards (pdfStatus 1, then 2 or 9). A repeat answers 200 and changes nothing; after a failed rendering (9) it asks for another one.',
        params,
        response: { 200: successOf(finalizationSchema), 201: successOf(finalizationSchema), ...failures, 409: conflictOrFailureSchema, 411: failureSchema },
      },
    },
    idempotent(context, async (db, request) => {
      const { first, data } = await finalizeBook(db, context, callerOf(request), params.parse(request.params).bookUid);
      return first ? { status: 201, body: success('책 최종화 완료', data) } : { status: 200, body: success('이미 최종화된 책입니다', data) };
    }),
  );
};
