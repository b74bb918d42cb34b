import type { TextMeasure } from '../../../src-core/composition/sketch.ts';
import type { LayoutDocument } from '../../../src-core/layout/document.ts';
import type { Thresholds } from '../../../src-core/preflight/thresholds.ts';
import type { Place } from './layout-session.ts';
import type { PreviewSize } from './previews.ts';
import { SheetView } from './stage/sheet-view.tsx';
import { stageSheetOf } from './stage/stage-sheet.ts';
import styles from './sheet-picture.module.css';

export interface SheetPictureProps {
  readonly document: LayoutDocument;
  readonly place: Place;
  readonly thresholds: Thresholds;
  /** Null until the faces of texts are there. */
  readonly measure: TextMeasure | null;
  /** What it has to fit into: a box of its own that it is drawn in the middle of. */
  readonly widthPx: number;
  readonly heightPx: number;
  readonly previewPx: PreviewSize;
}

/** A spread or the cover as a small picture, as it is cut. */
export function SheetPicture({
  document,
  place,
  thresholds,
  measure,
  widthPx,
  heightPx,
  previewPx,
}: SheetPictureProps) {
  const sheet = stageSheetOf(document, place, thresholds);
  const { trim, places } = sheet;
  const isAlone = place !== 'cover' && places.length === 1;
  // A page that lies alone keeps its side, and the size of its neighbours.
  const acrossMm = isAlone ? 2 * trim.widthMm : trim.widthMm;
  const fromMm = isAlone ? 0 : trim.xMm;
  const scale = Math.min(widthPx / acrossMm, heightPx / trim.heightMm);
  const leftPx = (widthPx - acrossMm * scale) / 2 - fromMm * scale;
  const topPx = (heightPx - trim.heightMm * scale) / 2 - trim.yMm * scale;
  return (
    <span className={styles.sheet} style={{ transform: `translate(${leftPx}px, ${topPx}px)` }}>
      <SheetView sheet={sheet} document={document} scale={scale} measure={measure} isPreview previewPx={previewPx} />
    </span>
  );
}
