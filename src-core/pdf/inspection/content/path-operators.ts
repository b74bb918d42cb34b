import type { BoundsMm } from '../geometry.ts';
import { stretchOf } from './graphics-state.ts';
import type { OperatorFamily } from './operator.ts';
import { areBoundsSensible } from './sensible.ts';
import type { StreamRun } from './stream-run.ts';
import { POINTS_PER_MM } from '../../../units.ts';

const fill = (run: StreamRun) => paintPath(run, true, false);
const stroke = (run: StreamRun) => paintPath(run, false, true);
const both = (run: StreamRun) => paintPath(run, true, true);
const clip = (run: StreamRun) => void (run.isClipPending = true);

/** Paths (ISO 32000-1, tables 59 to 61). */
export const PATH_OPERATORS: OperatorFamily = {
  m: ['nn', (run, o) => run.path.moveTo(o.number(0), o.number(1))],
  l: ['nn', (run, o) => run.path.lineTo(run.state.ctm, o.number(0), o.number(1))],
  c: [
    'nnnnnn',
    (run, o) =>
      run.path.curveTo(run.state.ctm, o.number(0), o.number(1), o.number(2), o.number(3), o.number(4), o.number(5)),
  ],
  v: ['nnnn', (run, o) => run.path.curveFromHere(run.state.ctm, o.number(0), o.number(1), o.number(2), o.number(3))],
  y: [
    'nnnn',
    (run, o) =>
      run.path.curveTo(run.state.ctm, o.number(0), o.number(1), o.number(2), o.number(3), o.number(2), o.number(3)),
  ],
  h: ['', (run) => run.path.close()],
  re: ['nnnn', (run, o) => run.path.rectangle(run.state.ctm, o.number(0), o.number(1), o.number(2), o.number(3))],
  S: ['', stroke],
  s: ['', stroke],
  f: ['', fill],
  F: ['', fill],
  'f*': ['', fill],
  B: ['', both],
  'B*': ['', both],
  b: ['', both],
  'b*': ['', both],
  n: ['', (run) => endPath(run)],
  W: ['', clip],
  'W*': ['', clip],
};

function paintPath(run: StreamRun, fills: boolean, strokes: boolean): void {
  const { path, state } = run;
  if (!path.isEmpty) {
    const { boundsMm, shape, segments } = path.finish();
    const stretch = strokes ? stretchOf(state.ctm) : null;
    const painted = stretch === null ? boundsMm : grow(boundsMm, (state.lineWidth * stretch.most) / 2);
    if (areBoundsSensible(painted)) {
      run.canvas.add({
        kind: 'path',
        order: run.canvas.objects.length,
        from: run.scope.from,
        boundsMm: painted,
        clippedMm: state.clipped(painted),
        isClipExact: state.isClipExact,
        isHidden: run.isOff,
        state: run.effectivePaint,
        shape,
        segments,
        fill: fills ? state.fill : null,
        stroke: strokes ? state.stroke : null,
        strokeWidthPt: stretch === null ? null : state.lineWidth * stretch.least * POINTS_PER_MM,
      });
      if (fills) run.insidePattern(state.fill, boundsMm);
      if (strokes) run.insidePattern(state.stroke, painted);
    }
  }
  endPath(run);
}

/** A clip takes effect after the path is painted. One without a path is passed over, as other readers do. */
function endPath(run: StreamRun): void {
  const { path } = run;
  if (run.isClipPending && !path.isEmpty) {
    const { boundsMm, shape } = path.finish();
    if (areBoundsSensible(boundsMm)) run.state.clipTo(boundsMm, shape === 'rectangle');
  }
  run.isClipPending = false;
  path.clear();
}

const grow = ({ leftMm, topMm, rightMm, bottomMm }: BoundsMm, by: number): BoundsMm => ({
  leftMm: leftMm - by,
  topMm: topMm - by,
  rightMm: rightMm + by,
  bottomMm: bottomMm + by,
});
