import { panelsOf, type PanelPlace } from '../composition/cover-panels.ts';
import { bindingOf } from '../composition/page-frame.ts';
import type { BoundsMm } from '../pdf/inspection/geometry.ts';
import { gutterOf } from '../preflight/gutter.ts';
import type { Thresholds } from '../preflight/thresholds.ts';
import { anatomyOf } from '../specs/anatomy.ts';
import type { BoxMm } from '../specs/book-geometry.ts';
import type { LayoutDocument, Panel } from './document.ts';
import { pagePlaces, spreadAt, type SurfacePlace } from './spreads.ts';

type Ordered = Pick<LayoutDocument, 'order' | 'spec'>;

/** A page as it lies in its spread. Boxes in millimetres from the top left of the spread's left half. */
export interface PageGeometry {
  readonly surfaceId: string;
  readonly side: 'left' | 'right';
  readonly trim: BoxMm;
  /** To the end of the sheet on the three sides that are cut, to the fold on the fourth. */
  readonly bleed: BoxMm;
  /** Text keeps within: off the trim, and off the fold or out of the gutter. */
  readonly safe: BoxMm;
}

/** What lies open, on the stage. Nothing of it is computed anew: sizes are the spec's, distances preflight's thresholds. */
export interface SpreadGeometry {
  readonly pages: readonly PageGeometry[];
  /** All of it with its bleed. */
  readonly sheet: BoxMm;
  /** Where its two pages meet; null: there is only one. */
  readonly foldXMm: number | null;
  /** `folded`: one sheet (LAYFLAT). `glued`: two, of which `gutterMm` each do not open. */
  readonly bound: 'folded' | 'glued';
  /** Kept clear of text on each side of where the pages are bound. */
  readonly gutterMm: number;
  readonly bleedMm: number;
}

export function spreadGeometry(document: Ordered, index: number, thresholds: Thresholds): SpreadGeometry {
  const { spec, order } = document;
  const places = pagePlaces(document, spreadAt(document, index));
  const bound = bindingOf(spec) === 'LAYFLAT' ? 'folded' : 'glued';
  const bleedMm = thresholds.of('bleedMm').value;
  const safeMm = thresholds.of('textSafetyMm').value;
  const gutterMm =
    bound === 'folded' ? thresholds.of('foldTextMm').value : gutterOf({ thresholds, pageCount: order.length }).value;
  const pages = places.map((place): PageGeometry => {
    const side = place.xMm === 0 ? 'left' : 'right';
    const [outer, inner] = side === 'left' ? (['leftMm', 'rightMm'] as const) : (['rightMm', 'leftMm'] as const);
    const trim = boxOf(place);
    return {
      surfaceId: place.surfaceId,
      side,
      trim,
      bleed: grownBy(trim, { topMm: bleedMm, bottomMm: bleedMm, [outer]: bleedMm }),
      safe: grownBy(trim, { topMm: -safeMm, bottomMm: -safeMm, [outer]: -safeMm, [inner]: -gutterMm }),
    };
  });
  return {
    pages,
    sheet: aroundAll(pages.map(({ bleed }) => bleed)),
    foldXMm: pages.length === 2 ? spec.innerTrimWidthMm : null,
    bound,
    gutterMm,
    bleedMm,
  };
}

export interface PanelGeometry {
  readonly panel: Panel;
  /** Where its frames' places begin, and what is seen of it. */
  readonly trim: BoxMm;
  /** How far what reaches an edge goes on. */
  readonly reach: BoxMm;
  readonly safe: BoxMm;
}

/** The cover from the top left of its sheet: what `anatomyOf` says, as boxes. */
export interface CoverGeometry {
  readonly sheet: BoxMm;
  readonly trim: BoxMm;
  readonly panels: Readonly<Record<Panel, PanelGeometry>>;
  readonly spineWidthMm: number;
  readonly foldsXMm: readonly number[];
  readonly hinges: readonly BoxMm[];
  readonly wraps: readonly BoxMm[];
}

export function coverGeometry({ spec, order }: Ordered, thresholds: Thresholds): CoverGeometry {
  const { sheet, trim, foldsXMm, cover } = anatomyOf(spec, { kind: 'cover', pages: order.length });
  const places = panelsOf(spec, order.length);
  const safeMm = thresholds.of('textSafetyMm').value;
  const spineMarginMm = thresholds.of('spineTextMarginMm').value;
  const panel = (name: Panel, insetMm: number): PanelGeometry => ({
    panel: name,
    trim: boxOf(places[name]),
    reach: boxOfBounds(places[name].reach),
    safe: grownBy(boxOf(places[name]), {
      topMm: -safeMm,
      bottomMm: -safeMm,
      leftMm: -insetMm,
      rightMm: -insetMm,
    }),
  });
  return {
    sheet: boxOfBounds(sheet),
    trim: boxOfBounds(trim),
    panels: { back: panel('back', safeMm), spine: panel('spine', spineMarginMm), front: panel('front', safeMm) },
    spineWidthMm: cover?.spineWidthMm ?? 0,
    foldsXMm,
    hinges: (cover?.hinges ?? []).map(boxOfBounds),
    wraps: (cover?.wraps ?? []).map(boxOfBounds),
  };
}

const boxOf = ({ xMm, yMm, widthMm, heightMm }: SurfacePlace | PanelPlace): BoxMm => ({ xMm, yMm, widthMm, heightMm });
const boxOfBounds = ({ leftMm, topMm, rightMm, bottomMm }: BoundsMm): BoxMm => ({
  xMm: leftMm,
  yMm: topMm,
  widthMm: rightMm - leftMm,
  heightMm: bottomMm - topMm,
});

function grownBy(box: BoxMm, { leftMm = 0, topMm = 0, rightMm = 0, bottomMm = 0 }: Partial<BoundsMm>): BoxMm {
  return {
    xMm: box.xMm - leftMm,
    yMm: box.yMm - topMm,
    widthMm: box.widthMm + leftMm + rightMm,
    heightMm: box.heightMm + topMm + bottomMm,
  };
}

/** The smallest box around them. */
export function aroundAll(boxes: readonly BoxMm[]): BoxMm {
  const xMm = Math.min(...boxes.map((box) => box.xMm));
  const yMm = Math.min(...boxes.map((box) => box.yMm));
  return {
    xMm,
    yMm,
    widthMm: Math.max(...boxes.map((box) => box.xMm + box.widthMm)) - xMm,
    heightMm: Math.max(...boxes.map((box) => box.yMm + box.heightMm)) - yMm,
  };
}
