import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { expect } from 'vitest';

/** A JSON Schema or a part of an OpenAPI document: what came over the wire, looked into by name. */
type Json = ReturnType<typeof JSON.parse>;

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly webhooks: Readonly<Record<string, Json>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Json>>;
    readonly responses: Readonly<Record<string, Json>>;
    readonly examples: Readonly<Record<string, Json>>;
  };
}

export const readOpenApi = async (url: string): Promise<OpenApi> => (await fetch(url)).json() as Promise<OpenApi>;

/** One request with its answer. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  /** The body of the request, where it was JSON. */
  readonly json?: unknown;
  readonly idempotencyKey?: string | undefined;
  readonly status: number;
  readonly headers: Headers;
  /** Parsed; null when there was none. */
  readonly body: unknown;
}

export type ExchangeCheck = (exchange: Exchange) => void;

/** Headers that clients act on: one that is answered has to be in the document. */
const MEANINGFUL_HEADERS = /^(x-idempotent-|x-ratelimit-|retry-after$|content-disposition$)/;

/** Holds every exchange against the document that the service itself serves. */
export const openApiCheck = async (url: string): Promise<ExchangeCheck> => exchangeCheck(await readOpenApi(url));

/**
 * Answers are declared open to further members, so that clients let them pass; the service itself must answer none that
 * the document does not name. So the schemas of answers are closed before anything is held against them.
 */
