import type { PdfKind } from '../contract/books.ts';

/** Words at the end of a file name, or a whole name, that tell what the file is (operator-desk 3.2, rule 1). */
const ROLE_WORDS: Readonly<Record<PdfKind, readonly string[]>> = {
  cover: ['cover', 'cov', 'c', '표지'],
  contents: ['contents', 'content', 'inner', 'inside', 'pages', 'body', '내지', '본문'],
};

const SEPARATORS = '[\\s_\\-.()]';
const WORDS = (Object.entries(ROLE_WORDS) as [PdfKind, readonly string[]][])
  .flatMap(([role, words]) => words.map((word) => ({ role, word })))
  .sort((a, b) => b.word.length - a.word.length);

/** A file name taken apart: what it calls the book, and what it calls itself. */
export interface NameParts {
  /** As written, for people: separators at the ends taken off. Empty when the name is only a role word. */
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

/** Takes `Kim-Lee_cover.pdf` apart into `Kim-Lee` and `cover`. A lone `c` needs a separator before it. */
export function namePartsOf(fileName: string): NameParts {
  const base = fileName.normalize('NFC').replace(/\.pdf$/i, '');
  for (const { role, word } of WORDS) {
    const atEnd = new RegExp(`^(.*?)${SEPARATORS}+${word}${SEPARATORS}*$`, 'iu').exec(base);
    if (atEnd) return { stem: trimSeparators(atEnd[1] ?? ''), role };
    if (comparableName(trimSeparators(base)) === word) return { stem: '', role };
    // Hangul role words are often written onto the name without a separator: 김민수표지.pdf.
    if (/[가-힣]/u.test(word) && base.endsWith(word))
      return { stem: trimSeparators(base.slice(0, -word.length)), role };
  }
  return { stem: trimSeparators(base), role: null };
}

function trimSeparators(text: string): string {
  return text
    .replace(new RegExp(`^${SEPARATORS}+`, 'u'), '')
    .replace(/[\s_\-.(]+$/u, '')
    .trim();
}
