import { WHOLE_BOOK, pageNumberOf, type CommentPlace, type FoundComment } from './comments.ts';
import type { LayoutDocument, Panel } from './document.ts';
import { picturesOf } from './picture-numbers.ts';
import { spreadOf } from './spreads.ts';

// What a customer writes back about a proof, in an e-mail or a chat: lines that begin with the number of a page or a picture.

const MOST_LETTERS = 200_000;
const MOST_OF_ONE = 5_000;

/** Quotes and bullets before a line. A number with a dot or a bracket is a list's own. */
const BEFORE = /^(?:[>|*•·‣◦▪●○■□✓✔☑\s]|[-–—](?=\s))+/u;
const DASH = '[-–—~〜～]';
const BEHIND_MARK = '(?<end>\\s*[:：.,)\\]]+|\\s*[-–—](?=\\s)|(?:은|는|이|가|을|를|에|에서|의|도)?(?=\\s|$))';

/** `p. 7`, `7쪽`, `7-2`, `7쪽 2번 사진`, `page 7 photo 2`, `7:`. A bare number is a page where a colon follows. */
const PAGE = new RegExp(
  '^(?<lead>pp?\\.?|pages?|페이지|쪽)?\\s*(?<page>\\d{1,4})\\s*(?<unit>쪽|페이지|면|p(?![a-z]))?' +
    `(?:\\s*${DASH}\\s*(?<second>\\d{1,4})\\s*(?<secondUnit>쪽|페이지|면)?)?` +
    '(?:의?\\s*,?\\s*(?:(?:사진|그림|picture|photo|pic|image|img|no\\.?|#)\\s*(?<picture>\\d{1,3})(?:\\s*번)?|(?<ordinal>\\d{1,3})\\s*번(?:째)?(?:\\s*(?:사진|그림))?))?' +
    BEHIND_MARK,
  'iu',
);

const PANEL_NAMES: readonly (readonly [name: string, panel: Panel])[] = [
  ['front cover', 'front'],
  ['back cover', 'back'],
  ['cover', 'front'],
  ['spine', 'spine'],
  ['앞표지', 'front'],
  ['앞 표지', 'front'],
  ['뒤표지', 'back'],
  ['뒷표지', 'back'],
  ['뒤 표지', 'back'],
  ['표지', 'front'],
  ['책등', 'spine'],
];
/** Words of their own too: panels only where a number or a colon follows. */
const SHORT_PANELS: readonly (readonly [name: string, panel: Panel])[] = [
  ['front', 'front'],
  ['back', 'back'],
  ['앞', 'front'],
  ['뒤', 'back'],
  ['등', 'spine'],
];
/** As proofs in English name them, before a number alone. */
const LETTERS: readonly (readonly [name: string, panel: Panel])[] = [
  ['f', 'front'],
  ['b', 'back'],
  ['s', 'spine'],
];
const namesOf = (names: readonly (readonly [string, Panel])[]): string => names.map(([name]) => name).join('|');
const PANEL = new RegExp(
  `^(?:(?<name>${namesOf(PANEL_NAMES)})(?:\\s*${DASH}\\s*(?<number>\\d{1,3}))?(?:\\s*(?<ordinal>\\d{1,3})\\s*번(?:째)?(?:\\s*사진)?)?` +
    `|(?<short>${namesOf(SHORT_PANELS)})(?:\\s*${DASH}\\s*(?<shortNumber>\\d{1,3})|(?=\\s*[:：]))|(?<letter>[fbs])${DASH}(?<letterNumber>\\d{1,3}))` +
    BEHIND_MARK,
  'iu',
);

interface Mark {
  readonly place: CommentPlace;
  /** What follows it. */
  readonly rest: string;
}

/** More nobody says in one letter; what follows stays with the last of them. */
const MOST_COMMENTS = 5_000;

/** All that is said, in its order: of pages and pictures as this book numbers them, and of the whole book what names none. */
export function commentsOfLines(text: string, document: LayoutDocument): FoundComment[] {
  const found: { readonly place: CommentPlace; readonly line: string; readonly words: string[] }[] = [];
  let isOpen = false;
  for (const raw of text
    .slice(0, MOST_LETTERS)
    .normalize('NFC')
    .split(/\r\n?|\n/)) {
    const line = raw.replace(BEFORE, '').trim();
    const last = found.at(-1);
    if (line === '') {
      // What is written below a gap says no more of what stands above it, unless that has no words yet.
      if (last !== undefined && last.words.length > 0) isOpen = false;
      continue;
    }
    const mark = found.length < MOST_COMMENTS ? markOf(line, document) : null;
    if (mark !== null) found.push({ place: mark.place, line, words: mark.rest === '' ? [] : [mark.rest] });
    else if (last !== undefined && (isOpen || found.length === MOST_COMMENTS)) last.words.push(line);
    else found.push({ place: WHOLE_BOOK, line, words: [line] });
    isOpen = true;
  }
  return found.map(({ place, line, words }) => {
    // A number alone, such as that of a picture that is to go: what is meant by it a person knows.
    const said = words.length === 0 ? line : words.join('\n');
    return { ...place, text: said.slice(0, MOST_OF_ONE), author: null, isDone: false };
  });
}

