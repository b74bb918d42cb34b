import { patchPdfStatusBodySchema, pdfStateSchema } from '../../../src-core/contract/books.ts';
import { successOf } from '../../../src-core/contract/envelope.ts';
import { changePdfStatus, readPdfState } from '../../books/pdf-state.ts';
import { callerOf, success, type Route } from '../app.ts';
import { PDFS } from '../open-api/descriptions/pdfs.ts';
import { bookParams } from './params.ts';

const response = { 200: successOf(pdfStateSchema) };

export const patchPdfStatus: Route = (app, { context, baseUrl }) => {
  app.patch(
    '/books/:bookUid/pdf-status',
    {
      schema: {
        operationId: 'updatePdfStatus',
        tags: ['pdf'],
        summary: "Ask for a failed rendering anew (pdfStatus 1); other values are the service's to set",
        description: PDFS.updatePdfStatus,
        errors: ['ERR_CREATION_TYPE_UNSUPPORTED'],
        params: bookParams,
        body: patchPdfStatusBodySchema,
        response,
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { bookUid } = request.params;
      const state = await context.db.transaction((db) =>
        changePdfStatus(db, context, caller, bookUid, request.body.pdfStatus, baseUrl()),
      );
      return success('PDF 상태가 변경되었습니다', state);
    },
  );
};

export const postPdfResult: Route = (app, { context, baseUrl }) => {
  app.post(
    '/books/:bookUid/pdf-result',
    {
      schema: {
        operationId: 'getPdfResult',
        tags: ['pdf'],
        summary: 'How far the PDFs of a book are (legacy: GET /books shows the same)',
        description: PDFS.getPdfResult,
        params: bookParams,
        response,
        deprecated: true,
      },
    },
    async (request) =>
      success('성공', await readPdfState(context.db, callerOf(request), request.params.bookUid, baseUrl())),
  );
};
