import type { FieldError } from '../../src-core/contract/errors.ts';
import type { EntryCall } from '../composition/entry-call.ts';
import { ServiceError } from '../service-error.ts';
import type { Form } from './forms.ts';

/** An object of texts and arrays of texts is all that a template takes; a little more depth is ignored, much is refused. */
const MAX_DEPTH = 8;

/** Throws 400 for a missing templateUid and for parameters that are no JSON object. Idempotency keeps neither. */
export function readEntryForm({ fields, files }: Form): EntryCall {
  const templateUid = fields.get('templateUid');
  if (templateUid === undefined || templateUid === null || templateUid === '') throw refused({ field: 'templateUid', message: '필수 항목입니다', constraint: 'required' });
  if (typeof templateUid !== 'string') throw refused({ field: 'templateUid', message: '문자열이어야 합니다', constraint: 'pattern' });
  return { templateUid, parameters: readParameters(fields.get('parameters')), files };
}

function readParameters(given: unknown): Readonly<Record<string, unknown>> {
  if (given === undefined || given === null || given === '') return {};
  const parsed = typeof given === 'string' ? parsedJson(given) : given;
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed) || isDeeperThan(parsed, MAX_DEPTH)) {
    throw refused({ field: 'parameters', message: '올바른 JSON 객체가 아닙니다', constraint: 'pattern' });
  }
  return parsed as Record<string, unknown>;
}

function parsedJson(text: string): unknown {
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

const refused = (field: FieldError) => new ServiceError('ERR_VALIDATION_FAILED', [`${field.field}: ${field.message}`], { fieldErrors: [field] });
