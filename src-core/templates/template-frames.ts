import { anatomyOf } from '../specs/anatomy.ts';
import type { SpecGeometry } from '../specs/book-geometry.ts';
import type { Frame, Frames } from './place-boxes.ts';
import type { Theme } from './theme.ts';

/** Page margins of a theme on a spec, millimetres from the trim. */
export interface Margins {
  readonly spineMm: number;
  readonly foreMm: number;
  readonly headMm: number;
  readonly tailMm: number;
}

export function marginsOf({ margins }: Theme, { innerTrimWidthMm, innerTrimHeightMm }: SpecGeometry): Margins {
  const shareMm = (share: number) => share * Math.min(innerTrimWidthMm, innerTrimHeightMm);
  return {
    spineMm: shareMm(margins.spine),
    foreMm: shareMm(margins.fore),
    headMm: shareMm(margins.head),
    tailMm: shareMm(margins.tail),
  };
}

/** Of a page, from the top left of its trim. It may be a left or a right one, so both sides keep the wider margin. */
export function pageFrames(spec: SpecGeometry, margins: Margins): Frames {
  const trim: Frame = { xMm: 0, yMm: 0, widthMm: spec.innerTrimWidthMm, heightMm: spec.innerTrimHeightMm };
  const sideMm = Math.max(margins.spineMm, margins.foreMm);
  return {
    trim,
    margin: {
      xMm: sideMm,
      yMm: margins.headMm,
      widthMm: trim.widthMm - 2 * sideMm,
      heightMm: trim.heightMm - margins.headMm - margins.tailMm,
    },
    bleed: grown(trim, spec.bleedMm),
  };
}

/**
 * Of a spread, from the top left of the left page's trim. Its margins are those of its outer sides; each page has its own besides, which
 * keep from the fold as from the spine.
 */
export function spreadFrames(spec: SpecGeometry, margins: Margins): Frames {
  const { trim: page, margin } = pageFrames(spec, margins);
  const trim = { ...page, widthMm: 2 * page.widthMm };
  const own = { ...margin, widthMm: page.widthMm - margins.foreMm - margins.spineMm };
  return {
    trim,
    margin: { ...margin, xMm: margins.foreMm, widthMm: trim.widthMm - 2 * margins.foreMm },
    bleed: grown(trim, spec.bleedMm),
    leftPage: { ...own, xMm: margins.foreMm },
    rightPage: { ...own, xMm: page.widthMm + margins.spineMm },
  };
}

/** Of a flowing block, from its own top left: as wide as a column, shares of its height are shares of the column's. */
export function columnFrames(spec: SpecGeometry, margins: Margins, columns: number, columnGapMm: number): Frames {
  const column: Frame = {
    xMm: 0,
    yMm: 0,
    widthMm: (spec.innerTrimWidthMm - margins.spineMm - margins.foreMm - columnGapMm * (columns - 1)) / columns,
    heightMm: spec.innerTrimHeightMm - margins.headMm - margins.tailMm,
  };
  return { trim: column, margin: column, bleed: column };
}

/**
 * Of a cover's panels, each from its own top left: panels are as large as a page's trim and lie at the outer edges of the
 * cover (src-core/composition/cover.ts). They bleed to the end of the sheet, of a hard cover round its boards, and up to
 * the spine; the spine is as wide as the default page count makes it.
 */
export function coverFrames(
  spec: SpecGeometry,
  marginMm: number,
): Readonly<Record<'back' | 'spine' | 'front', Frames>> {
  const { sheet, trim, cover } = anatomyOf(spec, { kind: 'cover', pages: spec.pageDefault });
  if (cover === null) throw new Error('a cover has panels');
  const { spine } = cover;
  const page: Frame = { xMm: 0, yMm: 0, widthMm: spec.innerTrimWidthMm, heightMm: spec.innerTrimHeightMm };
  const overMm = (trim.bottomMm - trim.topMm - page.heightMm) / 2 + trim.topMm - sheet.topMm;
  const board = (isRight: boolean): Frames => {
    const outsideMm = isRight ? sheet.rightMm - trim.rightMm : trim.leftMm - sheet.leftMm;
    const reachMm = isRight ? sheet.rightMm - spine.rightMm : spine.leftMm - sheet.leftMm;
    const bleed = {
      xMm: isRight ? page.widthMm + outsideMm - reachMm : -outsideMm,
      yMm: -overMm,
      widthMm: reachMm,
      heightMm: page.heightMm + 2 * overMm,
    };
    return { trim: page, margin: grown(page, -marginMm), bleed };
  };
  const upright = { ...page, widthMm: spine.rightMm - spine.leftMm };
  return {
    back: board(spec.bindingEdge === 'right'),
    front: board(spec.bindingEdge === 'left'),
    spine: {
      trim: upright,
      margin: { ...upright, yMm: marginMm, heightMm: upright.heightMm - 2 * marginMm },
      bleed: { ...upright, yMm: -overMm, heightMm: upright.heightMm + 2 * overMm },
    },
  };
}

const grown = ({ xMm, yMm, widthMm, heightMm }: Frame, byMm: number): Frame => ({
  xMm: xMm - byMm,
  yMm: yMm - byMm,
  widthMm: widthMm + 2 * byMm,
  heightMm: heightMm + 2 * byMm,
});
