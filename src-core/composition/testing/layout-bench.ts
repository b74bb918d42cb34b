import type { LayoutElement, Template } from '../../contract/templates.ts';
import type { SpecGeometry, BoxMm } from '../../specs/book-geometry.ts';
import type { BoundPicture, BoundValues } from '../bound-values.ts';
import type { PlacementWish } from '../flow.ts';
import type { LaidItem, PaintItem, TextMeasure } from '../sketch.ts';
import { measureByWidths } from '../text-measure.ts';
import { CSS_PX_PER_INCH, MM_PER_INCH } from '../../units.ts';

/** Every character half an em wide, CJK a whole one; no glyph for anything beyond the basic plane. */
export const measure: TextMeasure = measureByWidths(
  (_, text) => Array.from(text).reduce((sum, character) => sum + (character > '\u2fff' ? 1 : 0.5), 0),
  (_, text) => Array.from(text).every((character) => (character.codePointAt(0) ?? 0) < 0x10000),
);

export const square: SpecGeometry = {
  bookSpecUid: 'SQUAREBOOK_HC',
  innerTrimWidthMm: 243,
  innerTrimHeightMm: 248,
  pageMin: 24,
  pageMax: 130,
  pageDefault: 24,
  coverType: 'Hardcover',
  bindingType: 'PUR',
  bindingEdge: 'left',
  bleedMm: 3,
  caseWrapMarginMm: 17,
  hingeGapMm: 10,
  spineWidthRules: [
    { minPage: 24, maxPage: 64, spineWidthMm: 10 },
    { minPage: 65, maxPage: 130, spineWidthMm: 16 },
  ],
  pdfToleranceMm: 1,
};
export const layflat: SpecGeometry = { ...square, bookSpecUid: 'SQUAREBOOK_LAYFLAT_HC', bindingType: 'LAYFLAT' };

export const px = (mm: number): number => (mm * CSS_PX_PER_INCH) / MM_PER_INCH;
export const place = (id: string, xMm: number, yMm: number, widthMm: number, heightMm: number) => ({
  element_id: id,
  position: { x: px(xMm), y: px(yMm) },
  width: px(widthMm),
  height: px(heightMm),
});

export function template(
  elements: LayoutElement[],
  { columns, heightMm = 248, spacingMm = 0 }: { columns?: number; heightMm?: number; spacingMm?: number } = {},
): Template {
  return {
    templateUid: 'x',
    accountUid: 'public',
    templateName: 'x',
    description: null,
    templateKind: 'content',
    category: null,
    theme: 'x',
    bookSpecUid: 'x',
    bookSpecName: 'x',
    specProfileUid: null,
    isPublic: true,
    status: 'active',
    createdAt: '',
    updatedAt: '',
    parameters: { definitions: {} },
    layout: { backgroundColor: '#FFFFFFFF', width: px(243), height: px(heightMm), elements },
    layoutRules: {
      space: 'page',
      margin: { pageMargin: { spine: px(20), fore: px(10), head: px(14), tail: px(14) }, mirrorEvenPages: true },
      ...(columns === undefined
        ? {}
        : {
            flow: {
              columns,
              columnGap: px(6),
              itemAlign: 'left',
              itemSpacing: { size: px(spacingMm), mode: 'between' },
            },
          }),
      shiftUpOnHide: true,
    },
    baseLayer: {
      odd: { elements: [words('bl-odd-1', '@@pageNum@@ @@bookTitle@@', 220, 236)] },
      even: { elements: [] },
    },
  };
}

export function words(
  id: string,
  text: string,
  xMm: number,
  yMm: number,
  more: Partial<Extract<LayoutElement, { type: 'text' }>> = {},
): LayoutElement {
  return {
    ...place(id, xMm, yMm, 100, 10),
    type: 'text',
    text,
    fontFamily: 'Pretendard',
    fontSize: px(4),
    textBold: false,
    textBrush: '#FF000000',
    textAlignment: 'left',
    verticalAlignment: 'top',
    ...more,
  };
}

export const text = (value: string): BoundValues => ({ body: { kind: 'text', text: value } });
export const picture = (widthPx: number, heightPx: number): BoundPicture => ({
  blobKey: 'k',
  mimeType: 'image/jpeg',
  widthPx,
  heightPx,
});
export const anywhere: PlacementWish = { breakBefore: 'none', side: null };
export const system = { bookTitle: '여름', year: 2026, month: 11, date: 21 };

/** What is to be read, line by line. */
export const linesOf = (items: readonly (LaidItem | PaintItem)[]): string[] =>
  items.flatMap((item) => (item.kind === 'text' ? item.lines.map((line) => line.text) : []));

export const inside = (inner: BoxMm, outer: BoxMm): boolean =>
  inner.xMm >= outer.xMm - 1e-6 &&
  inner.yMm >= outer.yMm - 1e-6 &&
  inner.xMm + inner.widthMm <= outer.xMm + outer.widthMm + 1e-6 &&
  inner.yMm + inner.heightMm <= outer.yMm + outer.heightMm + 1e-6;
