import { useState, type PointerEvent as ReactPointerEvent } from 'react';
import type { LayoutDocument } from '../../../../src-core/layout/document.ts';
import type { BoxMm } from '../../../../src-core/specs/book-geometry.ts';
import { useLayout } from '../layout-context.ts';
import type { Selection } from '../layout-session.ts';
import { boxesOf } from './gestures.ts';
import { surfaceAt, type StageSheet } from './stage-sheet.ts';
import { surfaceOf } from '../../../../src-core/layout/document.ts';

interface Point {
  readonly xMm: number;
  readonly yMm: number;
}

/**
 * The frames that a box touches, those of one page: of the page that it was begun on, or where it touches none of that, of the other one.
 * With some kept, those and what it touches of their page.
 */
export function framesTouched(
  document: LayoutDocument,
  sheet: StageSheet,
  box: BoxMm,
  begunOn: string | undefined,
  kept: Selection | null,
): Selection | null {
  const surfaces = sheet.places
    .map(({ surfaceId }) => surfaceId)
    .filter((surfaceId) => kept === null || surfaceId === kept.surfaceId)
    .toSorted((a, b) => Number(b === begunOn) - Number(a === begunOn));
  for (const surfaceId of surfaces) {
    const order = surfaceOf(document, surfaceId)?.order ?? [];
    const boxes = boxesOf(document, sheet, { surfaceId, frameIds: order });
    const touched = order.filter((_, index) => overlaps(boxes[index] as BoxMm, box));
    if (touched.length > 0) return { surfaceId, frameIds: [...new Set([...(kept?.frameIds ?? []), ...touched])] };
  }
  return kept;
}

const overlaps = (a: BoxMm, b: BoxMm): boolean =>
  a.xMm < b.xMm + b.widthMm && a.xMm + a.widthMm > b.xMm && a.yMm < b.yMm + b.heightMm && a.yMm + a.heightMm > b.yMm;

const boxBetween = (a: Point, b: Point): BoxMm => ({
  xMm: Math.min(a.xMm, b.xMm),
  yMm: Math.min(a.yMm, b.yMm),
  widthMm: Math.abs(a.xMm - b.xMm),
  heightMm: Math.abs(a.yMm - b.yMm),
});

/** A drag on empty paper: what it touches is selected while it grows, Shift adds, Escape gives back what was selected before. */
export function useMarquee(sheet: StageSheet, onSheet: (event: { clientX: number; clientY: number }) => Point) {
  const session = useLayout();
  const [marquee, setMarquee] = useState<BoxMm | null>(null);
  const begin = (down: ReactPointerEvent): void => {
    const from = onSheet(down);
    const { selection: former } = session.view.get();
    const page = surfaceAt(sheet, from.xMm);
    const kept = down.shiftKey ? former : null;
    if (page !== undefined) session.workOn(page.surfaceId);
    if (kept === null) session.select(null);
    session.hold();
    const stop = (): void => {
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', stop);
      window.removeEventListener('pointercancel', giveUp);
      window.removeEventListener('keydown', onKey, true);
      setMarquee(null);
      session.release();
    };
    const onMove = (event: PointerEvent): void => {
      const box = boxBetween(from, onSheet(event));
      setMarquee(box);
      const next = framesTouched(session.document, sheet, box, page?.surfaceId, kept);
      if (!isSame(next, session.view.get().selection)) session.select(next);
    };
    const giveUp = (): void => {
      stop();
      session.select(former);
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      giveUp();
    };
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', stop);
    window.addEventListener('pointercancel', giveUp);
    window.addEventListener('keydown', onKey, true);
  };
  return { marquee, begin };
}

const isSame = (a: Selection | null, b: Selection | null): boolean =>
  a === b || (a !== null && b !== null && a.surfaceId === b.surfaceId && a.frameIds.join(' ') === b.frameIds.join(' '));
