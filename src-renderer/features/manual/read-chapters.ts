import { lexer, type Token, type Tokens } from 'marked';
import type { Language } from '../../../src-core/text-ref.ts';
import { anchorOf, CHAPTERS, type Chapter, type Place } from './chapters.ts';

const texts = import.meta.glob<string>('../../../resources/manual/*/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
});
const pictures = import.meta.glob<string>('../../../resources/manual/pictures/*.webp', {
  eager: true,
  query: '?url&no-inline',
  import: 'default',
});

export interface ReadChapter {
  readonly chapter: Chapter;
  readonly title: string;
  readonly tokens: readonly Token[];
}

/** A heading with the words below it, to be searched. */
export interface ManualPart {
  readonly place: Place;
  readonly title: string;
  readonly chapterTitle: string;
  /** In small letters. */
  readonly words: string;
}

const ANCHOR = /^<a id="([\w.-]+)"><\/a>\s*$/;

/** The name that stands before a heading and is its own: findings are found by their rule, whatever they are called. */
export const namedAnchor = (token: Token): string | null => {
  const raw = token.type === 'paragraph' || token.type === 'html' ? token.raw : '';
  return ANCHOR.exec(raw.trim())?.[1] ?? null;
};

export const readChapters = (language: Language): readonly ReadChapter[] =>
  CHAPTERS.map((chapter) => {
    const tokens = lexer(texts[`../../../resources/manual/${language}/${chapter}.md`] ?? '');
    const heading = tokens.find((token): token is Tokens.Heading => token.type === 'heading');
    return { chapter, title: heading?.text ?? chapter, tokens };
  });

export const pictureOf = (href: string): string | undefined =>
  pictures[`../../../resources/manual/pictures/${href.slice(href.lastIndexOf('/') + 1)}`];

/** What can be found, in the order in which it is read. */
export function partsOf(chapters: readonly ReadChapter[]): readonly ManualPart[] {
  return chapters.flatMap(({ chapter, title, tokens }) => {
    const parts: { place: Place; title: string; chapterTitle: string; words: string }[] = [];
    let named: string | null = null;
    for (const token of tokens) {
      const name = namedAnchor(token);
      if (name !== null) named = name;
      else if (token.type === 'heading') {
        const { text, depth } = token as Tokens.Heading;
        const anchor = depth === 1 ? null : (named ?? anchorOf(text));
        parts.push({ place: { chapter, anchor }, title: text, chapterTitle: title, words: text.toLowerCase() });
        named = null;
      } else {
        const part = parts.at(-1);
        if (part !== undefined) part.words += ` ${plain(token.raw)}`;
      }
    }
    return parts;
  });
}

const plain = (raw: string): string =>
  raw
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\]\([^)]*\)/g, ' ')
    .replace(/[*`|[\]]/g, '')
    .toLowerCase();

/** Parts that have all of the words. */
export function find(parts: readonly ManualPart[], query: string): readonly ManualPart[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return words.length === 0 ? [] : parts.filter((part) => words.every((word) => part.words.includes(word)));
}