interface Mark {
  readonly place: CommentPlace;
  /** What follows it; the line whole where the number may be one of its words. */
  readonly rest: string;
}

function markOf(line: string, document: LayoutDocument): Mark | null {
  const found = pageMark(line, document) ?? panelMark(line, document);
  if (found === null) return null;
  const { place, mark, isClear } = found;
  const rest = line.slice(mark.length).trim();
  // Nothing that a customer wrote goes, unless it is a number and nothing else.
  return { place, rest: rest === '' || (isClear && !namesMore(mark, rest)) ? rest : line };
}

/** `2-1, 3-2: please swap`: the first number says where, and all of them stay to be read. */
function namesMore(mark: string, rest: string): boolean {
  const next = rest.replace(/^(?:[,&/·+]|와|과|및|and)\s*/u, '');
  const isJoined = next !== rest || /[,，]\s*$/.test(mark);
  return isJoined && /^\D{0,8}\d/.test(next) && (PAGE.test(next) || PANEL.test(next));
}

interface FoundMark {
  readonly place: CommentPlace;
  readonly mark: string;
  /** It names just this place, and cannot be a word of what is said of it. */
  readonly isClear: boolean;
}

function pageMark(line: string, document: LayoutDocument): FoundMark | null {
  const match = PAGE.exec(line);
  const groups = match?.groups;
  if (match === null || groups === undefined) return null;
  const [mark] = match;
  const { lead, page, unit, second, secondUnit, picture, ordinal, end } = groups;
  const isNumber = [lead, unit, secondUnit, picture, ordinal].some((part) => part !== undefined) || end !== '';
  if (lead === undefined && unit === undefined && second === undefined && !/[:：]$/.test(mark)) return null;
  // A date or a time of day: 2026-11-30, 10:30.
  if (/^[-–:.]?\d/.test(line.slice(mark.length))) return null;
  const surfaceId = document.order[Number(page) - 1];
  if (surfaceId === undefined) return { place: WHOLE_BOOK, mark, isClear: false };
  const place = (frameId: string | null, at: number | null): CommentPlace => ({
    surfaceId,
    frameId,
    page: pageNumberOf(document, surfaceId),
    picture: at,
  });
  const isRange = second !== undefined && (secondUnit !== undefined || /^(?:pp|pages)/i.test(lead ?? ''));
  const asked = picture ?? ordinal ?? (isRange ? undefined : second);
  const frame = asked === undefined ? undefined : picturesOf(document, surfaceId)[Number(asked) - 1];
  if (frame !== undefined) return { place: place(frame[0], Number(asked)), mark, isClear: isNumber };
  const isSpread = second !== undefined && areOneSpread(document, surfaceId, document.order[Number(second) - 1]);
  const isWhole = picture !== undefined || ordinal !== undefined || (second !== undefined && !isSpread);
  return { place: place(null, null), mark, isClear: isNumber && !isWhole };
}

const areOneSpread = (document: LayoutDocument, pageId: string, other: string | undefined): boolean =>
  other !== undefined && spreadOf(document, pageId)?.index === spreadOf(document, other)?.index;

function panelMark(line: string, document: LayoutDocument): FoundMark | null {
  const match = PANEL.exec(line);
  const groups = match?.groups;
  if (match === null || groups === undefined) return null;
  const { name, number, ordinal, short, shortNumber, letter, letterNumber, end } = groups;
  const said = (name ?? short ?? letter ?? '').toLowerCase();
  const surfaceId = [...PANEL_NAMES, ...SHORT_PANELS, ...LETTERS].find(([known]) => known === said)?.[1];
  if (surfaceId === undefined) return null;
  const asked = number ?? ordinal ?? shortNumber ?? letterNumber;
  const at = asked === undefined ? null : Number(asked);
  const frame = at === null ? undefined : picturesOf(document, surfaceId)[at - 1];
  return {
    place: { surfaceId, frameId: frame?.[0] ?? null, page: null, picture: frame === undefined ? null : at },
    mark: match[0],
    isClear: (end !== '' || ordinal !== undefined) && (at === null || frame !== undefined),
  };
}
