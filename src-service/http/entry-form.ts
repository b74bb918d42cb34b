import type { FieldError } from '../../src-core/contract/errors.ts';
import { isWithinBounds } from '../../src-core/contract/json-text.ts';
import { LIMITS } from '../../src-core/contract/limits.ts';
import { hasUnusableCharacter } from '../../src-core/contract/texts.ts';
import type { EntryCall } from '../composition/entry-call.ts';
import { ruleText } from '../rule-texts.ts';
import { fieldsRefused } from '../service-error.ts';
import type { Form } from './forms.ts';

/** An object of texts and arrays of texts is all that a template takes; a little more depth is ignored, much is refused. */
const MAX_DEPTH = 8;

/**
 * Throws 400 for a missing templateUid and for parameters that are no JSON object. Idempotency keeps neither. Unknown
 * members of a JSON body are passed over, as in every JSON body; parts of a form are the template's to know.
 */
export function readEntryForm({ kind, fields, files }: Form): EntryCall {
  const templateUid = onlyValue(fields, 'templateUid');
  if (isAbsent(templateUid)) throw refused('templateUid', 'required');
  if (typeof templateUid !== 'string') throw refused('templateUid', 'string');
  if (hasUnusableCharacter(templateUid)) throw refused('templateUid', 'unusableText');
  if (templateUid.length > LIMITS.uidMaxChars) throw fieldsRefused([tooLong('templateUid', LIMITS.uidMaxChars)]);
  const parts = new Map(
    kind === 'json' ? [] : [...fields].filter(([name]) => name !== 'templateUid' && name !== 'parameters'),
  );
  return { templateUid, parameters: readParameters(onlyValue(fields, 'parameters')), parts, files };
}

const isAbsent = (given: unknown) => given === undefined || given === null || given === '';

function onlyValue(fields: Form['fields'], field: string): unknown {
  const [only, ...others] = fields.get(field) ?? [];
  if (others.length > 0)
    throw fieldsRefused([{ field, message: ruleText('maxItems', { limit: 1 }), requiredValue: 1, constraint: 'max' }]);
  return only;
}

const tooLong = (field: string, limit: number): FieldError => ({
  field,
  message: ruleText('maxLength', { limit }),
  requiredValue: limit,
  constraint: 'max',
});

function readParameters(given: unknown): Readonly<Record<string, unknown>> {
  if (isAbsent(given)) return {};
  const parsed = typeof given === 'string' ? parsedJson(given) : given;
  if (parsed === null) return {};
  if (typeof parsed !== 'object' || Array.isArray(parsed) || isDeeperThan(parsed, MAX_DEPTH)) {
    throw refused('parameters', 'jsonObject');
  }
  return parsed as Record<string, unknown>;
}

function parsedJson(text: string): unknown {
  if (!isWithinBounds(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}

const refused = (field: string, rule: 'required' | 'string' | 'unusableText' | 'jsonObject') =>
  fieldsRefused([{ field, message: ruleText(rule), constraint: rule === 'required' ? 'required' : 'pattern' }]);
