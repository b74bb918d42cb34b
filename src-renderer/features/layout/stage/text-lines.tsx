import type { PaintItem, TextMeasure } from '../../../../src-core/composition/sketch.ts';
import type { Typeface } from '../../../../src-core/composition/typefaces.ts';
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

/** The runs of a line, each with where it begins, in ems of the typeface. */
function placedRuns(
  measure: TextMeasure,
  typeface: Typeface,
  { text, direction }: TextLinesProps['item']['lines'][number],
) {
  let endEm = 0;
  return measure.runs(typeface, text, direction ?? 'ltr').map((run) => {
    const fromEm = endEm;
    endEm += run.widthEm;
    return { ...run, fromEm };
  });
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
          .flatMap((line) =>
            placedRuns(measure, typeface, line).map(({ face, text, direction, scale: share, fromEm, widthEm }) => (
              <text
                key={`${line.xMm} ${line.baselineMm} ${fromEm}`}
                x={(line.xMm + fromEm * sizeMm - originXMm) * scale}
                y={(line.baselineMm - originYMm) * scale}
                fontFamily={`"${familyOf(face)}"`}
                fontSize={sizeMm * share * scale}
                // As wide as the painter shapes it, where Chromium parts scripts and it does not.
                textLength={widthEm * sizeMm * scale}
                lengthAdjust="spacingAndGlyphs"
                xmlSpace="preserve"
                // Each run is of one direction, and begins at its left.
                {...(direction === 'rtl' ? { direction, unicodeBidi: 'bidi-override', textAnchor: 'end' } : {})}
              >
                {text}
              </text>
            )),
          )}
      </g>
    </svg>
  );
}
