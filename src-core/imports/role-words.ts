import type { PdfKind } from '../contract/books.ts';

/** Words at the end of a file name, or a whole name, that tell what the file is (operator-desk 3.2, rule 1). */
const ROLE_WORDS: Readonly<Record<PdfKind, readonly string[]>> = {
  cover: ['cover', 'cov', 'c', '표지'],
  contents: ['contents', 'content', 'inner', 'inside', 'pages', 'body', '내지', '본문'],
};

/**
 * The Korean ones as archives of a Korean Windows leave them, when a program takes their CP949 for its own code page: Latin-1 or
 * Windows-1252, and the CP437 of zip.
 */
const MISREAD_WORDS: Readonly<Record<PdfKind, readonly string[]>> = {
  cover: ['Ç¥Áö', '╟Ñ┴÷'],
  contents: ['³»Áö', '│╗┴÷', 'º»¹®', '║╗╣«'],
};

const SEPARATOR = /[\s_\-.]/u;

const isLatin = (word: string): boolean => /^[a-z]/u.test(word);

/**
 * Words beside a role that tell how far the file has come and not which book it is of: what exports, revisions, browsers and
 * file managers write behind a name. None of them begins or ends with a separator: a name is read in one way alone.
 */
const STATE = [
  'final|fin|approved|edited|fixed|revised|print(?:ing)?|copy',
  String.raw`(?:rev|ver|version)(?:[\s_\-.]?\d{1,3}(?:\.\d{1,2})?)?|[vr]\d{1,3}(?:\.\d{1,2})?`,
  String.raw`\d{1,3}(?:p|페이지|쪽)`,
  String.raw`(?:진짜|찐|최)?최?최종(?:본|확정|수정|수정본)?\d{0,2}|(?:재|\d차[\s_]?)?수정(?:본)?\d{0,2}`,
  '확정(?:본)?|교정(?:본)?|완성(?:본)?|완료|인쇄(?:용|본)?|출력(?:용)?|제출(?:용)?|복사본|사본',
].join('|');
const BRACKETED = String.raw`[([{](?:${STATE})[)\]}]`;
/** Of a second file of one name: behind the role it counts copies, in front of it it is a part of the book's name. */
const NUMBERED = String.raw`[([{]\d{1,2}[)\]}]`;
const LAST_STATE = new RegExp(`(?:${BRACKETED}|${NUMBERED}|(?<![a-z\\d])(?:${STATE}))$`, 'iu');
/** Never without a separator: 수정 is a revision, 이수정 is somebody. */
const LAST_STATE_OF_STEM = new RegExp(`(?:${BRACKETED}|(?<=^|[\\s_\\-.])(?:${STATE}))$`, 'iu');
/** A day, by which customers tell their books apart. */
const LAST_DAY = /(?<=[\s_\-.])(?:20)?\d{2}[-.]?(?:0[1-9]|1[0-2])[-.]?(?:0[1-9]|[12]\d|3[01])$/u;

/** Latin role words that begin no other name: `pages_selected` and `inner_product` are called that. */
const BEGINS_WITH_ROLE: ReadonlySet<string> = new Set(['cover', 'cov', 'contents']);

interface RoleWord {
  readonly role: PdfKind;
  readonly word: string;
  readonly lower: string;
  readonly atEnd: RegExp;
  readonly atStart: RegExp;
}

const WORDS: readonly RoleWord[] = (Object.entries(ROLE_WORDS) as [PdfKind, readonly string[]][])
  .flatMap(([role, words]) =>
    [...words, ...MISREAD_WORDS[role]].map((word) => ({
      role,
      word,
      lower: word.toLowerCase(),
      atEnd: endingIn(word),
      atStart: beginningWith(word),
    })),
  )
  .sort((a, b) => b.word.length - a.word.length);

/** A file name taken apart: what it calls the book, and what it calls itself. */
export interface NameParts {
  /** As written, for people: separators at the ends taken off, brackets kept. Empty when the name is only a role word. */
  readonly stem: string;
  readonly role: PdfKind | null;
  /** How far the file has come, as written behind its role: `최종`, `v2`, `(1)`. */
  readonly state: string;
}

/**
 * Makes names comparable that look alike: macOS writes Hangul decomposed (NFD), other systems composed (NFC),
 * and case and outer white space don't tell two books apart.
 */
