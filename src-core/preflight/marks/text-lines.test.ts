import { describe, expect, it } from 'vitest';
import type { PageObject } from '../../pdf/inspection/page-objects.ts';
import {
  BLACK,
  NO_INK,
  SAND,
  WHITE,
  at,
  field,
  inspectedCase,
  outlines,
  picture,
  words,
} from '../testing/book-case.ts';
import { textLines } from './text-lines.ts';
import { visibleMarks } from './visible-marks.ts';

function pageOf(...objects: PageObject[]) {
  const [page] = inspectedCase({ pages: [objects, []] }).inspection.pages;
  if (page === undefined) throw new Error('the case has pages');
  return page;
}

const linesOf = (...objects: PageObject[]) => textLines(pageOf(...objects));

describe('lines of text', () => {
  it('join what stands next to each other on one line, and nothing else', () => {
    const far = words('caption', at(120, 50, 150, 55));
    const below = words('below', at(50, 57, 70, 62));
    const lines = linesOf(words('Our', at(50, 50, 60, 55)), words('summer', at(61, 50, 80, 55)), far, below);
    expect(lines.map(({ excerpt }) => excerpt)).toEqual(['Oursummer', 'caption', 'below']);
    expect(lines[0]?.boundsMm).toEqual(at(50, 50, 80, 55));
  });

  it('join a full stop and a quotation mark to the letters between them', () => {
    const sizePt = { sizePt: 12 };
    const lines = linesOf(
      words('“', at(50, 50, 52, 51.3), sizePt),
      words('so', at(52, 51, 58, 53), sizePt),
      words('.', at(58, 52.7, 59, 53), sizePt),
    );
    expect(lines.map(({ excerpt }) => excerpt)).toEqual(['“so.']);
  });

  it('are joined downwards when they are turned', () => {
    const turned = { directionDegrees: 90 };
    expect(linesOf(words('Our', at(50, 50, 55, 60), turned), words('year', at(50, 61, 55, 75), turned))).toHaveLength(
      1,
    );
  });

  it('leave out what nobody reads: blanks, unpainted and white on paper', () => {
    const box = at(50, 50, 80, 55);
    expect(
      linesOf(
        words(' ', box),
        words('x', box, { renderingMode: 3 }),
        words('x', box, { fill: WHITE }),
        words('', box, { glyphCount: 0 }),
      ),
    ).toEqual([]);
  });
});

describe('words in outlines', () => {
  it('are one line a row', () => {
    const lines = linesOf(...outlines(12, 40, 50), ...outlines(12, 40, 56));
    expect(lines.map(({ kind, boundsMm }) => [kind, boundsMm.topMm])).toEqual([
      ['path', 50],
      ['path', 56],
    ]);
  });

  it('are found when they run downwards', () => {
    const down = outlines(9, 40, 50).map((letter) => {
      const { leftMm, topMm, rightMm, bottomMm } = letter.boundsMm;
      const boundsMm = at(topMm, leftMm, bottomMm, rightMm);
      return { ...letter, boundsMm, clippedMm: boundsMm };
    });
    expect(linesOf(...down)).toHaveLength(1);
  });

  it('are of one colour', () => {
    const twoColours = outlines(6, 40, 50).map((letter, index) =>
      index % 2 === 0 ? letter : { ...letter, fill: SAND },
    );
    expect(linesOf(...twoColours)).toEqual([]);
  });

  it('are not looked for on a page of more shapes than words have', () => {
    const map = Array.from({ length: 20_001 }, (_, index) =>
      field(at((index * 37) % 240, (index * 91) % 245, ((index * 37) % 240) + 2, ((index * 91) % 245) + 3), BLACK, {
        shape: 'other',
        segments: 6 + (index % 4),
      }),
    );
    expect(linesOf(...map)).toEqual([]);
  });
});

describe('marks that are seen', () => {
  it('end at the clip and at the edge of the page', () => {
    const [photo] = visibleMarks(pageOf(picture(at(-20, -20, 300, 300), { clippedMm: at(-5, 10, 300, 60) })));
    expect(photo?.boundsMm).toEqual(at(0, 10, 249, 60));
  });

  it('are left out where they are painted in no ink', () => {
    const none = field(at(0, 0, 249, 254), NO_INK);
    expect(visibleMarks(pageOf(none, words('x', at(50, 50, 80, 55), { fill: NO_INK })))).toEqual([]);
  });

  it('are white only where something lies beneath', () => {
    const white = field(at(20, 20, 60, 60), WHITE);
    expect(visibleMarks(pageOf(white))).toEqual([]);
    expect(visibleMarks(pageOf(field(at(0, 0, 249, 254)), white))).toHaveLength(2);
    expect(visibleMarks(pageOf(white, field(at(0, 0, 249, 254))))).toHaveLength(1);
  });

  it('are not transparent', () => {
    const mark = field(at(20, 20, 60, 60));
    expect(visibleMarks(pageOf({ ...mark, state: { ...mark.state, fillAlpha: 0 } }))).toEqual([]);
  });
});
