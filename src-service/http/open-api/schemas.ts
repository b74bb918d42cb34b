import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

/** An object of JSON Schema 2020-12, which OpenAPI 3.1 takes as it is. */
export type JsonSchema = z.core.JSONSchema.JSONSchema;

/** Where a schema stands. What is answered is what the zod schema gives; what is sent is what it takes. */
export type Place = 'parameters' | 'body' | 'answer';

/** Turns zod schemas into JSON Schemas and gathers those with an `id` (`.meta({ id })`) as named components. */
export class Schemas {
  private readonly named = new Map<string, JsonSchema>();

  /** `examples`: one of each component that has one, by its name. */
  constructor(private readonly examples: Readonly<Record<string, unknown>>) {}

  /** A reference to the component of a schema with an `id`; other schemas are written out, with references inside. */
  write(schema: z.ZodType, place: Place): JsonSchema {
    // As the root of a document a named schema would be written out; inside an array it is a reference.
    const { items, $defs = {} } = z.toJSONSchema(z.array(schema), {
      target: 'draft-2020-12',
      io: place === 'answer' ? 'output' : 'input',
      unrepresentable: 'any',
    });
    for (const [name, component] of Object.entries($defs)) this.add(name, simplified(component, place));
    return simplified(items as JsonSchema, place);
  }

  /** Adds a schema under a name and answers a reference to it. */
  add(name: string, schema: JsonSchema): JsonSchema {
    const { id: _id, ...bare } = schema;
    const example = this.examples[name];
    const written = example === undefined ? bare : { ...bare, examples: [example] };
    const known = this.named.get(name);
    if (known !== undefined && !isDeepStrictEqual(known, written))
      throw new Error(`the OpenAPI document would have two different schemas of the name ${name}`);
    this.named.set(name, written);
    return { $ref: `${COMPONENTS}${name}` };
  }

  /** All components, by name. Complete when everything has been written. */
  get components(): Readonly<Record<string, JsonSchema>> {
    for (const name of Object.keys(this.examples))
      if (!this.named.has(name))
        throw new Error(`the OpenAPI document has an example of ${name}, but no schema of that name`);
    return Object.fromEntries([...this.named].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** What a component says about itself. */
  descriptionOf({ $ref = '' }: JsonSchema): string | undefined {
    return this.named.get($ref.replace(COMPONENTS, ''))?.description;
  }
}

const COMPONENTS = '#/components/schemas/';

/** Formats say it in a word; the library's pattern of a date alone has 300 characters. */
const NAMED_FORMATS = new Set(['date', 'date-time', 'email', 'ipv4', 'ipv6', 'uri']);

/**
 * What the library writes, as this document wants it: answers are open to further members, whole numbers have no bounds
 * that are only JavaScript's, null stands in the list of types, and what is optional in a body may be null
 * (contract-decisions: null for an optional field is the absent field).
 */
function simplified(schema: JsonSchema, place: Place): JsonSchema {
  const inner = (each: unknown): JsonSchema => simplified(each as JsonSchema, place);
  const result: JsonSchema = { ...schema };
  if (result.$ref !== undefined) result.$ref = result.$ref.replace('#/$defs/', COMPONENTS);
  if (result.additionalProperties === false) delete result.additionalProperties;
  else if (typeof result.additionalProperties === 'object')
    result.additionalProperties = inner(result.additionalProperties);
  if (result.maximum === Number.MAX_SAFE_INTEGER) delete result.maximum;
  if (result.minimum === Number.MIN_SAFE_INTEGER) delete result.minimum;
  if (result.format !== undefined && NAMED_FORMATS.has(result.format)) delete result.pattern;
  if (result.type === 'number' && result.enum?.every(Number.isInteger)) result.type = 'integer';
  if (result.items !== undefined) result.items = inner(result.items);
  if (result.allOf !== undefined) result.allOf = result.allOf.map(inner);
  if (result.properties !== undefined) {
    const required = new Set(result.required);
    result.properties = Object.fromEntries(
      Object.entries(result.properties).map(([name, property]) => [
        name,
        place === 'body' && !required.has(name) ? nullable(inner(property)) : inner(property),
      ]),
    );
  }
  const [first, second, ...others] = result.anyOf ?? [];
  if (first !== undefined && isNull(second) && others.length === 0) {
    const { anyOf: _union, ...annotations } = result;
    return { ...annotations, ...nullable(inner(first)) };
  }
  if (result.anyOf !== undefined) result.anyOf = result.anyOf.map(inner);
  return result;
}

/** The schema or null: as a list of types where that says it, else as a union. */
function nullable(schema: JsonSchema): JsonSchema {
  const { type, anyOf } = schema;
  if (Object.keys(schema).length === 0 || type === 'null' || Array.isArray(type) || anyOf?.some(isNull)) return schema;
  if (anyOf !== undefined) return { ...schema, anyOf: [...anyOf, { type: 'null' }] };
  // What `enum` and `const` list is all that fits, whatever `type` says.
  if (type === undefined || schema.enum !== undefined || schema.const !== undefined)
    return { anyOf: [schema, { type: 'null' }] };
  return { ...schema, type: [type, 'null'] };
}

const isNull = (schema: unknown) => isDeepStrictEqual(schema, { type: 'null' });
