import type { PdfKind } from '../contract/books.ts';
import type { TextRef } from '../text-ref.ts';
import { LONGEST_NAME, trimSeparators } from './comparable-name.ts';
import type { RoleWord } from './role-words.ts';

/**
 * Patterns that a studio writes for the names of its files: text, and placeholders in braces. `{title}` is the book's, `{role}` a word
 * for cover or contents, `{spec}` and `{qty}` (digits) are the book's too, `{any}` is passed over. None is empty. Of several ways to
 * read a name, what stands further in front takes as few letters as it can.
 */
export const PLACEHOLDERS = ['title', 'role', 'spec', 'qty', 'any'] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

export const LONGEST_PATTERN = 120;
const MOST_DIGITS = 6;

type Part = { readonly text: string } | { readonly placeholder: Placeholder };

export interface NamePattern {
  /** As it was written. */
  readonly pattern: string;
  readonly parts: readonly Part[];
}

/** What a pattern takes from a name, as written. */
export interface TakenByPattern {
  readonly title: string;
  readonly role: PdfKind;
  readonly word: RoleWord;
  readonly spec: string | null;
  readonly copies: string | null;
}

const fault = (name: string, params?: TextRef['params']): TextRef => ({
  key: `library.rules.fault.${name}`,
  ...(params === undefined ? {} : { params }),
});

/** What is wrong with a pattern; null where it can be used. */
export function patternFault(pattern: string): TextRef | null {
  const written = pattern.normalize('NFC').trim();
  if (written === '') return fault('patternEmpty');
  if (written.length > LONGEST_PATTERN) return fault('patternTooLong', { most: LONGEST_PATTERN });
  const parts = partsOf(written);
  const named = parts.flatMap((part) => ('placeholder' in part ? [part.placeholder as string] : []));
  const unknown = named.find((name) => !isPlaceholder(name));
  if (unknown !== undefined) return fault('patternUnknown', { name: unknown });
  const texts = parts.flatMap((part) => ('text' in part ? [part.text] : []));
  if (texts.some((text) => /[{}]/u.test(text))) return fault('patternBrace');
  if (texts.some((text) => /[/\\\p{Cc}]/u.test(text))) return fault('patternFolder');
  for (const needed of ['title', 'role'] as const)
    if (!named.includes(needed)) return fault('patternLacks', { name: needed });
  const twice = named.find((name, at) => name !== 'any' && named.indexOf(name) !== at);
  if (twice !== undefined) return fault('patternTwice', { name: twice });
  for (const [at, one] of parts.entries()) {
    const next = parts[at + 1];
    if (next === undefined || 'text' in one || 'text' in next) continue;
    // A role is one of some words: where it ends is known.
    if (one.placeholder !== 'role' && next.placeholder !== 'role')
      return fault('patternNeighbours', { one: one.placeholder, other: next.placeholder });
  }
  return null;
}

const isPlaceholder = (name: string): name is Placeholder => (PLACEHOLDERS as readonly string[]).includes(name);

/** Of a pattern without a fault. */
export const readPattern = (pattern: string): NamePattern => ({
  pattern,
  parts: partsOf(pattern.normalize('NFC').trim()),
});

function partsOf(pattern: string): Part[] {
  return pattern
    .replace(/\.pdf$/iu, '')
    .split(/(\{[^{}]*\})/u)
    .filter((part) => part !== '')
    .map((part) =>
      part.startsWith('{') && part.endsWith('}')
        ? { placeholder: part.slice(1, -1).trim().toLowerCase() as Placeholder }
        : { text: folded(spaced(part)) },
    );
}

const spaced = (text: string): string => text.replace(/\s+/gu, ' ');

/** In lower case letter by letter, so that places in it are places in the name. */
function folded(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return Array.from(text, (letter) =>
    letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter,
  ).join('');
}

/** A name without its ending, held against one pattern after the other. */
export class HeldName {
  readonly name: string;
  readonly #folded: string;
  readonly #words: readonly RoleWord[];

  /** `words`: role words that are in the name, the longest first. */
  constructor(name: string, words: readonly RoleWord[]) {
    this.name = spaced(name);
    this.#folded = folded(this.name);
    this.#words = words;
  }

  /**
   * Null where the pattern does not fit. What an open placeholder cannot be from one place on, it cannot be from a later one: each
   * looks at each place of the name a few times at most, however often what stands before it is tried anew.
   */
  takenBy({ parts }: NamePattern): TakenByPattern | null {
    const { length } = this.#folded;
    if (length > LONGEST_NAME) return null;
    const hopelessFrom = parts.map(() => Number.POSITIVE_INFINITY);
    const taken: Partial<Record<Placeholder, string>> = {};
    let word: RoleWord | null = null;
    const fits = (nth: number, at: number): boolean => {
      const part = parts[nth];
      if (part === undefined) return at === length;
      if ('text' in part) return this.#folded.startsWith(part.text, at) && fits(nth + 1, at + part.text.length);
      if (part.placeholder === 'role') {
        const found = this.#words.find((one) => {
          const end = this.#endOfWord(one, at, parts[nth - 1], parts[nth + 1]);
          return end !== null && fits(nth + 1, end);
        });
        word = found ?? word;
        return found !== undefined;
      }
      const isDigits = part.placeholder === 'qty';
      if (!isDigits && at >= (hopelessFrom[nth] ?? 0)) return false;
      const ends = isDigits ? this.#endsOfDigits(at) : this.#endsOfText(at, parts[nth + 1]);
      for (const end of ends) {
        if (!fits(nth + 1, end)) continue;
        taken[part.placeholder] = this.name.slice(at, end);
        return true;
      }
      if (!isDigits) hopelessFrom[nth] = at;
      return false;
    };
    if (!fits(0, 0)) return null;
    const title = trimSeparators(taken.title ?? '');
    const role = word as RoleWord | null;
    if (title === '' || role === null) return null;
    return { title, role: role.role, word: role, spec: taken.spec ?? null, copies: taken.qty ?? null };
  }

  *#endsOfText(at: number, next: Part | undefined): Generator<number> {
    const { length } = this.#folded;
    if (next === undefined) {
      if (at < length) yield length;
    } else if ('text' in next) {
      for (let end = this.#folded.indexOf(next.text, at + 1); end > 0; end = this.#folded.indexOf(next.text, end + 1))
        yield end;
    } else for (let end = at + 1; end < length; end += 1) yield end;
  }

  *#endsOfDigits(at: number): Generator<number> {
    let end = at;
    while (end - at < MOST_DIGITS && isDigit(this.#folded.charCodeAt(end))) end += 1;
    for (; end > at; end -= 1) yield end;
  }

  /** Where a role word that begins at a place ends; of a Latin one no letter goes on. Null: it does not stand there. */
  #endOfWord(
    { isApart, inside }: RoleWord,
    at: number,
    before: Part | undefined,
    behind: Part | undefined,
  ): number | null {
    inside.lastIndex = at;
    const [found] = inside.exec(this.#folded) ?? [];
    if (found === undefined) return null;
    const end = at + found.length;
    if (!isApart) return end;
    const isPart =
      (isOpen(before) && isLetter(this.#folded.charAt(at - 1))) ||
      (isOpen(behind) && isLetter(this.#folded.charAt(end)));
    return isPart ? null : end;
  }
}

const isOpen = (part: Part | undefined): boolean => part !== undefined && 'placeholder' in part;
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
const isLetter = (letter: string): boolean => /[\p{L}\d]/u.test(letter);
