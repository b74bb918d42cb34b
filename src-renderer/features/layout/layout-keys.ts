import { useEffect, useRef } from 'react';
import { surfaceOf } from '../../../src-core/layout/document.ts';
import {
  alignFrames,
  duplicateFrames,
  lockFrames,
  moveFrames,
  orderFrames,
  removeFrames,
  setAcross,
  toBleed,
} from '../../../src-core/layout/operations/frames.ts';
import {
  panPicture,
  resetInside,
  setShow,
  turnPictures,
  zoomPicture,
} from '../../../src-core/layout/operations/inside.ts';
import { weighPictures } from '../../../src-core/layout/operations/frames.ts';
import { insertPages } from '../../../src-core/layout/operations/pages.ts';
import { addText } from '../../../src-core/layout/operations/text.ts';
import { nextFrameId, framesInOrder } from '../../../src-core/layout/surface-change.ts';
import { isRefusal } from '../../../src-core/layout/refusal.ts';
import { placesBeside, spreadAt } from '../../../src-core/layout/spreads.ts';
import { isComposing, isTypingEvent } from '../../ui/key-events.ts';
import type { LayoutSession, Selection } from './layout-session.ts';
import { placeByKey } from '../bound/leaf-bar.tsx';
import type { BookPreview } from './preview/use-book-preview.ts';

const STEP_MM = { plain: 1, shift: 5, alt: 0.1 } as const;
const ZOOM_STEP = 1.1;
const HERO = 2;

type Direction = readonly [x: -1 | 0 | 1, y: -1 | 0 | 1];
const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export interface LayoutKeyActions {
  readonly leave: () => void;
  readonly toggleGuides: () => void;
  readonly preview: Pick<BookPreview, 'isOn' | 'toggle' | 'place' | 'spreads' | 'goTo'>;
  readonly fit: () => void;
  readonly trueSize: () => void;
  /** The next way to arrange what lies there, or the one before. */
  readonly arrange: (direction: 1 | -1) => void;
  readonly makePdfs: () => void;
  /** Null: no comment is open. */
  readonly nextComment: (() => void) | null;
}

/** The keys of the stage (design: one hand on the arrows, one on the mouse). None while a text is typed or a sheet is open. */
export function useLayoutKeys(session: LayoutSession, actions: LayoutKeyActions): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (isComposing(event) || (isTypingEvent(event) && !isBesideTick(event))) return;
      if (session.isHeld) {
        // Escape is the drag's own; what another key did now would be lost with the drag's end.
        if (event.key !== 'Escape') {
          event.preventDefault();
          event.stopPropagation();
        }
        return;
      }
      const target = event.target instanceof HTMLElement ? event.target : window.document.body;
      // Sheets, menus and lists have keys of their own.
      if (target.closest('[role="dialog"], [role="menu"], [role="listbox"], [role="option"]') !== null) return;
      const isOnButton = target.closest('button, [role="button"]') !== null;
      const isChord = event.metaKey || event.ctrlKey;
      if (isOnButton && !isChord && (event.key === 'Enter' || event.key === ' ')) return;
      // One of several is chosen with them.
      if (event.key.startsWith('Arrow') && target.closest('[role="radiogroup"], [role="group"]') !== null) return;
      if (!answerKey(event, session, latest.current)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    // Before the window's own commands: Mod+Z is this book's here.
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, [session]);
}

/** A tick that was set a moment ago takes the space bar alone. */
const isBesideTick = ({ target, key }: KeyboardEvent): boolean =>
  key !== ' ' && target instanceof HTMLInputElement && target.type === 'checkbox';

/** Whether the key meant something here. */
function answerKey(event: KeyboardEvent, session: LayoutSession, actions: LayoutKeyActions): boolean {
  const isMod = event.metaKey || event.ctrlKey;
  if (isMod) return answerChord(event, session, actions);
  if (actions.preview.isOn) return answerPreviewKey(event, actions);
  const { selection, isInside } = session.view.get();
  const arrow = ARROWS[event.key];
  if (arrow !== undefined) {
    if (selection === null) return turnOver(session, actions, arrow);
    nudge(session, selection, isInside, arrow, event);
    return true;
  }
  if (event.altKey) return false;
  if (event.key === 'Escape') {
    if (isInside) session.goInside(false);
    else if (selection !== null) session.select(null);
    else actions.leave();
    return true;
  }
  if (event.key === 'PageDown' || event.key === 'PageUp') return turn(session, event.key === 'PageDown' ? 1 : -1);
  if (event.key === 'Home') {
    session.goTo('cover');
    return true;
  }
  if (event.key === 'Insert') return insertAfter(session);
  return selection === null
    ? answerLetter(event, session, actions)
    : answerFrameKey(event, session, selection) || answerLetter(event, session, actions);
}

/** A book that is only looked at is leafed through; nothing of it is changed by a key. */
function answerPreviewKey({ key, code, altKey }: KeyboardEvent, { preview }: LayoutKeyActions): boolean {
  if (altKey) return false;
  const place = placeByKey(key, preview.place, preview.spreads);
  if (place !== null) preview.goTo(place);
  else if (key === 'Escape' || code === 'KeyP') preview.toggle();
  else return false;
  return true;
}

