import {
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type PointerEvent as ReactPointerEvent,
  type Ref,
} from 'react';
import type { TextMeasure } from '../../../../src-core/composition/sketch.ts';
import { surfaceOf } from '../../../../src-core/layout/document.ts';
import type { FrameOf } from '../../../../src-core/layout/surface-change.ts';
import { zoomPicture } from '../../../../src-core/layout/operations/inside.ts';
import { useText } from '../../../i18n/use-text.ts';
import { useSizeOf } from '../../../ui/use-size-of.ts';
import { useLayout } from '../layout-context.ts';
import { useFrameFacts } from '../frame-facts.ts';
import { GuidesLayer, SnapLayer } from './guides-layer.tsx';
import { CutsLayer } from './cuts-layer.tsx';
import { DropLayer } from './drop-layer.tsx';
import { frameOf } from './frame-at.ts';
import {
  NOTHING_HELD,
  boxesOf,
  movingCut,
  movingFrames,
  panningPicture,
  resizingFrame,
  type Gesture,
  type PointerMove,
} from './gestures.ts';
import { Rulers } from './rulers.tsx';
import { Marquee, SelectionLayer, sidesOfHandle } from './selection-layer.tsx';
import { SheetView } from './sheet-view.tsx';
import type { Held } from './snapping.ts';
import { useMarquee } from './marquee.ts';
import { stageSheetOf } from './stage-sheet.ts';
import { fitting, movedBy, scaledAbout, TRUE_SCALE, type StageView } from './stage-view.ts';
import { TextEditor } from './text-editor.tsx';
import { useDrops } from './use-drops.ts';
import styles from './stage.module.css';

/** How far a line of the sheet pulls, and how far a press may slip before it is a drag, in screen pixels. */
const REACH_PX = 6;
const SLIP_PX = 3;
const WHEEL_ZOOM = 1.0015;

export interface StageHandle {
  readonly fit: () => void;
  readonly trueSize: () => void;
  readonly zoomBy: (factor: number) => void;
}

interface StageProps {
  readonly measure: TextMeasure | null;
  readonly hasGuides: boolean;
  readonly isPreview: boolean;
  readonly handle: Ref<StageHandle>;
}

