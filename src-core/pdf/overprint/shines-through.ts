import type { Paint } from '../inspection/colour-facts.ts';
import type { BoundsMm } from '../inspection/geometry.ts';
import type { InspectedPage } from '../inspection/inspection.ts';
import { isCover } from '../inspection/occlusion.ts';
import type { PageObject } from '../inspection/page-objects.ts';
import { PROCESS_INKS, inksOf, isFullBlack, inksOfSpace, replacedBy, replacedBySpace, type Replaced } from './inks.ts';

/** Through which parts of a mark what lies beneath it is seen in print. A picture or a shading is a fill. */
export interface ShinesThrough {
  readonly fill: boolean;
  readonly stroke: boolean;
}

/** Marks looked at beneath others, on one page: beyond it something is taken to lie beneath every mark. */
const MAX_LOOKS = 4_000_000;
/** An engine mixes marks one by one, each in a third of a millisecond to four: a page with more of them stays as it is. */
const MAX_MARKS = 2_000;

/**
 * The marks of a page, by their order, through which the inks of others are seen because they overprint (ISO 32000-1, 8.6.7).
 * None where nothing lies beneath, where the mark replaces every ink that does, or where the page was not looked at as a whole.
 * Full black is left out: whole books of words overprint in it on purpose, and what shines through it makes black blacker.
 *
 * Tiling patterns with colours of their own, Type 3 glyphs and annotations are taken for marks that do not overprint.
 */
export function marksThatShineThrough(page: InspectedPage): ReadonlyMap<number, ShinesThrough> {
  const marks = known.get(page) ?? pick(page);
  known.set(page, marks);
  return marks;
}

/** Whether there are more such marks on a page than an engine mixes in time. */
export const isTooMany = (marks: ReadonlyMap<number, ShinesThrough>): boolean => marks.size > MAX_MARKS;

/** A page is asked when it is summed up and when it is drawn. */
const known = new WeakMap<InspectedPage, ReadonlyMap<number, ShinesThrough>>();

function pick({ objects, inspected }: InspectedPage): ReadonlyMap<number, ShinesThrough> {
  const found = new Map<number, ShinesThrough>();
  if (inspected !== 'whole') return found;
  const beneath = new Beneath(objects);
  for (const object of objects) {
    const { overprintsFill, overprintsStroke } = object.state;
    if ((!overprintsFill && !overprintsStroke) || !isOfItsOwn(object) || object.isHidden) continue;
    // Another blend mode mixes by itself.
    if (object.clippedMm === null || object.state.blendMode !== 'Normal') continue;
    const fills = overprintsFill ? filling(object, objects) : null;
    const strokes = overprintsStroke ? stroking(object) : null;
    const fill = fills !== null && beneath.shinesThrough(object.order, object.clippedMm, fills);
    const stroke = strokes !== null && beneath.shinesThrough(object.order, object.clippedMm, strokes);
    if (fill || stroke) found.set(object.order, { fill, stroke });
    if (isTooMany(found)) return found;
  }
  return found;
}

/** What a mark replaces by its fill; null when it fills nothing, or with what cannot be told. */
function filling(object: PageObject, objects: readonly PageObject[]): Replaced | null {
  const { overprintMode } = object.state;
  switch (object.kind) {
    case 'image':
      if (object.image.isStencil) return object.fill === null ? null : seenReplacing(object.fill, overprintMode);
      return replacedBySpace(object.image.colourSpace);
    case 'shading':
      return replacedBySpace(object.space);
    case 'text':
    case 'path': {
      const { fill } = object;
      if (fill === null) return null;
      if (fill.pattern === null) return seenReplacing(fill, overprintMode);
      // The shading of a pattern follows the mark that it fills.
      const next = objects[object.order + 1];
      return fill.pattern === 'shading' && next?.kind === 'shading' && next.from === 'pattern'
        ? replacedBySpace(next.space)
        : null;
    }
  }
}

function stroking(object: PageObject): Replaced | null {
  if (object.kind !== 'text' && object.kind !== 'path') return null;
  const { stroke, state } = object;
  return stroke === null || stroke.pattern !== null ? null : seenReplacing(stroke, state.overprintMode);
}

const seenReplacing = (paint: Paint, mode: 0 | 1): Replaced | null =>
  isFullBlack(paint) ? null : replacedBy(paint, mode);

/** Written in the page's own content or in a form of it; what patterns and glyphs are made of is part of another mark. */
const isOfItsOwn = ({ from }: PageObject): boolean => from === 'page' || from === 'form';

/** What lies beneath the marks of a page. */
class Beneath {
  private looks = 0;

  constructor(private readonly objects: readonly PageObject[]) {}

  /** Whether something of it is still seen under a mark in these bounds that replaces those inks. */
  shinesThrough(order: number, boundsMm: BoundsMm, { replaces, isWholeProcess }: Replaced): boolean {
    let isSeen = false;
    for (let below = order - 1; below >= 0; below--) {
      if (++this.looks > MAX_LOOKS) return !isWholeProcess;
      const object = this.objects[below];
      if (object === undefined || !isOfItsOwn(object) || object.isHidden || object.clippedMm === null) continue;
      if (!meets(object.clippedMm, boundsMm)) continue;
      for (const ink of inksOn(object)) {
        // Spot inks under it would stay and process inks go: no blend mode can do both, and the mark is drawn as it is.
        if (isWholeProcess && PROCESS_INKS.has(ink)) return false;
        if (!replaces(ink)) isSeen = true;
      }
      if (isSeen && !isWholeProcess) return true;
      if (isCover(object) && holds(object.clippedMm, boundsMm)) break;
    }
    return isSeen;
  }
}

function* inksOn(object: PageObject): Iterable<string> {
  switch (object.kind) {
    case 'image':
      yield* object.image.isStencil && object.fill !== null
        ? inksOf(object.fill)
        : inksOfSpace(object.image.colourSpace);
      return;
    case 'shading':
      yield* inksOfSpace(object.space);
      return;
    case 'text':
    case 'path':
      if (object.fill !== null) yield* inksOf(object.fill);
      if (object.stroke !== null) yield* inksOf(object.stroke);
  }
}

/** Bounds that only touch share nothing that is painted. */
const meets = (a: BoundsMm, b: BoundsMm): boolean =>
  a.leftMm < b.rightMm && b.leftMm < a.rightMm && a.topMm < b.bottomMm && b.topMm < a.bottomMm;

const holds = (outer: BoundsMm, inner: BoundsMm): boolean =>
  outer.leftMm <= inner.leftMm &&
  outer.topMm <= inner.topMm &&
  outer.rightMm >= inner.rightMm &&
  outer.bottomMm >= inner.bottomMm;
