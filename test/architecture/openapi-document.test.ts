import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, expect, it, vi } from 'vitest';
import type { Failure } from '../../src-core/contract/errors.ts';
import { RECORDED_EXAMPLES } from '../../src-service/http/open-api/examples.ts';
import { exchangeCheck, type OpenApi } from '../acceptance/open-api.ts';

const PAGE = resolve(import.meta.dirname, '../../docs/reference/openapi.json');

interface Answered {
  readonly headers?: object;
  readonly content?: Readonly<
    Record<
      string,
      { readonly example?: unknown; readonly examples?: Readonly<Record<string, { readonly $ref: string }>> }
    >
  >;
}

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

let document: OpenApi;
beforeAll(async () => {
  document = (await documentOfRoutes()) as OpenApi;
}, 120_000);

it('docs/reference/openapi.json is the OpenAPI document: no field, bound or answer changes unseen', async () => {
  if (process.env['UPDATE_REFERENCE'] === '1') writeFileSync(PAGE, `${JSON.stringify(document, null, 1)}\n`);
  expect(
    JSON.parse(readFileSync(PAGE, 'utf8')),
    'write it anew with UPDATE_REFERENCE=1 when the change is meant',
  ).toEqual(document);
});

const operations = () =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

it('every operation says more of itself than its summary does', () => {
  const meagre = operations().filter(
    ({ operation: { summary, description } }) =>
      description.length < 100 || description.split(/\s+/).length < 15 || description.startsWith(summary),
  );
  expect(meagre.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});

interface ShownBody {
  readonly example?: unknown;
  /** By the status that each was answered with, where they differ. */
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
const bodiesOf = ({ example, examples }: ShownBody): readonly unknown[] =>
  examples === undefined ? [example] : Object.values(examples).map(({ value }) => value);

it('every operation has an example of each success and of its body, and each is what its schema says', () => {
  const check = exchangeCheck(document);
  for (const { method, path, operation } of operations()) {
    const call = `${method} ${path}`;
    const address = (operation.parameters ?? []).reduce(
      (at: string, { name, in: place, example }: { name: string; in: string; example?: string }) => {
        if (place === 'path') expect(example, `${call} has no example of ${name}`).toBeTypeOf('string');
        return at.replace(`{${name}}`, String(example));
      },
      path,
    );
    const [body] = Object.values<ShownBody>(operation.requestBody?.content ?? {});
    if (body !== undefined) expect(bodiesOf(body)[0], `${call} has no example of its body`).toBeDefined();
    for (const [status, response] of Object.entries<Answered>(operation.responses)) {
      if (!status.startsWith('2')) continue;
      const json = response.content?.['application/json'];
      // Nothing, or the bytes of a file: their headers have examples.
      if (json === undefined) expect(status === '204' || response.headers !== undefined, call).toBe(true);
      else {
        expect(json.example, `${call} has no example of ${status}`).toBeDefined();
        check({
          method,
          path: address,
          json: body?.examples?.[status]?.value ?? body?.example,
          status: Number(status),
          headers: new Headers(),
          body: json.example,
        });
      }
    }
  }
});

it('a failure is shown under its own status, one of each code, and names its fields', () => {
  const shown = document.components.examples as Readonly<Record<string, { readonly value: Failure }>>;
  for (const [name, response] of Object.entries<Answered>(document.components.responses)) {
    const json = response.content?.['application/json'];
    const codes = /"enum":(\["ERR_[^\]]*\])/.exec(JSON.stringify(json))?.[1];
    if (codes === undefined) continue;
    const own = json?.example === undefined ? [] : [(json.example as Failure).errorCode];
    const referred = Object.entries(json?.examples ?? {}).map(([code, { $ref }]) => {
      expect($ref, name).toBe(`#/components/examples/${code}`);
      return shown[code]?.value.errorCode;
    });
    expect([...own, ...referred].sort(), name).toEqual(JSON.parse(codes).sort());
  }
  for (const code of ['VALIDATION_FAILED', 'PAGECOUNT_INVALID', 'INSUFFICIENT_PAGES', 'FINALIZE_PREREQ_UNMET'])
    expect(shown[`ERR_${code}`]?.value.fieldErrors.length, code).toBeGreaterThan(0);
});

it('a form has an example that its schema takes', () => {
  const ajv = new Ajv2020({ strict: false, formats: { binary: true } });
  ajv.addSchema(document, 'openapi');
  const forms = operations().flatMap(({ operation }) => operation.requestBody?.content['multipart/form-data'] ?? []);
  expect(forms.length).toBeGreaterThan(5);
  for (const { schema, ...shown } of forms)
    for (const example of bodiesOf(shown))
      expect(ajv.validate({ $ref: `openapi${schema.$ref}` }, example), JSON.stringify(ajv.errors)).toBe(true);
});

it('an answer stands beside what was sent for it, and a query is shown as it was asked', () => {
  const by = new Map(operations().map(({ operation }) => [operation.operationId, operation]));
  const form = by.get('addContents').requestBody.content['multipart/form-data'];
  expect(Object.keys(form.examples).sort()).toEqual(['200', '201']);
  expect(form.examples['200'].value).not.toEqual(form.examples['201'].value);
  const asked = (operationId: string) =>
    Object.fromEntries(
      by
        .get(operationId)
        .parameters.flatMap(({ in: place, name, example }: { in: string; name: string; example?: unknown }) =>
          place === 'query' && example !== undefined ? [[name, example]] : [],
        ),
    );
  expect(asked('listTemplates')).toMatchObject({ templateKind: 'cover', limit: 2 });
  expect(asked('calculateSize')).toEqual({ pages: 24 });
  expect(asked('deleteAccountImage')).toEqual({ imageUid: expect.stringMatching(/^ai_/) });
});

it('no example is left of an operation that is gone', () => {
  const known = new Set(operations().map(({ operation }) => operation.operationId));
  expect(Object.keys(RECORDED_EXAMPLES).filter((id) => !known.has(id))).toEqual([]);
});