/** The spread or the cover at true proportions, under the hand. */
export function Stage({ measure, hasGuides, isPreview, handle }: StageProps) {
  const { t } = useText();
  const session = useLayout();
  const { document: kept, draft, place, selection, isInside, writing } = session.view.use();
  const shown = draft ?? kept;
  const root = useRef<HTMLDivElement>(null);
  const size = useSizeOf(root);
  const facts = useFrameFacts();
  const { spec, order } = shown;
  const { thresholds } = facts;
  const sheet = useMemo(() => stageSheetOf({ spec, order }, place, thresholds), [spec, order, place, thresholds]);
  const [chosenView, setChosenView] = useState<StageView | null>(null);
  const view = useMemo(() => chosenView ?? fitting(sheet.printed, size), [chosenView, sheet, size]);
  const [held, setHeld] = useState<Held>(NOTHING_HELD);
  const [formerPlace, setFormerPlace] = useState(place);
  if (formerPlace !== place) {
    setFormerPlace(place);
    setChosenView(null);
  }
  useImperativeHandle(handle, () => ({
    fit: () => setChosenView(null),
    trueSize: () => setChosenView(scaledAbout(view, TRUE_SCALE, size.widthPx / 2, size.heightPx / 2)),
    zoomBy: (factor) => setChosenView(scaledAbout(view, view.scale * factor, size.widthPx / 2, size.heightPx / 2)),
  }));

  /** Where a pointer is on the sheet. */
  const onSheet = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }) => {
    const bounds = root.current?.getBoundingClientRect() ?? { left: 0, top: 0 };
    return {
      xMm: (clientX - bounds.left - view.xPx) / view.scale,
      yMm: (clientY - bounds.top - view.yPx) / view.scale,
    };
  };

  const marquee = useMarquee(sheet, onSheet);
  const drops = useDrops(sheet, view.scale, onSheet);

  useWheel(root, (event) => {
    const bounds = root.current?.getBoundingClientRect();
    if (bounds === undefined) return;
    const isMod = event.ctrlKey || event.metaKey;
    const [frameId] = selection?.frameIds ?? [];
    if (isInside && selection !== null && frameId !== undefined && !isMod) {
      if (session.isHeld) return;
      const frame = surfaceOf(shown, selection.surfaceId)?.frames[frameId];
      if (frame?.kind !== 'picture') return;
      const zoom = Math.min(Math.max(frame.zoom * WHEEL_ZOOM ** -event.deltaY, 1), 20);
      const [box] = boxesOf(shown, sheet, selection);
      const at = onSheet(event);
      const about =
        box === undefined
          ? {}
          : { atXMm: at.xMm - box.xMm - box.widthMm / 2, atYMm: at.yMm - box.yMm - box.heightMm / 2 };
      const outcome = zoomPicture(session.document, { surfaceId: selection.surfaceId, frameId, zoom, ...about });
      session.do('zoomPicture', outcome, `zoom ${frameId}`);
      return;
    }
    setChosenView(
      isMod
        ? scaledAbout(
            view,
            view.scale * WHEEL_ZOOM ** -event.deltaY,
            event.clientX - bounds.left,
            event.clientY - bounds.top,
          )
        : movedBy(view, -event.deltaX, -event.deltaY),
    );
  });

  const follow = (down: ReactPointerEvent, gesture: Gesture): void => {
    const from = onSheet(down);
    let isDragged = false;
    session.hold();
    const moveOf = (event: PointerEvent): PointerMove => {
      const at = onSheet(event);
      return {
        ...at,
        dxMm: at.xMm - from.xMm,
        dyMm: at.yMm - from.yMm,
        isFree: event.ctrlKey || event.metaKey,
        keepsShape: event.shiftKey,
        // Asks the browser what lies where: only the end of a drag wants to know.
        get under() {
          return framesUnder(event, down.target);
        },
      };
    };
    const stop = (): void => {
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', onUp);
      window.removeEventListener('pointercancel', onCancel);
      window.removeEventListener('keydown', onKey, true);
      setHeld(NOTHING_HELD);
    };
    const onMove = (event: PointerEvent): void => {
      isDragged ||= Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > SLIP_PX;
      if (!isDragged) return;
      const { outcome, held: lines } = gesture.at(moveOf(event));
      session.show(outcome);
      setHeld((former) => (sameLines(former, lines) ? former : lines));
    };
    const onUp = (event: PointerEvent): void => {
      stop();
      if (isDragged) {
        const page = pageOfStripUnder(event);
        const ending = page !== null && gesture.onto !== null ? gesture.onto(page) : gesture.end(moveOf(event));
        const { label, outcome, selection: next } = ending;
        if (session.do(label, outcome)) {
          const { isInside: stays } = session.view.get();
          session.select(next);
          if (stays) session.goInside(true);
        }
      }
      session.release();
    };
    const onCancel = (): void => {
      stop();
      session.letGo();
      session.release();
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      onCancel();
    };
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', onUp);
    window.addEventListener('pointercancel', onCancel);
    window.addEventListener('keydown', onKey, true);
  };

  const panView = (down: ReactPointerEvent): void => {
    const onMove = (event: PointerEvent): void =>
      setChosenView(movedBy(view, event.clientX - down.clientX, event.clientY - down.clientY));
    const onUp = (): void => {
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', onUp);
    };
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', onUp);
  };

  const onPointerDown = (event: ReactPointerEvent<HTMLDivElement>): void => {
    if (isPreview || event.button > 1) return;
    if (event.button === 1) {
      event.preventDefault();
      panView(event);
      return;
    }
    const target = event.target as HTMLElement;
    if (target.closest('[data-writing]') !== null || !session.leaveText()) return;
    root.current?.focus({ preventScroll: true });
    const reachMm = REACH_PX / view.scale;
    const { document } = session;
    const handleName = target.closest<HTMLElement>('[data-handle]')?.dataset['handle'];
    const [chosenId] = selection?.frameIds ?? [];
    if (handleName !== undefined && selection !== null && chosenId !== undefined) {
      follow(event, resizingFrame({ document, sheet, selection, reachMm }, chosenId, sidesOfHandle(handleName)));
      return;
    }
    const { cut, surface: cutOn } = target.closest<HTMLElement>('[data-cut]')?.dataset ?? {};
    if (cut !== undefined && cutOn !== undefined) {
      follow(event, movingCut(document, cutOn, cut));
      return;
    }
    const hit = frameOf(target);
    if (hit === null) {
      const entryId = target.closest<HTMLElement>('[data-entry]')?.dataset['entry'];
      if (entryId !== undefined) session.chooseEntry(entryId);
      marquee.begin(event);
      return;
    }
    const isChosen = selection?.surfaceId === hit.surfaceId && selection.frameIds.includes(hit.frameId);
    if (isInside && isChosen) {
      follow(event, panningPicture({ document, sheet, selection, reachMm }, hit.frameId));
      return;
    }
    if (event.shiftKey && selection?.surfaceId === hit.surfaceId) {
      const frameIds = isChosen
        ? selection.frameIds.filter((id) => id !== hit.frameId)
        : [...selection.frameIds, hit.frameId];
      session.select({ surfaceId: hit.surfaceId, frameIds });
      return;
    }
    const next = isChosen ? selection : { surfaceId: hit.surfaceId, frameIds: [hit.frameId] };
    if (!isChosen) session.select(next);
    follow(event, movingFrames({ document, sheet, selection: next, reachMm }));
  };

  const onDoubleClick = ({ target }: { readonly target: EventTarget }): void => {
    const hit = isPreview ? null : frameOf(target as HTMLElement);
    const frame = hit === null ? undefined : surfaceOf(shown, hit.surfaceId)?.frames[hit.frameId];
    if (hit === null || frame === undefined || !session.leaveText()) return;
    session.select({ surfaceId: hit.surfaceId, frameIds: [hit.frameId] });
    if (frame.kind === 'text') session.write(hit.frameId);
    else if (frame.kind === 'picture' && frame.picture !== null) session.goInside(true);
  };

  const boxes = selection === null || isPreview ? [] : boxesOf(shown, sheet, selection);
  return (
    // Frames are named inside; the stage takes the keys of `layout-keys.ts`.
    <div
      ref={root}
      className={styles.stage}
      role="application"
      aria-label={t('layout.stage')}
      tabIndex={0}
      data-stage=""
      data-table=""
      onPointerDown={onPointerDown}
      onDoubleClick={onDoubleClick}
      onDragOver={drops.onDragOver}
      onDragLeave={drops.onDragLeave}
      onDrop={drops.onDrop}
    >
      {/* On whole pixels: each edge is then rounded once, and stands within half a pixel of where it is printed. */}
      <div
        className={styles.sheet}
        style={{ transform: `translate(${Math.round(view.xPx)}px, ${Math.round(view.yPx)}px)` }}
      >
        <SheetView
          sheet={sheet}
          document={shown}
          scale={view.scale}
          measure={measure}
          isPreview={isPreview}
          selection={selection}
          isInside={isInside}
        />
        {hasGuides && !isPreview && <GuidesLayer sheet={sheet} scale={view.scale} />}
        {!isPreview && <CutsLayer document={shown} sheet={sheet} scale={view.scale} />}
        <SelectionLayer
          boxes={boxes}
          scale={view.scale}
          isInside={isInside}
          caption={facts.selected?.caption ?? null}
          tone={facts.selected?.tone ?? 'good'}
        />
        <SnapLayer
          sheet={sheet}
          scale={view.scale}
          lines={held}
          nameOf={(rank) => (rank === 'edge' || rank === 'middle' ? null : t(`layout.snap.${rank}`))}
        />
        <DropLayer target={drops.target} scale={view.scale} />
        {marquee.marquee !== null && <Marquee box={marquee.marquee} scale={view.scale} />}
        {writing !== null && selection !== null && boxes[0] !== undefined && (
          <TextEditor
            key={writing}
            surfaceId={selection.surfaceId}
            frameId={writing}
            box={boxes[0]}
            scale={view.scale}
          />
        )}
      </div>
      {!isPreview && <Rulers view={view} size={size} />}
    </div>
  );
}

