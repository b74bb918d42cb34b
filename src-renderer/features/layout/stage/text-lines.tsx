import type { PaintItem, TextMeasure } from '../../../../src-core/composition/sketch.ts';
import { familyOf } from '../book-faces.ts';
import { onPixels, type PlaceMm } from './on-pixels.ts';
import styles from './text-lines.module.css';

interface TextLinesProps {
  readonly item: Extract<PaintItem, { kind: 'text' }>;
  /** Where the item's own places begin on the sheet. */
  readonly origin: PlaceMm;
  readonly scale: number;
  readonly measure: TextMeasure;
}

/** A text in the lines in which it is painted, each at its own baseline. */
export function TextLines({ item, origin, scale, measure }: TextLinesProps) {
  const { box, lines, typeface, sizeMm, rotation, colour } = item;
  // Turned text is laid out along and across the turned box, from its top right corner.
  const turned = rotation === 90 ? ` translate(${box.widthMm * scale} 0) rotate(90)` : '';
  // The frame lies on whole pixels, letters where they are printed.
  const { left, top } = onPixels(box, origin, scale);
  const [besidePx, belowPx] = [(origin.xMm + box.xMm) * scale - left, (origin.yMm + box.yMm) * scale - top];
  const [originXMm, originYMm] = rotation === 90 ? [0, 0] : [box.xMm, box.yMm];
  return (
    <svg className={styles.text} width={box.widthMm * scale} height={box.heightMm * scale} aria-hidden="true">
      <g
        transform={`translate(${besidePx} ${belowPx})${turned}`}
        fill={`rgb(${colour.red} ${colour.green} ${colour.blue})`}
      >
        {lines
          .filter(({ text }) => text !== '')
          .map((line) => (
            <text
              key={`${line.xMm} ${line.baselineMm}`}
              x={(line.xMm - originXMm) * scale}
              y={(line.baselineMm - originYMm) * scale}
              fontFamily={`"${familyOf(typeface)}"`}
              fontSize={sizeMm * scale}
              // As wide as the painter shapes it, where Chromium parts scripts and it does not.
              textLength={measure.widthEm(typeface, line.text) * sizeMm * scale}
              lengthAdjust="spacingAndGlyphs"
              xmlSpace="preserve"
            >
              {line.text}
            </text>
          ))}
      </g>
    </svg>
  );
}
