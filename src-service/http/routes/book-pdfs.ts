import { z } from 'zod';
import { pdfKindSchema, pdfUploadResultSchema, type PdfKind } from '../../../src-core/contract/books.ts';
import { successOf } from '../../../src-core/contract/envelope.ts';
import { failureSchema } from '../../../src-core/contract/errors.ts';
import { downloadPdf } from '../../books/download-pdf.ts';
import { admitUpload, takeUpload, type PdfUpload } from '../../books/upload-pdf.ts';
import { ServiceError } from '../../service-error.ts';
import { callerOf, success, type Route } from '../app.ts';
import { asBrokenForm, uploadedFile } from '../uploaded-file.ts';
import { failures } from './failures.ts';

const bookParams = z.object({ bookUid: z.string() });
const IN_WORDS: Readonly<Record<PdfKind, string>> = { cover: '표지', contents: '내지' };

const uploadRoute =
  (kind: PdfKind, mode: PdfUpload['mode']): Route =>
  (app, { context, baseUrl }) => {
    app.route({
      method: mode === 'create' ? 'POST' : 'PUT',
      url: `/books/:bookUid/pdf-${kind}`,
      config: { ratePolicy: 'upload' },
      schema: {
        tags: ['pdf'],
        summary: `${mode === 'create' ? 'Upload' : 'Replace'} the ${kind} PDF (multipart, field \`file\`)`,
        consumes: ['multipart/form-data'],
        params: bookParams,
        response: { 200: successOf(pdfUploadResultSchema), 201: successOf(pdfUploadResultSchema), ...failures, 409: failureSchema },
      },
      handler: async (request, reply) => {
        const upload: PdfUpload = { bookUid: request.params.bookUid, kind, mode };
        const caller = callerOf(request);
        await admitUpload(context.db, caller, upload);
        const part = await uploadedFile(request);
        const staged = await context.blobs.stage(part.file).catch(asBrokenForm);
        try {
          const result = await takeUpload(context, caller, upload, { staged, overLimit: part.file.truncated }, baseUrl());
          const done = mode === 'create' ? '업로드' : '교체';
          return await reply.code(mode === 'create' ? 201 : 200).send(success(`${IN_WORDS[kind]} PDF가 ${done}되었습니다`, result));
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

export const getBookPdf: Route = (app, { context }) => {
  app.get(
    '/books/:bookUid/pdf-:kind',
    {
      schema: {
        tags: ['pdf'],
        summary: 'Download the cover or contents PDF',
        params: z.object({ bookUid: z.string(), kind: z.string() }),
        response: { 200: { description: 'The PDF itself', content: { 'application/pdf': { schema: z.unknown() } } }, ...failures, 409: failureSchema },
      },
    },
    async (request, reply) => {
      const kind = pdfKindSchema.safeParse(request.params.kind);
      if (!kind.success) throw new ServiceError('ERR_MALFORMED_REQUEST', [`알 수 없는 PDF 종류입니다: pdf-${request.params.kind}`]);
      const { sizeBytes, content } = await downloadPdf(context, callerOf(request), request.params.bookUid, kind.data);
      return reply.header('content-type', 'application/pdf').header('content-length', sizeBytes).send(content);
    },
  );
};
