import { useState } from 'react';
import { cx } from '../../ui/class-names.ts';
import { pixelsOf, type BookFaces, type Half } from './book-look.ts';
import styles from './open-book.module.css';

/** How much of a book's thickness is seen beside its pages, from above. */
const SEEN_THICKNESS = 0.35;

interface OpenBookProps {
  readonly faces: BookFaces;
  /** Screen pixels a millimetre. */
  readonly scale: number;
  readonly at: number;
}

/** The book open at a spread. A neighbouring spread comes with the leaf between them; one further away at once. */
export function OpenBook({ at, ...look }: OpenBookProps) {
  const [shown, setShown] = useState(at);
  const [turnedFrom, setTurnedFrom] = useState<number | null>(null);
  if (shown !== at) {
    setShown(at);
    setTurnedFrom(Math.abs(at - shown) === 1 ? shown : null);
  }
  const { faces, scale } = look;
  const { book, bindingEdge, spreads } = faces;
  const width = pixelsOf(book.page.widthMm, scale);
  const height = pixelsOf(book.page.heightMm, scale);
  const [earlier, later] = turnedFrom === null ? [at, at] : [Math.min(at, turnedFrom), Math.max(at, turnedFrom)];
  // What is read first lies on the side at which the book is bound.
  const first = bindingEdge;
  const last: Half = first === 'left' ? 'right' : 'left';
  const share = at / Math.max(1, spreads - 1);
  const half = (side: Half, spread: number, on: PageProps['on']) => <Page {...look} side={side} at={spread} on={on} />;
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

interface UnderProps extends Pick<OpenBookProps, 'faces' | 'scale'> {
  readonly side: Half;
  /** Of all leaves, those that lie there. */
  readonly share: number;
}

/** What is seen of the book under its pages on one side: the board and, as much as lies there, the other leaves. */
function Under({ faces, scale, side, share }: UnderProps) {
  const { page, squareMm, thicknessMm } = faces.book;
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

interface PageProps extends OpenBookProps {
  readonly side: Half;
  /** Lying in the book, or on one of the two sides of a leaf that is turned. */
  readonly on: 'book' | 'face' | 'reverse';
}

/** One page of a spread, or the inside of the cover where there is none. */
function Page({ faces, scale, side, at, on }: PageProps) {
  const { book, bound, gutterMm } = faces;
  const width = pixelsOf(book.page.widthMm, scale);
  const height = pixelsOf(book.page.heightMm, scale);
  const page = faces.pageOn(side, at);
  return (
    <div
      className={cx(styles.half, on === 'book' ? undefined : styles.onLeaf, on === 'reverse' && styles.reverse)}
      data-half={side}
      data-surface={page?.id}
      style={{ width, height, left: on === 'book' && side === 'right' ? width : 0 }}
    >
      {page === null ? <div className={styles.insideOfCover} /> : page.draw(scale)}
      <div
        className={styles.gutter}
        data-bound={bound}
        data-side={side}
        style={{ width: Math.max(2, pixelsOf(gutterMm, scale)) }}
      />
    </div>
  );
}
