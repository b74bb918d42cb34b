import { insertionsOf, type Insertion } from '../../../../src-core/layout/insertions.ts';
import type { EntryId } from '../../../../src-core/layout/themed/uses.ts';
import { surfaceOf, type LayoutDocument } from '../../../../src-core/layout/document.ts';
import { liveOwnerOf, type FrameOf } from '../../../../src-core/layout/surface-change.ts';
import type { BoxMm } from '../../../../src-core/specs/book-geometry.ts';
import { surfaceAt, type StageSheet } from './stage-sheet.ts';

/** What becomes of a picture that is let go there: it takes the frame, or joins its page between two others. */
export type DropTarget =
  | { readonly kind: 'into'; readonly frame: FrameOf; readonly box: BoxMm }
  | { readonly kind: 'join'; readonly surfaceId: string; readonly insertion: Insertion };

/** It goes to an entry of a template: to the variable of that name, else to the first that waits. `box`: what is painted there. */
export interface EntryTarget {
  readonly kind: 'entry';
  readonly entryId: EntryId;
  readonly name?: string;
  readonly box: BoxMm;
}

/** How far into a frame its edges reach: so many pixels of the screen, and never so much that its middle is gone. */
const EDGE_PX = 24;
const EDGE_SHARE = 0.25;

interface Dragged {
  /** Where it is on the sheet. */
  readonly xMm: number;
  readonly yMm: number;
  /** The frame under it. */
  readonly over: FrameOf | null;
  /** Screen pixels a millimetre. */
  readonly scale: number;
  /** A frame that was set aside takes no other's place. */
  readonly isFrame: boolean;
}

/** Null: a place of its own, as on a page that is made by hand. Boxes and lines in the sheet's millimetres. */
export function dropTargetAt(document: LayoutDocument, sheet: StageSheet, dragged: Dragged): DropTarget | null {
  const { over, xMm, scale, isFrame } = dragged;
  const surfaceId = over?.surfaceId ?? surfaceAt(sheet, xMm)?.surfaceId;
  if (surfaceId === undefined) return null;
  const lines = linesOnSheet(document, sheet, surfaceId);
  const box = over === null || isFrame ? null : pictureBox(document, sheet, over);
  const insertion = box === null ? nearest(lines, dragged) : nearest(linesInReach(lines, dragged, box, scale), dragged);
  if (insertion !== undefined) return { kind: 'join', surfaceId, insertion };
  return over === null || box === null ? null : { kind: 'into', frame: over, box };
}

function linesOnSheet(document: LayoutDocument, { places }: StageSheet, surfaceId: string): readonly Insertion[] {
  const owner = liveOwnerOf(document, surfaceId);
  const place = places.find((one) => one.surfaceId === owner);
  if (place === undefined) return [];
  return insertionsOf(document, surfaceId).map((line) => {
    const [atMm, alongMm] = line.axis === 'x' ? [place.xMm, place.yMm] : [place.yMm, place.xMm];
    return { ...line, atMm: line.atMm + atMm, fromMm: line.fromMm + alongMm, toMm: line.toMm + alongMm };
  });
}

/** Null: it is a text or a field, which pictures are laid beside. */
function pictureBox(document: LayoutDocument, { places }: StageSheet, { surfaceId, frameId }: FrameOf): BoxMm | null {
  const frame = surfaceOf(document, surfaceId)?.frames[frameId];
  const place = places.find((one) => one.surfaceId === surfaceId);
  if (frame?.kind !== 'picture' || place === undefined) return null;
  return { ...frame.box, xMm: frame.box.xMm + place.xMm, yMm: frame.box.yMm + place.yMm };
}

/** The lines at those edges of the frame that the pointer is near to. */
function linesInReach(
  lines: readonly Insertion[],
  { xMm, yMm }: Dragged,
  box: BoxMm,
  scale: number,
): readonly Insertion[] {
  return lines.filter(({ axis, atMm, fromMm, toMm }) => {
    const [pointMm, alongMm] = axis === 'x' ? [xMm, yMm] : [yMm, xMm];
    const [startMm, lengthMm] = axis === 'x' ? [box.xMm, box.widthMm] : [box.yMm, box.heightMm];
    const edgeMm = atMm < startMm + lengthMm / 2 ? startMm : startMm + lengthMm;
    const reachMm = Math.min(EDGE_PX / scale, lengthMm * EDGE_SHARE);
    return alongMm >= fromMm && alongMm <= toMm && Math.abs(pointMm - edgeMm) <= reachMm;
  });
}

/** Of those that are equally near the first one, which parts more. */
function nearest(lines: readonly Insertion[], at: Dragged): Insertion | undefined {
  return lines.reduce<Insertion | undefined>(
    (best, line) => (best === undefined || awayFrom(line, at) < awayFrom(best, at) ? line : best),
    undefined,
  );
}

function awayFrom({ axis, atMm, fromMm, toMm }: Insertion, { xMm, yMm }: Dragged): number {
  const [pointMm, alongMm] = axis === 'x' ? [xMm, yMm] : [yMm, xMm];
  return Math.hypot(pointMm - atMm, Math.max(fromMm - alongMm, alongMm - toMm, 0));
}

export function sameTarget(a: DropTarget | EntryTarget | null, b: DropTarget | EntryTarget | null): boolean {
  if (a === null || b === null) return a === b;
  if (a.kind === 'entry') return b.kind === 'entry' && a.entryId === b.entryId && sameBox(a.box, b.box);
  if (b.kind === 'entry') return false;
  if (a.kind === 'into') return b.kind === 'into' && a.frame.frameId === b.frame.frameId;
  if (b.kind === 'into') return false;
  const [one, other] = [a.insertion, b.insertion];
  return one.place === other.place && one.axis === other.axis && one.atMm === other.atMm && one.fromMm === other.fromMm;
}

const sameBox = (a: BoxMm, b: BoxMm): boolean =>
  a.xMm === b.xMm && a.yMm === b.yMm && a.widthMm === b.widthMm && a.heightMm === b.heightMm;
