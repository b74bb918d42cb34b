import { z } from 'zod';
import { successOf } from '../../../src-core/contract/envelope.ts';
import {
  apiKeySchema,
  createKeyBodySchema,
  issuedKeySchema,
  patchKeyBodySchema,
} from '../../../src-core/contract/keys.ts';
import { leasesOver } from '../../accounts/leased-keys.ts';
import { changeKey, createKey, listKeys, revokeKey } from '../../accounts/manage-keys.ts';
import { callerOf, success, type Route } from '../app.ts';
import { KEYS } from '../open-api/descriptions/keys.ts';

const params = z.object({ keyPrefix: z.string() });

export const getKeys: Route = (app, { context }) => {
  app.get(
    '/keys',
    {
      schema: {
        operationId: 'listKeys',
        tags: ['keys'],
        summary: 'List the keys of this environment',
        description: KEYS.listKeys,
        response: { 200: successOf(z.array(apiKeySchema)) },
      },
    },
    async (request) => success('성공', await listKeys(context.db, callerOf(request))),
  );
};

export const postKey: Route = (app, { context }) => {
  app.post(
    '/keys',
    {
      schema: {
        operationId: 'createKey',
        tags: ['keys'],
        summary: 'Issue a key; its secret is shown this once',
        description: KEYS.createKey,
        body: createKeyBodySchema,
        response: { 201: successOf(issuedKeySchema) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const issued = await context.db.transaction((db) => createKey(db, context, caller, request.body));
      return reply.code(201).send(success('API Key가 발급되었습니다', issued));
    },
  );
};

export const patchKey: Route = (app, { context }) => {
  app.patch(
    '/keys/:keyPrefix',
    {
      schema: {
        operationId: 'updateKey',
        tags: ['keys'],
        summary: 'Change the note or the allowed addresses of a key',
        description: KEYS.updateKey,
        params,
        body: patchKeyBodySchema,
        response: { 200: successOf(apiKeySchema) },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const changed = await context.db.transaction((db) =>
        changeKey(db, caller, request.params.keyPrefix, request.body),
      );
      if (request.body.allowIps !== undefined) await leasesOver();
      return success('API Key가 변경되었습니다', changed);
    },
  );
};

export const deleteKey: Route = (app, { context }) => {
  app.delete(
    '/keys/:keyPrefix',
    {
      schema: {
        operationId: 'revokeKey',
        tags: ['keys'],
        summary: 'Revoke a key at once',
        description: KEYS.revokeKey,
        params,
        response: { 200: successOf(apiKeySchema) },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const revoked = await context.db.transaction((db) => revokeKey(db, context, caller, request.params.keyPrefix));
      // Also of one that was revoked before: that answer may have been lost a moment ago.
      await leasesOver();
      return success('API Key가 폐기되었습니다', revoked);
    },
  );
};
