import { anatomyOf } from '../specs/anatomy.ts';
import { type BoxMm, type SpecGeometry } from '../specs/book-geometry.ts';

export type CoverPanel = 'back' | 'spine' | 'front';

/** What reaches a panel's edge to within this reaches it. */
const EDGE_MM = 0.1;

/** Where a panel's trim begins on the cover PDF, and its size. */
export interface PanelPlace extends BoxMm {
  /** How far artwork that reaches an edge goes on: to the end of the sheet outside, to the fold inside. */
  readonly reach: {
    readonly leftMm: number;
    readonly topMm: number;
    readonly rightMm: number;
    readonly bottomMm: number;
  };
}

/** Where the three panels' trims lie on the cover PDF. A hard cover's lie at the outer edges of its boards. */
export function panelsOf(spec: SpecGeometry, pages: number): Readonly<Record<CoverPanel, PanelPlace>> {
  const { sheet, trim, cover } = anatomyOf(spec, { kind: 'cover', pages });
  if (cover === null) throw new Error('a cover without its zones');
  const { innerTrimWidthMm: widthMm, innerTrimHeightMm: heightMm } = spec;
  const yMm = trim.topMm + (trim.bottomMm - trim.topMm - heightMm) / 2;
  const side = (isLeft: boolean): PanelPlace => {
    const xMm = isLeft ? trim.leftMm : trim.rightMm - widthMm;
    const endMm = isLeft ? cover.spine.leftMm : cover.spine.rightMm;
    return {
      xMm,
      yMm,
      widthMm,
      heightMm,
      reach: {
        leftMm: isLeft ? sheet.leftMm : endMm,
        rightMm: isLeft ? endMm : sheet.rightMm,
        topMm: sheet.topMm,
        bottomMm: sheet.bottomMm,
      },
    };
  };
  const isFrontRight = spec.bindingEdge === 'left';
  return {
    back: side(isFrontRight),
    front: side(!isFrontRight),
    spine: {
      xMm: cover.spine.leftMm,
      yMm,
      widthMm: cover.spineWidthMm,
      heightMm,
      reach: { leftMm: cover.spine.leftMm, rightMm: cover.spine.rightMm, topMm: sheet.topMm, bottomMm: sheet.bottomMm },
    },
  };
}

/** Edges that reach the panel's trim go on to where the panel's artwork ends. */
export function reaching({ xMm, yMm, widthMm, heightMm }: BoxMm, place: PanelPlace): BoxMm {
  const { reach } = place;
  const leftMm = xMm <= place.xMm + EDGE_MM ? Math.min(xMm, reach.leftMm) : xMm;
  const topMm = yMm <= place.yMm + EDGE_MM ? Math.min(yMm, reach.topMm) : yMm;
  const rightMm =
    xMm + widthMm >= place.xMm + place.widthMm - EDGE_MM ? Math.max(xMm + widthMm, reach.rightMm) : xMm + widthMm;
  const bottomMm =
    yMm + heightMm >= place.yMm + place.heightMm - EDGE_MM ? Math.max(yMm + heightMm, reach.bottomMm) : yMm + heightMm;
  return { xMm: leftMm, yMm: topMm, widthMm: rightMm - leftMm, heightMm: bottomMm - topMm };
}
