import { useCallback, useState } from 'react';
import { spreadsOf } from '../../../../src-core/layout/spreads.ts';
import type { BookSide } from '../../../../src-core/specs/bound-book.ts';
import type { LayoutSession } from '../layout-session.ts';

/** `bound`: folded, glued and cut, to be leafed through. `flat`: as it is printed, without tools. */
export const PREVIEW_LOOKS = ['bound', 'flat'] as const;
export type PreviewLook = (typeof PREVIEW_LOOKS)[number];

export interface BookPreview {
  readonly isOn: boolean;
  readonly look: PreviewLook;
  /** Of the closed book. */
  readonly side: BookSide;
  readonly toggle: () => void;
  readonly setLook: (look: PreviewLook) => void;
  readonly setSide: (side: BookSide) => void;
  /** One leaf on or back: from the front cover through all pages to the back cover. */
  readonly leaf: (by: 1 | -1) => void;
  /** Closed, lying on that side. */
  readonly close: (side: BookSide) => void;
}

/** The book without tools: how it is looked at, and where it is open. The open spread is the session's own place. */
export function useBookPreview(session: LayoutSession): BookPreview {
  const [isOn, setIsOn] = useState(false);
  const [look, setLook] = useState<PreviewLook>('bound');
  const [side, setSide] = useState<BookSide>('front');
  // A preview has no fields.
  const toggle = useCallback(() => {
    if (!session.leaveText()) return;
    session.select(null);
    setSide('front');
    setIsOn((now) => !now);
  }, [session]);
  const close = useCallback(
    (to: BookSide) => {
      setSide(to);
      session.goTo('cover');
    },
    [session],
  );
  const leaf = useCallback(
    (by: 1 | -1) => {
      const { place } = session.view.get();
      const last = spreadsOf(session.document).length - 1;
      if (place !== 'cover') {
        if (place + by < 0) close('front');
        else if (place + by > last) close('back');
        else session.goTo(place + by);
      } else if (side === 'back') {
        if (by < 0) session.goTo(last);
      } else if (by > 0) session.goTo(0);
      else setSide('front');
    },
    [session, side, close],
  );
  return { isOn, look, side, toggle, setLook, setSide, leaf, close };
}
