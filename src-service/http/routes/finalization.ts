import { finalizationSchema } from '../../../src-core/contract/books.ts';
import { successOf } from '../../../src-core/contract/envelope.ts';
import { finalizeBook, readFilesOfDraft } from '../../books/finalize-book.ts';
import { ServiceError } from '../../service-error.ts';
import { callerOf, success, type Route } from '../app.ts';
import { answerOnce } from '../idempotent.ts';
import { BOOKS } from '../open-api/descriptions/books.ts';
import { bookParams } from './params.ts';

export const postFinalization: Route = (app, { context }) => {
  app.post(
    '/books/:bookUid/finalization',
    {
      onRequest: async (request) => {
        if (request.headers['content-length'] !== undefined) return;
        throw new ServiceError(
          'ERR_MALFORMED_REQUEST',
          ['Content-Length 헤더가 필요합니다 (본문이 없으면 Content-Length: 0)'],
          { status: 411 },
        );
      },
      schema: {
        operationId: 'finalizeBook',
        tags: ['books'],
        summary: 'Finalize a book',
        description: BOOKS.finalizeBook,
        errors: ['ERR_FINALIZE_PREREQ_UNMET', 'ERR_INSUFFICIENT_PAGES', 'ERR_PAGECOUNT_INVALID'],
        isIdempotent: true,
        isWithoutBody: true,
        params: bookParams,
        response: { 200: successOf(finalizationSchema), 201: successOf(finalizationSchema) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { bookUid } = request.params;
      return answerOnce(context, request, reply, {
        content: request.body,
        prepare: () => readFilesOfDraft(context, caller, bookUid),
        effect: async (db, read) => {
          const { first, data } = await finalizeBook(db, context, caller, bookUid, read);
          return first
            ? { status: 201, body: success('책 최종화 완료', data) }
            : { status: 200, body: success('이미 최종화된 책입니다', data) };
        },
      });
    },
  );
};
