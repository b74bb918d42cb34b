import { useMemo, useRef } from 'react';
import type { TextMeasure } from '../../../../src-core/composition/sketch.ts';
import { spreadsOf } from '../../../../src-core/layout/spreads.ts';
import type { Thresholds } from '../../../../src-core/preflight/thresholds.ts';
import { boundBook, type BookSide } from '../../../../src-core/specs/bound-book.ts';
import { useText } from '../../../i18n/use-text.ts';
import { documentOf, placeOf, useLayoutPart } from '../layout-context.ts';
import { useSizeOf } from '../stage/stage-view.ts';
import { ClosedBook } from './closed-book.tsx';
import { OpenBook } from './open-book.tsx';
import styles from './bound-preview.module.css';

/** Around the book; the bar that leafs through it lies below. */
const ROOM_PX = { across: 48, above: 40, below: 84 } as const;
const LEAST_SCALE = 0.05;

interface BoundPreviewProps {
  readonly measure: TextMeasure | null;
  readonly thresholds: Thresholds;
  /** From where the closed book is looked at. */
  readonly side: BookSide;
}

/** The book as its reader has it in hand, closed or open at a spread, both at the same true proportions. */
export function BoundPreview({ measure, thresholds, side }: BoundPreviewProps) {
  const { t } = useText();
  const document = useLayoutPart(documentOf);
  const place = useLayoutPart(placeOf);
  const root = useRef<HTMLDivElement>(null);
  const { widthPx, heightPx } = useSizeOf(root);
  const { spec, order } = document;
  const book = useMemo(() => boundBook(spec, order.length), [spec, order.length]);
  const acrossMm = 2 * (book.page.widthMm + book.squareMm.foreEdge);
  const downMm = book.page.heightMm + 2 * book.squareMm.head;
  const [across, down] = [widthPx - 2 * ROOM_PX.across, heightPx - ROOM_PX.above - ROOM_PX.below];
  const fitting = Math.max(LEAST_SCALE, Math.min(across / acrossMm, down / downMm));
  // Pages are whole pixels wide: nothing shows through between two of them, or beside one.
  const scale = Math.floor(fitting * book.page.widthMm) / book.page.widthMm;
  const shown =
    place === 'cover'
      ? t(`layout.panel.${side}`)
      : t('layout.spreadOf', { spread: place + 1, spreads: spreadsOf(document).length });
  const look = { document, book, thresholds, measure, scale };
  return (
    <div
      ref={root}
      className={styles.preview}
      data-bound-preview=""
      role="img"
      aria-label={t('layout.preview.of', { title: document.title, shown })}
    >
      <div className={styles.middle} style={{ left: widthPx / 2, top: ROOM_PX.above + down / 2 }} aria-hidden="true">
        {place === 'cover' ? <ClosedBook {...look} side={side} /> : <OpenBook {...look} at={place} />}
      </div>
    </div>
  );
}
