import { STATUS_CODES } from 'node:http';
import type { z } from 'zod';
import { envelopes, successSchema, pageSchema } from '../../../src-core/contract/envelope.ts';
import { LIMITS } from '../../../src-core/contract/limits.ts';
import { API_DESCRIPTION, API_TAGS } from './description.ts';
import { RECORDED_EXAMPLES, SCHEMA_EXAMPLES, type OperationExample } from './examples.ts';
import { FailureResponses } from './failures.ts';
import { HEADERS, headersOf } from './headers.ts';
import type { DocumentedBody, Form, Operation } from './operation.ts';
import { prose } from './prose.ts';
import { Schemas, type JsonSchema, type Place } from './schemas.ts';
import { WEBHOOK_HEADERS, webhooksSection } from './webhooks.ts';

const hours = LIMITS.idempotencyMs / 3_600_000;

const PARAMETERS = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: `Any text, a random UUID at best. The same key with the same body within ${hours} hours is answered as the first time and has no second effect`,
    schema: { type: 'string', minLength: 1 },
    example: '0b3b3f0e-6b0a-4f0c-9a55-6f0f4a0c1d2e',
  },
  NoContent: {
    name: 'Content-Length',
    in: 'header',
    required: true,
    description: 'There is no body, and the request says so',
    schema: { type: 'integer', const: 0 },
  },
  ...WEBHOOK_HEADERS,
} as const;

/** The OpenAPI 3.1 document of these operations. The same operations make the same document, to the byte. */
export function openApiDocument(operations: readonly Operation[]) {
  const schemas = new Schemas(SCHEMA_EXAMPLES);
  const failures = new FailureResponses(schemas);
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    const path = operation.url.replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[operation.method.toLowerCase()] = operationObject(operation, schemas, failures);
  }
  const webhooks = webhooksSection(schemas);
  return {
    openapi: '3.1.0',
    info: { title: 'Book Print Service', version: '1.2.5', description: prose(API_DESCRIPTION) },
    servers: [{ url: '/v1', description: 'The host that this document comes from: Sandbox or Live' }],
    security: [{ apiKey: [] }],
    tags: API_TAGS,
    paths,
    webhooks,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: "A key of the host's environment: `SB` and ten letters or digits, a dot, and the secret",
        },
      },
      parameters: PARAMETERS,
      headers: HEADERS,
      examples: failures.examples,
      responses: failures.components,
      schemas: schemas.components,
    },
  } as const;
}

function operationObject(
  { method, url, schema, isPublic }: Operation,
  schemas: Schemas,
  failures: FailureResponses,
): object {
  const { operationId, summary, tags, description, deprecated, isIdempotent, isWithoutBody } = schema;
  if (operationId === undefined || summary === undefined || description === undefined)
    throw new Error(
      `${method} ${url} lacks its operationId, summary or description: the OpenAPI document needs all three`,
    );
  const example = RECORDED_EXAMPLES[operationId];
  const parameters = [
    ...parametersOf('path', schema.params, schemas, example === undefined ? {} : valuesIn(example.path, url)),
    ...parametersOf('query', schema.querystring, schemas, example?.query),
    ...(isIdempotent === true ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ...(isWithoutBody === true ? [{ $ref: '#/components/parameters/NoContent' }] : []),
  ];
  const body =
    schema.documentedBody ??
    (schema.body === undefined ? null : { content: { 'application/json': schema.body as z.ZodType } });
  return {
    operationId,
    tags,
    summary,
    description: prose(description),
    ...(deprecated === true ? { deprecated } : {}),
    ...(isPublic ? { security: [{ apiKey: [] }, {}] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === null ? {} : { requestBody: requestBodyOf(body, schemas, example) }),
    responses: {
      ...successesOf(schema.response as Responses, isIdempotent === true, schemas, example),
      ...failures.of({ method, url, schema, isPublic }),
    },
  };
}

/** The value of each `:parameter` of an address in one that was called. */
function valuesIn(path: string, url: string): Readonly<Record<string, string>> {
  const parts = path.split('/');
  return Object.fromEntries(
    url.split('/').flatMap((part, at) => (part.startsWith(':') ? [[part.slice(1), parts[at] ?? '']] : [])),
  );
}

function parametersOf(
  place: 'path' | 'query',
  schema: unknown,
  schemas: Schemas,
  values: Readonly<Record<string, string>> = {},
): readonly object[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemas.write(schema as z.ZodType, 'parameters');
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = property as JsonSchema;
    const value = values[name];
    const isNumber = rest.type === 'integer' || rest.type === 'number';
    return {
      name,
      in: place,
      required: required.includes(name),
      ...(description === undefined ? {} : { description }),
      schema: rest,
      ...(value === undefined ? {} : { example: isNumber ? Number(value) : value }),
    };
  });
}

