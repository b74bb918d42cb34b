import type { PdfKind } from '../contract/books.ts';
import { comparableName, LONGEST_NAME, trimSeparators } from './comparable-name.ts';
import { HeldName, readPattern, type NamePattern } from './name-pattern.ts';
import { BUILT_IN_RULES, type NamingRules } from './naming-rules.ts';
import type { NameParts, OwnReading } from './name-parts.ts';
import type { NamedFile, ReadName } from './paired-book.ts';
import { roleWordsOf, wordKeyOf, type RoleWord } from './role-words.ts';
import { LAST_DAY, stateWordsOf, type StateWords } from './state-words.ts';

/** Reads file names by a studio's naming rules. What is prepared for it is prepared once for any number of names. */
export class NameReader {
  readonly rules: NamingRules;
  readonly #words: readonly RoleWord[];
  readonly #roleOf: ReadonlyMap<string, PdfKind>;
  readonly #hasOwnWords: boolean;
  readonly #states: StateWords;
  readonly #patterns: readonly NamePattern[];

  /** `rules` have no fault. */
  constructor(rules: NamingRules) {
    this.rules = rules;
    this.#words = roleWordsOf(rules);
    this.#roleOf = new Map(this.#words.map(({ word, role }) => [word, role]));
    this.#hasOwnWords = this.#words.some(({ own }) => own !== null);
    this.#states = stateWordsOf(rules.states);
    this.#patterns = rules.patterns.map(readPattern);
  }

  /** What a name that is nothing but a role word, as of a folder of covers, tells; null for any other name. */
  roleOfWord(name: string): PdfKind | null {
    const role = this.#roleOf.get(comparableName(name));
    return role ?? (this.#hasOwnWords ? (this.#roleOf.get(wordKeyOf(name)) ?? null) : null);
  }

  /** A file with what its name tells of it. */
  read(file: NamedFile): ReadName {
    const parts = this.partsOf(file.name);
    const { stem, state, said } = parts;
    const { name: bookName, ownWords } = this.#states.without(stem);
    const key = comparableName(state === '' ? stem : `${stem} ${state}`);
    return {
      ...file,
      ...parts,
      own: ownWords.length === 0 ? parts.own : withWords(parts.own, ownWords),
      stemKey: said === null ? key : [key, said.spec ?? '', said.copies ?? ''].map(comparableName).join('\n'),
      bookName,
      bookKey: comparableName(bookName),
    };
  }

  /**
   * Takes `Kim-Lee_cover.pdf` apart into `Kim-Lee` and `cover`, and `Kim-Lee_cover_final (2).pdf` into these and a state. A lone `c`
   * needs a separator before it. A bracket goes with the role word only where it stands around that word alone: `Kim (2nd) (cover)`
   * is `Kim (2nd)`. A day behind the role tells which book it is: it stays with the stem.
   */
  partsOf(fileName: string): NameParts {
    const whole = trimSeparators(fileName.normalize('NFC').replace(/\.pdf$/i, ''));
    const lower = whole.toLowerCase();
    const words = this.#words.filter((word) => lower.includes(word.sign));
    const mayTell = words.length > 0 && whole.length <= LONGEST_NAME;
    const told = mayTell
      ? (this.#byPattern(whole, words) ?? this.#roleAtEnd(whole, words) ?? roleAtStart(whole, words))
      : null;
    return told ?? { stem: whole, role: null, state: '', said: null, own: null };
  }

  /** The first own pattern that fits, with what tells of the file's state behind it. */
  #byPattern(whole: string, words: readonly RoleWord[]): NameParts | null {
    if (this.#patterns.length === 0) return null;
    const held = [new HeldName(whole, words)];
    const heldAt = (nth: number): HeldName | null => {
      const before = held[nth - 1];
      if (held[nth] === undefined && before !== undefined) {
        const state = this.#states.lastOf(before.name);
        if (state === null) return null;
        held.push(new HeldName(trimSeparators(before.name.slice(0, -state.length)), words));
      }
      return held[nth] ?? null;
    };
    for (const pattern of this.#patterns)
      for (let [nth, name] = [0, heldAt(0)]; name !== null; nth += 1, name = heldAt(nth)) {
        const taken = name.takenBy(pattern);
        if (taken === null) continue;
        const { title, role, word, spec, copies } = taken;
        const state = trimSeparators((held[0]?.name ?? '').slice(name.name.length));
        const ownWords = [...(word.own === null ? [] : [word.own]), ...this.#ownWordsIn(held.slice(0, nth + 1))];
        return {
          ...{ stem: title, role, state },
          said: spec === null && copies === null ? null : { spec, copies },
          own: { pattern: pattern.pattern, words: ownWords },
        };
      }
    return null;
  }

  #ownWordsIn(held: readonly HeldName[]): string[] {
    return held.slice(0, -1).flatMap(({ name }) => this.#states.ownWordOf(this.#states.lastOf(name) ?? '') ?? []);
  }

  /** Behind the role there may be states and one day, which are taken off from the end until it is the last word. */
  #roleAtEnd(whole: string, words: readonly RoleWord[]): NameParts | null {
    let rest = whole;
    let day = '';
    const ownWords: string[] = [];
    for (;;) {
      for (const { role, own, atEnd } of words) {
        const found = atEnd.exec(rest);
        if (found === null) continue;
        const [, before = '', open = '', close = ''] = found;
        const stem = open === '' ? trimSeparators(before) + close : trimSeparators(before);
        const named = this.roleOfWord(stem) === role || stem === close ? '' : stem;
        const behind = trimSeparators(whole.slice(rest.length));
        if (own !== null) ownWords.unshift(own);
        return {
          stem: [named, day].filter((part) => part !== '').join('_'),
          role,
          state: trimSeparators(day === '' ? behind : behind.replace(day, '')),
          said: null,
          own: ownWords.length === 0 ? null : { pattern: null, words: ownWords },
        };
      }
      const state = this.#states.lastOf(rest);
      const [lastDay] = state === null && day === '' ? (LAST_DAY.exec(rest) ?? []) : [];
      const last = state ?? lastDay;
      if (last === undefined) return null;
      const own = state === null ? null : this.#states.ownWordOf(state);
      if (own !== null) ownWords.push(own);
      day = lastDay ?? day;
      rest = trimSeparators(rest.slice(0, -last.length));
    }
  }

  /** What names the book of a file name, comparable: alike for all of its files, whatever state they are in. */
  bookKeyOf(fileName: string): string {
    return comparableName(this.#states.without(this.partsOf(fileName).stem).name);
  }
}

function roleAtStart(whole: string, words: readonly RoleWord[]): NameParts | null {
  for (const { role, own, atStart } of words) {
    const stem = trimSeparators(atStart.exec(whole)?.[1] ?? '');
    if (stem !== '')
      return { stem, role, state: '', said: null, own: own === null ? null : { pattern: null, words: [own] } };
  }
  return null;
}

const withWords = (own: OwnReading | null, words: readonly string[]): OwnReading => ({
  pattern: own?.pattern ?? null,
  words: [...new Set([...(own?.words ?? []), ...words])],
});

/** Names as they are read where a studio has no rules of its own. */
export const BUILT_IN_NAMES = new NameReader(BUILT_IN_RULES);
