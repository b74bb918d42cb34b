import type { PdfKind } from '../contract/books.ts';
import { coverSizeMm, innerSizeMm, spineWidthMm, type Mm2, type SpecGeometry } from './book-geometry.ts';

/**
 * Where trim, bleed, safe area, spine, hinge, wrap and folds lie on a page, for people to see.
 * Guides never decide anything: sizes and tolerance do (operator-desk 5.2, rule 1).
 */
export type GuideKind = 'bleed' | 'trim' | 'safe' | 'spine' | 'hinge' | 'wrap' | 'fold';

/** Millimetres from the top left corner of the PDF page. */
export interface RectMm {
  readonly xMm: number;
  readonly yMm: number;
  readonly widthMm: number;
  readonly heightMm: number;
}

export type Guide =
  | { readonly kind: GuideKind; readonly form: 'outline' | 'band'; readonly rect: RectMm; readonly valueMm: number | null }
  | {
      readonly kind: GuideKind;
      readonly form: 'line';
      readonly x1Mm: number;
      readonly y1Mm: number;
      readonly x2Mm: number;
      readonly y2Mm: number;
      readonly valueMm: number | null;
    };

export interface GuideSheet extends Mm2 {
  readonly guides: readonly Guide[];
}

/** Kept clear of faces and text inside the trim: book printers ask for 3 mm and prefer 5 mm. */
export const SAFE_MARGIN_MM = 5;

/** The guides of one PDF page of a book of so many pages. */
export function guidesOf(spec: SpecGeometry, kind: PdfKind, pages: number): GuideSheet {
  if (kind === 'contents') return contentsGuides(spec);
  return spec.coverType === 'Hardcover' ? hardCoverGuides(spec, pages) : softCoverGuides(spec, pages);
}

function contentsGuides(spec: SpecGeometry): GuideSheet {
  const size = innerSizeMm(spec);
  const sheet = wholeOf(size);
  const trim = inset(sheet, spec.bleedMm);
  const guides: Guide[] = [
    { kind: 'bleed', form: 'outline', rect: sheet, valueMm: spec.bleedMm },
    { kind: 'trim', form: 'outline', rect: trim, valueMm: null },
    { kind: 'safe', form: 'outline', rect: inset(trim, SAFE_MARGIN_MM), valueMm: SAFE_MARGIN_MM },
  ];
  if (spec.bindingType === 'LAYFLAT') guides.push(verticalFold(size.widthMm / 2, size.heightMm));
  return { ...size, guides };
}

function softCoverGuides(spec: SpecGeometry, pages: number): GuideSheet {
  const size = coverSizeMm(spec, pages);
  const spine = spineWidthMm(spec, pages);
  const sheet = wholeOf(size);
  const trim = inset(sheet, spec.bleedMm);
  const spineLeft = (size.widthMm - spine) / 2;
  const board = { yMm: trim.yMm, heightMm: trim.heightMm, widthMm: spineLeft - trim.xMm };
  return {
    ...size,
    guides: [
      { kind: 'bleed', form: 'outline', rect: sheet, valueMm: spec.bleedMm },
      { kind: 'spine', form: 'band', rect: { xMm: spineLeft, yMm: 0, widthMm: spine, heightMm: size.heightMm }, valueMm: spine },
      { kind: 'trim', form: 'outline', rect: trim, valueMm: null },
      safeOn({ ...board, xMm: trim.xMm }),
      safeOn({ ...board, xMm: spineLeft + spine }),
      verticalFold(spineLeft, size.heightMm),
      verticalFold(spineLeft + spine, size.heightMm),
    ],
  };
}

/**
 * Left to right: wrap, back board, hinge gap, spine, hinge gap, front board, wrap; wrap above and below.
 * The fold lines are those of the printer's own guide file (service-facts 8.3): for 24 pages of SQUAREBOOK_HC at
 * x = 17, 267, 277, 527 mm and y = 17, 271 mm.
 */
function hardCoverGuides(spec: SpecGeometry, pages: number): GuideSheet {
  const size = coverSizeMm(spec, pages);
  const spine = spineWidthMm(spec, pages);
  const wrap = spec.caseWrapMarginMm ?? 0;
  const hinge = spec.hingeGapMm ?? 0;
  const boards = inset(wholeOf(size), wrap);
  const spineLeft = (size.widthMm - spine) / 2;
  const spineRight = spineLeft + spine;
  const tall = { yMm: boards.yMm, heightMm: boards.heightMm };
  const side = { ...tall, widthMm: spineLeft - hinge - boards.xMm };
  return {
    ...size,
    guides: [
      { kind: 'wrap', form: 'band', rect: { xMm: 0, yMm: 0, widthMm: size.widthMm, heightMm: wrap }, valueMm: wrap },
      { kind: 'wrap', form: 'band', rect: { xMm: 0, yMm: size.heightMm - wrap, widthMm: size.widthMm, heightMm: wrap }, valueMm: wrap },
      { kind: 'wrap', form: 'band', rect: { ...tall, xMm: 0, widthMm: wrap }, valueMm: wrap },
      { kind: 'wrap', form: 'band', rect: { ...tall, xMm: size.widthMm - wrap, widthMm: wrap }, valueMm: wrap },
      { kind: 'hinge', form: 'band', rect: { ...tall, xMm: spineLeft - hinge, widthMm: hinge }, valueMm: hinge },
      { kind: 'hinge', form: 'band', rect: { ...tall, xMm: spineRight, widthMm: hinge }, valueMm: hinge },
      { kind: 'spine', form: 'band', rect: { ...tall, xMm: spineLeft, widthMm: spine }, valueMm: spine },
      { kind: 'trim', form: 'outline', rect: boards, valueMm: null },
      safeOn({ ...side, xMm: boards.xMm }),
      safeOn({ ...side, xMm: spineRight + hinge }),
      verticalFold(boards.xMm, size.heightMm),
      verticalFold(spineLeft, size.heightMm),
      verticalFold(spineRight, size.heightMm),
      verticalFold(boards.xMm + boards.widthMm, size.heightMm),
      horizontalFold(boards.yMm, size.widthMm),
      horizontalFold(boards.yMm + boards.heightMm, size.widthMm),
    ],
  };
}

const wholeOf = (size: Mm2): RectMm => ({ xMm: 0, yMm: 0, widthMm: size.widthMm, heightMm: size.heightMm });

function inset(rect: RectMm, byMm: number): RectMm {
  return {
    xMm: rect.xMm + byMm,
    yMm: rect.yMm + byMm,
    widthMm: rect.widthMm - 2 * byMm,
    heightMm: rect.heightMm - 2 * byMm,
  };
}

const safeOn = (board: RectMm): Guide => ({
  kind: 'safe',
  form: 'outline',
  rect: inset(board, SAFE_MARGIN_MM),
  valueMm: SAFE_MARGIN_MM,
});

const verticalFold = (xMm: number, heightMm: number): Guide => ({
  kind: 'fold',
  form: 'line',
  x1Mm: xMm,
  y1Mm: 0,
  x2Mm: xMm,
  y2Mm: heightMm,
  valueMm: null,
});

const horizontalFold = (yMm: number, widthMm: number): Guide => ({
  kind: 'fold',
  form: 'line',
  x1Mm: 0,
  y1Mm: yMm,
  x2Mm: widthMm,
  y2Mm: yMm,
  valueMm: null,
});
