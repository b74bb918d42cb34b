import type { z } from 'zod';
import type { Constraint, FieldError } from '../../src-core/contract/errors.ts';
import { hasUnusableCharacter } from '../../src-core/contract/texts.ts';
import { ruleText, type RuleName } from '../rule-texts.ts';

type Issue = z.core.$ZodIssue;

interface Broken {
  readonly rule: RuleName;
  readonly constraint: Constraint;
  readonly requiredValue?: unknown;
}

/** To a text in a whole number's place the library says that a number is expected; the schema that says it knows better. */
export const wholeNumberExpected = (issue: z.core.$ZodRawIssue): string | undefined => {
  const def = (issue.inst as z.core.$ZodTypes | undefined)?._zod.def;
  return issue.code === 'invalid_type' && def?.type === 'number' && 'format' in def ? WHOLE_NUMBER : undefined;
};
const WHOLE_NUMBER = 'whole number';

/** Longer texts are not sent back to their sender. */
const SHOWN_MAX_CHARS = 200;

/** What a rule that a request breaks is called in `fieldErrors`: in our own words, never in the library's. */
export function fieldErrorOf(issue: Issue): FieldError {
  const { rule, constraint, requiredValue } = brokenRule(issue);
  return {
    // A body that is none at all has no path.
    field: issue.path.length === 0 ? 'body' : issue.path.map(String).join('.'),
    message: ruleText(rule, wordsOf(requiredValue)),
    ...(isShown(issue.input) && constraint !== 'required' ? { currentValue: issue.input } : {}),
    ...(requiredValue === undefined ? {} : { requiredValue }),
    constraint,
  };
}

function isShown(input: unknown): boolean {
  if (typeof input === 'string') return input.length <= SHOWN_MAX_CHARS && !hasUnusableCharacter(input);
  return typeof input === 'boolean' || (typeof input === 'number' && Number.isFinite(input));
}

const REQUIRED: Broken = { rule: 'required', constraint: 'required' };

/** `input`: what the issue is about; the issues inside a union or of a key don't say it themselves. */
function brokenRule(issue: Issue, input: unknown = issue.input): Broken {
  if (input === undefined || input === null) return REQUIRED;
  switch (issue.code) {
    case 'invalid_type':
      return {
        rule: issue.message === WHOLE_NUMBER ? 'integer' : (TYPES[issue.expected] ?? 'pattern'),
        constraint: 'pattern',
      };
    case 'too_small':
      // An empty string where one character is due was left out, in the operator's words.
      if (input === '') return REQUIRED;
      return bound('min', issue.origin, issue.minimum, issue.inclusive);
    case 'too_big':
      return bound('max', issue.origin, issue.maximum, issue.inclusive);
    case 'invalid_value':
      return { rule: 'enum', constraint: 'enum', requiredValue: issue.values };
    case 'not_multiple_of':
      return { rule: 'step', constraint: 'increment', requiredValue: issue.divisor };
    case 'invalid_key':
      return issue.issues[0] === undefined ? PATTERN : brokenRule(issue.issues[0], input);
    case 'invalid_union':
      return ofUnion(issue);
    case 'invalid_format':
      return issue.format === 'line' ? { rule: 'unusableText', constraint: 'pattern' } : PATTERN;
    default:
      return PATTERN;
  }
}

const PATTERN: Broken = { rule: 'pattern', constraint: 'pattern' };

/** What zod expects, as one of our rules. */
const TYPES: Readonly<Record<string, RuleName>> = {
  string: 'string',
  number: 'number',
  int: 'integer',
  boolean: 'boolean',
  array: 'array',
  object: 'object',
  record: 'object',
};

/** Forms of one type: a value of another type is told that type, everything else that it has none of the forms. */
function ofUnion(issue: Extract<Issue, { readonly code: 'invalid_union' }>): Broken {
  const [first, ...others] = issue.errors.flat().map((inner) => brokenRule(inner, issue.input));
  return first !== undefined && others.every(({ rule }) => rule === first.rule) ? first : PATTERN;
}

function bound(constraint: 'min' | 'max', origin: string, limit: unknown, isInclusive = true): Broken {
  const value = Number(limit);
  if (!isInclusive)
    return {
      rule: constraint === 'min' ? 'exclusiveMinimum' : 'exclusiveMaximum',
      constraint,
      requiredValue: { [constraint]: value, exclusive: true },
    };
  const measure = origin === 'string' ? 'Length' : MANY.includes(origin) ? 'Items' : 'imum';
  return { rule: `${constraint}${measure}`, constraint, requiredValue: value };
}

const MANY: readonly string[] = ['array', 'object', 'set', 'map'];

function wordsOf(requiredValue: unknown): Readonly<Record<string, unknown>> {
  if (Array.isArray(requiredValue)) return { values: requiredValue.join(', ') };
  if (typeof requiredValue !== 'object' || requiredValue === null) return { limit: requiredValue };
  return { limit: Object.values(requiredValue)[0] };
}
