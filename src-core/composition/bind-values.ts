import { LIMITS } from '../contract/limits.ts';
import { isGallery, type ParameterDefinition } from '../contract/templates.ts';
import { hasUnusableCharacter, isSeen } from '../contract/texts.ts';
import type { PicturePoint } from './crop-window.ts';

/** Where a picture comes from: the three ways of the specification ("Image delivery for cover and contents"). */
export type PictureSource = (
  | /** So many files into those attached under the variable's name, from 0. */
  { readonly kind: 'attached'; readonly index: number }
  | { readonly kind: 'url'; readonly url: string }
  /** The server's name of a photo that was uploaded ahead. */
  | { readonly kind: 'photo'; readonly fileName: string }
) & {
  /** What of it is to be in the middle of its frame, where that was said. */
  readonly focus?: PicturePoint;
};

/** A variable's value before its pictures were fetched. Texts are as they will be printed. */
export type UnboundValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'picture'; readonly source: PictureSource }
  | { readonly kind: 'pictures'; readonly sources: readonly PictureSource[] };

/** Why a variable cannot be bound. `count` and `required` are numbers of pictures or of characters. */
export type BindingFault =
  | {
      readonly reason:
        | 'textMissing'
        | 'pictureMissing'
        | 'wrongType'
        | 'notPrintable'
        | 'fileForText'
        | 'pictureGivenTwice'
        | 'placeholderWithoutArray'
        | 'focusOutside';
    }
  | { readonly reason: 'lettersLacking'; readonly letters: readonly string[] }
  | { readonly reason: 'textTooLong'; readonly count: number; readonly max: number }
  | {
      readonly reason: 'tooFewPictures' | 'tooManyPictures';
      readonly count: number;
      readonly min: number;
      readonly max: number | null;
    }
  | { readonly reason: 'placeholdersDiffer'; readonly files: number; readonly placeholders: number };

export interface BindingProblem {
  readonly name: string;
  readonly definition: ParameterDefinition;
  readonly fault: BindingFault;
}

export interface Binding {
  readonly values: Readonly<Record<string, UnboundValue>>;
  readonly problems: readonly BindingProblem[];
}

/** Marks the places of an array that take the attached files, in the order in which those came. */
export const UPLOAD_PLACEHOLDER = '$upload';

type Outcome = UnboundValue | BindingFault | null;

/**
 * Holds what was sent against a template's definitions: texts coerced to their type and back to what is printed, every
 * picture told where it comes from. Names that the template does not know are ignored. `null`, a text in which nothing is seen and
 * an empty array are what leaving the name out is.
 *
 * Of an array and its attached files: with placeholders there must be as many as files; without any, the files follow
 * what the array names, so that files alone make the array.
 *
 * `lacking` finds the letters of a text that no face has; left out, all can be printed.
 */
export function bindValues(
  definitions: Readonly<Record<string, ParameterDefinition>>,
  parameters: Readonly<Record<string, unknown>>,
  attachedFiles: ReadonlyMap<string, number>,
  lacking: (text: string) => readonly string[] = () => [],
): Binding {
  const values: Record<string, UnboundValue> = {};
  const problems: BindingProblem[] = [];
  for (const [name, definition] of Object.entries(definitions)) {
    const given = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    const outcome = bindOne(definition, given, attachedFiles.get(name) ?? 0);
    if (outcome === null) continue;
    const letters = 'reason' in outcome || outcome.kind !== 'text' ? [] : lacking(outcome.text);
    if ('reason' in outcome) problems.push({ name, definition, fault: outcome });
    else if (letters.length > 0) problems.push({ name, definition, fault: { reason: 'lettersLacking', letters } });
    else values[name] = outcome;
  }
  return { values, problems };
}

function bindOne(definition: ParameterDefinition, given: unknown, files: number): Outcome {
  if (isGallery(definition.binding)) return bindGallery(definition, given, files);
  return definition.binding === 'file' ? bindPicture(definition, given, files) : bindText(definition, given, files);
}

const isAbsent = (given: unknown) => given === undefined || given === null || given === '';

function bindText(definition: ParameterDefinition, given: unknown, files: number): Outcome {
  if (files > 0) return { reason: 'fileForText' };
  if (isAbsent(given)) return definition.required ? { reason: 'textMissing' } : null;
  if (typeof given !== 'string' && typeof given !== 'number' && typeof given !== 'boolean')
    return { reason: 'wrongType' };
  const text = String(given);
  if (text.length > LIMITS.entryTextMaxChars)
    return { reason: 'textTooLong', count: text.length, max: LIMITS.entryTextMaxChars };
  if (hasUnusableCharacter(text)) return { reason: 'notPrintable' };
  // Spaces and what is as invisible would be printed as nothing, and nobody be told.
  if (definition.type === 'string' && !isSeen(text)) return definition.required ? { reason: 'textMissing' } : null;
  return coerced(definition.type, text) ?? { reason: 'wrongType' };
}

