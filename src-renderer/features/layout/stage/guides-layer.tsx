import { memo } from 'react';
import type { BoxMm } from '../../../../src-core/specs/book-geometry.ts';
import type { Held } from './snapping.ts';
import type { StageSheet } from './stage-sheet.ts';
import styles from './guides-layer.module.css';

interface GuidesLayerProps {
  readonly sheet: StageSheet;
  readonly scale: number;
}

/** What the press and the binder do to the sheet: bleed, cut, safe area, folds. */
export const GuidesLayer = memo(function GuidesLayer({ sheet, scale }: GuidesLayerProps) {
  const { printed, trim, foldsXMm, safes, bands } = sheet;
  const rect = ({ xMm, yMm, widthMm, heightMm }: BoxMm, name: string | undefined) => (
    <rect
      className={name}
      x={(xMm - printed.xMm) * scale}
      y={(yMm - printed.yMm) * scale}
      width={Math.max(0, widthMm * scale)}
      height={Math.max(0, heightMm * scale)}
    />
  );
  return (
    <svg
      className={styles.guides}
      style={{ left: printed.xMm * scale, top: printed.yMm * scale }}
      width={printed.widthMm * scale}
      height={printed.heightMm * scale}
      aria-hidden="true"
    >
      {bands.map((band) => (
        <g key={`${band.xMm} ${band.yMm} ${band.widthMm}`}>{rect(band, styles.band)}</g>
      ))}
      {rect(printed, styles.bleed)}
      {rect(trim, styles.trimUnder)}
      {rect(trim, styles.trim)}
      {safes.map((safe) => (
        <g key={safe.xMm}>{rect(safe, styles.safe)}</g>
      ))}
      {foldsXMm.map((xMm) => {
        const at = (xMm - printed.xMm) * scale;
        return <line key={xMm} className={styles.fold} x1={at} x2={at} y1={0} y2={printed.heightMm * scale} />;
      })}
    </svg>
  );
});

/** The lines that hold a frame while it is dragged, with what they are. */
export function SnapLayer({
  sheet,
  scale,
  lines,
  nameOf,
}: {
  readonly sheet: StageSheet;
  readonly scale: number;
  readonly lines: Held;
  readonly nameOf: (rank: string) => string | null;
}) {
  const { printed } = sheet;
  return (
    <svg
      className={styles.guides}
      style={{ left: printed.xMm * scale, top: printed.yMm * scale }}
      width={printed.widthMm * scale}
      height={printed.heightMm * scale}
      aria-hidden="true"
    >
      {lines.map(({ axis, atMm, rank }) => {
        const name = nameOf(rank);
        const at = (atMm - (axis === 'x' ? printed.xMm : printed.yMm)) * scale;
        return (
          <g key={`${axis} ${atMm} ${rank}`}>
            {axis === 'x' ? (
              <line className={styles.snap} x1={at} x2={at} y1={-12} y2={printed.heightMm * scale + 12} />
            ) : (
              <line className={styles.snap} x1={-12} x2={printed.widthMm * scale + 12} y1={at} y2={at} />
            )}
            {name !== null && (
              <text className={styles.snapName} x={axis === 'x' ? at + 6 : 6} y={axis === 'x' ? 14 : at - 6}>
                {name}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}
