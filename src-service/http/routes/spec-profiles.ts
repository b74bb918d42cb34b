import { z } from 'zod';
import { successOf } from '../../../src-core/contract/envelope.ts';
import { specProfileSchema } from '../../../src-core/contract/specs.ts';
import { listSpecProfiles } from '../../specs/spec-profiles.ts';
import { success, type Route } from '../app.ts';

/** Not paginated, as book specs are not. */
export const getSpecProfiles: Route = (app, { context }) => {
  app.get(
    '/spec-profiles',
    {
      schema: {
        operationId: 'listSpecProfiles',
        tags: ['specs'],
        summary: 'List spec profiles',
        querystring: z.object({ bookSpecUid: z.string().optional() }),
        response: { 200: successOf(z.array(specProfileSchema)) },
      },
    },
    async (request) => success('성공', listSpecProfiles(context, request.query.bookSpecUid)),
  );
};
