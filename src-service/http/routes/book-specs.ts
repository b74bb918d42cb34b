import { z } from 'zod';
import { successOf } from '../../../src-core/contract/envelope.ts';
import { bookSpecSchema, calculatedSizeSchema } from '../../../src-core/contract/specs.ts';
import { calculatedSize, findSpec, wireSpecOf } from '../../specs/book-specs.ts';
import { success, type Route } from '../app.ts';
import { SPECS } from '../open-api/descriptions/specs.ts';

const params = z.object({ bookSpecUid: z.string() });

/** Not paginated; strangers may read it, without prices (service-facts 8.1). */
export const getBookSpecs: Route = (app, { context }) => {
  app.get(
    '/book-specs',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'listBookSpecs',
        tags: ['specs'],
        summary: 'List book specs',
        description: SPECS.listBookSpecs,
        response: { 200: successOf(z.array(bookSpecSchema)) },
      },
    },
    async (request) =>
      success(
        '성공',
        [...context.specs.values()].map((spec) => wireSpecOf(spec, context, request.caller !== null)),
      ),
  );
};

export const getBookSpec: Route = (app, { context }) => {
  app.get(
    '/book-specs/:bookSpecUid',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'getBookSpec',
        tags: ['specs'],
        summary: 'Read one book spec',
        description: SPECS.getBookSpec,
        params,
        response: { 200: successOf(bookSpecSchema) },
      },
    },
    async (request) =>
      success('성공', wireSpecOf(findSpec(context, request.params.bookSpecUid), context, request.caller !== null)),
  );
};

export const getCalculatedSize: Route = (app, { context }) => {
  app.get(
    '/book-specs/:bookSpecUid/calculated-size',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'calculateSize',
        tags: ['specs'],
        summary: 'Sizes of cover and contents for a page count',
        description: SPECS.calculateSize,
        errors: ['ERR_INSUFFICIENT_PAGES', 'ERR_PAGECOUNT_INVALID'],
        params,
        querystring: z.object({ pages: z.int() }),
        response: { 200: successOf(calculatedSizeSchema) },
      },
    },
    async (request) => success('성공', calculatedSize(context, request.params.bookSpecUid, request.query.pages)),
  );
};
