import { z } from 'zod';
import { pdfUploadResultSchema, type PdfKind } from '../../../src-core/contract/books.ts';
import { successOf } from '../../../src-core/contract/envelope.ts';
import { downloadPdf } from '../../books/download-pdf.ts';
import { admitUpload, takeUpload, type PdfUpload } from '../../books/upload-pdf.ts';
import { ServiceError } from '../../service-error.ts';
import { callerOf, success, type Route } from '../app.ts';
import { contentDisposition } from '../download-headers.ts';
import { PDF_FORM } from '../open-api/forms.ts';
import { asBrokenForm, uploadedFile } from '../uploaded-file.ts';
import { PDFS } from '../open-api/descriptions/pdfs.ts';
import { bookParams } from './params.ts';

const IN_WORDS: Readonly<Record<PdfKind, string>> = { cover: '표지', contents: '내지' };

const UPLOADS = {
  create: { cover: 'uploadCoverPdf', contents: 'uploadContentsPdf' },
  replace: { cover: 'replaceCoverPdf', contents: 'replaceContentsPdf' },
} as const;

const uploadRoute =
  (kind: PdfKind, mode: PdfUpload['mode']): Route =>
  (app, { context, baseUrl }) => {
    const operationId = UPLOADS[mode][kind];
    app.route({
      method: mode === 'create' ? 'POST' : 'PUT',
      url: `/books/:bookUid/pdf-${kind}`,
      config: { ratePolicy: 'upload' },
      schema: {
        operationId,
        tags: ['pdf'],
        summary: `${mode === 'create' ? 'Upload' : 'Replace'} the ${kind} PDF`,
        description: PDFS[operationId],
        errors:
          mode === 'create' ? ['ERR_CREATION_TYPE_UNSUPPORTED', 'ERR_CONFLICT'] : ['ERR_CREATION_TYPE_UNSUPPORTED'],
        documentedBody: { content: { 'multipart/form-data': PDF_FORM } },
        params: bookParams,
        response: { [mode === 'create' ? 201 : 200]: successOf(pdfUploadResultSchema) },
      },
      handler: async (request, reply) => {
        const upload: PdfUpload = { bookUid: request.params.bookUid, kind, mode };
        const caller = callerOf(request);
        await admitUpload(context.db, caller, upload);
        const part = await uploadedFile(request);
        const staged = await context.blobs.stage(part.file).catch(asBrokenForm);
        try {
          const result = await takeUpload(
            context,
            caller,
            upload,
            { staged, overLimit: part.file.truncated },
            baseUrl(),
          );
          const done = mode === 'create' ? '업로드' : '교체';
          return await reply
            .code(mode === 'create' ? 201 : 200)
            .send(success(`${IN_WORDS[kind]} PDF가 ${done}되었습니다`, result));
        } finally {
          await context.blobs.discard(staged);
        }
      },
    });
  };

export const postCoverPdf = uploadRoute('cover', 'create');
export const putCoverPdf = uploadRoute('cover', 'replace');
export const postContentsPdf = uploadRoute('contents', 'create');
export const putContentsPdf = uploadRoute('contents', 'replace');

const downloadRoute =
  (kind: PdfKind): Route =>
  (app, { context }) => {
    const operationId = kind === 'cover' ? 'downloadCoverPdf' : 'downloadContentsPdf';
    app.get(
      `/books/:bookUid/pdf-${kind}`,
      {
        schema: {
          operationId,
          tags: ['pdf'],
          summary: `Download the ${kind} PDF`,
          description: PDFS[operationId],
          errors: [
            'ERR_CREATION_TYPE_UNSUPPORTED',
            'ERR_PDF_NOT_UPLOADED',
            'ERR_PDF_NOT_GENERATED',
            'ERR_PDF_PENDING',
            'ERR_PDF_GENERATION_FAILED',
            'ERR_PDF_FILE_MISSING',
          ],
          params: bookParams,
          response: { 200: { description: 'The PDF itself', content: { 'application/pdf': { schema: z.unknown() } } } },
        },
      },
      async (request, reply) => {
        const { sizeBytes, content } = await downloadPdf(context, callerOf(request), request.params.bookUid, kind);
        const fileName = `${request.params.bookUid}-${kind}.pdf`;
        return reply
          .header('content-type', 'application/pdf')
          .header('content-disposition', contentDisposition(fileName))
          .header('content-length', sizeBytes)
          .send(content);
      },
    );
  };

export const getCoverPdf = downloadRoute('cover');
export const getContentsPdf = downloadRoute('contents');

/** An address like that of a PDF, of no kind that there is. It stands in no document: nobody should build on it. */
export const getUnknownPdf: Route = (app) => {
  app.get(
    '/books/:bookUid/pdf-:kind',
    { schema: { hide: true, params: bookParams.extend({ kind: z.string() }) } },
    async (request) => {
      throw new ServiceError('ERR_MALFORMED_REQUEST', [`알 수 없는 PDF 종류입니다: pdf-${request.params.kind}`]);
    },
  );
};