function answerChord(event: KeyboardEvent, session: LayoutSession, actions: LayoutKeyActions): boolean {
  const { selection } = session.view.get();
  const { document } = session;
  switch (event.code) {
    case 'KeyZ':
      if (event.shiftKey) session.redo();
      else session.undo();
      return true;
    case 'KeyY':
      session.redo();
      return true;
    case 'Enter':
      actions.makePdfs();
      return true;
    case 'Digit0':
      if (event.shiftKey) actions.trueSize();
      else actions.fit();
      return true;
    case 'KeyD':
      if (selection !== null) duplicate(session, selection);
      return true;
    case 'KeyA':
      return actions.preview.isOn || selectAll(session);
    case 'BracketRight':
    case 'BracketLeft':
      if (selection === null) return false;
      session.do(
        'orderFrames',
        orderFrames(document, { ...selection, to: event.code === 'BracketRight' ? 'forward' : 'backward' }),
      );
      return true;
    default: {
      const arrow = ARROWS[event.key];
      if (arrow === undefined || !event.shiftKey || selection === null) return false;
      const [x] = arrow;
      const to = x < 0 ? 'left' : x > 0 ? 'right' : arrow[1] < 0 ? 'top' : 'bottom';
      session.do('alignFrames', alignFrames(document, { ...selection, to }));
      return true;
    }
  }
}

function answerFrameKey(event: KeyboardEvent, session: LayoutSession, selection: Selection): boolean {
  const { document } = session;
  const { isInside } = session.view.get();
  const [frameId = ''] = selection.frameIds;
  const frame = surfaceOf(document, selection.surfaceId)?.frames[frameId];
  if (frame === undefined) return false;
  const one = { surfaceId: selection.surfaceId, frameId };
  if (event.key === 'Enter') {
    if (frame.kind === 'text') session.write(frameId);
    else if (frame.kind === 'picture' && frame.picture !== null) session.goInside(!isInside);
    return true;
  }
  if (event.key === 'Delete' || event.key === 'Backspace')
    return done(session.do('removeFrames', removeFrames(document, selection)));
  if (isInside && frame.kind === 'picture') {
    if (event.key === '+' || event.key === '=')
      return done(
        session.do(
          'zoomPicture',
          zoomPicture(document, { ...one, zoom: Math.min(frame.zoom * ZOOM_STEP, 20) }),
          `zoom ${frameId}`,
        ),
      );
    if (event.key === '-')
      return done(
        session.do(
          'zoomPicture',
          zoomPicture(document, { ...one, zoom: Math.max(frame.zoom / ZOOM_STEP, 1) }),
          `zoom ${frameId}`,
        ),
      );
    if (event.key === '0') return done(session.do('resetInside', resetInside(document, selection)));
  }
  switch (event.code) {
    case 'KeyR':
      return done(
        session.do('turnPictures', turnPictures(document, { ...selection, quarters: event.shiftKey ? 3 : 1 })),
      );
    case 'KeyF':
      if (frame.kind !== 'picture') return false;
      return done(
        session.do('setShow', setShow(document, { ...selection, show: frame.show === 'fill' ? 'whole' : 'fill' })),
      );
    case 'KeyB':
      return done(session.do('toBleed', toBleed(document, one)));
    case 'KeyX':
      if (frame.kind !== 'picture') return false;
      return done(session.do('setAcross', setAcross(document, { ...one, across: !frame.across })));
    case 'KeyH':
      if (frame.kind !== 'picture') return false;
      return done(
        session.do(
          'weighPictures',
          weighPictures(document, { ...selection, weight: frame.weight === HERO ? 1 : HERO }),
        ),
      );
    case 'KeyL':
      return done(session.do('lockFrames', lockFrames(document, { ...selection, locked: !frame.locked })));
    default:
      return false;
  }
}

const done = (_: boolean): true => true;

function answerLetter(event: KeyboardEvent, session: LayoutSession, actions: LayoutKeyActions): boolean {
  switch (event.code) {
    case 'KeyJ':
      return walk(session, 1, event.shiftKey);
    case 'KeyK':
      return walk(session, -1, event.shiftKey);
    case 'KeyT':
      return addTextHere(session);
    case 'KeyG':
      actions.toggleGuides();
      return true;
    case 'KeyP':
      actions.preview.toggle();
      return true;
    case 'KeyC':
      actions.nextComment?.();
      return true;
    default:
      return false;
  }
}

/** The surfaces on the stage, in reading order. */
export function surfacesOnStage(session: LayoutSession): readonly string[] {
  const { place } = session.view.get();
  if (place === 'cover') return ['front', 'spine', 'back'];
  const { left, right } = spreadAt(session.document, place);
  return session.document.spec.bindingEdge === 'left'
    ? [left, right].filter((id) => id !== null)
    : [right, left].filter((id) => id !== null);
}

