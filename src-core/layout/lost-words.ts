import type { TextMeasure } from '../composition/sketch.ts';
import type { Thresholds } from '../preflight/thresholds.ts';
import type { LayoutDocument } from './document.ts';
import { guardsOfCover, guardsOfSpread, type Guard } from './guards.ts';
import { spreadsOf } from './spreads.ts';

const LOSING: ReadonlySet<Guard['kind']> = new Set(['textCut', 'textGlyphs', 'spineText', 'spineCut']);

/** Over its page's inner edge a text does not go on. */
const losesWords = ({ kind, measured }: Guard): boolean =>
  LOSING.has(kind) || (kind === 'textFold' && measured !== null && measured < 0);

/** What of a whole book's words would not be printed, and where: the cover first, then by pages. Preflight cannot find it: it sees what is printed. */
export const lostWords = (document: LayoutDocument, thresholds: Thresholds, measure: TextMeasure): Guard[] =>
  [
    ...guardsOfCover(document, thresholds, measure),
    ...spreadsOf(document).flatMap(({ index }) => guardsOfSpread(document, index, thresholds, measure)),
  ].filter(losesWords);
