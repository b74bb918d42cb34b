import { useRef } from 'react';
import type { BookPlace } from '../../../src-core/specs/bound-place.ts';
import { useText } from '../../i18n/use-text.ts';
import { useSizeOf } from '../../ui/use-size-of.ts';
import type { BookFaces } from './book-look.ts';
import { ClosedBook } from './closed-book.tsx';
import { OpenBook } from './open-book.tsx';
import styles from './bound-view.module.css';

/** Around the book; the bar that leafs through it lies below. */
const ROOM_PX = { across: 48, above: 40, below: 84 } as const;
const LEAST_SCALE = 0.05;

interface BoundViewProps {
  readonly faces: BookFaces;
  readonly place: BookPlace;
}

/** The book as its reader has it in hand, closed or open at a spread, both at the same true proportions. */
export function BoundView({ faces, place }: BoundViewProps) {
  const { t } = useText();
  const root = useRef<HTMLDivElement>(null);
  const { widthPx, heightPx } = useSizeOf(root);
  const { book, title, spreads } = faces;
  const acrossMm = 2 * (book.page.widthMm + book.squareMm.foreEdge);
  const downMm = book.page.heightMm + 2 * book.squareMm.head;
  const [across, down] = [widthPx - 2 * ROOM_PX.across, heightPx - ROOM_PX.above - ROOM_PX.below];
  const fitting = Math.max(LEAST_SCALE, Math.min(across / acrossMm, down / downMm));
  // Pages are whole pixels wide: nothing shows through between two of them, or beside one.
  const scale = Math.floor(fitting * book.page.widthMm) / book.page.widthMm;
  const shown =
    typeof place === 'number' ? t('layout.spreadOf', { spread: place + 1, spreads }) : t(`layout.panel.${place}`);
  return (
    <div
      ref={root}
      className={styles.preview}
      data-bound-preview=""
      role="img"
      aria-label={t('layout.preview.of', { title, shown })}
    >
      {widthPx > 0 && (
        <div className={styles.middle} style={{ left: widthPx / 2, top: ROOM_PX.above + down / 2 }} aria-hidden="true">
          {typeof place === 'number' ? (
            <OpenBook faces={faces} scale={scale} at={place} />
          ) : (
            <ClosedBook faces={faces} scale={scale} side={place} />
          )}
        </div>
      )}
    </div>
  );
}
