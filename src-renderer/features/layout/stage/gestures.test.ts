import { describe, expect, it } from 'vitest';
import { surfaceOf, type LayoutDocument, type PictureFrame } from '../../../../src-core/layout/document.ts';
import { arrange } from '../../../../src-core/layout/operations/live.ts';
import { placePicture } from '../../../../src-core/layout/operations/pictures.ts';
import { addText } from '../../../../src-core/layout/operations/text.ts';
import { spreadOf } from '../../../../src-core/layout/spreads.ts';
import { done, keyOf, sampleBook } from '../../../../src-core/layout/testing/sample-book.ts';
import { resolveThresholds } from '../../../../src-core/preflight/thresholds.ts';
import { movingFrames, type PointerMove } from './gestures.ts';
import { stageSheetOf } from './stage-sheet.ts';

const PAGE = 'p3';

/** Two pictures that cover their page, and a title on them. */
function coveredPage(): { readonly book: LayoutDocument; readonly pictures: string[]; readonly title: string } {
  let book = sampleBook({ pictures: 2 });
  for (const number of [1, 2]) book = done(placePicture(book, { surfaceId: PAGE, picture: keyOf(number) }));
  book = done(arrange(book, { surfaceId: PAGE, bleed: true }));
  book = done(addText(book, { surfaceId: PAGE, box: { xMm: 60, yMm: 40, widthMm: 90, heightMm: 20 }, text: 'Summer' }));
  const [first = '', second = '', title = ''] = book.pages[PAGE]?.order ?? [];
  return { book, pictures: [first, second], title };
}

describe('what is dragged on a live page', () => {
  const { book, pictures, title } = coveredPage();
  const [first = '', second = ''] = pictures;
  const sheet = stageSheetOf(book, spreadOf(book, PAGE)?.index ?? 0, resolveThresholds());
  /** Ends 10 mm to the right of where it began and 30 mm below, over those frames, the topmost first. */
  const ended = (frameId: string, under: readonly string[]) => {
    const move: PointerMove = {
      dxMm: 10,
      dyMm: 30,
      xMm: 100,
      yMm: 80,
      isFree: false,
      keepsShape: false,
      under: under.map((id) => ({ surfaceId: PAGE, frameId: id })),
    };
    const selection = { surfaceId: PAGE, frameIds: [frameId] };
    const { label, outcome } = movingFrames({ document: book, sheet, selection, reachMm: 2 }).end(move);
    return { label, page: surfaceOf(done(outcome), PAGE) };
  };
  const pictureOf = (page: ReturnType<typeof surfaceOf>, frameId: string) =>
    (page?.frames[frameId] as PictureFrame).picture;

  it('lies where it was let go when it is a text, over whatever picture that is, and the page stays live', () => {
    const { label, page } = ended(title, [first, second]);
    expect(label).toBe('moveFrames');
    expect(page?.frames[title]?.box).toMatchObject({ xMm: 70, yMm: 70 });
    expect(page?.arrangement).toEqual(book.pages[PAGE]?.arrangement);
  });

  it('changes places with the picture that it is dropped on, also where a text lies over that one', () => {
    for (const under of [[second], [title, second]]) {
      const { label, page } = ended(first, under);
      expect(label).toBe('swapPictures');
      expect([first, second].map((id) => pictureOf(page, id))).toEqual([keyOf(2), keyOf(1)]);
      expect(page?.frames[title]).toEqual(book.pages[PAGE]?.frames[title]);
    }
  });
});
