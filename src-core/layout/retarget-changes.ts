import type { TextMeasure } from '../composition/sketch.ts';
import type { Thresholds } from '../preflight/thresholds.ts';
import type { TextRef } from '../text-ref.ts';
import { coverSizeMm } from '../specs/book-geometry.ts';
import {
  surfaceOf,
  type Arrangement,
  type LayoutDocument,
  type LayoutFrame,
  type PictureFrame,
  type SurfaceId,
} from './document.ts';
import { guardsOfCover, guardsOfSpread, type Guard } from './guards.ts';
import { wholeBoxOf } from './inside.ts';
import { isPanel, spreadOf, spreadsOf } from './spreads.ts';
import { framesInOrder, surfaceIds } from './surface-change.ts';

/** What becomes of a page, or of a panel of the cover, that somebody has to know before a book is made for another spec. */
export interface SurfaceChange {
  /** In the book as it would be; of a page that goes, in the book as it is. */
  readonly surfaceId: SurfaceId;
  readonly notes: readonly ChangeNote[];
}

export interface ChangeNote {
  readonly severity: Guard['severity'];
  readonly text: TextRef;
}

interface Held {
  readonly document: LayoutDocument;
  /** What its spec and the studio hold it against. */
  readonly thresholds: Thresholds;
}

/** Less of a picture that is cropped than this nobody misses. */
const CROP_TOLD = 0.02;
/** More than this is lost of pictures that composers crop by themselves. */
const CROP_WARNED = 0.12;

/**
 * The cover first, then pages in their order, then those that go. Told are pictures that lose more of what was seen, type that becomes smaller, pictures that end
 * at a fold, what is set aside, and everything that preflight's own numbers say of the new book and did not say of the former one.
 */
export function changesBetween(before: Held, after: Held, measure: TextMeasure): SurfaceChange[] {
  const said = new Set(guardsOf(before, measure).map(nameOf));
  const found = guardsOf(after, measure).filter((guard) => !said.has(nameOf(guard)));
  const frames = new Map(allFrames(before.document));
  const stays = surfaceIds(after.document).map((surfaceId): SurfaceChange => {
    const guards = found
      .filter((guard) => guard.surfaceId === surfaceId)
      .map(({ severity, text }): ChangeNote => ({ severity, text }));
    const own = ownNotes(before.document, after.document, surfaceId, frames);
    const wrap = surfaceId === 'front' ? wrapNotes(before.document, after.document) : [];
    return { surfaceId, notes: saidOnce([...wrap, ...own, ...guards]) };
  });
  const goes = before.document.order
    .filter((id) => after.document.pages[id] === undefined)
    .map((surfaceId): SurfaceChange => {
      const count = asideOf(before.document, after.document, surfaceId);
      const severity = count === 0 ? 'info' : 'warning';
      return { surfaceId, notes: [{ severity, text: { key: 'layout.retarget.goes', params: { count } } }] };
    });
  return [...stays.filter(({ notes }) => notes.length > 0), ...goes];
}

const guardsOf = ({ document, thresholds }: Held, measure: TextMeasure): Guard[] => [
  ...guardsOfCover(document, thresholds, measure),
  ...spreadsOf(document).flatMap(({ index }) => guardsOfSpread(document, index, thresholds, measure)),
];

/** Two frames of a page may say the same. */
const saidOnce = (notes: readonly ChangeNote[]): ChangeNote[] => [
  ...new Map(notes.map((note) => [JSON.stringify(note), note])).values(),
];

const nameOf = ({ kind, frameId, severity }: Guard): string => `${kind} ${severity} ${frameId}`;

const allFrames = (document: LayoutDocument): (readonly [string, LayoutFrame])[] =>
  surfaceIds(document).flatMap((surfaceId) => {
    const surface = surfaceOf(document, surfaceId);
    return surface === undefined ? [] : framesInOrder(surface);
  });

/** Frames of a surface that lie in no page of the new book. */
function asideOf(before: LayoutDocument, after: LayoutDocument, surfaceId: SurfaceId): number {
  const surface = surfaceOf(before, surfaceId);
  return (surface?.order ?? []).filter((id) => after.setAside[id] !== undefined).length;
}

function ownNotes(
  before: LayoutDocument,
  after: LayoutDocument,
  surfaceId: SurfaceId,
  known: ReadonlyMap<string, LayoutFrame>,
): ChangeNote[] {
  const surface = surfaceOf(after, surfaceId);
  const pairs = (surface === undefined ? [] : framesInOrder(surface)).flatMap(([id, frame]) => {
    const was = known.get(id);
    return was === undefined ? [] : [{ was, is: frame }];
  });
  const lost = pairs.map((pair) => lostShare(before, after, pair)).filter((share) => share > CROP_TOLD);
  const ended = pairs.filter(({ was, is }) => acrossOf(was) && !acrossOf(is)).length;
  const smaller = pairs
    .flatMap(({ was, is }) =>
      was.kind === 'text' && is.kind === 'text' && was.text.trim() !== '' && is.sizePt < was.sizePt
        ? [{ fromPt: was.sizePt, toPt: is.sizePt }]
        : [],
    )
    .toSorted((a, b) => a.toPt - b.toPt)[0];
  const aside = asideOf(before, after, surfaceId);
  const [former, arrangement] = [surfaceOf(before, surfaceId)?.arrangement ?? null, surface?.arrangement ?? null];
  const isByHand = former !== null && arrangement === null && ended === 0;
  const losesCuts = former !== null && arrangement !== null && cutsIn(former) > cutsIn(arrangement);
  const notes: (ChangeNote | null)[] = [
    isByHand ? { severity: 'info', text: { key: 'layout.retarget.byHand' } } : null,
    losesCuts ? { severity: 'info', text: { key: 'layout.retarget.cutsEnd' } } : null,
    aside === 0 ? null : { severity: 'warning', text: { key: 'layout.retarget.aside', params: { count: aside } } },
    ended === 0 ? null : { severity: 'warning', text: { key: 'layout.retarget.foldEnds', params: { count: ended } } },
    croppedNote(lost),
    smaller === undefined ? null : { severity: 'info', text: { key: 'layout.retarget.smallerType', params: smaller } },
  ];
  return notes.filter((note) => note !== null);
}

