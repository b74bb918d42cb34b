import { z } from 'zod';
import { successOf } from '../../../src-core/contract/envelope.ts';
import { specProfileSchema, type SpecProfile } from '../../../src-core/contract/specs.ts';
import type { ServiceContext } from '../../context.ts';
import { success, type Route } from '../app.ts';
import { SPECS } from '../open-api/descriptions/specs.ts';

/** Not paginated, as book specs are not. */
export const getSpecProfiles: Route = (app, { context }) => {
  app.get(
    '/spec-profiles',
    {
      schema: {
        operationId: 'listSpecProfiles',
        tags: ['specs'],
        summary: 'List spec profiles',
        description: SPECS.listSpecProfiles,
        querystring: z.object({ bookSpecUid: z.string().optional() }),
        response: { 200: successOf(z.array(specProfileSchema)) },
      },
    },
    async (request) => success('성공', listSpecProfiles(context, request.query.bookSpecUid)),
  );
};

/** GET /spec-profiles: all of them, or those of one book spec. */
function listSpecProfiles({ specProfiles }: ServiceContext, bookSpecUid: string | undefined): SpecProfile[] {
  return [...specProfiles.values()].filter(
    (profile) => bookSpecUid === undefined || profile.bookSpecUid === bookSpecUid,
  );
}
