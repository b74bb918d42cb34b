import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';

/** The running service's OpenAPI document as a list of everything that a caller can send. */

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: Schema;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, unknown>>;
}

export interface Documented {
  readonly method: string;
  /** As the document writes it, without `/v1`. */
  readonly path: string;
  readonly operation: Operation;
}

/** A field of a JSON body: where it lies (array items at 0), its schema, whether it may be left out. */
export interface Field {
  readonly path: readonly string[];
  readonly schema: Schema;
  readonly optional: boolean;
}

/** Not required by the schema, since another name may stand for it. */
const ONE_OF_TWO = ['webhookUrl'];

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

export class OpenApiWalk {
  private readonly ajv = new Ajv2020({ strict: false });
  private readonly validators = new Map<Schema, ValidateFunction>();

  private constructor(
    private readonly document: { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> },
  ) {
    // Published as CommonJS: the callable is the module's `default`.
    (addFormatsModule as unknown as { default: (target: unknown) => void }).default(this.ajv);
    this.ajv.addSchema(document, 'openapi');
  }

  static async of(baseUrl: string): Promise<OpenApiWalk> {
    return new OpenApiWalk(await (await fetch(baseUrl.replace(/\/v1$/, '/openapi.json'))).json());
  }

  operations(): readonly Documented[] {
    return Object.entries(this.document.paths).flatMap(([path, operations]) =>
      METHODS.flatMap((method) => {
        const operation = operations[method];
        return operation === undefined
          ? []
          : [{ method: method.toUpperCase(), path: path.replace(/^\/v1/, ''), operation }];
      }),
    );
  }

  parametersOf({ operation }: Documented, place: 'query' | 'path'): readonly Parameter[] {
    return (operation.parameters ?? []).filter((parameter) => parameter.in === place);
  }

  /** The schema of a JSON body; undefined when there is none. */
  jsonBodyOf({ operation }: Documented): Schema | undefined {
    return operation.requestBody?.content['application/json']?.schema;
  }

  fieldsOf(schema: Schema, path: readonly string[] = []): readonly Field[] {
    const { properties = {}, required = [] } = this.resolved(schema);
    return Object.entries(properties).flatMap(([name, property]) => {
      const inner = this.resolved(property);
      const here = { path: [...path, name], schema: property, optional: !required.includes(name) };
      const below =
        inner.properties !== undefined
          ? this.fieldsOf(inner, here.path)
          : inner.items !== undefined
            ? this.fieldsOf(inner.items, [...here.path, '0'])
            : [];
      return [here, ...below];
    });
  }

  /** Every name and enum value of the document: words that an error may use. */
  vocabulary(): ReadonlySet<string> {
    const words = new Set<string>();
    const look = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      for (const [name, inner] of Object.entries(value)) {
        if (name === 'properties' && typeof inner === 'object' && inner !== null)
          for (const property of Object.keys(inner)) words.add(property);
        if (name === 'enum' && Array.isArray(inner))
          for (const item of inner) for (const word of String(item).split(/[^A-Za-z]+/)) words.add(word);
        if (name === 'name' && typeof inner === 'string') words.add(inner);
        look(inner);
      }
    };
    look(this.document);
    return words;
  }

  accepts(schema: Schema, value: unknown): boolean {
    let validate = this.validators.get(schema);
    if (validate === undefined) {
      validate = this.ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/')));
      this.validators.set(schema, validate);
    }
    return validate(value) === true;
  }

  /** The least that the schema takes: required fields alone. `known` gives values by field name. */
  sample(schema: Schema, known: Readonly<Record<string, unknown>>, name = ''): unknown {
    if (Object.hasOwn(known, name)) return known[name];
    const { type, enum: values, properties = {}, required = [], items, minimum, ...more } = this.resolved(schema);
    if (values !== undefined) return values[0];
    if (more.const !== undefined) return more.const;
    switch ([type].flat()[0]) {
      case 'object':
        return Object.fromEntries(
          [...required, ...ONE_OF_TWO.filter((field) => field in properties)].map((field) => [
            field,
            this.sample(properties[field] ?? {}, known, field),
          ]),
        );
      case 'array':
        return items === undefined ? [] : [this.sample(items, known, name)];
      case 'integer':
      case 'number':
        return Math.max(minimum ?? 1, 1);
      case 'boolean':
        return true;
      default:
        return 'x';
    }
  }

  /** Looks through references and through the forms of what may be null, for the one that has something inside. */
  resolved(schema: Schema): Schema {
    if (schema.$ref !== undefined) {
      const found = schema.$ref
        .split('/')
        .slice(1)
        .reduce<unknown>((at, part) => (at as Readonly<Record<string, unknown>>)[part], this.document);
      return this.resolved(found as Schema);
    }
    const forms = (schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []).filter((form) => form.type !== 'null');
    const [only] = forms;
    return forms.length === 1 && only !== undefined ? this.resolved(only) : schema;
  }
}

/** A body with one field put in; parents that the body lacks are made from the schema. */
export function withField(
  walk: OpenApiWalk,
  body: Schema,
  base: unknown,
  path: readonly string[],
  value: unknown,
  known: Readonly<Record<string, unknown>>,
): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  const schema = walk.resolved(body);
  if (Array.isArray(base) || schema.items !== undefined) {
    const items = Array.isArray(base) ? base : [];
    return [withField(walk, schema.items ?? {}, items[0], rest, value, known), ...items.slice(1)];
  }
  const object = (typeof base === 'object' && base !== null ? base : walk.sample(body, known)) as Readonly<
    Record<string, unknown>
  >;
  return { ...object, [name]: withField(walk, schema.properties?.[name] ?? {}, object[name], rest, value, known) };
}