const sameLines = (a: Held, b: Held): boolean =>
  a.length === b.length &&
  a.every(({ axis, atMm, rank }, index) => {
    const other = b[index];
    return other !== undefined && other.axis === axis && other.atMm === atMm && other.rank === rank;
  });

/** The frames under the pointer but the one the drag began with, the topmost first. */
function framesUnder(event: PointerEvent, dragged: EventTarget): FrameOf[] {
  const own = frameOf(dragged as HTMLElement);
  return window.document.elementsFromPoint(event.clientX, event.clientY).flatMap((element) => {
    const hit = frameOf(element as HTMLElement);
    return hit === null || hit.frameId === own?.frameId ? [] : [hit];
  });
}

const pageOfStripUnder = ({ clientX, clientY }: PointerEvent): string | null =>
  window.document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-drop-surface]')?.dataset[
    'dropSurface'
  ] ?? null;

/** React listens to wheels passively, so that the page behind would scroll and zoom too. */
function useWheel(element: { readonly current: HTMLElement | null }, onWheel: (event: WheelEvent) => void): void {
  const latest = useRef(onWheel);
  useEffect(() => {
    latest.current = onWheel;
  });
  useEffect(() => {
    const watched = element.current;
    if (watched === null) return undefined;
    const listener = (event: WheelEvent): void => {
      event.preventDefault();
      latest.current(event);
    };
    watched.addEventListener('wheel', listener, { passive: false });
    return () => watched.removeEventListener('wheel', listener);
  }, [element]);
}
