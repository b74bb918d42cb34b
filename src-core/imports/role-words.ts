import type { PdfKind } from '../contract/books.ts';
import { comparableName, trimSeparators } from './comparable-name.ts';

/** Words at the end of a file name, or a whole name, that tell what the file is (operator-desk 3.2, rule 1). */
export const BUILT_IN_ROLE_WORDS: Readonly<Record<PdfKind, readonly string[]>> = {
  cover: ['cover', 'cov', 'c', '표지'],
  contents: ['contents', 'content', 'inner', 'inside', 'pages', 'body', '내지', '본문'],
};

/**
 * The Korean ones as archives of a Korean Windows leave them, when a program takes their CP949 for its own code page: Latin-1 or
 * Windows-1252, and the CP437 of zip.
 */
const MISREAD: Readonly<Record<string, readonly string[]>> = {
  표지: ['Ç¥Áö', '╟Ñ┴÷'],
  내지: ['³»Áö', '│╗┴÷'],
  본문: ['º»¹®', '║╗╣«'],
};

/** Latin role words that begin no other name: `pages_selected` and `inner_product` are called that. */
const BEGINS_WITH_ROLE: ReadonlySet<string> = new Set(['cover', 'cov', 'contents']);
const BEGINS_WITH_LATIN = /^[a-z]/u;
/** Letters of a script that is written without spaces: a word of these may stand on a name as it is. */
const BEGINS_WITH_SYLLABLE = /^[\p{sc=Hangul}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;

/** A role word as names are searched for it. */
export interface RoleWord {
  readonly role: PdfKind;
  /** Comparable. */
  readonly word: string;
  /** As the studio wrote it; null for a built-in one. */
  readonly own: string | null;
  /** What a name has to contain, in lower case, to be looked at for it. */
  readonly sign: string;
  /** It is a word only where a separator or a bracket stands before it. */
  readonly isApart: boolean;
  /** At the place in a name in lower case that it is told (sticky). */
  readonly inside: RegExp;
  /** Groups: what stands before it, and the brackets around it. */
  readonly atEnd: RegExp;
  /** Group: what stands behind it. */
  readonly atStart: RegExp;
}

/** Words that a studio has beside the built-in ones, and those of the built-in ones that it does not use. */
export interface OwnRoleWords extends Readonly<Record<PdfKind, readonly string[]>> {
  readonly without: readonly string[];
}

/** A word as it is compared: separators in it make no difference. */
export const wordKeyOf = (word: string): string => trimSeparators(comparableName(word)).replace(/[\s_\-.]+/gu, ' ');

/** All role words that are used, the longest first: of two that fit it is the one that is meant. */
export function roleWordsOf(own: OwnRoleWords): readonly RoleWord[] {
  const without = new Set(own.without.map(wordKeyOf));
  return (['cover', 'contents'] as const)
    .flatMap((role) => [
      ...BUILT_IN_ROLE_WORDS[role].filter((word) => !without.has(word)).map((word) => builtInWord(role, word)),
      ...BUILT_IN_ROLE_WORDS[role]
        .filter((word) => !without.has(word))
        .flatMap((word) => MISREAD[word] ?? [])
        .map((word) => builtInWord(role, word)),
      ...own[role].map((word) => ownWord(role, word)),
    ])
    .sort((a, b) => b.word.length - a.word.length);
}

function builtInWord(role: PdfKind, word: string): RoleWord {
  const isLatin = BEGINS_WITH_LATIN.test(word);
  const begins = !isLatin ? String.raw`${word}[\s_\-.]+` : BEGINS_WITH_ROLE.has(word) ? `${word}${UNMISTAKABLE}` : null;
  return {
    ...{ role, word, own: null, sign: word.toLowerCase(), isApart: isLatin, inside: insideOf(word) },
    atEnd: endingIn(word, isLatin),
    atStart: beginningWith(word, begins),
  };
}

/** What a Latin word in front is followed by, that a title would not have: `Cover story` is called that. */
const UNMISTAKABLE = String.raw`(?:_|\s+-\s+)`;
/** `JKT-1234`: a studio that has a word of its own for a role means it; a space alone may still go on with a title. */
const BEHIND_OWN_WORD = String.raw`\s*[_\-.]\s*`;

function ownWord(role: PdfKind, own: string): RoleWord {
  const word = wordKeyOf(own);
  const pattern = patternOf(word);
  const isApart = !BEGINS_WITH_SYLLABLE.test(word);
  return {
    ...{ role, word, own, sign: word.split(' ')[0] ?? word, isApart, inside: insideOf(pattern) },
    atEnd: endingIn(pattern, isApart),
    atStart: beginningWith(pattern, `${pattern}${isApart ? BEHIND_OWN_WORD : String.raw`[\s_\-.]+`}`),
  };
}

/** A comparable word as a part of a pattern: `book block` is `book_block` too. */
export const patternOf = (word: string): string =>
  word
    .split(' ')
    .map((part) => part.replace(/[\^$\\.*+?()[\]{}|/]/gu, String.raw`\$&`))
    .join(String.raw`[\s_\-.]{1,3}`);

const insideOf = (pattern: string): RegExp => new RegExp(pattern.toLowerCase(), 'uy');

/** Hangul role words are often written onto the name without a separator: 김민수표지.pdf. */
function endingIn(pattern: string, isApart: boolean): RegExp {
  const boundary = isApart ? '(?<=^|[\\s_\\-.()[\\]{}])' : '';
  return new RegExp(`^(.*?)([([{]?)${boundary}${pattern}([)\\]}]?)$`, 'iu');
}

/** `표지_김민수`, `[cover] Kim`, `cover - Kim`: a Latin word that only a space or a hyphen follows may begin a title. */
function beginningWith(pattern: string, begins: string | null): RegExp {
  const ways = [String.raw`[([{]${pattern}[)\]}]`, ...(begins === null ? [] : [begins])];
  return new RegExp(`^(?:${ways.join('|')})(.+)$`, 'iu');
}
