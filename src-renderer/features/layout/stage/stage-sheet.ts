import type { BoxMm } from '../../../../src-core/specs/book-geometry.ts';
import type { LayoutDocument } from '../../../../src-core/layout/document.ts';
import { coverGeometry, spreadGeometry, aroundAll } from '../../../../src-core/layout/spread-geometry.ts';
import { linesOfCover, linesOfSpread, type SnapLine } from '../../../../src-core/layout/snap.ts';
import { placesBeside, type SurfacePlace } from '../../../../src-core/layout/spreads.ts';
import type { Thresholds } from '../../../../src-core/preflight/thresholds.ts';
import type { Place } from '../layout-session.ts';

/** What lies on the stage, in millimetres from the top left of the left half's trim, or of the cover sheet. */
export interface StageSheet {
  /** Everything that is printed of it, bleed or wrap included. */
  readonly printed: BoxMm;
  /** What is left when it is cut, or what the boards show. */
  readonly trim: BoxMm;
  /** The trims of its pages or panels. */
  readonly places: readonly SurfacePlace[];
  /** What of the sheet belongs to each of them, by the surface's id. */
  readonly shares: Readonly<Record<string, BoxMm>>;
  /** Where text keeps within. */
  readonly safes: readonly BoxMm[];
  /** Where it is folded from top to bottom. */
  readonly foldsXMm: readonly number[];
  /** Hinges and what is folded round the boards. */
  readonly bands: readonly BoxMm[];
  readonly isCover: boolean;
  /** What pulls a frame that is dragged, beside other frames. */
  readonly linesFor: (kind: 'artwork' | 'text') => readonly SnapLine[];
}

type Ordered = Pick<LayoutDocument, 'order' | 'spec'>;

export function stageSheetOf(document: Ordered, place: Place, thresholds: Thresholds): StageSheet {
  return place === 'cover' ? coverSheet(document, thresholds) : spreadSheet(document, place, thresholds);
}

function coverSheet(document: Ordered, thresholds: Thresholds): StageSheet {
  const cover = coverGeometry(document, thresholds);
  const { sheet, trim, panels, foldsXMm, hinges, wraps } = cover;
  return {
    printed: sheet,
    trim,
    places: placesBeside(document, 'front'),
    shares: { back: panels.back.reach, spine: panels.spine.reach, front: panels.front.reach },
    safes: [panels.back.safe, panels.front.safe],
    foldsXMm,
    bands: [...wraps, ...hinges],
    isCover: true,
    linesFor: (kind) => linesOfCover(cover, thresholds, kind),
  };
}

function spreadSheet(document: Ordered, index: number, thresholds: Thresholds): StageSheet {
  const spread = spreadGeometry(document, index, thresholds);
  const { pages, sheet, foldXMm } = spread;
  return {
    printed: sheet,
    trim: aroundAll(pages.map(({ trim }) => trim)),
    places: pages.map(({ surfaceId, trim }) => ({ surfaceId, ...trim })),
    shares: Object.fromEntries(pages.map(({ surfaceId, bleed }) => [surfaceId, bleed])),
    safes: pages.map(({ safe }) => safe),
    foldsXMm: foldXMm === null ? [] : [foldXMm],
    bands: [],
    isCover: false,
    linesFor: (kind) => linesOfSpread(spread, thresholds, kind),
  };
}

/** The surface under a point; the nearest one where there is none. */
export function surfaceAt({ places }: Pick<StageSheet, 'places'>, xMm: number): SurfacePlace | undefined {
  const away = ({ xMm: from, widthMm }: SurfacePlace): number => Math.max(from - xMm, xMm - from - widthMm, 0);
  return places.toSorted((a, b) => away(a) - away(b))[0];
}