export function exchangeCheck(document: OpenApi): ExchangeCheck {
  const ajv = validator();
  ajv.addSchema(document, 'open');
  ajv.addSchema(closed(document), 'closed');
  const validators = new Map<string, ValidateFunction>();
  const expectValid = (ref: string, value: unknown, what: string) => {
    const validate = validators.get(ref) ?? ajv.compile({ $ref: ref });
    validators.set(ref, validate);
    expect(validate(value), `${what}: ${JSON.stringify(validate.errors)}`).toBe(true);
  };
  const routes = Object.keys(document.paths).map((path) => ({
    path,
    pattern: new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`, 'i'),
  }));

  return ({ method, path, json, idempotencyKey, status, headers, body }) => {
    const bare = path.split('?')[0] ?? '';
    const match = routes
      .filter((route) => route.pattern.test(bare) && document.paths[route.path]?.[method.toLowerCase()] !== undefined)
      .sort((a, b) => wildcards(a.path) - wildcards(b.path))[0];
    if (!match) {
      expect([400, 404], `${method} ${path} is not in the OpenAPI document`).toContain(status);
      expectValid('closed#/components/schemas/Failure', body, `${method} ${path} ${status}`);
      return;
    }
    const what = `${method} ${match.path} answered ${status}`;
    const pointer = ['paths', match.path, method.toLowerCase()];
    const operation = document.paths[match.path]?.[method.toLowerCase()];
    const documented = operation.responses[status];
    expect(documented, `${what}, which the OpenAPI document does not know`).toBeDefined();
    const response = resolved(document, documented);
    expectHeaders(document, response, { idempotencyKey, headers }, what);
    const responseAt =
      documented.$ref === undefined ? [...pointer, 'responses', String(status)] : documented.$ref.slice(2).split('/');
    if (response.content === undefined) expect(body, `${what} with a body`).toBeNull();
    else
      expectValid(
        `closed#/${[...responseAt, 'content', 'application/json', 'schema'].map(escaped).join('/')}`,
        body,
        what,
      );
    const isJson = operation.requestBody?.content['application/json'] !== undefined;
    if (json !== undefined && status < 300 && isJson) {
      expectValid(
        `open#/${[...pointer, 'requestBody', 'content', 'application/json', 'schema'].map(escaped).join('/')}`,
        json,
        `${method} ${match.path} was taken with a body that the document does not allow`,
      );
    }
  };
}

/** Whether a call to a receiver is as the document's `webhooks` say, with no member beside. */
export function expectDocumentedEvent(document: OpenApi, event: { readonly event_type: string }): void {
  const ajv = validator();
  ajv.addSchema(closed(document), 'closed');
  expect(document.webhooks[event.event_type], `${event.event_type} is not in the OpenAPI document`).toBeDefined();
  const ref = `closed#/${['webhooks', event.event_type, 'post', 'requestBody', 'content', 'application/json', 'schema'].map(escaped).join('/')}`;
  expect(ajv.validate({ $ref: ref }, event), `${JSON.stringify(event)}: ${JSON.stringify(ajv.errors)}`).toBe(true);
}

function expectHeaders(
  document: OpenApi,
  response: Json,
  { idempotencyKey, headers }: Pick<Exchange, 'idempotencyKey' | 'headers'>,
  what: string,
): void {
  const documented = Object.entries<Json>(response.headers ?? {}).map(
    ([name, header]) => [name.toLowerCase(), resolved(document, header)] as const,
  );
  const names = new Set(documented.map(([name]) => name));
  for (const [name] of headers)
    if (MEANINGFUL_HEADERS.test(name))
      expect(names.has(name), `${what} with the undocumented header ${name}`).toBe(true);
  for (const [name, { required }] of documented)
    if (required === true) expect(headers.has(name), `${what} without the header ${name}`).toBe(true);
  const kept = headers.get('x-idempotent-key');
  if (kept !== null) expect(kept, `${what} under another key`).toBe(idempotencyKey);
}

function validator(): Ajv2020 {
  // Amounts are multiples of 0.01, which floating point only nearly divides.
  const ajv = new Ajv2020({ strict: false, allErrors: true, multipleOfPrecision: 6 });
  // Published as CommonJS: the callable is the module's `default`.
  (addFormatsModule as unknown as { default: (target: unknown) => void }).default(ajv);
  return ajv;
}

export const resolved = (document: OpenApi, part: Json): Json =>
  part.$ref === undefined
    ? part
    : part.$ref
        .slice(2)
        .split('/')
        .reduce((at: Json, name: string) => at[name], document);

/** The document with every object schema closed that does not say what further members are. */
function closed(document: OpenApi): Json {
  const close = (schema: Json): Json => {
    if (typeof schema !== 'object' || schema === null || schema.$ref !== undefined) return schema;
    if (Array.isArray(schema.allOf)) return close(merged(document, schema));
    const inside = {
      ...schema,
      ...(schema.properties === undefined
        ? {}
        : {
            properties: Object.fromEntries(
              Object.entries(schema.properties).map(([name, property]) => [name, close(property)]),
            ),
          }),
      ...(schema.items === undefined ? {} : { items: close(schema.items) }),
      ...(schema.anyOf === undefined ? {} : { anyOf: schema.anyOf.map(close) }),
      ...(schema.additionalProperties === undefined
        ? {}
        : { additionalProperties: close(schema.additionalProperties) }),
    };
    return schema.properties !== undefined && schema.additionalProperties === undefined
      ? { ...inside, additionalProperties: false }
      : inside;
  };
  const inContents = (part: Json): Json => {
    if (Array.isArray(part)) return part.map(inContents);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(
      Object.entries<Json>(part).map(([name, value]) => [name, name === 'schema' ? close(value) : inContents(value)]),
    );
  };
  const { components, ...rest } = document;
  const { schemas, ...others } = components;
  return {
    ...inContents(rest),
    components: {
      ...inContents(others),
      schemas: Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, close(schema)])),
    },
  };
}

/** What the members of an `allOf` say together, as one object: closed apart, each would refuse what the others name. */
function merged(document: OpenApi, schema: Json): Json {
  const { allOf, ...own } = schema;
  const parts = [...allOf, own]
    .map((part: Json) => resolved(document, part))
    .map((part: Json) => (part.allOf === undefined ? part : merged(document, part)));
  return parts.reduce((whole: Json, part: Json) => ({
    ...whole,
    ...part,
    properties: { ...whole.properties, ...part.properties },
    required: [...new Set([...(whole.required ?? []), ...(part.required ?? [])])],
  }));
}

const wildcards = (path: string) => path.split('{').length;
const escaped = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
