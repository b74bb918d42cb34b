import { isDict } from '../../objects.ts';
import type { Matrix } from '../geometry.ts';
import { isMatrixSensible } from './sensible.ts';
import type { OperatorFamily } from './operator.ts';
import type { StreamRun } from './stream-run.ts';

const nothing = (): void => undefined;

/** Graphics state and compatibility (ISO 32000-1, tables 57 and 32). Caps, joins, dashes and intents change no fact. */
export const STATE_OPERATORS: OperatorFamily = {
  q: ['', (run) => run.save()],
  Q: ['', (run) => run.restore()],
  cm: [
    'nnnnnn',
    (run, o) => concatenate(run, [o.number(0), o.number(1), o.number(2), o.number(3), o.number(4), o.number(5)]),
  ],
  w: ['n', (run, o) => void (run.state.lineWidth = Math.abs(o.number(0)))],
  J: ['n', nothing],
  j: ['n', nothing],
  M: ['n', nothing],
  d: ['an', nothing],
  ri: ['N', nothing],
  i: ['n', nothing],
  gs: ['N', (run, o) => extend(run, o.name(0))],
  BX: ['', (run) => void run.lenience++],
  EX: ['', (run) => void (run.lenience = Math.max(0, run.lenience - 1))],
};

function concatenate(run: StreamRun, matrix: Matrix): void {
  if (!isMatrixSensible(matrix)) {
    run.note('degenerateMatrix', 'cm');
    return;
  }
  if (matrix[0] * matrix[3] === matrix[1] * matrix[2]) run.note('degenerateMatrix', 'cm');
  run.state.concatenate(matrix);
}

function extend(run: StreamRun, name: string): void {
  const { document, extendedStates, readFont } = run.shared;
  const dict = document.resolve(run.named('ExtGState', name));
  if (!isDict(dict)) return;
  const { state } = run;
  const extended = extendedStates.of(dict);
  state.paint = extended.applyTo(state.paint);
  state.lineWidth = extended.lineWidth ?? state.lineWidth;
  if (extended.font !== null) {
    state.font = readFont(extended.font.value);
    state.fontSize = extended.font.size;
  }
  if (extended.softMask !== null) run.canvas.softMask(extended.softMask, state, run.innerScope);
}
