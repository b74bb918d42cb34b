import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  breakBeforeSchema,
  contentsResetSchema,
  contentsResultSchema,
  coverEntrySchema,
  coverResultSchema,
  deletedCoverSchema,
  pageSideSchema,
} from '../../../src-core/contract/composition.ts';
import { successOf } from '../../../src-core/contract/envelope.ts';
import { addContents, wishFor } from '../../composition/add-contents.ts';
import { addCover } from '../../composition/add-cover.ts';
import { admitEntry } from '../../composition/admit-entry.ts';
import { readCover, removeCover } from '../../composition/cover-entry.ts';
import type { EntryCall } from '../../composition/entry-call.ts';
import { prepareEntry } from '../../composition/prepare-entry.ts';
import { resetContents } from '../../composition/reset-contents.ts';
import { callerOf, success, type Route } from '../app.ts';
import { readEntryForm } from '../entry-form.ts';
import { withForm } from '../forms.ts';
import { answerOnce, refuseEarly } from '../idempotent.ts';
import { ENTRY_FORM } from '../open-api/forms.ts';
import { COMPOSITION } from '../open-api/descriptions/composition.ts';
import { bookParams } from './params.ts';

const placeQuerySchema = z.object({
  breakBefore: breakBeforeSchema
    .optional()
    .describe('Default none for content, page for divider and publish templates, which take nothing else'),
  pageSide: pageSideSchema
    .optional()
    .describe('Divider and publish templates only: a blank page comes before when the next page is on the other side'),
});

const ENTRY_BODY = { content: { 'multipart/form-data': ENTRY_FORM } };

/** What makes one form another, for the idempotency key: values and bytes, not how the parts were written. */
const contentOf = (query: unknown, { templateUid, parameters, parts, files }: EntryCall) => ({
  query,
  templateUid,
  parameters,
  ...(parts.size === 0 ? {} : { parts: Object.fromEntries(parts) }),
  files: files
    .map(({ field, staged }) => [field, staged.sha256])
    .sort(([a = ''], [b = '']) => (a < b ? -1 : a > b ? 1 : 0)),
});

const bookUidOf = (request: FastifyRequest) => bookParams.parse(request.params).bookUid;

export const postCover: Route = (app, { context }) => {
  app.post(
    '/books/:bookUid/cover',
    {
      config: { ratePolicy: 'upload' },
      schema: {
        operationId: 'createCover',
        tags: ['composition'],
        errors: ['ERR_CREATION_TYPE_UNSUPPORTED'],
        summary: 'Put the cover of a TEMPLATE or MIX_COVER_TEMPLATE book',
        description: COMPOSITION.createCover,
        isIdempotent: true,
        documentedBody: ENTRY_BODY,
        params: bookParams,
        response: { 201: successOf(coverResultSchema) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const bookUid = bookUidOf(request);
      await refuseEarly(request, admitEntry(context.db, caller, bookUid, 'cover'));
      return withForm(context, request, (form) => {
        const call = readEntryForm(form);
        return answerOnce(context, request, reply, {
          content: contentOf({}, call),
          prepare: () => prepareEntry(context, caller, { bookUid, part: 'cover' }, call),
          effect: async (db, entry) => ({
            status: 201,
            body: success('Cover created successfully', await addCover(db, context, caller, bookUid, entry)),
          }),
        });
      });
    },
  );
};

export const getCover: Route = (app, { context }) => {
  app.get(
    '/books/:bookUid/cover',
    {
      schema: {
        operationId: 'getCover',
        tags: ['composition'],
        errors: ['ERR_CREATION_TYPE_UNSUPPORTED'],
        summary: 'The cover entry of a TEMPLATE or MIX_COVER_TEMPLATE book; 404 when there is none',
        description: COMPOSITION.getCover,
        params: bookParams,
        response: { 200: successOf(coverEntrySchema) },
      },
    },
    async (request) => success('성공', await readCover(context.db, context, callerOf(request), request.params.bookUid)),
  );
};

export const deleteCover: Route = (app, { context }) => {
  app.delete(
    '/books/:bookUid/cover',
    {
      schema: {
        operationId: 'deleteCover',
        tags: ['composition'],
        errors: ['ERR_CREATION_TYPE_UNSUPPORTED'],
        summary: 'Take the cover of a draft away; its contents stay',
        description: COMPOSITION.deleteCover,
        params: bookParams,
        response: { 200: successOf(deletedCoverSchema) },
      },
    },
    async (request) =>
      success(
        '표지가 삭제되었습니다',
        await context.db.transaction((db) => removeCover(db, context, callerOf(request), request.params.bookUid)),
      ),
  );
};

export const postContents: Route = (app, { context }) => {
  app.post(
    '/books/:bookUid/contents',
    {
      config: { ratePolicy: 'upload' },
      schema: {
        operationId: 'addContents',
        tags: ['composition'],
        errors: ['ERR_CREATION_TYPE_UNSUPPORTED', 'ERR_PAGECOUNT_INVALID'],
        summary: 'Add a contents entry to a TEMPLATE book that has its cover',
        description: COMPOSITION.addContents,
        isIdempotent: true,
        documentedBody: ENTRY_BODY,
        params: bookParams,
        querystring: placeQuerySchema,
        response: { 200: successOf(contentsResultSchema), 201: successOf(contentsResultSchema) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const bookUid = bookUidOf(request);
      const asked = placeQuerySchema.parse(request.query);
      await refuseEarly(request, admitEntry(context.db, caller, bookUid, 'contents'));
      return withForm(context, request, (form) => {
        const call = readEntryForm(form);
        return answerOnce(context, request, reply, {
          content: contentOf(asked, call),
          prepare: () =>
            prepareEntry(context, caller, { bookUid, part: 'contents' }, call, (template) => wishFor(template, asked)),
          effect: async (db, entry) => {
            const data = await addContents(db, context, caller, bookUid, entry, asked);
            return data.result === 'inserted'
              ? { status: 201, body: success('Content created successfully', data) }
              : { status: 200, body: success('Content updated successfully', data) };
          },
        });
      });
    },
  );
};

export const deleteContents: Route = (app, { context }) => {
  app.delete(
    '/books/:bookUid/contents',
    {
      schema: {
        operationId: 'deleteContents',
        tags: ['composition'],
        errors: ['ERR_CREATION_TYPE_UNSUPPORTED'],
        summary: 'Take every contents entry out of a draft TEMPLATE book; its cover stays',
        description: COMPOSITION.deleteContents,
        params: bookParams,
        response: { 200: successOf(contentsResetSchema) },
      },
    },
    async (request) => {
      const deletedPages = await context.db.transaction((db) =>
        resetContents(db, context, callerOf(request), request.params.bookUid),
      );
      return success('책 내지 초기화 완료', { deletedPages, message: `내지 ${deletedPages}페이지가 삭제되었습니다` });
    },
  );
};
