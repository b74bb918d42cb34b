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
const BEHIND_MARK = '(?:\\s*[:：.,)\\]]+|\\s*[-–—](?=\\s)|(?:은|는|이|가|을|를|에|에서|의|도)?(?=\\s|$))';

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

/** All that is said, in its order: of pages and pictures as this book numbers them, and of the whole book what names none. */
export function commentsOfLines(text: string, document: LayoutDocument): FoundComment[] {
  const found: { place: CommentPlace; lines: string[] }[] = [];
  let isOpen = false;
  for (const raw of text
    .slice(0, MOST_LETTERS)
    .normalize('NFC')
    .split(/\r\n?|\n/)) {
    const line = raw.replace(BEFORE, '').trim();
    if (line === '') {
      // What is written below a gap says no more of what stands above it, unless that has no words yet.
      if (found.at(-1)?.lines.some((one) => one !== '') === true) isOpen = false;
      continue;
    }
    const mark = markOf(line, document);
    const last = found.at(-1);
    if (mark !== null) found.push({ place: mark.place, lines: [mark.rest] });
    else if (isOpen && last !== undefined) last.lines.push(line);
    else found.push({ place: WHOLE_BOOK, lines: [line] });
    isOpen = true;
  }
  return found.flatMap(({ place, lines }) => {
    const words = lines
      .filter((line) => line !== '')
      .join('\n')
      .slice(0, MOST_OF_ONE);
    return words === '' ? [] : [{ ...place, text: words, author: null, isDone: false }];
  });
}

/** What a line begins with; null: with words. Of several numbers the first one says where, and all of them stay to be read. */
function markOf(line: string, document: LayoutDocument): Mark | null {
  const found = pageMark(line, document) ?? panelMark(line, document);
  if (found === null) return null;
  const { place, length, isWhole } = found;
  const rest = line.slice(length).trim();
  const hasMore =
    /^[,&/·+]|^(?:와|과|및|and)\s/u.test(line.slice(length).trimStart()) || /,\s*$/.test(line.slice(0, length));
  const next = rest.replace(/^(?:[,&/·+]|와|과|및|and)\s*/u, '');
  const isList = hasMore && (PAGE.test(next) || PANEL.test(next)) && /^\D{0,8}\d/.test(next);
  return { place, rest: isList || isWhole ? line : rest.replace(/^[:：\-–—]\s*/u, '') };
}

interface FoundMark {
  readonly place: CommentPlace;
  readonly length: number;
  /** The number names nothing of this book: it stays to be read. */
  readonly isWhole: boolean;
}

function pageMark(line: string, document: LayoutDocument): FoundMark | null {
  const match = PAGE.exec(line);
  const groups = match?.groups;
  if (match === null || groups === undefined) return null;
  const { lead, page, unit, second, picture, ordinal } = groups;
  const hasColon = /[:：]$/.test(match[0]);
  if (lead === undefined && unit === undefined && second === undefined && !hasColon) return null;
  // A date or a time of day: 2026-11-30, 10:30.
  if (/^[-–:.]\d/.test(line.slice(match[0].length)) || /^\d/.test(line.slice(match[0].length))) return null;
  const number = Number(page);
  const surfaceId = document.order[number - 1];
  if (surfaceId === undefined) return { place: WHOLE_BOOK, length: match[0].length, isWhole: true };
  const asked = picture ?? ordinal ?? second;
  const place = (frameId: string | null, at: number | null): CommentPlace => ({
    surfaceId,
    frameId,
    page: pageNumberOf(document, surfaceId),
    picture: at,
  });
  if (asked === undefined) return { place: place(null, null), length: match[0].length, isWhole: false };
  const frame = picturesOf(document, surfaceId)[Number(asked) - 1];
  if (frame !== undefined) return { place: place(frame[0], Number(asked)), length: match[0].length, isWhole: false };
  const spread = spreadOf(document, surfaceId);
  const other = document.order[Number(asked) - 1];
  const isSpread = asked === second && other !== undefined && (spread?.left === other || spread?.right === other);
  return { place: place(null, null), length: match[0].length, isWhole: !isSpread };
}

function panelMark(line: string, document: LayoutDocument): FoundMark | null {
  const match = PANEL.exec(line);
  const groups = match?.groups;
  if (match === null || groups === undefined) return null;
  const { name, number, ordinal, short, shortNumber, letter, letterNumber } = groups;
  const said = (name ?? short ?? letter ?? '').toLowerCase();
  const surfaceId = [...PANEL_NAMES, ...SHORT_PANELS, ...LETTERS].find(([known]) => known === said)?.[1];
  if (surfaceId === undefined) return null;
  const asked = number ?? ordinal ?? shortNumber ?? letterNumber;
  const at = asked === undefined ? null : Number(asked);
  const frame = at === null ? undefined : picturesOf(document, surfaceId)[at - 1];
  return {
    place: { surfaceId, frameId: frame?.[0] ?? null, page: null, picture: frame === undefined ? null : at },
    length: match[0].length,
    isWhole: at !== null && frame === undefined,
  };
}
