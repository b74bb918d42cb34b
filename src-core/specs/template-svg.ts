import type { PdfKind } from '../contract/books.ts';
import { MM_PER_POINT } from '../units.ts';
import type { SpecGeometry } from './book-geometry.ts';
import { BAND_TINT, dashesMmOf, GUIDE_LINE_PT } from './guide-pens.ts';
import { GUIDE_COLOURS, guidesOf, type Guide, type GuideKind } from './guides.ts';
import type { TemplateWords } from './template-words.ts';

/**
 * A template of a cover, or of one page or spread of the contents, as SVG: one user unit is a millimetre. What is designed has an empty
 * layer of its own below the guides. Programs show groups by their ids as layers, Inkscape by attributes of its own, by which it
 * also locks the guides.
 */
export function writeTemplateSvg(spec: SpecGeometry, kind: PdfKind, pages: number, words: TemplateWords): string {
  const { widthMm, heightMm, guides } = guidesOf(spec, kind, pages);
  const artwork = idOf(words.artwork);
  const kinds = [...new Set(guides.map((guide) => guide.kind))];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    element('svg', {
      xmlns: 'http://www.w3.org/2000/svg',
      'xmlns:inkscape': 'http://www.inkscape.org/namespaces/inkscape',
      'xmlns:sodipodi': 'http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd',
      version: '1.1',
      'xml:lang': words.language,
      width: `${figure(widthMm)}mm`,
      height: `${figure(heightMm)}mm`,
      viewBox: `0 0 ${figure(widthMm)} ${figure(heightMm)}`,
    }),
    `<title>${escaped(words.title)}</title>`,
    `<desc>${escaped(words.told)}</desc>`,
    // What is drawn in Inkscape comes to lie on the layer for it.
    empty('sodipodi:namedview', { 'inkscape:document-units': 'mm', 'inkscape:current-layer': artwork }),
    empty('g', layer(words.artwork)),
    element('g', {
      ...layer(words.guidesToHide),
      ...LOCKED,
      fill: 'none',
      'stroke-width': figure(GUIDE_LINE_PT * MM_PER_POINT),
    }),
    ...kinds.flatMap((one) =>
      drawKind(
        one,
        guides.filter((guide) => guide.kind === one),
        words,
      ),
    ),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

const LOCKED = { 'sodipodi:insensitive': 'true' } as const;

const layer = (name: string) => ({ id: idOf(name), 'inkscape:groupmode': 'layer', 'inkscape:label': name });

function drawKind(kind: GuideKind, guides: readonly Guide[], words: TemplateWords): string[] {
  const dashes = dashesMmOf(kind);
  const pen = {
    stroke: GUIDE_COLOURS[kind],
    ...(dashes.length === 0 ? {} : { 'stroke-dasharray': dashes.map(figure).join(' ') }),
  };
  const name = words.guide(kind, guides[0]?.valueMm ?? null);
  return [element('g', { ...layer(name), ...LOCKED, ...pen }), ...guides.map(drawGuide), '</g>'];
}

function drawGuide(guide: Guide): string {
  if (guide.form === 'line') {
    const { x1Mm, y1Mm, x2Mm, y2Mm } = guide;
    return empty('line', { x1: figure(x1Mm), y1: figure(y1Mm), x2: figure(x2Mm), y2: figure(y2Mm) });
  }
  const { xMm, yMm, widthMm, heightMm } = guide.rect;
  const box = { x: figure(xMm), y: figure(yMm), width: figure(widthMm), height: figure(heightMm) };
  if (guide.form === 'outline') return empty('rect', box);
  return empty('rect', { ...box, fill: GUIDE_COLOURS[guide.kind], 'fill-opacity': figure(BAND_TINT) });
}

/** To a tenth of a micrometre: what binary fractions add is not written. */
const figure = (value: number): string => String(Number(value.toFixed(4)));

/** A layer's name as an XML name (XML 1.0, 2.3), in which Hangul may stand and a space or a bracket may not. */
const idOf = (name: string): string =>
  name
    .replaceAll(/[^\p{L}\p{Nd}.-]+/gu, '_')
    .replace(/^(?!\p{L})/u, '_')
    .replace(/(?<=.)_$/u, '');

type Attributes = Readonly<Record<string, string>>;

const written = (attributes: Attributes): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('');
const element = (name: string, attributes: Attributes): string => `<${name}${written(attributes)}>`;
const empty = (name: string, attributes: Attributes): string => `<${name}${written(attributes)}/>`;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** What XML 1.0 takes in no spelling; a spec's name is another's to choose. */
const NO_CHARACTER = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const escaped = (text: string): string =>
  text.replaceAll(NO_CHARACTER, '').replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? '');
