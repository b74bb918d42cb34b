import { useEffect, useState, type DragEvent } from 'react';
import { useLayout } from '../layout-context.ts';
import { ASIDE_DRAG, ASIDE_PICTURE_DRAG, PICTURE_DRAG, useDropAside, useDropPicture } from '../place-picture.ts';
import { useDropOnEntry } from '../themed/drop-on-entry.ts';
import { dropTargetAt, sameTarget, type DropTarget, type EntryTarget } from './drop-target.ts';
import { frameOf } from './frame-at.ts';
import type { StageSheet } from './stage-sheet.ts';

type PointOnSheet = (event: { readonly clientX: number; readonly clientY: number }) => {
  readonly xMm: number;
  readonly yMm: number;
};

/** What is dragged onto the stage from beside it: where it would go while it is held, and what it becomes when it is let go. */
export function useDrops(sheet: StageSheet, scale: number, onSheet: PointOnSheet) {
  const session = useLayout();
  const dropPicture = useDropPicture(sheet);
  const dropAside = useDropAside(sheet);
  const dropOnEntry = useDropOnEntry();
  const [target, setTarget] = useState<DropTarget | EntryTarget | null>(null);
  useEffect(() => {
    // Given up with Escape, or let go elsewhere.
    const onEnd = (): void => setTarget(null);
    window.addEventListener('dragend', onEnd);
    return () => window.removeEventListener('dragend', onEnd);
  }, []);

  const targetOf = (event: DragEvent): DropTarget | EntryTarget | null => {
    const { types } = event.dataTransfer;
    const isFrame = types.includes(ASIDE_DRAG);
    // Texts and fields lie where they are put.
    if (isFrame && !types.includes(ASIDE_PICTURE_DRAG)) return null;
    const over = frameOf(event.target as HTMLElement);
    const entry = isFrame || over !== null ? null : entryUnder(event.target as HTMLElement);
    if (entry !== null) return entry;
    return dropTargetAt(session.document, sheet, { ...onSheet(event), over, scale, isFrame });
  };
  /** The entry that an element of the stage is painted for, in the place where its item is seen. */
  const entryUnder = (target: HTMLElement): EntryTarget | null => {
    const item = target.closest<HTMLElement>('[data-entry]');
    const { entry, field } = item?.dataset ?? {};
    // Over words and grounds of a template a picture gets a frame of its own.
    if (item === null || entry === undefined || field === undefined) return null;
    const { left, top, width, height } = item.getBoundingClientRect();
    const box = { ...onSheet({ clientX: left, clientY: top }), widthMm: width / scale, heightMm: height / scale };
    return { kind: 'entry', entryId: entry, box, name: field };
  };
  return {
    target,
    onDragOver: (event: DragEvent): void => {
      if (!takesDrop(event)) return;
      event.preventDefault();
      const next = session.view.get().readOnly === null ? targetOf(event) : null;
      setTarget((former) => (sameTarget(former, next) ? former : next));
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent): void => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setTarget(null);
    },
    onDrop: (event: DragEvent): void => {
      setTarget(null);
      if (!takesDrop(event)) return;
      event.preventDefault();
      const there = targetOf(event);
      const aside = event.dataTransfer.getData(ASIDE_DRAG);
      const keys = event.dataTransfer.getData(PICTURE_DRAG).split(' ');
      if (there?.kind === 'entry') dropOnEntry(keys, there);
      else if (aside === '') dropPicture(keys, onSheet(event), there);
      else dropAside(aside, onSheet(event), there);
    },
  };
}

const takesDrop = ({ dataTransfer: { types } }: DragEvent): boolean =>
  types.includes(PICTURE_DRAG) || types.includes(ASIDE_DRAG);
