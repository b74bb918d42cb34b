import type { LayoutElement, Template } from '../contract/templates.ts';
import { resolveThresholds, THRESHOLDS } from '../preflight/thresholds.ts';
import { pageCountsOf, type PageRule } from '../specs/page-rules.ts';
import { spineWidthMm, type SpecGeometry } from '../specs/book-geometry.ts';
import { itemsOf, layBlock, type Block } from './block.ts';
import type { BoundValues } from './bound-values.ts';
import { panelsOf, reaching, type PanelPlace } from './cover-panels.ts';
import { fitOf, type FieldFit } from './grow-element.ts';
import { hiddenElements } from './resolve-values.ts';
import { colourOf, moved, pxOfMm, seenWithin } from './lengths.ts';
import { pictureFits, type PictureFit } from './picture-fits.ts';
import { settled } from './picture-place.ts';
import type { CoverSketch, LaidItem, SystemValues, TextMeasure } from './sketch.ts';
import { isThin, spineRoom, spineTextFromMm, type SpineRoom } from './spine-room.ts';
import { lookOf, typefaceOf, type Typeface } from './typefaces.ts';
import type { BookRules } from './book-rules.ts';
import { filledText } from './fill-text.ts';

/** By rules 1 to 8 thinner spines carry no text, and that of others is as small as their margins leave room for. */
const FORMER_FROM_MM = THRESHOLDS.spineTextFromMm.value;
const FORMER_MARGIN_MM = THRESHOLDS.spineTextMarginMm.value;
const BUILT_IN = resolveThresholds();

export interface CoverToLay {
  readonly spec: SpecGeometry;
  readonly pageCount: number;
  readonly template: Pick<Template, 'layout'>;
  readonly values: BoundValues;
  readonly system: SystemValues;
  readonly measure: TextMeasure;
}

/** Before the page count of its book is known. */
export type CoverToJudge = Omit<CoverToLay, 'pageCount'> & { readonly spec: SpecGeometry & PageRule };

/** The flat cover of a book: back, spine and front, artwork that reaches an edge drawn on over bleed or wrap. */
export function sketchCover(cover: CoverToLay): CoverSketch {
  const places = panelsOf(cover.spec, cover.pageCount);
  const items = (['back', 'front', 'spine'] as const).flatMap((panel) =>
    itemsOf(layPanel(cover, panel, places)).map((item) => settled(onSheet(item, places[panel]))),
  );
  return { background: colourOf(cover.template.layout.backgroundColor), items };
}

/**
 * Which texts are not printed as they are drawn, and which pictures are not printed so. How small a spine's text is set its page
 * count decides, which is not known yet: of it is told what is cut off wherever it is printed, and up to which page count it is left out.
 */
export function judgeCover(cover: CoverToJudge): {
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
    fits: [...panels.flatMap(({ fits }) => fits), ...judgeSpine(cover)],
    pictures: pictureFits(
      panels.flatMap(({ items }) => items),
      cover.values,
    ),
  };
}

/** Nothing of the books of rules 1 to 8, which are told what they were told. */
function judgeSpine(cover: CoverToJudge): FieldFit[] {
  const { spec, template, values, system, measure } = cover;
  if (measure.rules < 9) return [];
  const counts = pageCountsOf(spec);
  const page = { ...system, pageNum: 0 };
  const hidden = hiddenElements(template.layout.elements, values, page);
  return template.layout.elements.flatMap((element): FieldFit[] => {
    if (element.type !== 'text' || element.panel !== 'spine' || hidden.has(element)) return [];
    const text = filledText(element.text, values, page);
    if (text === null || text.trim() === '') return [];
    const fromMm = spineTextFromMm(typefaceOf(element.fontFamily, element.textBold), BUILT_IN);
    const lacking = counts.filter((pageCount) => isThin(spineWidthMm(spec, pageCount), fromMm));
    const pageCount = counts.findLast((count) => !lacking.includes(count)) ?? null;
    const alone = { ...template, layout: { ...template.layout, elements: [element] } };
    const cut =
      pageCount === null
        ? []
        : layPanel({ ...cover, template: alone, pageCount }, 'spine', panelsOf(spec, pageCount)).fits.filter(
            ({ fit }) => fit.kind === 'cut',
          );
    const last = lacking.at(-1);
    const thin =
      last === undefined
        ? null
        : fitOf(element.text, { kind: 'thinSpine', upToPages: pageCount === null ? null : last });
    return [...cut, ...(thin === null ? [] : [thin])];
  });
}

function layPanel(
  { spec, template, values, system, measure }: CoverToLay,
  panel: 'back' | 'front' | 'spine',
  places: ReturnType<typeof panelsOf>,
): Block {
  const own = template.layout.elements.filter((element) => (element.panel ?? 'front') === panel);
  const drawnMm = spineWidthMm(spec, spec.pageDefault);
  const elements =
    panel === 'spine' ? own.flatMap((element) => onSpine(element, places.spine.widthMm, drawnMm, measure.rules)) : own;
  // Page 0 is the cover (service-facts 4.6).
  const filling = { values, measure, page: { ...system, pageNum: 0 } };
  const { widthMm, heightMm } = places[panel];
  const trim = { xMm: 0, yMm: 0, widthMm, heightMm };
  return layBlock({ ...template.layout, elements }, filling, { closesHoles: false, limitMm: heightMm, trim });
}

/**
 * Elements of a spine are drawn for the spec's default page count and as wide in proportion on any other. Titles keep the
 * margin to both folds that preflight asks for, and are left out where that leaves no room for type that is read.
 */
function onSpine(element: LayoutElement, widthMm: number, drawnMm: number, rules: BookRules): LayoutElement[] {
  if (element.type !== 'text') {
    const share = drawnMm > 0 ? widthMm / drawnMm : 1;
    return [
      { ...element, position: { ...element.position, x: element.position.x * share }, width: element.width * share },
    ];
  }
  const typeface = typefaceOf(element.fontFamily, element.textBold);
  const room = rules >= 9 ? spineRoom(widthMm, typeface, BUILT_IN) : formerRoom(widthMm, typeface);
  if (room === null) return [];
  const { marginMm, widthMm: roomMm, mostMm, leastMm } = room;
  return [
    {
      ...element,
      position: { ...element.position, x: pxOfMm(marginMm) },
      width: pxOfMm(roomMm),
      fontSize: Math.min(Math.max(element.fontSize, pxOfMm(leastMm)), pxOfMm(mostMm)),
      verticalAlignment: 'center',
    },
  ];
}

function formerRoom(spineMm: number, typeface: Typeface): SpineRoom | null {
  if (spineMm < FORMER_FROM_MM) return null;
  const widthMm = spineMm - 2 * FORMER_MARGIN_MM;
  const { ascentEm, descentEm } = lookOf(typeface);
  return { marginMm: FORMER_MARGIN_MM, widthMm, leastMm: 0, mostMm: widthMm / (ascentEm + descentEm) };
}

function onSheet(item: LaidItem, place: PanelPlace): LaidItem {
  const at = moved(item, place.xMm, place.yMm);
  if (at.kind === 'text') return at;
  const box = reaching(at.box, place);
  return seenWithin({ ...at, box }, place);
}
