import { useCallback, useState } from 'react';
import { spreadsOf } from '../../../../src-core/layout/spreads.ts';
import type { BookSide } from '../../../../src-core/specs/bound-book.ts';
import type { BookPlace } from '../../../../src-core/specs/bound-place.ts';
import { documentOf, placeOf, useLayoutPart } from '../layout-context.ts';
import type { LayoutSession } from '../layout-session.ts';

/** `bound`: folded, glued and cut, to be leafed through. `flat`: as it is printed, without tools. */
export const PREVIEW_LOOKS = ['bound', 'flat'] as const;
export type PreviewLook = (typeof PREVIEW_LOOKS)[number];

export interface BookPreview {
  readonly isOn: boolean;
  readonly toggle: () => void;
  readonly look: PreviewLook;
  readonly setLook: (look: PreviewLook) => void;
  readonly place: BookPlace;
  readonly spreads: number;
  readonly goTo: (place: BookPlace) => void;
}

/** The book without tools. The spread at which it is open is the session's own place; closed, it lies on one of its sides. */
export function useBookPreview(session: LayoutSession): BookPreview {
  const [isOn, setIsOn] = useState(false);
  const [look, setLook] = useState<PreviewLook>('bound');
  const [side, setSide] = useState<BookSide>('front');
  const open = useLayoutPart(placeOf);
  const spreads = spreadsOf(useLayoutPart(documentOf)).length;
  // A preview has no fields.
  const toggle = useCallback(() => {
    if (!session.leaveText()) return;
    session.select(null);
    setSide('front');
    setIsOn((now) => !now);
  }, [session]);
  const goTo = useCallback(
    (to: BookPlace) => {
      if (typeof to === 'number') return session.goTo(to);
      setSide(to);
      session.goTo('cover');
    },
    [session],
  );
  return { isOn, toggle, look, setLook, place: open === 'cover' ? side : open, spreads, goTo };
}
