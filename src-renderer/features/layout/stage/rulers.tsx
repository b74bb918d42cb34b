import { memo } from 'react';
import type { SizePx } from '../../../ui/use-size-of.ts';
import type { StageView } from './stage-view.ts';
import styles from './rulers.module.css';

/** Millimetres between the ticks that carry figures: the first that leaves them room. */
const STEPS_MM = [1, 2, 5, 10, 20, 50, 100, 200] as const;
const FIGURE_ROOM_PX = 56;
const TICKS_BETWEEN = 5;

interface RulerProps {
  readonly view: StageView;
  readonly size: SizePx;
}

/** Millimetres from the trim's top left, along the top and the left of the stage. */
export const Rulers = memo(function Rulers({ view, size }: RulerProps) {
  return (
    <div aria-hidden="true">
      <Ruler axis="x" lengthPx={size.widthPx} zeroPx={view.xPx} scale={view.scale} />
      <Ruler axis="y" lengthPx={size.heightPx} zeroPx={view.yPx} scale={view.scale} />
    </div>
  );
});

const THICK_PX = 20;

function Ruler({
  axis,
  lengthPx,
  zeroPx,
  scale,
}: {
  readonly axis: 'x' | 'y';
  readonly lengthPx: number;
  readonly zeroPx: number;
  readonly scale: number;
}) {
  const step = STEPS_MM.find((mm) => mm * scale >= FIGURE_ROOM_PX) ?? 200;
  const tick = step / TICKS_BETWEEN;
  const first = Math.ceil(-zeroPx / scale / tick);
  const last = Math.floor((lengthPx - zeroPx) / scale / tick);
  const marks = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  const isAcross = axis === 'x';
  return (
    <svg
      className={isAcross ? styles.across : styles.down}
      width={isAcross ? lengthPx : THICK_PX}
      height={isAcross ? THICK_PX : lengthPx}
    >
      {marks.map((mark) => {
        const at = Math.round(zeroPx + mark * tick * scale) + 0.5;
        const isMain = mark % TICKS_BETWEEN === 0;
        const from = isMain ? 8 : 14;
        return (
          <g key={mark}>
            {isAcross ? (
              <line x1={at} x2={at} y1={from} y2={THICK_PX} />
            ) : (
              <line x1={from} x2={THICK_PX} y1={at} y2={at} />
            )}
            {isMain &&
              (isAcross ? (
                <text x={at + 3} y={11}>
                  {mark * tick}
                </text>
              ) : (
                <text transform={`translate(11 ${at - 3}) rotate(-90)`}>{mark * tick}</text>
              ))}
          </g>
        );
      })}
    </svg>
  );
}
