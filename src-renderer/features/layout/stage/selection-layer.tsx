import type { BoxMm } from '../../../../src-core/specs/book-geometry.ts';
import type { MovedSides } from './snapping.ts';
import styles from './selection-layer.module.css';

type Side = 'left' | 'right' | 'top' | 'bottom';

/** The eight places to take hold of a frame, with the sides that follow. */
const HANDLES: readonly {
  readonly name: string;
  readonly sides: readonly Side[];
  readonly x: number;
  readonly y: number;
}[] = [
  { name: 'nw', sides: ['left', 'top'], x: 0, y: 0 },
  { name: 'n', sides: ['top'], x: 0.5, y: 0 },
  { name: 'ne', sides: ['right', 'top'], x: 1, y: 0 },
  { name: 'e', sides: ['right'], x: 1, y: 0.5 },
  { name: 'se', sides: ['right', 'bottom'], x: 1, y: 1 },
  { name: 's', sides: ['bottom'], x: 0.5, y: 1 },
  { name: 'sw', sides: ['left', 'bottom'], x: 0, y: 1 },
  { name: 'w', sides: ['left'], x: 0, y: 0.5 },
];

export const sidesOfHandle = (name: string): MovedSides =>
  new Set(HANDLES.find((handle) => handle.name === name)?.sides ?? []);

interface SelectionLayerProps {
  /** In the sheet's millimetres. */
  readonly boxes: readonly BoxMm[];
  readonly scale: number;
  readonly isInside: boolean;
  /** Resolution and how large it stays sharp, of one picture. */
  readonly caption: string | null;
  readonly tone: 'good' | 'warning' | 'bad';
}

export function SelectionLayer({ boxes, scale, isInside, caption, tone }: SelectionLayerProps) {
  const isOne = boxes.length === 1;
  return boxes.map((box, index) => {
    const [left, top] = [box.xMm * scale, box.yMm * scale];
    const [width, height] = [box.widthMm * scale, box.heightMm * scale];
    return (
      <div
        // By its place: one that moves is the same one.
        key={index}
        className={styles.selection}
        data-selected=""
        data-inside={isInside || undefined}
        style={{ width, height, transform: `translate(${left}px, ${top}px)` }}
      >
        {isOne &&
          !isInside &&
          HANDLES.map(({ name, x, y }) => (
            <span
              key={name}
              className={styles.handle}
              data-handle={name}
              style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
            />
          ))}
        {isOne && caption !== null && (
          <span className={styles.caption} data-tone={tone}>
            {caption}
          </span>
        )}
      </div>
    );
  });
}

/** The box that is drawn on empty paper to select what it touches. */
export function Marquee({ box, scale }: { readonly box: BoxMm; readonly scale: number }) {
  return (
    <div
      className={styles.marquee}
      data-marquee=""
      style={{ left: box.xMm * scale, top: box.yMm * scale, width: box.widthMm * scale, height: box.heightMm * scale }}
    />
  );
}
