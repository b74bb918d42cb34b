import type { Dimension, SheetPart } from './dimension-chain.ts';
import { spreadLabels } from './label-spread.ts';
import styles from './sheet-drawing.module.css';

interface DimensionProps {
  readonly dimensions: readonly Dimension[];
  readonly pxPerMm: number;
  /** Labels stay between these two, in the sheet's own coordinates. */
  readonly lowPx: number;
  readonly highPx: number;
  readonly partName: (part: SheetPart) => string;
  readonly formatMm: (valueMm: number) => string;
}

const LINE_PX = -14;
const LABEL_WIDTH_PX = 42;
const LABEL_HEIGHT_PX = 14;

/** The dimension line above a sheet: ticks at every edge, value and part name over each stretch. */
export function DimensionAcross({ dimensions, pxPerMm, lowPx, highPx, partName, formatMm }: DimensionProps) {
  const middles = dimensions.map((dimension) => ((dimension.fromMm + dimension.toMm) / 2) * pxPerMm);
  const labels = spreadLabels(
    middles.map((at) => ({ at, size: LABEL_WIDTH_PX })),
    4,
    lowPx,
    highPx,
  );
  return (
    <g className={styles.dimension}>
      <path d={ticks(dimensions, pxPerMm, (at) => `M${at},${LINE_PX - 4} V${LINE_PX + 4}`)} />
      <path d={`M0,${LINE_PX} H${lengthMm(dimensions) * pxPerMm}`} />
      {dimensions.map((dimension, index) => {
        const labelX = labels[index] ?? 0;
        return (
          <g key={dimension.fromMm}>
            <path className={styles.leader} d={`M${middles[index]},${LINE_PX} L${labelX},${LINE_PX - 13}`} />
            <text className={styles.value} x={labelX} y={LINE_PX - 29} textAnchor="middle">
              {formatMm(dimension.valueMm)}
            </text>
            <text className={styles.name} x={labelX} y={LINE_PX - 17} textAnchor="middle">
              {partName(dimension.part)}
            </text>
          </g>
        );
      })}
    </g>
  );
}

/** The dimension line at the left of a sheet, value and name on one line each. */
export function DimensionDown({ dimensions, pxPerMm, lowPx, highPx, partName, formatMm }: DimensionProps) {
  const middles = dimensions.map((dimension) => ((dimension.fromMm + dimension.toMm) / 2) * pxPerMm);
  const labels = spreadLabels(
    middles.map((at) => ({ at, size: LABEL_HEIGHT_PX })),
    1,
    lowPx,
    highPx,
  );
  return (
    <g className={styles.dimension}>
      <path d={ticks(dimensions, pxPerMm, (at) => `M${LINE_PX - 4},${at} H${LINE_PX + 4}`)} />
      <path d={`M${LINE_PX},0 V${lengthMm(dimensions) * pxPerMm}`} />
      {dimensions.map((dimension, index) => {
        const labelY = labels[index] ?? 0;
        return (
          <g key={dimension.fromMm}>
            <path className={styles.leader} d={`M${LINE_PX},${middles[index]} L${LINE_PX - 10},${labelY}`} />
            <text x={LINE_PX - 13} y={labelY + 4} textAnchor="end">
              <tspan className={styles.name}>{partName(dimension.part)} </tspan>
              <tspan className={styles.value}>{formatMm(dimension.valueMm)}</tspan>
            </text>
          </g>
        );
      })}
    </g>
  );
}

const lengthMm = (dimensions: readonly Dimension[]): number => dimensions.at(-1)?.toMm ?? 0;

const ticks = (dimensions: readonly Dimension[], pxPerMm: number, tick: (at: number) => string): string =>
  [0, ...dimensions.map((dimension) => dimension.toMm)].map((edgeMm) => tick(edgeMm * pxPerMm)).join(' ');
