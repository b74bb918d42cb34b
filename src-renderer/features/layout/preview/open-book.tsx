import { useState } from 'react';
import { spreadGeometry } from '../../../../src-core/layout/spread-geometry.ts';
import { spreadAt, spreadsOf } from '../../../../src-core/layout/spreads.ts';
import { cx } from '../../../ui/class-names.ts';
import { SheetView } from '../stage/sheet-view.tsx';
import { stageSheetOf } from '../stage/stage-sheet.ts';
import { pixelsOf, type BookLook } from './book-look.ts';
import styles from './open-book.module.css';

type Side = 'left' | 'right';

/** How much of a book's thickness is seen beside its pages, from above. */
const SEEN_THICKNESS = 0.35;

/** The book open at a spread. A neighbouring spread comes with the leaf between them; one further away at once. */
export function OpenBook({ at, ...look }: BookLook & { readonly at: number }) {
  const [shown, setShown] = useState(at);
  const [turnedFrom, setTurnedFrom] = useState<number | null>(null);
  if (shown !== at) {
    setShown(at);
    setTurnedFrom(Math.abs(at - shown) === 1 ? shown : null);
  }
  const { document, book, scale } = look;
  const width = pixelsOf(book.page.widthMm, scale);
  const height = pixelsOf(book.page.heightMm, scale);
  const [earlier, later] = turnedFrom === null ? [at, at] : [Math.min(at, turnedFrom), Math.max(at, turnedFrom)];
  // What is read first lies on the side at which the book is bound.
  const first: Side = document.spec.bindingEdge;
  const last: Side = first === 'left' ? 'right' : 'left';
  const share = at / Math.max(1, spreadsOf(document).length - 1);
  const half = (side: Side, spread: number, on: HalfProps['on']) => <Half {...look} side={side} at={spread} on={on} />;
  return (
    <div className={styles.book} style={{ width: 2 * width, height, left: -width, top: -height / 2 }}>
      <Under {...look} side={first} share={share} />
      <Under {...look} side={last} share={1 - share} />
      {half(first, earlier, 'book')}
      {half(last, later, 'book')}
      {turnedFrom !== null && (
        <div
          key={`${turnedFrom} ${at}`}
          className={cx(styles.leaf, at < turnedFrom ? styles.backwards : undefined)}
          data-leaf=""
          data-bound-at={first}
          style={{ width, height, left: last === 'left' ? 0 : width }}
          onAnimationEnd={() => setTurnedFrom(null)}
        >
          {half(last, earlier, 'face')}
          {half(first, later, 'reverse')}
        </div>
      )}
    </div>
  );
}

/** What is seen of the book under its pages on one side: the board and, as much as lies there, the other leaves. */
function Under({ book, scale, side, share }: BookLook & { readonly side: Side; readonly share: number }) {
  const { page, squareMm, thicknessMm } = book;
  const width = pixelsOf(page.widthMm, scale);
  const height = pixelsOf(page.heightMm, scale);
  const [head, foreEdge] = [pixelsOf(squareMm.head, scale), pixelsOf(squareMm.foreEdge, scale)];
  const leaves = Math.round(thicknessMm * share * SEEN_THICKNESS * scale);
  const from = (beyond: number) => (side === 'left' ? -beyond : width);
  return (
    <>
      {foreEdge > 0 && (
        <div
          className={styles.board}
          data-board={side}
          style={{ left: from(foreEdge), top: -head, width: width + foreEdge, height: height + 2 * head }}
        />
      )}
      <div className={styles.leaves} style={{ left: from(leaves), top: 0, width: width + leaves, height }} />
    </>
  );
}

interface HalfProps extends BookLook {
  readonly side: Side;
  readonly at: number;
  /** Lying in the book, or on one of the two sides of a leaf that is turned. */
  readonly on: 'book' | 'face' | 'reverse';
}

/** One page of a spread, or the inside of the cover where there is none. */
function Half({ document, book, thresholds, measure, scale, side, at, on }: HalfProps) {
  const width = pixelsOf(book.page.widthMm, scale);
  const height = pixelsOf(book.page.heightMm, scale);
  const surfaceId = spreadAt(document, at)[side];
  const { bound, gutterMm } = spreadGeometry(document, at, thresholds);
  return (
    <div
      className={cx(styles.half, on === 'book' ? undefined : styles.onLeaf, on === 'reverse' && styles.reverse)}
      data-half={side}
      data-surface={surfaceId ?? undefined}
      style={{ width, height, left: on === 'book' && side === 'right' ? width : 0 }}
    >
      {surfaceId === null ? (
        <div className={styles.insideOfCover} />
      ) : (
        <div className={styles.spread} style={{ left: side === 'left' ? 0 : -width }}>
          <SheetView sheet={stageSheetOf(document, at, thresholds)} {...{ document, scale, measure }} isPreview />
        </div>
      )}
      <div
        className={styles.gutter}
        data-bound={bound}
        data-side={side}
        style={{ width: Math.max(2, pixelsOf(gutterMm, scale)) }}
      />
    </div>
  );
}
