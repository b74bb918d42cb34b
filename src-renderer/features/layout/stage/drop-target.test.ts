import { describe, expect, it } from 'vitest';
import type { LayoutDocument } from '../../../../src-core/layout/document.ts';
import { readingOrderOf } from '../../../../src-core/layout/insertions.ts';
import { arrange, nextArrangement } from '../../../../src-core/layout/operations/live.ts';
import { placePicture } from '../../../../src-core/layout/operations/pictures.ts';
import { addText } from '../../../../src-core/layout/operations/text.ts';
import { spreadOf } from '../../../../src-core/layout/spreads.ts';
import { done, keyOf, sampleBook } from '../../../../src-core/layout/testing/sample-book.ts';
import { resolveThresholds } from '../../../../src-core/preflight/thresholds.ts';
import { dropTargetAt, type DropTarget } from './drop-target.ts';
import { stageSheetOf } from './stage-sheet.ts';

const PAGE = 'p3';
const BESIDE = /^\|\((f\d+),-\((f\d+),(f\d+)\)\)$/;

/** A picture beside two others, on a right page. */
function pageOfThree(): LayoutDocument {
  let book = sampleBook({ pictures: 4 });
  for (const number of [1, 2, 3]) book = done(placePicture(book, { surfaceId: PAGE, picture: keyOf(number) }));
  book = done(arrange(book, { surfaceId: PAGE }));
  for (let step = 0; step < 8 && !BESIDE.test(book.pages[PAGE]?.arrangement?.signature ?? ''); step += 1)
    book = done(nextArrangement(book, { surfaceId: PAGE, by: 1 }));
  return book;
}

describe('what becomes of a picture that is let go', () => {
  const book = pageOfThree();
  const sheet = stageSheetOf(book, spreadOf(book, PAGE)?.index ?? 0, resolveThresholds());
  const pageXMm = sheet.places.find(({ surfaceId }) => surfaceId === PAGE)?.xMm ?? 0;
  const ids = readingOrderOf(book, PAGE);

  /** At that share of a frame's width and height, as the pointer there would find it. */
  const over = (index: number, x: number, y: number, { scale = 2, isFrame = false, of = book } = {}) => {
    const frameId = ids[index] ?? '';
    const box = of.pages[PAGE]?.frames[frameId]?.box ?? { xMm: 0, yMm: 0, widthMm: 0, heightMm: 0 };
    const at = { xMm: pageXMm + box.xMm + box.widthMm * x, yMm: box.yMm + box.heightMm * y };
    return dropTargetAt(of, sheet, { ...at, over: { surfaceId: PAGE, frameId }, scale, isFrame });
  };
  const told = (target: DropTarget | null) =>
    target === null
      ? null
      : target.kind === 'into'
        ? ids.indexOf(target.frame.frameId)
        : `at ${target.insertion.place}`;

  it('in the middle of a picture takes its place, near an edge that parts it from others joins there', () => {
    expect(told(over(0, 0.5, 0.5))).toBe(0);
    expect(told(over(0, 0.02, 0.5))).toBe('at 0');
    expect(told(over(0, 0.98, 0.5))).toBe('at 1');
    expect(told(over(1, 0.5, 0.98))).toBe('at 2');
    expect(told(over(2, 0.5, 0.02))).toBe('at 2');
    expect(told(over(2, 0.5, 0.98))).toBe('at 3');
    // Above and below it there is nothing that it is parted from.
    expect(told(over(0, 0.5, 0.02))).toBe(0);
  });

  it('has a middle however small the page is shown, and edges no wider than a hand needs', () => {
    expect(told(over(1, 0.5, 0.5, { scale: 0.2 }))).toBe(1);
    expect(told(over(1, 0.3, 0.5, { scale: 0.2 }))).toBe(1);
    expect(told(over(0, 0.2, 0.5, { scale: 40 }))).toBe(0);
  });

  it('on paper, in a gap or over a text joins at the nearest line', () => {
    const free = (xMm: number, yMm: number) =>
      told(dropTargetAt(book, sheet, { xMm: pageXMm + xMm, yMm, over: null, scale: 2, isFrame: false }));
    expect(free(1, 100)).toBe('at 0');
    expect(free(240, 120)).toBe('at 3');
    const box = { xMm: 200, yMm: 100, widthMm: 40, heightMm: 30 };
    const written = done(addText(book, { surfaceId: PAGE, box }));
    const [textId = ''] = Object.keys(written.pages[PAGE]?.frames ?? {}).filter((id) => !ids.includes(id));
    const onText = { xMm: pageXMm + 239, yMm: 120, over: { surfaceId: PAGE, frameId: textId }, scale: 2 };
    expect(told(dropTargetAt(written, sheet, { ...onText, isFrame: false }))).toBe('at 3');
  });

  it('joins with a frame that was set aside wherever it is, since that takes no place', () => {
    expect(told(over(0, 0.6, 0.5, { isFrame: true }))).toBe('at 1');
  });

  it('lies where it is put on a page that is made by hand', () => {
    const on = (surface: string, xMm: number) =>
      dropTargetAt(book, sheet, { xMm, yMm: 100, over: null, scale: 2, isFrame: surface === 'aside' });
    expect(on('picture', 50)).toBeNull();
    expect(on('aside', 50)).toBeNull();
  });
});