function croppedNote(lost: readonly number[]): ChangeNote | null {
  const most = Math.max(0, ...lost);
  if (lost.length === 0) return null;
  const params = { count: lost.length, percent: Math.round(most * 100) };
  return { severity: most > CROP_WARNED ? 'warning' : 'info', text: { key: 'layout.retarget.cropped', params } };
}

const cutsIn = ({ cuts }: Arrangement): number => Object.keys(cuts).length;

/** Of the picture under the whole cover. */
function wrapNotes(before: LayoutDocument, after: LayoutDocument): ChangeNote[] {
  const framed = ({ spec, order, cover: { wrap } }: LayoutDocument): PictureFrame | null =>
    wrap === null ? null : { ...wrap, box: { xMm: 0, yMm: 0, ...coverSizeMm(spec, order.length) } };
  const [was, is] = [framed(before), framed(after)];
  if (was === null || is === null) return [];
  const lost = lostShare(before, after, { was, is });
  const note = lost > CROP_TOLD ? croppedNote([lost]) : null;
  return note === null ? [] : [note];
}

const acrossOf = (frame: LayoutFrame): boolean => frame.kind === 'picture' && frame.across;

/** How much less of its picture a frame shows, as a share of the picture. */
function lostShare(
  before: LayoutDocument,
  after: LayoutDocument,
  { was, is }: { readonly was: LayoutFrame; readonly is: LayoutFrame },
): number {
  return was.kind === 'picture' && is.kind === 'picture' ? seenShare(before, was) - seenShare(after, is) : 0;
}

function seenShare({ pictures }: LayoutDocument, frame: PictureFrame): number {
  const picture = frame.picture === null ? undefined : pictures[frame.picture];
  if (picture === undefined) return 0;
  const whole = wholeBoxOf(frame, picture);
  const share = (seenMm: number, wholeMm: number) => Math.min(1, seenMm / wholeMm);
  return share(frame.box.widthMm, whole.widthMm) * share(frame.box.heightMm, whole.heightMm);
}

/** What of a whole book a change of its pages took from them, in a sentence each. */
export function lossesBetween(before: LayoutDocument, after: LayoutDocument): TextRef[] {
  const frames = new Map(allFrames(after));
  const aside = Object.keys(after.setAside).filter((id) => before.setAside[id] === undefined).length;
  const ended = allFrames(before).filter(([id, frame]) => {
    const is = frames.get(id);
    return is !== undefined && acrossOf(frame) && !acrossOf(is);
  }).length;
  return [
    ...(aside === 0 ? [] : [{ key: 'layout.retarget.aside', params: { count: aside } }]),
    ...(ended === 0 ? [] : [{ key: 'layout.retarget.foldEnds', params: { count: ended } }]),
  ];
}

/** What is looked at before and after: the cover, or a spread by its number; null: there is none. */
export interface PlacePair {
  readonly before: 'cover' | number | null;
  readonly after: 'cover' | number | null;
}

/** The cover, all spreads of the new book in their order, then those of the former one of which no page stays. */
export function placePairs(before: LayoutDocument, after: LayoutDocument): PlacePair[] {
  const stays = spreadsOf(after).map(({ index, left, right }): PlacePair => {
    const from = [left, right].flatMap((id) => (id === null ? [] : (spreadOf(before, id) ?? [])))[0];
    return { before: from?.index ?? null, after: index };
  });
  const goes = spreadsOf(before).flatMap(({ index, left, right }): PlacePair[] =>
    [left, right].some((id) => id !== null && after.pages[id] !== undefined) ? [] : [{ before: index, after: null }],
  );
  return [{ before: 'cover', after: 'cover' }, ...stays, ...goes];
}

/** Where that page, or panel, lies in both. */
export function placesOf(before: LayoutDocument, after: LayoutDocument, surfaceId: SurfaceId): PlacePair {
  if (isPanel(surfaceId)) return { before: 'cover', after: 'cover' };
  return {
    before: spreadOf(before, surfaceId)?.index ?? null,
    after: spreadOf(after, surfaceId)?.index ?? null,
  };
}

/** Blank pages that come to a book, and whether one of them is its first. */
export function blankPages(
  before: LayoutDocument,
  after: LayoutDocument,
): { readonly count: number; readonly isFirst: boolean } {
  const isNew = (id: string | undefined) => id !== undefined && before.pages[id] === undefined;
  return { count: after.order.filter(isNew).length, isFirst: isNew(after.order[0]) };
}

/** Whether pages that faced each other face others, as where one binding begins with one page and the other with two. */
export const facesOthers = (before: LayoutDocument, after: LayoutDocument): boolean =>
  spreadsOf(after).some(({ left, right }) => {
    const known = [left, right].filter((id) => id !== null && before.pages[id] !== undefined);
    return known.length === 2 && spreadOf(before, known[0] ?? '')?.index !== spreadOf(before, known[1] ?? '')?.index;
  });
