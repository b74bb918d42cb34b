import type { SwaggerTransform } from '@fastify/swagger';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

interface JsonSchema {
  readonly [keyword: string]: unknown;
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
}

/** As the library describes a route, and of its body: an optional field may be null, which is the absent field. */
export const describeRoute: SwaggerTransform = (document) => {
  const described = jsonSchemaTransform(document);
  const { body, ...schema } = described.schema as { readonly body?: JsonSchema };
  return body === undefined ? described : { ...described, schema: { ...schema, body: nullableOptionals(body) } as typeof described.schema };
};

/** The rule of request-check.ts (`asMeant`), said of a JSON Schema. */
export function nullableOptionals(schema: JsonSchema): JsonSchema {
  const { properties, required = [], items, anyOf } = schema;
  return {
    ...schema,
    ...(items === undefined ? {} : { items: nullableOptionals(items) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(nullableOptionals) }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, field]) => [name, required.includes(name) ? nullableOptionals(field) : orNull(nullableOptionals(field))]),
          ),
        }),
  };
}

function orNull(field: JsonSchema): JsonSchema {
  const { type, enum: values, anyOf, ...more } = field;
  if (type === 'null' || (Array.isArray(type) && type.includes('null'))) return field;
  if (anyOf !== undefined) return anyOf.some((form) => form.type === 'null') ? field : { ...field, anyOf: [...anyOf, { type: 'null' }] };
  if (type === undefined) return Object.keys(more).some((keyword) => keyword.startsWith('$')) || values !== undefined ? { anyOf: [field, { type: 'null' }] } : field;
  return { ...more, type: [type, 'null'].flat(), ...(Array.isArray(values) ? { enum: [...values, null] } : {}) };
}
