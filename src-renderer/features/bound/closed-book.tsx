import type { CSSProperties } from 'react';
import { BOOK_SIDES, type BookSide } from '../../../src-core/specs/bound-book.ts';
import { pixelsOf, type BookFaces } from './book-look.ts';
import styles from './closed-book.module.css';

/** About the spine, of a book that is bound at the left: a little of the spine is seen beside front and back. */
const TURNED_DEG: Readonly<Record<BookSide, number>> = { front: 24, spine: 90, back: 156 };

interface ClosedBookProps {
  readonly faces: BookFaces;
  /** Screen pixels a millimetre. */
  readonly scale: number;
  readonly side: BookSide;
}

/** The cover folded round the pages, turned until that side is in front. */
export function ClosedBook({ side, faces, scale }: ClosedBookProps) {
  const { sides, thicknessMm, page, squareMm } = faces.book;
  const isLeft = faces.bindingEdge === 'left';
  const width = pixelsOf(sides.front.widthMm, scale);
  const height = pixelsOf(sides.front.heightMm, scale);
  const thickness = Math.max(1, pixelsOf(thicknessMm, scale));
  const towardsSpine = isLeft ? 1 : -1;
  const turnedDeg = TURNED_DEG[side];
  // What comes nearest lies in the plane of the screen, so that no side is drawn larger than it is.
  const nearestPx = (width / 2) * Math.sin((turnedDeg * Math.PI) / 180);
  const placed: Readonly<Record<BookSide, CSSProperties>> = {
    front: { width, left: 0, transform: `translateZ(${thickness / 2}px)` },
    back: { width, left: 0, transform: `rotateY(180deg) translateZ(${thickness / 2}px)` },
    spine: {
      width: thickness,
      left: (width - thickness) / 2,
      transform: `rotateY(${-90 * towardsSpine}deg) translateZ(${width / 2}px)`,
    },
  };
  const [head, foreEdge] = [pixelsOf(squareMm.head, scale), pixelsOf(squareMm.foreEdge, scale)];
  const block = { width: pixelsOf(page.widthMm, scale), height: height - 2 * head };
  return (
    <div className={styles.space}>
      <div
        className={styles.book}
        data-side={side}
        style={{
          width,
          height,
          left: -width / 2,
          top: -height / 2,
          transform: `translateZ(${-nearestPx}px) rotateX(-6deg) rotateY(${turnedDeg * towardsSpine}deg)`,
        }}
      >
        <div
          className={styles.leaves}
          style={{
            width: thickness,
            height: block.height,
            left: (width - thickness) / 2,
            top: head,
            transform: `rotateY(${90 * towardsSpine}deg) translateZ(${width / 2 - foreEdge}px)`,
          }}
        />
        {(['head', 'foot'] as const).map((end) => (
          <div
            key={end}
            className={styles.ends}
            style={{
              width: block.width,
              height: thickness,
              left: isLeft ? 0 : width - block.width,
              top: (height - thickness) / 2,
              transform: `rotateX(${end === 'head' ? 90 : -90}deg) translateZ(${height / 2 - head}px)`,
            }}
          />
        ))}
        {BOOK_SIDES.map((one) => (
          <div key={one} className={styles.side} data-face={one} style={{ height, ...placed[one] }}>
            <Side {...{ faces, scale }} side={one} isSpineLeft={(one === 'front') === isLeft} />
          </div>
        ))}
      </div>
    </div>
  );
}

interface SideProps extends ClosedBookProps {
  /** Front and back: on which of their edges the spine is, as they are looked at. */
  readonly isSpineLeft: boolean;
}

/** What the cover sheet shows on one side of the book. */
function Side({ faces, scale, side, isSpineLeft }: SideProps) {
  const { xMm, yMm } = faces.book.sides[side];
  const hinge = pixelsOf(faces.book.hingeMm, scale);
  return (
    <>
      <div className={styles.sheet} style={{ left: -pixelsOf(xMm, scale), top: -pixelsOf(yMm, scale) }}>
        {faces.cover(scale)}
      </div>
      {hinge > 0 && side !== 'spine' && (
        <div className={styles.hinge} style={{ width: hinge, [isSpineLeft ? 'left' : 'right']: 0 }} />
      )}
    </>
  );
}