const INTEGER = /^[+-]?\d+$/;
const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)$/;

function coerced(type: ParameterDefinition['type'], text: string): UnboundValue | null {
  const trimmed = text.trim();
  switch (type) {
    case 'int': {
      const value = Number(trimmed);
      return INTEGER.test(trimmed) && Number.isSafeInteger(value) ? { kind: 'text', text: String(value) } : null;
    }
    case 'double': {
      const value = Number(trimmed);
      return DECIMAL.test(trimmed) && Number.isFinite(value) ? { kind: 'text', text: decimal(value, trimmed) } : null;
    }
    case 'boolean': {
      const word = trimmed.toLowerCase();
      return word === 'true' || word === 'false' ? { kind: 'boolean', value: word === 'true' } : null;
    }
    case 'string':
      return { kind: 'text', text: text.replaceAll('\r\n', '\n') };
    case 'array':
      return null;
  }
}

/** As people write numbers: JavaScript's own text of very small and very large ones has an exponent. */
function decimal(value: number, given: string): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  const [whole = '', fraction = ''] = given.replace(/^[+-]/, '').split('.');
  const digits = `${whole.replace(/^0+(?=.)/, '') || '0'}.${fraction}`.replace(/\.?0*$/, '');
  return value < 0 ? `-${digits}` : digits;
}

function bindPicture(definition: ParameterDefinition, given: unknown, files: number): Outcome {
  const said = isAbsent(given) ? null : namedPicture(given);
  if (said !== null && 'reason' in said) return said;
  const aside = said?.focus === undefined ? {} : { focus: said.focus };
  const named = said === null || said.picture === UPLOAD_PLACEHOLDER ? null : said.picture;
  // One place, two pictures: which of them was meant is not for the service to guess.
  if (files > 1 || (files === 1 && named !== null)) return { reason: 'pictureGivenTwice' };
  if (files === 1) return { kind: 'picture', source: { kind: 'attached', index: 0, ...aside } };
  if (named !== null)
    return hasUnusableCharacter(named)
      ? { reason: 'notPrintable' }
      : { kind: 'picture', source: { ...sourceOf(named), ...aside } };
  return definition.required || said !== null ? { reason: 'pictureMissing' } : null;
}

function bindGallery(definition: ParameterDefinition, given: unknown, files: number): Outcome {
  if (given === UPLOAD_PLACEHOLDER) return { reason: 'placeholderWithoutArray' };
  if (!isAbsent(given) && !Array.isArray(given)) return { reason: 'wrongType' };
  const items: NamedPicture[] = [];
  for (const item of isAbsent(given) ? [] : (given as readonly unknown[])) {
    const said = namedPicture(item);
    if ('reason' in said) return said;
    items.push(said);
  }
  if (items.some(({ picture }) => hasUnusableCharacter(picture))) return { reason: 'notPrintable' };
  const placeholders = items.filter(({ picture }) => picture === UPLOAD_PLACEHOLDER).length;
  if (placeholders > 0 && placeholders !== files) return { reason: 'placeholdersDiffer', files, placeholders };
  let nextFile = 0;
  const attached = (): PictureSource => ({ kind: 'attached', index: nextFile++ });
  const sources = items.map(
    ({ picture, focus }): PictureSource => ({
      ...(picture === UPLOAD_PLACEHOLDER ? attached() : sourceOf(picture)),
      ...(focus !== undefined && { focus }),
    }),
  );
  while (nextFile < files) sources.push(attached());
  if (sources.length === 0 && !definition.required) return null;
  const limits = { count: sources.length, min: definition.minItems ?? 1, max: definition.maxItems ?? null };
  if (sources.length < limits.min) return { reason: 'tooFewPictures', ...limits };
  if (sources.length > (limits.max ?? LIMITS.entryPicturesMax))
    return { reason: 'tooManyPictures', ...limits, max: limits.max ?? LIMITS.entryPicturesMax };
  return { kind: 'pictures', sources };
}

interface NamedPicture {
  /** Never empty. */
  readonly picture: string;
  readonly focus?: PicturePoint;
}

/** A picture by its name alone, or by an object that also says what of it is to be in the middle of its frame. */
function namedPicture(given: unknown): NamedPicture | BindingFault {
  if (typeof given === 'string') return given === '' ? { reason: 'wrongType' } : { picture: given };
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return { reason: 'wrongType' };
  const { picture, focus, ...others } = given as Readonly<Record<string, unknown>>;
  if (typeof picture !== 'string' || picture === '' || Object.keys(others).length > 0) return { reason: 'wrongType' };
  if (isAbsent(focus)) return { picture };
  const { x, y } = focus as Readonly<Record<string, unknown>>;
  return isShare(x) && isShare(y) ? { picture, focus: { x, y } } : { reason: 'focusOutside' };
}

const isShare = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1;

const sourceOf = (named: string): PictureSource =>
  /^https?:\/\//i.test(named) ? { kind: 'url', url: named } : { kind: 'photo', fileName: named };
