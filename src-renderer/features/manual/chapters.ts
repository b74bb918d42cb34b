import type { Section } from '../../route.ts';

/** The manual's chapters in the order in which they are read: files of `resources/manual/<language>`. */
export const CHAPTERS = [
  'first-day',
  'importing',
  'checking',
  'findings',
  'making-books',
  'ordering',
  'following',
  'trouble',
  'backup',
] as const;

export type Chapter = (typeof CHAPTERS)[number];

/** A place in the manual. */
export interface Place {
  readonly chapter: Chapter;
  /** Of a heading or a finding (its rule's name); null: the chapter's beginning. */
  readonly anchor: string | null;
}

export const CHAPTER_OF_SECTION: Readonly<Record<Section, Chapter>> = {
  library: 'importing',
  queue: 'ordering',
  orders: 'following',
  credit: 'ordering',
  specs: 'checking',
  settings: 'first-day',
};

export interface Here {
  readonly section: Section;
  readonly isLayout: boolean;
  /** The finding that the focus is in, or that stands open. */
  readonly ruleId: string | null;
}

/** The place that tells of what is on screen. */
export function placeOf({ section, isLayout, ruleId }: Here): Place {
  if (isLayout) return { chapter: 'making-books', anchor: null };
  if (section === 'library' && ruleId !== null) return { chapter: 'findings', anchor: ruleId };
  return { chapter: CHAPTER_OF_SECTION[section], anchor: null };
}

/** Where a link of a chapter leads (`checking.md#two-verdicts`, `#sign-off`); null: out of the manual. */
export function linkedPlace(href: string, from: Chapter): Place | null {
  const [file = '', anchor = ''] = href.split('#');
  const name = file === '' ? from : CHAPTERS.find((chapter) => file === `${chapter}.md`);
  return name === undefined ? null : { chapter: name, anchor: anchor === '' ? null : decodeURIComponent(anchor) };
}

/** The anchor that GitHub gives a heading, so that a link leads to it in both places. */
export const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
