import type { LayoutElement, Template } from '../contract/templates.ts';
import { THRESHOLDS } from '../preflight/thresholds.ts';
import { spineWidthMm, type SpecGeometry } from '../specs/book-geometry.ts';
import { itemsOf, layBlock, type Block } from './block.ts';
import type { BoundValues } from './bound-values.ts';
import { panelsOf, reaching, type PanelPlace } from './cover-panels.ts';
import type { FieldFit } from './grow-element.ts';
import { colourOf, moved, pxOfMm, seenWithin } from './lengths.ts';
import { pictureFits, type PictureFit } from './picture-fits.ts';
import { settled } from './picture-place.ts';
import type { CoverSketch, LaidItem, SystemValues, TextMeasure } from './sketch.ts';
import { lookOf, typefaceOf } from './typefaces.ts';

/** Thinner spines carry no text, and text on others keeps its margin: it would run over the folds (preflight rule B-011). */
const SPINE_TEXT_FROM_MM = THRESHOLDS.spineTextFromMm.value;
const SPINE_TEXT_MARGIN_MM = THRESHOLDS.spineTextMarginMm.value;

export interface CoverToLay {
  readonly spec: SpecGeometry;
  readonly pageCount: number;
  readonly template: Pick<Template, 'layout'>;
  readonly values: BoundValues;
  readonly system: SystemValues;
  readonly measure: TextMeasure;
}

/** The flat cover of a book: back, spine and front, artwork that reaches an edge drawn on over bleed or wrap. */
export function sketchCover(cover: CoverToLay): CoverSketch {
  const places = panelsOf(cover.spec, cover.pageCount);
  const items = (['back', 'front', 'spine'] as const).flatMap((panel) =>
    itemsOf(layPanel(cover, panel, places)).map((item) => settled(onSheet(item, places[panel]))),
  );
  return { background: colourOf(cover.template.layout.backgroundColor), items };
}

/**
 * Which texts of back and front are not set as they are drawn, and which pictures are not printed so. A spine's texts are set
 * as small as it is thin, which the page count decides.
 */
export function judgeCover(cover: Omit<CoverToLay, 'pageCount'>): {
  readonly fits: readonly FieldFit[];
  readonly pictures: readonly PictureFit[];
} {
  const ofAnyThickness = { ...cover, pageCount: cover.spec.pageDefault };
  const places = panelsOf(cover.spec, ofAnyThickness.pageCount);
  const panels = (['back', 'front'] as const).map((panel) => {
    const block = layPanel(ofAnyThickness, panel, places);
    return { fits: block.fits, items: itemsOf(block).map((item) => onSheet(item, places[panel])) };
  });
  return {
    fits: panels.flatMap(({ fits }) => fits),
    pictures: pictureFits(
      panels.flatMap(({ items }) => items),
      cover.values,
    ),
  };
}

function layPanel(
  { spec, template, values, system, measure }: CoverToLay,
  panel: 'back' | 'front' | 'spine',
  places: ReturnType<typeof panelsOf>,
): Block {
  const own = template.layout.elements.filter((element) => (element.panel ?? 'front') === panel);
  const drawnMm = spineWidthMm(spec, spec.pageDefault);
  const elements = panel === 'spine' ? own.flatMap((element) => onSpine(element, places.spine.widthMm, drawnMm)) : own;
  // Page 0 is the cover (service-facts 4.6).
  const filling = { values, measure, page: { ...system, pageNum: 0 } };
  const { widthMm, heightMm } = places[panel];
  const trim = { xMm: 0, yMm: 0, widthMm, heightMm };
  return layBlock({ ...template.layout, elements }, filling, { closesHoles: false, limitMm: heightMm, trim });
}

/**
 * Elements of a spine are drawn for the spec's default page count and as wide in proportion on any other. Titles keep the
 * margin to both folds that preflight asks for, whatever size that leaves them.
 */
function onSpine(element: LayoutElement, widthMm: number, drawnMm: number): LayoutElement[] {
  if (element.type !== 'text') {
    const share = drawnMm > 0 ? widthMm / drawnMm : 1;
    return [
      { ...element, position: { ...element.position, x: element.position.x * share }, width: element.width * share },
    ];
  }
  if (widthMm < SPINE_TEXT_FROM_MM) return [];
  const roomMm = widthMm - 2 * SPINE_TEXT_MARGIN_MM;
  const { ascentEm, descentEm } = lookOf(typefaceOf(element.fontFamily, element.textBold));
  const mostPx = pxOfMm(roomMm / (ascentEm + descentEm));
  return [
    {
      ...element,
      position: { ...element.position, x: pxOfMm(SPINE_TEXT_MARGIN_MM) },
      width: pxOfMm(roomMm),
      fontSize: Math.min(element.fontSize, mostPx),
      verticalAlignment: 'center',
    },
  ];
}

function onSheet(item: LaidItem, place: PanelPlace): LaidItem {
  const at = moved(item, place.xMm, place.yMm);
  if (at.kind === 'text') return at;
  const box = reaching(at.box, place);
  return seenWithin({ ...at, box }, place);
}
