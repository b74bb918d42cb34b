import type { LayoutElement, Template } from '../contract/templates.ts';
import { THRESHOLDS } from '../preflight/thresholds.ts';
import { spineWidthMm, type SpecGeometry } from '../specs/book-geometry.ts';
import { itemsOf, layBlock } from './block.ts';
import type { BoundValues } from './bound-values.ts';
import { panelsOf, reaching, type PanelPlace } from './cover-panels.ts';
import { colourOf, moved, pxOfMm } from './lengths.ts';
import { settled } from './picture-place.ts';
import type { CoverSketch, LaidItem, SystemValues, TextMeasure } from './sketch.ts';
import { ASCENT_EM, DESCENT_EM } from './text-box.ts';

/** Thinner spines carry no text, and text on others keeps its margin: it would run over the folds (preflight rule B-011). */
const SPINE_TEXT_FROM_MM = THRESHOLDS.spineTextFromMm.value;
const SPINE_TEXT_MARGIN_MM = THRESHOLDS.spineTextMarginMm.value;

/** The flat cover of a book: back, spine and front, artwork that reaches an edge drawn on over bleed or wrap. */
export function sketchCover({
  spec,
  pageCount,
  template,
  values,
  system,
  measure,
}: {
  readonly spec: SpecGeometry;
  readonly pageCount: number;
  readonly template: Pick<Template, 'layout'>;
  readonly values: BoundValues;
  readonly system: SystemValues;
  readonly measure: TextMeasure;
}): CoverSketch {
  const places = panelsOf(spec, pageCount);
  const drawnMm = spineWidthMm(spec, spec.pageDefault);
  const items = (['back', 'front', 'spine'] as const).flatMap((panel) => {
    const own = template.layout.elements.filter((element) => (element.panel ?? 'front') === panel);
    const elements =
      panel === 'spine' ? own.flatMap((element) => onSpine(element, places.spine.widthMm, drawnMm)) : own;
    // Page 0 is the cover (service-facts 4.6).
    const filling = { values, measure, page: { ...system, pageNum: 0 } };
    const block = layBlock({ ...template.layout, elements }, filling, {
      closesHoles: false,
      limitMm: places[panel].heightMm,
    });
    return itemsOf(block).map((item) => settled(onSheet(item, places[panel])));
  });
  return { background: colourOf(template.layout.backgroundColor), items };
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
  const mostPx = pxOfMm(roomMm / (ASCENT_EM + DESCENT_EM));
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
  return at.kind === 'text' ? at : { ...at, box: reaching(at.box, place) };
}
