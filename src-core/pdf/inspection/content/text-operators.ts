import type { PdfValue } from '../../objects.ts';
import { movedBefore } from '../geometry.ts';
import { IDENTITY } from './graphics-state.ts';
import type { OperatorFamily } from './operator.ts';
import { showText } from './show-text.ts';
import type { StreamRun } from './stream-run.ts';

/** Text (ISO 32000-1, tables 105 to 109) and the widths of Type 3 glyphs (table 113). */
export const TEXT_OPERATORS: OperatorFamily = {
  BT: ['', (run) => beginText(run)],
  ET: ['', (run) => endText(run)],
  Tc: ['n', (run, o) => void (run.state.charSpace = o.number(0))],
  Tw: ['n', (run, o) => void (run.state.wordSpace = o.number(0))],
  Tz: ['n', (run, o) => void (run.state.horizontalScale = o.number(0) / 100)],
  TL: ['n', (run, o) => void (run.state.leading = o.number(0))],
  Ts: ['n', (run, o) => void (run.state.rise = o.number(0))],
  Tr: ['n', (run, o) => setRenderingMode(run, o.number(0))],
  Tf: ['Nn', (run, o) => setFont(run, o.name(0), o.number(0))],
  Td: ['nn', (run, o) => moveLine(run, o.number(0), o.number(1))],
  TD: [
    'nn',
    (run, o) => {
      run.state.leading = -o.number(1);
      moveLine(run, o.number(0), o.number(1));
    },
  ],
  Tm: [
    'nnnnnn',
    (run, o) =>
      void (run.textMatrix = run.lineMatrix =
        [o.number(0), o.number(1), o.number(2), o.number(3), o.number(4), o.number(5)]),
  ],
  'T*': ['', (run) => nextLine(run)],
  Tj: ['s', (run, o) => showText(run, [o.other(0)])],
  TJ: ['a', (run, o) => showText(run, o.other(0) as PdfValue[])],
  "'": [
    's',
    (run, o) => {
      nextLine(run);
      showText(run, [o.other(0)]);
    },
  ],
  '"': [
    'nns',
    (run, o) => {
      run.state.wordSpace = o.number(0);
      run.state.charSpace = o.number(1);
      nextLine(run);
      showText(run, [o.other(0)]);
    },
  ],
  d0: ['nn', () => undefined],
  d1: ['nnnnnn', (run) => void (run.isColourFixed = true)],
};

function beginText(run: StreamRun): void {
  if (run.isInText) run.note('markersUnbalanced', 'BT');
  run.isInText = true;
  run.textMatrix = run.lineMatrix = IDENTITY;
}

/** What was shown as a clip takes effect here; its outlines are not followed (9.3.6). */
function endText(run: StreamRun): void {
  if (!run.isInText) run.note('markersUnbalanced', 'ET');
  run.isInText = false;
  if (run.textClip !== null) run.state.clipTo(run.textClip, false);
  run.textClip = null;
}

function setRenderingMode(run: StreamRun, mode: number): void {
  if (Number.isInteger(mode) && mode >= 0 && mode <= 7) run.state.renderingMode = mode;
  else run.note('operandType', 'Tr');
}

function setFont(run: StreamRun, name: string, size: number): void {
  const value = run.named('Font', name);
  run.state.font = value === undefined ? null : run.shared.readFont(value);
  run.state.fontSize = size;
}

function moveLine(run: StreamRun, x: number, y: number): void {
  run.textMatrix = run.lineMatrix = movedBefore(run.lineMatrix, x, y);
}

function nextLine(run: StreamRun): void {
  moveLine(run, 0, -run.state.leading);
}
