import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it, vi } from 'vitest';

const PAGE = resolve(import.meta.dirname, '../../docs/reference/openapi.json');

/** The document of all routes, from modules that are read anew: what their schemas say now. */
async function documentOfRoutes(): Promise<unknown> {
  vi.resetModules();
  const [{ CONTRACTS }, { default: Fastify }, { serializerCompiler }, { apiDocument }, { ROUTES }] = await Promise.all([
    import('../../src-core/contract/profiles.ts'),
    import('fastify'),
    import('fastify-type-provider-zod'),
    import('../../src-service/http/plugins/api-document.ts'),
    import('../../src-service/http/routes.ts'),
  ]);
  const app = Fastify();
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(serializerCompiler);
  await app.register(apiDocument);
  await app.register(
    async (v1) => {
      // Nothing of a service is asked while routes are registered: they are only described here.
      for (const route of ROUTES)
        route(v1.withTypeProvider(), {
          context: { contract: CONTRACTS.specified },
          environment: 'sandbox',
          baseUrl: () => '',
        } as never);
    },
    { prefix: '/v1' },
  );
  await app.ready();
  const document = JSON.parse(JSON.stringify(app.apiDocument())) as unknown;
  await app.close();
  return document;
}

it('docs/reference/openapi.json is the OpenAPI document: no field, bound or answer changes unseen', async () => {
  const document = await documentOfRoutes();
  if (process.env['UPDATE_REFERENCE'] === '1') writeFileSync(PAGE, `${JSON.stringify(document, null, 1)}\n`);
  expect(
    JSON.parse(readFileSync(PAGE, 'utf8')),
    'write it anew with UPDATE_REFERENCE=1 when the change is meant',
  ).toEqual(document);
}, 120_000);
