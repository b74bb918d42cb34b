import { cutsOf } from '../../../../src-core/layout/operations/live.ts';
import type { LayoutDocument } from '../../../../src-core/layout/document.ts';
import type { StageSheet } from './stage-sheet.ts';
import styles from './cuts-layer.module.css';

/** Wide enough to be taken hold of. */
const GRIP_PX = 9;

interface CutsLayerProps {
  readonly document: LayoutDocument;
  readonly sheet: StageSheet;
  readonly scale: number;
}

/** Where the pictures of a live page meet: drawn along, both sides follow. */
export function CutsLayer({ document, sheet, scale }: CutsLayerProps) {
  if (sheet.isCover) return null;
  return sheet.places.flatMap((place) => {
    const arrangement = document.pages[place.surfaceId]?.arrangement ?? null;
    if (arrangement === null) return [];
    return cutsOf(document, place.surfaceId).map(({ cut, axis, atMm, fromMm, toMm }) => {
      const along = (toMm - fromMm) * scale;
      const [x, y] = axis === 'x' ? [atMm, fromMm] : [fromMm, atMm];
      return (
        <div
          key={`${place.surfaceId} ${cut}`}
          className={styles.cut}
          data-axis={axis}
          data-cut={cut}
          data-surface={place.surfaceId}
          style={{
            left: (place.xMm + x) * scale - (axis === 'x' ? GRIP_PX / 2 : 0),
            top: (place.yMm + y) * scale - (axis === 'y' ? GRIP_PX / 2 : 0),
            width: axis === 'x' ? GRIP_PX : along,
            height: axis === 'y' ? GRIP_PX : along,
          }}
        />
      );
    });
  });
}
