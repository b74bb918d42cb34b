import type { LayoutElement, Template } from '../contract/templates.ts';
import { anatomyOf } from '../specs/anatomy.ts';
import type { SpecGeometry } from '../specs/book-geometry.ts';
import { itemsOf, layBlock } from './block.ts';
import type { BoundValues } from './bound-values.ts';
import { colourOf, moved, pxOfMm } from './lengths.ts';
import type { BoxMm, CoverSketch, PaintItem, TextMeasure } from './sketch.ts';

type Panel = 'back' | 'spine' | 'front';

/** Thinner spines carry no text: it would run over the folds (KDP asks for 79 pages, which are 6 mm). */
const SPINE_TEXT_FROM_MM = 6;

/** What reaches a panel's edge to within this reaches it. */
const EDGE_MM = 0.1;

interface PanelPlace {
  /** Where the panel's trim begins on the sheet, and its size. */
  readonly xMm: number;
  readonly yMm: number;
  readonly widthMm: number;
  readonly heightMm: number;
  /** How far artwork that reaches an edge goes on: to the end of the sheet outside, to the fold inside. */
  readonly reach: { readonly leftMm: number; readonly topMm: number; readonly rightMm: number; readonly bottomMm: number };
}

/** The flat cover of a book: back, spine and front, artwork that reaches an edge drawn on over bleed or wrap. */
export function sketchCover(spec: SpecGeometry, pages: number, template: Template, values: BoundValues, measure: TextMeasure): CoverSketch {
  const places = panelsOf(spec, pages);
  const items = (['back', 'front', 'spine'] as const).flatMap((panel) => {
    const own = template.layout.elements.filter((element) => (element.panel ?? 'front') === panel && fitsPanel(element, panel, places[panel]));
    const layout = { ...template.layout, elements: own.map((element) => (panel === 'spine' ? acrossSpine(element, places.spine) : element)) };
    return itemsOf(layBlock({ ...template, layout }, values, measure)).map((item) => onSheet(item, places[panel]));
  });
  return { background: colourOf(template.layout.backgroundColor), items };
}

/** Where the three panels' trims lie on the cover PDF. A hard cover's lie at the outer edges of its boards. */
function panelsOf(spec: SpecGeometry, pages: number): Readonly<Record<Panel, PanelPlace>> {
  const { sheet, trim, cover } = anatomyOf(spec, { kind: 'cover', pages });
  if (cover === null) throw new Error('a cover without its zones');
  const { innerTrimWidthMm: widthMm, innerTrimHeightMm: heightMm } = spec;
  const yMm = trim.topMm + (trim.bottomMm - trim.topMm - heightMm) / 2;
  const side = (isLeft: boolean): PanelPlace => {
    const xMm = isLeft ? trim.leftMm : trim.rightMm - widthMm;
    const endMm = isLeft ? cover.spine.leftMm : cover.spine.rightMm;
    return {
      xMm,
      yMm,
      widthMm,
      heightMm,
      reach: { leftMm: isLeft ? sheet.leftMm : endMm, rightMm: isLeft ? endMm : sheet.rightMm, topMm: sheet.topMm, bottomMm: sheet.bottomMm },
    };
  };
  const isFrontRight = spec.bindingEdge === 'left';
  return {
    back: side(isFrontRight),
    front: side(!isFrontRight),
    spine: {
      xMm: cover.spine.leftMm,
      yMm,
      widthMm: cover.spineWidthMm,
      heightMm,
      reach: { leftMm: cover.spine.leftMm, rightMm: cover.spine.rightMm, topMm: sheet.topMm, bottomMm: sheet.bottomMm },
    },
  };
}

const fitsPanel = (element: LayoutElement, panel: Panel, place: PanelPlace): boolean => panel !== 'spine' || element.type !== 'text' || place.widthMm >= SPINE_TEXT_FROM_MM;

/** A spine is as wide as its pages are many: its elements take its width, whatever the template was drawn with. */
const acrossSpine = (element: LayoutElement, spine: PanelPlace): LayoutElement => ({ ...element, position: { ...element.position, x: 0 }, width: pxOfMm(spine.widthMm) });

function onSheet(item: PaintItem, place: PanelPlace): PaintItem {
  const at = moved(item, place.xMm, place.yMm);
  return at.kind === 'text' ? at : { ...at, box: reaching(at.box, place) };
}

/** Edges that reach the panel's trim go on to where the panel's artwork ends. */
function reaching({ xMm, yMm, widthMm, heightMm }: BoxMm, place: PanelPlace): BoxMm {
  const { reach } = place;
  const leftMm = xMm <= place.xMm + EDGE_MM ? Math.min(xMm, reach.leftMm) : xMm;
  const topMm = yMm <= place.yMm + EDGE_MM ? Math.min(yMm, reach.topMm) : yMm;
  const rightMm = xMm + widthMm >= place.xMm + place.widthMm - EDGE_MM ? Math.max(xMm + widthMm, reach.rightMm) : xMm + widthMm;
  const bottomMm = yMm + heightMm >= place.yMm + place.heightMm - EDGE_MM ? Math.max(yMm + heightMm, reach.bottomMm) : yMm + heightMm;
  return { xMm: leftMm, yMm: topMm, widthMm: rightMm - leftMm, heightMm: bottomMm - topMm };
}

