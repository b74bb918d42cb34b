import { z } from 'zod';
import {
  bookListItemSchema,
  bookListQuerySchema,
  bookSchema,
  createBookBodySchema,
  createdBookSchema,
  deletedBookSchema,
} from '../../../src-core/contract/books.ts';
import { pageOf, successOf } from '../../../src-core/contract/envelope.ts';
import { LIMITS } from '../../../src-core/contract/limits.ts';
import { createBook, deleteBook, listBooks, readBook } from '../../books/books.ts';
import { callerOf, listOf, success, type Route } from '../app.ts';
import { idempotent } from '../idempotent.ts';
import { BOOKS } from '../open-api/descriptions/books.ts';
import { bookParams } from './params.ts';

// An unknown creationType is refused inside: that answer is kept by idempotency, a format error is not.
const createBookInput = z.preprocess(
  withoutPageCountOfTemplate,
  createBookBodySchema.extend({ creationType: z.string().min(1).max(LIMITS.uidMaxChars) }),
);

/** "TEMPLATE: ignored without error", whatever it is (specification, POST /books). */
function withoutPageCountOfTemplate(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('creationType' in body) || body.creationType !== 'TEMPLATE')
    return body;
  return { ...body, pageCount: undefined };
}

export const postBook: Route = (app, { context }) => {
  app.post(
    '/books',
    {
      schema: {
        operationId: 'createBook',
        tags: ['books'],
        summary: 'Create a book',
        description: BOOKS.createBook,
        errors: ['ERR_INSUFFICIENT_PAGES', 'ERR_PAGECOUNT_INVALID'],
        isIdempotent: true,
        body: createBookInput,
        documentedBody: { content: { 'application/json': createBookBodySchema } },
        response: { 201: successOf(createdBookSchema) },
      },
    },
    idempotent(context, async (db, request) => ({
      status: 201,
      body: success(
        '책 생성 완료',
        await createBook(db, context, callerOf(request), createBookInput.parse(request.body)),
      ),
    })),
  );
};

export const getBooks: Route = (app, { context }) => {
  app.get(
    '/books',
    {
      schema: {
        operationId: 'listBooks',
        tags: ['books'],
        summary: 'List books',
        description: BOOKS.listBooks,
        querystring: bookListQuerySchema,
        response: { 200: pageOf(bookListItemSchema) },
      },
    },
    async (request) => {
      const { items, total } = await listBooks(context.db, callerOf(request), request.query);
      return listOf(items, total, request.query);
    },
  );
};

export const getBook: Route = (app, { context }) => {
  app.get(
    '/books/:bookUid',
    {
      schema: {
        operationId: 'getBook',
        tags: ['books'],
        summary: 'Read one book',
        description: BOOKS.getBook,
        params: bookParams,
        response: { 200: successOf(bookSchema) },
      },
    },
    async (request) => success('성공', await readBook(context.db, context, callerOf(request), request.params.bookUid)),
  );
};

export const deleteOneBook: Route = (app, { context }) => {
  app.delete(
    '/books/:bookUid',
    {
      schema: {
        operationId: 'deleteBook',
        tags: ['books'],
        summary: 'Delete a book',
        description: BOOKS.deleteBook,
        params: bookParams,
        response: { 200: successOf(deletedBookSchema) },
      },
    },
    async (request) => {
      const { bookUid } = request.params;
      await context.db.transaction((db) => deleteBook(db, context, callerOf(request), bookUid));
      return success('책이 삭제되었습니다', { bookUid, status: context.contract.deletedBookStatus });
    },
  );
};
