import { describe, expect, it } from 'vitest';
import { surfaceOf, type LayoutDocument } from './document.ts';
import { History, replayed, stepLineSchema, stepsBehind, written, type StepLine } from './history.ts';
import { breachesOf } from './invariants.ts';
import { setPageCount, setStyle, setTitle } from './operations/book.ts';
import { changeWrap, setSpineText, setWrap } from './operations/cover.ts';
import {
  alignFrames,
  distributeFrames,
  duplicateFrames,
  lockFrames,
  moveFrames,
  orderFrames,
  removeFrames,
  setAcross,
  setBox,
  setFrameLook,
  toBleed,
  weighPictures,
} from './operations/frames.ts';
import {
  addEntries,
  moveEntry,
  putPictures,
  removeEntries,
  setCoverTemplate,
  setEntryBreak,
  setEntryTemplate,
  setEntryValues,
} from './operations/entries.ts';
import { fill } from './operations/fill.ts';
import { plainMeasure } from './testing/plain-measure.ts';
import { shippedTemplates } from '../../test/fixtures/themes.ts';
import { arrange, cutsOf, moveCut, nextArrangement, setLive } from './operations/live.ts';
import { panPicture, resetInside, setShow, straightenPicture, turnPictures, zoomPicture } from './operations/inside.ts';
import {
  copyLayout,
  discardAside,
  duplicatePages,
  insertPages,
  lockSurface,
  movePages,
  removePages,
  setGround,
  takeFromAside,
} from './operations/pages.ts';
import {
  addPictures,
  chooseFavourites,
  moveToSurface,
  placePicture,
  ratePictures,
  removePictures,
  replacePicture,
  swapPictures,
  type KeyedPicture,
} from './operations/pictures.ts';
import { placePages, unplacedPages } from './operations/placed-pages.ts';
import { retarget } from './operations/retarget.ts';
import { returnTo } from './operations/return.ts';
import { addField, addText, setFill, styleText, writeText } from './operations/text.ts';
import { isRefusal, type Outcome } from './refusal.ts';
import { surfaceIds } from './surface-change.ts';
import { keyOf, pdfPage, sampleBook, samplePictures, seeded } from './testing/sample-book.ts';