function requestBodyOf(
  { description, isOptional, content }: DocumentedBody,
  schemas: Schemas,
  example: OperationExample | undefined,
): object {
  const schemaOf = (body: z.ZodType | Form) =>
    'name' in body ? schemas.add(body.name, body.schema) : namedSchema(body, schemas, 'body');
  return {
    ...(description === undefined ? {} : { description }),
    required: isOptional !== true,
    content: Object.fromEntries(
      Object.entries(content).map(([mediaType, body]) => [
        mediaType,
        { schema: schemaOf(body), ...requestExamplesOf(example) },
      ]),
    ),
  };
}

/** By status: an envelope around records, the bytes of a file, or nothing. */
type Responses = Readonly<
  Record<string, z.ZodType | { readonly description: string; readonly content: Readonly<Record<string, unknown>> }>
>;

/** Where calls differ, each by the status that it was answered with. */
function requestExamplesOf(example: OperationExample | undefined): object {
  const others = Object.entries(example?.otherRequests ?? {});
  if (example === undefined || others.length === 0) return exampleOf(example?.request);
  const first = Object.keys(example.answers).find((status) => !others.some(([other]) => other === status)) ?? 'first';
  const all = [[first, example.request] as const, ...others];
  return { examples: Object.fromEntries(all.map(([status, value]) => [status, { value }])) };
}

const exampleOf = (value: unknown) => (value === undefined ? {} : { example: value });

function successesOf(
  responses: Responses,
  isIdempotent: boolean,
  schemas: Schemas,
  example: OperationExample | undefined,
): Readonly<Record<string, object>> {
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      if ('content' in response) {
        const bytes = { schema: { type: 'string', format: 'binary' } };
        return [
          status,
          {
            description: response.description,
            ...headersOf('Content-Length', 'Content-Disposition'),
            content: Object.fromEntries(Object.keys(response.content).map((mediaType) => [mediaType, bytes])),
          },
        ];
      }
      const envelope = envelopes.get(response);
      if (envelope === undefined) return [status, { description: response.description ?? STATUS_CODES[status] }];
      const data = namedSchema((response as z.ZodObject<{ data: z.ZodType }>).shape.data, schemas, 'answer');
      const base = schemas.write(envelope.isPage ? pageSchema : successSchema, 'answer');
      return [
        status,
        {
          description: [
            STATUS_CODES[status],
            schemas.descriptionOf(data.items === undefined ? data : (data.items as JsonSchema)),
          ]
            .filter(Boolean)
            .join('. '),
          ...(isIdempotent ? headersOf('X-Idempotent-Key', 'X-Idempotent-Replayed') : {}),
          content: {
            'application/json': {
              schema: { allOf: [base, { type: 'object', required: ['data'], properties: { data } }] },
              ...exampleOf(example?.answers[status]),
            },
          },
        },
      ];
    }),
  );
}

/** What crosses the wire has a name, so that generated clients have one for it: a record, or a list of records. */
function namedSchema(schema: z.ZodType, schemas: Schemas, place: Place): JsonSchema {
  const written = schemas.write(schema, place);
  const { $ref } = written.items === undefined ? written : (written.items as JsonSchema);
  if ($ref === undefined)
    throw new Error(
      `a schema of the OpenAPI document has no name: give it an id (.meta({ id })): ${JSON.stringify(written)}`,
    );
  return written;
}