/** The page or panel that something new lands on: what is selected lies on it, or it was worked on last, or it is read first. */
export function surfaceInHand(session: LayoutSession): string | undefined {
  const { selection, page } = session.view.get();
  const shown = surfacesOnStage(session);
  // The one that was worked on may be gone, or have come to lie on another spread.
  return selection?.surfaceId ?? shown.find((surfaceId) => surfaceId === page) ?? shown[0];
}

/** The next frame in reading order; or that one too, as far as its page goes. */
function walk(session: LayoutSession, step: 1 | -1, isAdded: boolean): boolean {
  const { selection } = session.view.get();
  const surfaces = isAdded && selection !== null ? [selection.surfaceId] : surfacesOnStage(session);
  const all = surfaces.flatMap((surfaceId) => {
    const surface = surfaceOf(session.document, surfaceId);
    const frames = surface === undefined ? [] : framesInOrder(surface);
    return frames
      .toSorted(([, a], [, b]) => a.box.yMm - b.box.yMm || a.box.xMm - b.box.xMm)
      .map(([frameId]) => ({ surfaceId, frameId }));
  });
  const chosen = selection?.frameIds ?? [];
  const at = all.findIndex(({ frameId }) => frameId === chosen.at(-1));
  const next = isAdded ? all[at + step] : all[(at + step + all.length) % all.length];
  if (next === undefined) return true;
  const kept = isAdded ? chosen.filter((frameId) => frameId !== next.frameId) : [];
  session.select({ surfaceId: next.surfaceId, frameIds: [...kept, next.frameId] });
  return true;
}

function selectAll(session: LayoutSession): boolean {
  const surfaceId = surfaceInHand(session);
  const surface = surfaceId === undefined ? undefined : surfaceOf(session.document, surfaceId);
  if (surfaceId !== undefined && surface !== undefined) session.select({ surfaceId, frameIds: [...surface.order] });
  return true;
}

function turnOver(session: LayoutSession, actions: LayoutKeyActions, [x, y]: Direction): boolean {
  if (y !== 0) {
    actions.arrange(y === 1 ? 1 : -1);
    return true;
  }
  return turn(session, x === 1 ? 1 : -1);
}

function turn(session: LayoutSession, step: 1 | -1): boolean {
  const { place } = session.view.get();
  const at = place === 'cover' ? -1 : place;
  session.goTo(at + step < 0 ? 'cover' : at + step);
  return true;
}

function nudge(
  session: LayoutSession,
  selection: Selection,
  isInside: boolean,
  [x, y]: Direction,
  event: KeyboardEvent,
): void {
  const step = event.shiftKey ? STEP_MM.shift : event.altKey ? STEP_MM.alt : STEP_MM.plain;
  const [frameId = ''] = selection.frameIds;
  const way = { dxMm: x * step, dyMm: y * step };
  const gesture = `nudge ${selection.frameIds.join(' ')}`;
  if (isInside)
    session.do(
      'panPicture',
      panPicture(session.document, { surfaceId: selection.surfaceId, frameId, ...way }),
      gesture,
    );
  else session.do('moveFrames', moveFrames(session.document, { ...selection, ...way }), gesture);
}

function duplicate(session: LayoutSession, selection: Selection): void {
  const { document } = session;
  const outcome = duplicateFrames(document, selection);
  if (isRefusal(outcome) || !session.do('duplicateFrames', outcome)) return;
  const before = surfaceOf(document, selection.surfaceId)?.order ?? [];
  const after = surfaceOf(session.document, selection.surfaceId)?.order ?? [];
  session.select({ surfaceId: selection.surfaceId, frameIds: after.filter((id) => !before.includes(id)) });
}

/** As titles and captions of photo books are set, until somebody says otherwise. */
const NEW_TEXT = { sizePt: 20, align: 'centre', vertical: 'middle' } as const;

/** A text in the middle of the page, to be written at once. */
export function addTextHere(session: LayoutSession): boolean {
  if (!session.leaveText()) return true;
  const surfaceId = surfaceInHand(session);
  const place = placesBeside(session.document, surfaceId ?? '').find((one) => one.surfaceId === surfaceId);
  if (surfaceId === undefined || place === undefined) return true;
  const widthMm = place.widthMm * 0.6;
  const heightMm = 24;
  const box = { xMm: (place.widthMm - widthMm) / 2, yMm: (place.heightMm - heightMm) / 2, widthMm, heightMm };
  const frameId = nextFrameId(session.document);
  if (session.do('addText', addText(session.document, { surfaceId, box, ...NEW_TEXT }))) {
    session.select({ surfaceId, frameIds: [frameId] });
    session.write(frameId);
  }
  return true;
}

function insertAfter(session: LayoutSession): boolean {
  const { place } = session.view.get();
  const { document } = session;
  const spread = spreadAt(document, place === 'cover' ? 0 : place + 1);
  const before = document.order.find((id) => id === spread.left || id === spread.right) ?? null;
  session.do('insertPages', insertPages(document, { before }));
  return true;
}
