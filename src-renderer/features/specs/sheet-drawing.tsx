import type { GuideKind, GuideSheet } from '../../../src-core/specs/guides.ts';
import { chainAcross, chainDown, type SheetPart } from './dimension-chain.ts';
import { DimensionAcross, DimensionDown } from './dimension-lines.tsx';
import { GuideShape } from './guide-shape.tsx';
import styles from './sheet-drawing.module.css';
import { CSS_PX_PER_MM } from '../../../src-core/units.ts';

/** Room around the sheet for the dimension lines, in CSS pixels. */
export const DRAWING_MARGIN_PX = { top: 66, right: 32, bottom: 50, left: 108 } as const;

/** Pixels per millimetre at which a sheet and its dimension lines fit the room. */
export function fitScale(sheet: GuideSheet, widthPx: number, heightPx: number): number {
  const { top, right, bottom, left } = DRAWING_MARGIN_PX;
  return Math.max(0.05, Math.min((widthPx - left - right) / sheet.widthMm, (heightPx - top - bottom) / sheet.heightMm));
}

export interface SheetDrawingProps {
  readonly sheet: GuideSheet;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly hidden: ReadonlySet<GuideKind>;
  /** The whole drawing in words. */
  readonly label: string;
  readonly partName: (part: SheetPart) => string;
  readonly formatMm: (valueMm: number) => string;
  /** How many times smaller than the book the drawing is, said in words; takes the ratio with one decimal. */
  readonly scaleText: (ratio: string) => string;
}

/** One sheet in true proportions with its guides and dimension lines. Sizes in millimetres, drawn in CSS pixels. */
export function SheetDrawing({
  sheet,
  widthPx,
  heightPx,
  hidden,
  label,
  partName,
  formatMm,
  scaleText,
}: SheetDrawingProps) {
  const pxPerMm = fitScale(sheet, widthPx, heightPx);
  const sheetWidthPx = sheet.widthMm * pxPerMm;
  const sheetHeightPx = sheet.heightMm * pxPerMm;
  const { top, right, bottom, left } = DRAWING_MARGIN_PX;
  const originX = left + (widthPx - left - right - sheetWidthPx) / 2;
  const originY = top + (heightPx - top - bottom - sheetHeightPx) / 2;
  return (
    <svg className={styles.drawing} width={widthPx} height={heightPx} role="img" aria-label={label}>
      <g transform={`translate(${originX} ${originY})`}>
        <rect className={styles.paper} width={sheetWidthPx} height={sheetHeightPx} />
        {sheet.guides
          .filter((guide) => !hidden.has(guide.kind))
          .map((guide, index) => (
            // Guides have no identity of their own; the list is rebuilt whole for every sheet.
            <GuideShape key={index} guide={guide} pxPerMm={pxPerMm} />
          ))}
        <DimensionAcross
          dimensions={chainAcross(sheet)}
          pxPerMm={pxPerMm}
          lowPx={-originX + 4}
          highPx={widthPx - originX - 4}
          partName={partName}
          formatMm={formatMm}
        />
        <DimensionDown
          dimensions={chainDown(sheet)}
          pxPerMm={pxPerMm}
          lowPx={-originY + 4}
          highPx={heightPx - originY - 4}
          partName={partName}
          formatMm={formatMm}
        />
        <g className={styles.total} transform={`translate(0 ${sheetHeightPx + 16})`}>
          <path d={`M0,-5 V5 M${sheetWidthPx},-5 V5 M0,0 H${sheetWidthPx}`} />
          <text x={sheetWidthPx / 2} y={18} textAnchor="middle">
            {formatMm(sheet.widthMm)} × {formatMm(sheet.heightMm)} mm
          </text>
        </g>
      </g>
      <text className={styles.scale} x={widthPx - 12} y={heightPx - 10} textAnchor="end">
        {scaleText(formatMm(CSS_PX_PER_MM / pxPerMm))}
      </text>
    </svg>
  );
}
