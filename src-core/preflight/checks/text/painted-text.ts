import type { FontFacts } from '../../../pdf/inspection/font-facts.ts';
import type { PageObject, TextObject } from '../../../pdf/inspection/page-objects.ts';
import type { FindingParts, InspectedFileCase } from '../../check.ts';
import type { Finding } from '../../finding.ts';
import { hitsFinding, hitsIn } from '../../marks/hits.ts';

/** Acrobat tags tables with letters of this font, all of which are empty. */
const EMPTY_FONT = 'ZWAdobeF';

/** Text with letters in it: spaces are painted, too, and nobody sees what is wrong with them. */
export const isText = (object: PageObject): object is TextObject =>
  object.kind === 'text' && object.glyphCount > 0 && object.text?.trim() !== '' && object.font?.name !== EMPTY_FONT;

const MAX_NAMES = 3;

/**
 * One finding for all seen text whose font `isWrong`: `names` of the fonts, the first few of them, and how many `fonts`.
 * None when no such font paints anything.
 */
export function fontsFinding(
  file: InspectedFileCase,
  isWrong: (font: FontFacts) => boolean,
  parts: Omit<FindingParts, 'objects' | 'pages'>,
): Finding[] {
  const hits = hitsIn(file, isText, ({ font }) => (font !== null && isWrong(font) ? { measured: null } : null));
  const names = [...new Set(hits.map(({ object }) => nameOf(object.font)))];
  const listed = names.slice(0, MAX_NAMES).join(', ') + (names.length > MAX_NAMES ? ', …' : '');
  return hitsFinding(file, hits, { ...parts, params: { names: listed, fonts: names.length, ...parts.params } });
}

/** Type 3 fonts mostly have no name. */
function nameOf(font: FontFacts | null): string {
  return font === null || font.name === '' ? (font?.kind ?? '') : font.name;
}
