import type { TextElement } from '../contract/templates.ts';
import { mmOfPx } from './lengths.ts';
import { lookOf, typefaceOf, type Typeface } from './typefaces.ts';

/**
 * Line height over type size, unless an element says otherwise, and what a text that grows takes beyond its lines
 * (service-facts 9.2, "Text height rule"). Of that rule the inset of 8 px and the inner scale of 1.1 are not taken: boxes here
 * are as wide as they say, and type as large.
 */
export const LINE_HEIGHT_EM = 1.6984;
/** Since rules 3, of the size that a text is drawn in: under it a text is told rather than set. */
const LEAST_SHARE = { title: 0.7, text: 0.85 } as const;

/** How the text of an element is set, in units of its type size where nothing else is said. */
export interface TextLook {
  readonly typeface: Typeface;
  readonly lineEm: number;
  /** From the top of a line to its baseline: half of the line's leading lies above the face. */
  readonly baselineEm: number;
  /** Between letters; 0: as the face has them. */
  readonly trackingEm: number;
  /** Its lines are of like length, and it may be set smaller than other texts. */
  readonly isTitle: boolean;
  readonly leastShare: number;
  /** Below its box, for lines that would else be set smaller. */
  readonly spareMm: number;
}

export function textLookOf(element: TextElement): TextLook {
  const { fontFamily, textBold, lineHeight: lineEm = LINE_HEIGHT_EM, letterSpacing = 0, spareHeight = 0 } = element;
  const typeface = typefaceOf(fontFamily, textBold);
  return {
    typeface,
    lineEm,
    baselineEm: baselineIn(lineEm, typeface),
    trackingEm: letterSpacing,
    isTitle: textBold,
    leastShare: element.leastScale ?? (textBold ? LEAST_SHARE.title : LEAST_SHARE.text),
    spareMm: mmOfPx(spareHeight),
  };
}

export function baselineIn(lineEm: number, typeface: Typeface): number {
  const { ascentEm, descentEm } = lookOf(typeface);
  return (lineEm - ascentEm - descentEm) / 2 + ascentEm;
}
