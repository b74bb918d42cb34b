import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchangeCheck, readOpenApi, resolved, type Exchange, type OpenApi } from './open-api.ts';
import { ENDPOINTS } from './rules/endpoints.ts';
import { bySpecification, startService, type Service } from './service.ts';

let service: Service;
let document: OpenApi;
beforeAll(async () => {
  service = await startService();
  document = await readOpenApi(addressOn(service.hello.sandboxUrl));
});
afterAll(() => service.dispose());

const addressOn = (baseUrl: string) => baseUrl.replace(/\/v1$/, '/openapi.json');

/** Every object in the document, whatever it is. */
function* partsOf(part: unknown): Generator<Record<string, unknown>> {
  if (typeof part !== 'object' || part === null) return;
  if (!Array.isArray(part)) yield part as Record<string, unknown>;
  for (const inner of Object.values(part)) yield* partsOf(inner);
}

/** The same, with whatever it refers to, once each. */
function reachable(from: unknown): ReadonlySet<Record<string, unknown>> {
  const found = new Set<Record<string, unknown>>();
  const look = (part: unknown): void => {
    for (const one of partsOf(part)) {
      if (found.has(one)) continue;
      found.add(one);
      if (typeof one['$ref'] === 'string') look(resolved(document, one as never));
    }
  };
  look(from);
  return found;
}

const operations = () =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ call: `${method.toUpperCase()} ${path}`, operation })),
  );

const codesOf = (operation: { readonly responses: Record<string, never> }) =>
  Object.values(operation.responses).flatMap((response) =>
    [...partsOf(resolved(document, response))].flatMap((part) => (part['enum'] as string[] | undefined) ?? []),
  );