export function comparableName(name: string): string {
  return name.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** What a name that is nothing but a role word, as of a folder of covers, tells; null for any other name. */
export const roleOfWord = (name: string): PdfKind | null =>
  WORDS.find(({ word }) => word === comparableName(name))?.role ?? null;

/** No file system has longer names; a path of a list may be. */
const LONGEST_NAME = 255;

/** A stem without the words that tell how far its files have come: what is left names the book. */
export function withoutStates(stem: string): string {
  let name = trimSeparators(stem);
  while (name.length <= LONGEST_NAME) {
    const [state] = LAST_STATE_OF_STEM.exec(name) ?? [];
    if (state === undefined) return name;
    name = trimSeparators(name.slice(0, -state.length));
  }
  return name;
}

/** What names the book of a stem, comparable: alike for all of its files, whatever state they are in. */
export const bookKeyOf = (stem: string): string => comparableName(withoutStates(stem));

/**
 * Takes `Kim-Lee_cover.pdf` apart into `Kim-Lee` and `cover`, and `Kim-Lee_cover_final (2).pdf` into these and a state. A lone `c`
 * needs a separator before it. A bracket goes with the role word only where it stands around that word alone: `Kim (2nd) (cover)`
 * is `Kim (2nd)`. A day behind the role tells which book it is: it stays with the stem.
 */
export function namePartsOf(fileName: string): NameParts {
  const whole = trimSeparators(fileName.normalize('NFC').replace(/\.pdf$/i, ''));
  const lower = whole.toLowerCase();
  const words = WORDS.filter((word) => lower.includes(word.lower));
  const mayTell = words.length > 0 && whole.length <= LONGEST_NAME;
  const told = mayTell ? (roleAtEnd(whole, words) ?? roleAtStart(whole, words)) : null;
  return told ?? { stem: whole, role: null, state: '' };
}

/** Behind the role there may be states and one day, which are taken off from the end until it is the last word. */
function roleAtEnd(whole: string, words: readonly RoleWord[]): NameParts | null {
  let rest = whole;
  let day = '';
  for (;;) {
    for (const { role, atEnd } of words) {
      const found = atEnd.exec(rest);
      if (found === null) continue;
      const [, before = '', open = '', close = ''] = found;
      const stem = open === '' ? trimSeparators(before) + close : trimSeparators(before);
      const named = roleOfWord(stem) === role || stem === close ? '' : stem;
      const behind = trimSeparators(whole.slice(rest.length));
      return {
        stem: [named, day].filter((part) => part !== '').join('_'),
        role,
        state: trimSeparators(day === '' ? behind : behind.replace(day, '')),
      };
    }
    const [state] = LAST_STATE.exec(rest) ?? [];
    const [lastDay] = state === undefined && day === '' ? (LAST_DAY.exec(rest) ?? []) : [];
    const last = state ?? lastDay;
    if (last === undefined) return null;
    day = lastDay ?? day;
    rest = trimSeparators(rest.slice(0, -last.length));
  }
}

function roleAtStart(whole: string, words: readonly RoleWord[]): NameParts | null {
  for (const { role, atStart } of words) {
    const stem = trimSeparators(atStart.exec(whole)?.[1] ?? '');
    if (stem !== '') return { stem, role, state: '' };
  }
  return null;
}

/** Hangul role words are often written onto the name without a separator: 김민수표지.pdf. */
function endingIn(word: string): RegExp {
  const boundary = isLatin(word) ? '(?<=^|[\\s_\\-.()[\\]{}])' : '';
  return new RegExp(`^(.*?)([([{]?)${boundary}${word}([)\\]}]?)$`, 'iu');
}

/** `표지_김민수`, `[cover] Kim`, `cover - Kim`: a Latin word that only a space or a hyphen follows may begin a title. */
function beginningWith(word: string): RegExp {
  const ways = [String.raw`[([{]${word}[)\]}]`];
  if (!isLatin(word)) ways.push(String.raw`${word}[\s_\-.]+`);
  else if (BEGINS_WITH_ROLE.has(word)) ways.push(String.raw`${word}(?:_|\s+-\s+)`);
  return new RegExp(`^(?:${ways.join('|')})(.+)$`, 'iu');
}

/** In steps, not by a pattern that begins anew at each of a thousand separators. */
function trimSeparators(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && SEPARATOR.test(text.charAt(from))) from += 1;
  while (to > from && SEPARATOR.test(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}
