import type { FastifySchema, FastifySerializerCompiler } from 'fastify';
import { ResponseSerializationError } from 'fastify-type-provider-zod';
import { z } from 'zod';

/** Whatever makes something else of what it reads. */
const CHANGES: ReadonlySet<string> = new Set(['default', 'prefault', 'catch', 'transform', 'pipe']);

/**
 * Holds each answer against its schema before it is written: what does not fit is a 500, what the schema does not name is left out. Answers are read
 * and not encoded, which looks at everything twice: that is the same for schemas that change nothing. Throws for others.
 */
export const answerCompiler: FastifySerializerCompiler<z.ZodType | FastifySchema> = ({ schema, method, url }) => {
  if (!(schema instanceof z.ZodType)) throw new Error(`${method} ${url} answers by no schema of zod`);
  const change = changeIn(schema);
  if (change !== null) throw new Error(`${method} ${url} answers by a schema with a ${change}`);
  return (answer: unknown) => {
    const held = schema.safeParse(answer);
    if (!held.success) throw new ResponseSerializationError(method, url, { cause: held.error });
    return JSON.stringify(held.data);
  };
};

function changeIn(schema: z.core.$ZodType, seen = new Set<z.core.$ZodType>()): string | null {
  if (seen.has(schema)) return null;
  seen.add(schema);
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (CHANGES.has(def.type)) return def.type;
  for (const inner of partsOf(def)) {
    const found = changeIn(inner, seen);
    if (found !== null) return found;
  }
  return null;
}

function partsOf(def: z.core.$ZodTypes['_zod']['def']): readonly z.core.$ZodType[] {
  switch (def.type) {
    case 'object':
      return [...Object.values(def.shape), ...(def.catchall === undefined ? [] : [def.catchall])];
    case 'array':
      return [def.element];
    case 'union':
      return def.options;
    case 'record':
      return [def.keyType, def.valueType];
    case 'tuple':
      return [...def.items, ...(def.rest === null ? [] : [def.rest])];
    case 'intersection':
      return [def.left, def.right];
    case 'lazy':
      return [def.getter()];
    case 'nullable':
    case 'optional':
    case 'nonoptional':
    case 'readonly':
      return [def.innerType];
    default:
      return [];
  }
}