describe('the OpenAPI document', () => {
  it.runIf(bySpecification)('is the one that is recorded', async () => {
    expect(document).toEqual(
      JSON.parse(await readFile(resolve(import.meta.dirname, '../../docs/reference/openapi.json'), 'utf8')),
    );
  });

  it('is valid OpenAPI 3.1 by a validator of the registry, its examples too, without a warning', async () => {
    expect(document).toMatchObject({ openapi: '3.1.0' });
    // What may be done with the service is a matter of contracts between firms, not of the document.
    const config = await createConfig({
      extends: ['recommended-strict'],
      rules: { 'info-license': 'off', 'no-invalid-schema-examples': 'error', 'operation-operationId-unique': 'error' },
    });
    const problems = await lintFromString({ source: JSON.stringify(document), config });
    expect(
      problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer ?? ''}`),
    ).toEqual([]);
  });

  it('has every endpoint of the specification, with every status and code that it names', () => {
    const known = new Map(operations().map(({ call, operation }) => [call, operation]));
    for (const { call, statuses, codes = [] } of ENDPOINTS) {
      const operation = known.get(call);
      expect(operation, call).toBeDefined();
      const documented = Object.keys(operation.responses).map(Number);
      expect(documented, call).toEqual(expect.arrayContaining([...statuses, 401, 429, 500]));
      expect(codesOf(operation), call).toEqual(
        expect.arrayContaining([...codes, 'ERR_UNAUTHORIZED', 'ERR_TOO_MANY_REQUESTS', 'ERR_INTERNAL_ERROR']),
      );
    }
  });

  it('states a limit for every list that a caller may send', () => {
    const sent = operations().flatMap(({ call, operation }) =>
      [...reachable(operation.requestBody), ...reachable(operation.parameters)].map((part) => ({ call, part })),
    );
    const lists = sent.filter(({ part }) => part['type'] === 'array');
    expect(lists.length).toBeGreaterThan(3);
    expect(
      lists
        .filter(({ part }) => typeof part['maxItems'] !== 'number')
        .map(({ call, part }) => `${call}: ${JSON.stringify(part).slice(0, 200)}`),
    ).toEqual([]);
  });

  it('names every operation, every answer and everything that crosses the wire', () => {
    const ids = operations().map(({ operation }) => operation.operationId as string);
    expect(ids.filter((id) => !/^[a-z]+[A-Z][A-Za-z]+$/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { call, operation } of operations()) {
      for (const [status, response] of Object.entries<never>(operation.responses)) {
        const { description, content = {} } = resolved(document, response);
        expect(description.length, `${call} ${status}`).toBeGreaterThan(1);
        expect(description, `${call} ${status}`).not.toBe('Default Response');
        for (const { schema } of Object.values<{ schema: Record<string, never> }>(content)) {
          const named = JSON.stringify(schema).includes('"#/components/schemas/') || schema['format'] === 'binary';
          expect(named, `${call} ${status}: ${JSON.stringify(schema)}`).toBe(true);
        }
      }
      for (const body of Object.values<{ schema: { $ref?: string } }>(operation.requestBody?.content ?? {}))
        expect(body.schema.$ref, call).toMatch(/^#\/components\/schemas\//);
    }
  });

  it('has the parts of every form, the bytes of files as binary', () => {
    const forms = operations().flatMap(({ call, operation }) => {
      const schema = operation.requestBody?.content['multipart/form-data']?.schema;
      return schema === undefined ? [] : [[call, resolved(document, schema)] as const];
    });
    const binary = { type: 'string', format: 'binary' };
    const single = [
      'POST /books/{bookUid}/pdf-cover',
      'PUT /books/{bookUid}/pdf-cover',
      'POST /books/{bookUid}/pdf-contents',
      'PUT /books/{bookUid}/pdf-contents',
      'POST /books/{bookUid}/photos',
      'POST /accounts/images',
    ];
    const entries = ['POST /books/{bookUid}/cover', 'POST /books/{bookUid}/contents'];
    expect(forms.map(([call]) => call).sort()).toEqual([...single, ...entries].sort());
    for (const [call, form] of forms) {
      if (single.includes(call)) expect(form, call).toMatchObject({ required: ['file'], properties: { file: binary } });
      else
        expect(form, call).toMatchObject({
          required: ['templateUid'],
          properties: { parameters: { type: ['object', 'null'] } },
          additionalProperties: { anyOf: [binary, { type: 'array', items: binary }, { type: 'string' }] },
        });
    }
  });

  it('says which header to send and which come back', () => {
    const headerNames = (operation: never) =>
      ((operation as { parameters?: never[] }).parameters ?? [])
        .map((one) => resolved(document, one))
        .filter((one) => one.in === 'header')
        .map((one) => one.name);
    const idempotent = operations().filter(({ operation }) =>
      headerNames(operation as never).includes('Idempotency-Key'),
    );
    expect(idempotent.map(({ call }) => call).sort()).toEqual(
      [
        'POST /books',
        'POST /books/{bookUid}/contents',
        'POST /books/{bookUid}/cover',
        'POST /books/{bookUid}/finalization',
        'POST /orders',
        'POST /orders/{orderUid}/cancel',
        'POST /orders/{orderUid}/items/{itemUid}/cancel',
      ].sort(),
    );
    for (const { call, operation } of idempotent) {
      const success = Object.entries<{ headers?: object }>(operation.responses).find(([status]) =>
        status.startsWith('2'),
      );
      expect(Object.keys(success?.[1].headers ?? {}), call).toEqual(['X-Idempotent-Key', 'X-Idempotent-Replayed']);
      expect(JSON.stringify(resolved(document, operation.responses[409])), call).toContain(
        '#/components/schemas/StillRunning',
      );
    }
    expect(document.components.schemas['StillRunning']).toMatchObject({
      required: ['success', 'message'],
      properties: { success: { const: false }, message: { type: 'string' } },
    });
    expect(headerNames(document.paths['/books/{bookUid}/finalization']?.['post'] as never)).toContain('Content-Length');
    for (const { call, operation } of operations())
      expect(Object.keys(resolved(document, operation.responses[429]).headers), call).toEqual(['Retry-After']);
  });

  it('lets answers grow: nothing in it is closed to further members', () => {
    for (const part of partsOf(document))
      expect(part['additionalProperties'] ?? part['unevaluatedProperties'], JSON.stringify(part)).not.toBe(false);
  });

  it('takes null for every field of a body that may be left out', () => {
    for (const { call, operation } of operations()) {
      const body = operation.requestBody?.content['application/json']?.schema;
      if (body === undefined) continue;
      const { properties = {}, required = [] } = resolved(document, body);
      for (const [name, schema] of Object.entries(properties))
        if (!required.includes(name)) expect(JSON.stringify(schema), `${call} ${name}`).toContain('"null"');
    }
  });

  it('is the same on both hosts and in every process, to the byte, and small', async () => {
    const [sandbox, live] = await Promise.all(
      [service.hello.sandboxUrl, service.hello.liveUrl].map(async (url) => (await fetch(addressOn(url))).text()),
    );
    expect(live).toBe(sandbox);
    const folder = await mkdtemp(join(tmpdir(), 'open-api-'));
    try {
      const file = join(folder, 'openapi.json');
      const { status, stderr } = spawnSync(
        process.execPath,
        [
          resolve(import.meta.dirname, '../../dist/service/cli.js'),
          '--data',
          join(folder, 'data'),
          '--log-level',
          'error',
          '--openapi',
          file,
        ],
        { encoding: 'utf8' },
      );
      expect(status, stderr).toBe(0);
      expect(JSON.stringify(JSON.parse(await readFile(file, 'utf8')))).toBe(sandbox);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    expect(Buffer.byteLength(sandbox ?? '')).toBeLessThan(260_000);
  });
});

describe('the check that every answer of these tests goes through', () => {
  const page = { limit: 20, offset: 0, total: 0, hasNext: false };
  const sound: Exchange = {
    method: 'GET',
    path: '/books?limit=20',
    status: 200,
    headers: new Headers(),
    body: { success: true, message: '성공', data: [], pagination: page },
  };
  const failure = {
    success: false,
    message: 'Bad Request',
    data: null,
    errorCode: 'ERR_VALIDATION_FAILED',
    errors: [],
    fieldErrors: [],
  };
  const created: Exchange = {
    method: 'POST',
    path: '/books',
    json: { title: 'x', bookSpecUid: 'y', creationType: 'TEMPLATE', externalRef: null },
    status: 201,
    headers: new Headers(),
    body: {
      success: true,
      message: '',
      data: {
        bookUid: 'bk',
        pageMeta: { currentPageCount: 0, pageMin: 24, pageMax: 130, pageIncrement: 2, isValid: false },
      },
    },
  };
  const check = (exchange: Exchange) => () => exchangeCheck(document)(exchange);

  it('lets through what the document says', () => {
    expect(check(sound)).not.toThrow();
    expect(check(created)).not.toThrow();
    expect(check({ ...sound, status: 400, body: failure })).not.toThrow();
    expect(check({ ...created, status: 409, body: { success: false, message: 'wait' } })).not.toThrow();
  });

  it.each<[string, () => Exchange]>([
    ['a member of the envelope', () => ({ ...sound, body: { ...(sound.body as object), more: 1 } })],
    ['a member of a page', () => ({ ...sound, body: { ...(sound.body as object), pagination: { ...page, more: 1 } } })],
    [
      'a member deep in a record',
      () => ({
        ...created,
        body: {
          ...(created.body as object),
          data: {
            bookUid: 'bk',
            pageMeta: { currentPageCount: 0, pageMin: 24, pageMax: 130, pageIncrement: 2, isValid: false, more: 1 },
          },
        },
      }),
    ],
    ['a seventh member of a failure', () => ({ ...sound, status: 400, body: { ...failure, more: 1 } })],
    [
      'a third member beside the two of a request that still runs',
      () => ({ ...created, status: 409, body: { success: false, message: 'wait', more: 1 } }),
    ],
    ['a member that is missing', () => ({ ...sound, body: { success: true, message: '성공', data: [] } })],
    ['a status', () => ({ ...sound, status: 418, body: failure })],
    [
      'an errorCode that the operation does not have',
      () => ({ ...sound, status: 400, body: { ...failure, errorCode: 'ERR_FINALIZE_PREREQ_UNMET' } }),
    ],
    ['a code of another status', () => ({ ...sound, status: 400, body: { ...failure, errorCode: 'ERR_NOT_FOUND' } })],
    ['a header', () => ({ ...sound, headers: new Headers({ 'x-idempotent-key': 'k' }) })],
    [
      'a header that is missing',
      () => ({ ...sound, status: 429, body: { ...failure, errorCode: 'ERR_TOO_MANY_REQUESTS' } }),
    ],
    ['a body that was taken', () => ({ ...created, json: { title: 7, bookSpecUid: 'y', creationType: 'TEMPLATE' } })],
    ['a path', () => ({ ...sound, path: '/nothing' })],
  ])('notices what the document does not say: %s', (_what, exchange) => {
    expect(check(exchange())).toThrow();
  });
});
