import type { FastifySchemaCompiler } from 'fastify';
import { z } from 'zod';
import { hasUnusableCharacter } from '../../src-core/contract/texts.ts';
import { ruleText } from '../rule-texts.ts';
import { fieldsRefused } from '../service-error.ts';
import { fieldErrorOf, wholeNumberExpected } from './field-error.ts';

/** Checks bodies, queries and paths against their zod schemas. What does not fit is a 400 with every broken rule. */
export const requestCompiler: FastifySchemaCompiler<z.ZodType> =
  ({ schema, httpPart }) =>
  (data: unknown) => {
    const parsed = schema.safeParse(asMeant(schema, data, httpPart === 'querystring'), {
      reportInput: true,
      error: wholeNumberExpected,
    });
    if (!parsed.success) return { error: fieldsRefused(telling(parsed.error.issues).map(fieldErrorOf)) };
    const unusable = placeOfUnusable(parsed.data);
    return unusable === null ? { value: parsed.data } : { error: unusableText(unusable) };
  };

/**
 * Of the rules that one field breaks those that say something: what is of another type has no size, and what is above one bound
 * is above every higher one.
 */
function telling(issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] {
  const wrongTypes = new Set(issues.filter(({ code }) => code === 'invalid_type').map(placeOf));
  const least = new Map<string, z.core.$ZodIssueTooBig>();
  for (const issue of issues) {
    if (issue.code !== 'too_big') continue;
    const before = least.get(placeOf(issue));
    if (before === undefined || issue.maximum < before.maximum) least.set(placeOf(issue), issue);
  }
  return issues.filter((issue) => {
    if (issue.code === 'invalid_type') return true;
    if (wrongTypes.has(placeOf(issue))) return false;
    return issue.code !== 'too_big' || least.get(placeOf(issue)) === issue;
  });
}

const placeOf = ({ path }: z.core.$ZodIssue): string => JSON.stringify(path);

/**
 * What was sent as its schema means it. In an object null for an optional field is the absent field (contract-decisions,
 * "Settled later"), unless the field's own schema gives null a meaning. What the schema passes over is left out. In a query a whole number is written in decimal
 * digits and nothing else.
 */
export function asMeant(schema: z.core.$ZodType, data: unknown, inQuery = false): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'default':
    case 'nullable':
      return asMeant(def.innerType, data, inQuery);
    case 'pipe':
      return asMeant(isTransform(def.in) ? def.out : def.in, data, inQuery);
    case 'array':
      return Array.isArray(data) ? data.map((item) => asMeant(def.element, item, inQuery)) : data;
    case 'object':
      return isObject(data) ? objectAsMeant(def, data as Readonly<Record<string, unknown>>, inQuery) : data;
    case 'number':
      return inQuery && typeof data === 'string' && /^-?\d+$/.test(data) ? Number(data) : data;
    default:
      return data;
  }
}

/** Members that the schema does not know, and passes over, are not looked at: a body may hold tens of thousands. */
function objectAsMeant(
  { shape, catchall }: z.core.$ZodObjectDef,
  data: Readonly<Record<string, unknown>>,
  inQuery: boolean,
): object {
  const names =
    catchall === undefined ? Object.keys(shape).filter((name) => Object.hasOwn(data, name)) : Object.keys(data);
  return Object.fromEntries(names.flatMap((name) => fieldAsMeant(shape, [name, data[name]], inQuery)));
}

function fieldAsMeant(
  shape: z.core.$ZodShape,
  [name, value]: [string, unknown],
  inQuery: boolean,
): [string, unknown][] {
  const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
  if (field === undefined) return [[name, value]];
  const isAbsent = value === null && field._zod.optin !== undefined && !z.core.safeParse(field, null).success;
  return isAbsent ? [] : [[name, asMeant(field, value, inQuery)]];
}

const isTransform = (schema: z.core.$ZodType) => (schema as z.core.$ZodTypes)._zod.def.type === 'transform';
const isObject = (data: unknown): data is object => typeof data === 'object' && data !== null && !Array.isArray(data);

type Path = readonly (string | number)[];

/** Where a text or a name lies that nobody can store, print or show; null when there is none. */
export function placeOfUnusable(data: unknown, path: Path = []): Path | null {
  if (typeof data === 'string') return hasUnusableCharacter(data) ? path : null;
  if (typeof data !== 'object' || data === null) return null;
  for (const [name, inner] of Object.entries(data)) {
    const found = hasUnusableCharacter(name) ? [...path, name] : placeOfUnusable(inner, [...path, name]);
    if (found !== null) return found;
  }
  return null;
}

export const unusableText = (path: Path) =>
  fieldsRefused([{ field: path.join('.'), message: ruleText('unusableText'), constraint: 'pattern' }]);
