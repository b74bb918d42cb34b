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

const WORDS = (Object.entries(ROLE_WORDS) as [PdfKind, readonly string[]][])
  .flatMap(([role, words]) => [...words, ...MISREAD_WORDS[role]].map((word) => ({ role, word, atEnd: endingIn(word) })))
  .sort((a, b) => b.word.length - a.word.length);

/** A file name taken apart: what it calls the book, and what it calls itself. */
export interface NameParts {
  /** As written, for people: separators at the ends taken off, brackets kept. Empty when the name is only a role word. */
  readonly stem: string;
  readonly role: PdfKind | null;
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

/**
 * Takes `Kim-Lee_cover.pdf` apart into `Kim-Lee` and `cover`. A lone `c` needs a separator before it. A bracket goes with
 * the role word only where it stands around that word alone: `Kim (2nd) (cover)` is `Kim (2nd)`.
 */
export function namePartsOf(fileName: string): NameParts {
  const base = fileName.normalize('NFC').replace(/\.pdf$/i, '');
  for (const { role, atEnd } of WORDS) {
    const found = atEnd.exec(base);
    if (found === null) continue;
    const [, before = '', open = '', close = ''] = found;
    const stem = trimSeparators(open === '' ? before + close : before);
    return { stem: roleOfWord(stem) === role || stem === close ? '' : stem, role };
  }
  return { stem: trimSeparators(base), role: null };
}

/** Hangul role words are often written onto the name without a separator: 김민수표지.pdf. */
function endingIn(word: string): RegExp {
  const boundary = /^[^a-z]/u.test(word) ? '' : '(?<=^|[\\s_\\-.()[\\]{}])';
  return new RegExp(`^(.*?)[\\s_\\-.]*([([{]?)${boundary}${word}([)\\]}]?)[\\s_\\-.]*$`, 'iu');
}

const trimSeparators = (text: string): string => text.replace(/^[\s_\-.]+|[\s_\-.]+$/gu, '');
