import { createContext, use, useEffect, useRef } from 'react';
import type { LayoutDocument } from '../../../src-core/layout/document.ts';
import type { LayoutSession, LayoutView, Place, Selection, TypedText } from './layout-session.ts';

export const LayoutContext = createContext<LayoutSession | null>(null);

/** The book on the stage. */
export function useLayout(): LayoutSession {
  const session = use(LayoutContext);
  if (session === null) throw new Error('no layout is open here');
  return session;
}

/**
 * A part of what is shown of it. Parts by themselves, so that a hand on the stage draws nothing anew but what it moves:
 * `document` is what is kept, `calmlyShownOf` what it would be if the gesture ended now, told a few times a second.
 */
export const useLayoutPart = <Part>(part: (view: LayoutView) => Part): Part => useLayout().view.useWith(part);

export const documentOf = ({ document }: LayoutView): LayoutDocument => document;
export const calmlyShownOf = ({ document, calmDraft }: LayoutView): LayoutDocument => calmDraft ?? document;
export const placeOf = ({ place }: LayoutView): Place => place;
export const selectionOf = ({ selection }: LayoutView): Selection | null => selection;

/** While the part is on screen, what is typed in its field is left before anything takes the field away. */
export function useTypedText(typed: TypedText): void {
  const session = useLayout();
  const latest = useRef(typed);
  useEffect(() => {
    latest.current = typed;
  });
  useEffect(
    () => session.typing({ leave: () => latest.current.leave(), show: () => latest.current.show() }),
    [session],
  );
}
