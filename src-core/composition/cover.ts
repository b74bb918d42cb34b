import type { LayoutElement, Template } from '../contract/templates.ts';
import { anatomyOf } from '../specs/anatomy.ts';
import { THRESHOLDS } from '../preflight/thresholds.ts';
import { spineWidthMm, type SpecGeometry, type BoxMm } from '../specs/book-geometry.ts';
import { itemsOf, layBlock } from './block.ts';
import type { BoundValues } from './bound-values.ts';
import { colourOf, moved, pxOfMm } from './lengths.ts';
import { settled } from './picture-place.ts';
import type { CoverSketch, LaidItem, SystemValues, TextMeasure } from './sketch.ts';
import { ASCENT_EM, DESCENT_EM } from './text-box.ts';

type Panel = 'back' | 'spine' | 'front';

/** Thinner spines carry no text, and text on others keeps its margin: it would run over the folds (preflight rule B-011). */
const SPINE_TEXT_FROM_MM = THRESHOLDS.spineTextFromMm.value;
const SPINE_TEXT_MARGIN_MM = THRESHOLDS.spineTextMarginMm.value;

/** What reaches a panel's edge to within this reaches it. */
const EDGE_MM = 0.1;

interface PanelPlace {
  /** Where the panel's trim begins on the sheet, and its size. */
  readonly xMm: number;
  readonly yMm: number;
  readonly widthMm: number;
  readonly heightMm: number;
  /** How far artwork that reaches an edge goes on: to the end of the sheet outside, to the fold inside. */
  readonly reach: {
    readonly leftMm: number;
    readonly topMm: number;
    readonly rightMm: number;
    readonly bottomMm: number;
  };
}

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
      reach: {
        leftMm: isLeft ? sheet.leftMm : endMm,
        rightMm: isLeft ? endMm : sheet.rightMm,
        topMm: sheet.topMm,
        bottomMm: sheet.bottomMm,
      },
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

/** Edges that reach the panel's trim go on to where the panel's artwork ends. */
function reaching({ xMm, yMm, widthMm, heightMm }: BoxMm, place: PanelPlace): BoxMm {
  const { reach } = place;
  const leftMm = xMm <= place.xMm + EDGE_MM ? Math.min(xMm, reach.leftMm) : xMm;
  const topMm = yMm <= place.yMm + EDGE_MM ? Math.min(yMm, reach.topMm) : yMm;
  const rightMm =
    xMm + widthMm >= place.xMm + place.widthMm - EDGE_MM ? Math.max(xMm + widthMm, reach.rightMm) : xMm + widthMm;
  const bottomMm =
    yMm + heightMm >= place.yMm + place.heightMm - EDGE_MM ? Math.max(yMm + heightMm, reach.bottomMm) : yMm + heightMm;
  return { xMm: leftMm, yMm: topMm, widthMm: rightMm - leftMm, heightMm: bottomMm - topMm };
}