/** What a hand might do next, legal or not: places beyond the page, frames that went, locked ones, page counts out of the rule. */
class Hand {
  constructor(private readonly chance: () => number) {}
  number = (from: number, to: number) => from + this.chance() * (to - from);
  whole = (from: number, to: number) => Math.floor(this.number(from, to + 1));
  one = <Of>(of: readonly Of[]): Of => of[this.whole(0, of.length - 1)] as Of;
  yes = (share: number) => this.chance() < share;
  surface = (document: LayoutDocument, unknown = 0.02) =>
    this.yes(unknown) ? 'p9999' : this.one(this.yes(0.8) ? document.order.slice(0, 6) : surfaceIds(document));
  frames(document: LayoutDocument, most = 3) {
    const surfaceId = this.surface(document);
    const order = surfaceOf(document, surfaceId)?.order ?? [];
    const count = this.whole(1, most);
    return { surfaceId, frameIds: Array.from({ length: count }, () => (order.length > 0 ? this.one(order) : 'f9999')) };
  }
  frame(document: LayoutDocument) {
    const { surfaceId, frameIds } = this.frames(document, 1);
    return { surfaceId, frameId: frameIds[0] ?? '' };
  }
  picture = (document: LayoutDocument, unknown = 0.08) =>
    document.pictureOrder.length > 0 && !this.yes(unknown) ? this.one(document.pictureOrder) : keyOf(99_999);
  pages = (document: LayoutDocument) =>
    this.yes(0.06) ? ['p9999'] : Array.from({ length: this.whole(1, 3) }, () => this.one(document.order));
  /** A state that the book was in a while ago, as a proof keeps it. */
  former(document: LayoutDocument): LayoutDocument {
    const former = this.#kept ?? document;
    if (this.#kept === null || this.yes(0.5)) this.#kept = JSON.parse(JSON.stringify(document)) as LayoutDocument;
    return former;
  }
  #kept: LayoutDocument | null = null;
  entry = (document: LayoutDocument) => {
    const order = document.themed?.order ?? [];
    return order.length > 0 && !this.yes(0.1) ? this.one(order) : 'e9999';
  };
  box = () => ({
    xMm: this.number(-60, 260),
    yMm: this.number(-60, 260),
    widthMm: this.number(0.5, 300),
    heightMm: this.number(0.5, 200),
  });
}

const SPECS = ['SQUAREBOOK_HC', 'SQUAREBOOK_LAYFLAT_HC', 'PHOTOBOOK_A5_SC'].map(
  (uid) => sampleBook({ uid, pageCount: 50 }).spec,
);
const DAY = { year: 2026, month: 12, date: 1 };
const TEMPLATES = new Map(
  SPECS.map(({ bookSpecUid }) => [bookSpecUid, [...shippedTemplates(bookSpecUid).values()]] as const),
);
/** Of the book's spec, and now and then of another. */
const templatesFor = ({ spec }: LayoutDocument, kind: 'cover' | 'content', hand: Hand) =>
  (TEMPLATES.get(hand.yes(0.9) ? spec.bookSpecUid : 'PHOTOBOOK_A5_SC') ?? []).filter(
    ({ templateKind }) => templateKind === kind,
  );
const COLOURS = ['#ffffff', '#1a1a1a', '#c0ffee'] as const;

const operations: Readonly<Record<string, (document: LayoutDocument, hand: Hand) => Outcome>> = {
  addPictures: (document, hand) => addPictures(document, { pictures: samplePictures(hand.whole(1, 30)) }),
  removePictures: (document, hand) => removePictures(document, { keys: [hand.picture(document)] }),
  replacePicture: (document, hand) =>
    replacePicture(document, {
      key: hand.picture(document),
      picture: { ...(samplePictures(1)[0] as KeyedPicture), key: keyOf(hand.whole(1, 500)), path: 'pictures/new.jpg' },
    }),
  placePages: (document, hand) => {
    const number = hand.whole(600, 640);
    const page = pdfPage({
      key: keyOf(number),
      widthMm: hand.whole(80, 500),
      heightMm: hand.whole(80, 500),
      bleedMm: hand.whole(0, 5),
    });
    const added = addPictures(document, { pictures: [page] });
    return isRefusal(added) ? added : placePages(added, { keys: unplacedPages(added), from: hand.whole(0, 8) });
  },
  ratePictures: (document, hand) =>
    ratePictures(document, { keys: [hand.picture(document, 0.2)], rating: hand.whole(0, 5) }),
  chooseFavourites: (document, hand) =>
    chooseFavourites(document, {
      stars: new Map([1, 2].map(() => [hand.picture(document, 0.4), hand.whole(1, 5)])),
      isAlone: hand.yes(0.5),
    }),
  placePicture: (document, hand) =>
    placePicture(document, { surfaceId: hand.surface(document), picture: hand.picture(document) }),
  placeInOrder: (document, hand) =>
    placePicture(document, {
      surfaceId: hand.surface(document),
      picture: hand.picture(document),
      place: hand.whole(-1, 14),
    }),
  placeAtBox: (document, hand) =>
    placePicture(document, { surfaceId: hand.surface(document), picture: hand.picture(document), box: hand.box() }),
  placeIntoFrame: (document, hand) =>
    placePicture(document, { ...hand.frame(document), picture: hand.picture(document) }),
  swapPictures: (document, hand) => swapPictures(document, { from: hand.frame(document), to: hand.frame(document) }),
  moveToSurface: (document, hand) => moveToSurface(document, { ...hand.frames(document), to: hand.surface(document) }),
  moveFrames: (document, hand) =>
    moveFrames(document, { ...hand.frames(document), dxMm: hand.number(-80, 80), dyMm: hand.number(-80, 80) }),
  setBox: (document, hand) => setBox(document, { ...hand.frame(document), box: hand.box() }),
  alignFrames: (document, hand) =>
    alignFrames(document, {
      ...hand.frames(document),
      to: hand.one(['left', 'centre', 'right', 'top', 'middle', 'bottom'] as const),
    }),
  distributeFrames: (document, hand) =>
    distributeFrames(document, { ...hand.frames(document, 6), axis: hand.one(['x', 'y'] as const) }),
  orderFrames: (document, hand) =>
    orderFrames(document, {
      ...hand.frames(document),
      to: hand.one(['front', 'forward', 'backward', 'back'] as const),
    }),
  lockFrames: (document, hand) => lockFrames(document, { ...hand.frames(document), locked: hand.yes(0.3) }),
  duplicateFrames: (document, hand) => duplicateFrames(document, hand.frames(document)),
  removeFrames: (document, hand) => removeFrames(document, hand.frames(document)),
  toBleed: (document, hand) => toBleed(document, hand.frame(document)),
  setAcross: (document, hand) => setAcross(document, { ...hand.frame(document), across: hand.yes(0.7) }),
  setFrameLook: (document, hand) =>
    setFrameLook(document, {
      ...hand.frames(document),
      border: { colour: '#000000', widthMm: 1 },
      cornerMm: hand.whole(0, 3),
    }),
  weighPictures: (document, hand) => weighPictures(document, { ...hand.frames(document), weight: hand.one([1, 2]) }),
  zoomPicture: (document, hand) =>
    zoomPicture(document, { ...hand.frame(document), zoom: hand.number(0.5, 25), atXMm: hand.number(-50, 50) }),
  panPicture: (document, hand) =>
    panPicture(document, { ...hand.frame(document), dxMm: hand.number(-90, 90), dyMm: hand.number(-90, 90) }),
  turnPictures: (document, hand) =>
    turnPictures(document, { ...hand.frames(document), quarters: hand.one([1, 2, 3] as const) }),
  straightenPicture: (document, hand) =>
    straightenPicture(document, { ...hand.frame(document), straightenDeg: hand.number(-20, 20) }),
  setShow: (document, hand) =>
    setShow(document, { ...hand.frames(document), show: hand.one(['fill', 'whole'] as const) }),
  resetInside: (document, hand) => resetInside(document, hand.frames(document)),
  insertPages: (document, hand) =>
    insertPages(document, { before: hand.one([...document.order, null]), count: hand.whole(1, 4) }),
  removePages: (document, hand) => removePages(document, { pageIds: hand.pages(document) }),
  duplicatePages: (document, hand) => duplicatePages(document, { pageIds: hand.pages(document) }),
  movePages: (document, hand) =>
    movePages(document, { pageIds: hand.pages(document), before: hand.one([...document.order, null]) }),
  setGround: (document, hand) =>
    setGround(document, { surfaceIds: [hand.surface(document, 0.1)], ground: hand.one(COLOURS) }),
  lockSurface: (document, hand) =>
    lockSurface(document, { surfaceId: hand.surface(document, 0.1), locked: hand.yes(0.15) }),
  copyLayout: (document, hand) => copyLayout(document, { from: hand.surface(document), to: [hand.surface(document)] }),
  takeFromAside: (document, hand) =>
    takeFromAside(document, {
      frameId: hand.one([...Object.keys(document.setAside), 'f9999']),
      surfaceId: hand.surface(document),
      ...(hand.yes(0.5) ? { place: hand.whole(-1, 14) } : {}),
    }),
  discardAside: (document, hand) =>
    discardAside(document, { frameIds: [hand.one([...Object.keys(document.setAside), 'f9999'])] }),
  addText: (document, hand) =>
    addText(document, { surfaceId: hand.surface(document), box: hand.box(), text: '우리 가족 2026' }),
  writeText: (document, hand) => writeText(document, { ...hand.frame(document), text: hand.one(['하나', '둘', '']) }),
  styleText: (document, hand) =>
    styleText(document, {
      ...hand.frames(document),
      sizePt: hand.whole(6, 60),
      align: hand.one(['left', 'right'] as const),
    }),
  addField: (document, hand) =>
    addField(document, { surfaceId: hand.surface(document), box: hand.box(), fill: hand.one(COLOURS) }),
  setFill: (document, hand) => setFill(document, { ...hand.frames(document), fill: hand.one(COLOURS) }),
  setTitle: (document, hand) => setTitle(document, { title: hand.one(['Kim & Lee', '여름', ' ']) }),
  setPageCount: (document, hand) => setPageCount(document, { pageCount: hand.whole(14, 60) }),
  retarget: (document, hand) =>
    retarget(document, { spec: hand.one(SPECS), ...(hand.yes(0.3) ? { pageCount: hand.whole(14, 60) } : {}) }),
  returnTo: (document, hand) => returnTo(document, hand.former(document)),
  setStyle: (document, hand) => setStyle(document, { gapMm: hand.whole(0, 6), bleed: hand.yes(0.5) }),
  setSpineText: (document, hand) => setSpineText(document, { text: hand.one(['우리 가족', 'Kim']) }),
  setWrap: (document, hand) => setWrap(document, { picture: hand.yes(0.9) ? hand.picture(document) : null }),
  arrange: (document, hand) =>
    arrange(document, {
      surfaceId: hand.surface(document),
      surface: hand.one(['page', 'page', 'spread'] as const),
      bleed: hand.yes(0.3),
    }),
  nextArrangement: (document, hand) =>
    nextArrangement(document, { surfaceId: hand.surface(document), by: hand.one([1, -1] as const) }),
  moveCut: (document, hand) => {
    const surfaceId = hand.surface(document);
    const cuts = cutsOf(document, surfaceId).map(({ cut }) => cut);
    return moveCut(document, { surfaceId, cut: hand.one([...cuts, ':99']), share: hand.number(-0.5, 1.5) });
  },
  setLive: (document, hand) => setLive(document, { surfaceId: hand.surface(document), gapMm: hand.whole(0, 12) }),
  fill: (document, hand) => (hand.yes(0.1) ? fill(document) : fill({ ...document, pictureOrder: [], pictures: {} })),
  addEntries: (document, hand) =>
    addEntries(
      document,
      {
        template: hand.one(templatesFor(document, 'content', hand)),
        values: Array.from({ length: hand.whole(1, 3) }, () => ({ photo: [hand.picture(document, 0)], memo: '여름' })),
        before: hand.yes(0.5) ? null : (document.themed?.order[0] ?? null),
        day: DAY,
      },
      plainMeasure,
    ),
  setCoverTemplate: (document, hand) =>
    setCoverTemplate(
      document,
      { template: hand.yes(0.5) ? null : hand.one(templatesFor(document, 'cover', hand)), day: DAY },
      plainMeasure,
    ),
  setEntryValues: (document, hand) =>
    setEntryValues(
      document,
      { entryId: hand.entry(document), values: { memo: hand.one(['가을', null]) } },
      plainMeasure,
    ),
  setEntryTemplate: (document, hand) =>
    setEntryTemplate(
      document,
      { entryId: hand.entry(document), template: hand.one(templatesFor(document, 'content', hand)) },
      plainMeasure,
    ),
  setEntryBreak: (document, hand) =>
    setEntryBreak(
      document,
      { entryId: hand.entry(document), breakBefore: hand.one(['page', 'column', null] as const) },
      plainMeasure,
    ),
  moveEntry: (document, hand) =>
    moveEntry(document, { entryId: hand.entry(document), by: hand.one([1, -1] as const) }, plainMeasure),
  putPictures: (document, hand) =>
    putPictures(document, { entryId: hand.entry(document), keys: [hand.picture(document)] }, plainMeasure),
  removeEntries: (document, hand) =>
    removeEntries(
      document,
      { entryIds: hand.yes(0.1) ? ['e9999'] : (document.themed?.order ?? []).slice(hand.whole(0, 2)) },
      plainMeasure,
    ),
  changeWrap: (document, hand) => changeWrap(document, { zoom: hand.number(1, 3), focusX: hand.number(0, 1) }),
};

/** All that a document is, but for the number of lines that its journal has. */
const bytesOf = (document: LayoutDocument) => written({ ...document, steps: 0 });
const frozen = (value: unknown): void => {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  Object.values(value).forEach(frozen);
};

function same(document: LayoutDocument | null, bytes: string | null | undefined): void {
  // Not told as a difference: two books of half a megabyte are nothing to read.
  expect(document !== null && (bytes === null || bytesOf(document) === bytes)).toBe(true);
}

const STEPS = 1_000;
const names = Object.keys(operations);
/** Reading the whole book costs more than most steps: what a step broke is still broken a few steps on. */
const LOOKED_AT_EVERY = 10;
const NEVER_REFUSED = new Set(['addPictures', 'setStyle', 'returnTo']);
const outcomes = new Map(names.map((name) => [name, { done: 0, refused: 0 }]));

describe.each(['SQUAREBOOK_HC', 'SQUAREBOOK_LAYFLAT_HC', 'PHOTOBOOK_A5_SC'])('a thousand steps in a %s', (uid) => {
  it.each([1, 2])(
    'keep what holds of a document, are all undone and done again to the byte, and are in the journal (seed %i)',
    (seed) => {
      const hand = new Hand(seeded(seed));
      const begun = sampleBook({ uid, pageCount: uid === 'PHOTOBOOK_A5_SC' ? 50 : 24, pictures: 20 });
      const lines: StepLine[] = [];
      const history = new History(begun, (line) => lines.push(stepLineSchema.parse(JSON.parse(JSON.stringify(line)))));
      const states: (string | null)[] = [bytesOf(begun)];
      for (let step = 0; step < STEPS; step += 1) {
        const name = hand.one(names);
        const before = history.document;
        frozen(before);
        const outcome = operations[name]?.(before, hand) ?? before;
        const count = outcomes.get(name);
        if (isRefusal(outcome)) {
          if (count !== undefined) count.refused += 1;
          continue;
        }
        if (count !== undefined) count.done += 1;
        history.take(`layout.step.${name}`, outcome, step * 5_000);
        if (history.document === before) continue;
        const isLookedAt = states.length % LOOKED_AT_EVERY === 0;
        states.push(isLookedAt ? bytesOf(history.document) : null);
        if (isLookedAt) expect([name, breachesOf(history.document)]).toEqual([name, []]);
      }
      states[states.length - 1] = bytesOf(history.document);
      expect(breachesOf(history.document)).toEqual([]);
      expect(written(replayed(begun, lines))).toBe(written(history.document));

      // A book opened again knows only the lines; both give every state back to the byte.
      const opened = new History(replayed(begun, lines), () => undefined, stepsBehind(lines));
      for (const each of [history, opened]) {
        for (let at = states.length - 2; at >= 0; at -= 1) same(each.undo(0), states[at]);
        expect(each.undo(0)).toBeNull();
        for (let at = 1; at < states.length; at += 1) same(each.redo(0), states[at]);
        expect(each.redo(0)).toBeNull();
      }
      expect(written(replayed(begun, lines))).toBe(written(history.document));
    },
  );
});

it('and every operation was both done and refused on the way', () => {
  // Nothing speaks against a title's style or a page's lock but a page that is not there.
  const never = [...outcomes].filter(
    ([name, { done, refused }]) => done === 0 || (refused === 0 && !NEVER_REFUSED.has(name)),
  );
  expect(never).toEqual([]);
});
