import type { DropTarget, EntryTarget } from './drop-target.ts';
import styles from './drop-layer.module.css';

/** Wide enough to be seen on any picture, light edges included. */
const LINE_PX = 4;

/** Where a picture would go that is let go now: a line between two frames, or the frame whose place it takes. */
export function DropLayer({
  target,
  scale,
}: {
  readonly target: DropTarget | EntryTarget | null;
  readonly scale: number;
}) {
  if (target === null) return null;
  if (target.kind !== 'join') {
    const { xMm, yMm, widthMm, heightMm } = target.box;
    return (
      <div
        className={styles.into}
        data-drop="into"
        style={{ left: xMm * scale, top: yMm * scale, width: widthMm * scale, height: heightMm * scale }}
      />
    );
  }
  const { axis, atMm, fromMm, toMm, place } = target.insertion;
  const across = { at: Math.round(atMm * scale - LINE_PX / 2), from: fromMm * scale, length: (toMm - fromMm) * scale };
  return (
    <div
      className={styles.line}
      data-drop="join"
      data-axis={axis}
      data-place={place}
      style={
        axis === 'x'
          ? { left: across.at, top: across.from, width: LINE_PX, height: across.length }
          : { left: across.from, top: across.at, width: across.length, height: LINE_PX }
      }
    />
  );
}
