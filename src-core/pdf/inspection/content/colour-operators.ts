import { PdfStream, type PdfValue } from '../../objects.ts';
import { DEVICE_CMYK, DEVICE_GRAY, DEVICE_RGB, PATTERN } from '../colour-spaces.ts';
import type { ColourSpace, Paint } from '../colour-facts.ts';
import type { OperatorFamily } from './operator.ts';
import type { Operands } from './operands.ts';
import type { StreamRun } from './stream-run.ts';

const PLAIN_DEVICE = { DeviceGray: DEVICE_GRAY, DeviceRGB: DEVICE_RGB, DeviceCMYK: DEVICE_CMYK } as const;

/** `before` is the colour so far: the same again stays one object. */
type Make = (run: StreamRun, operands: Operands, before: Paint) => Paint;
const toFill = (make: Make) => (run: StreamRun, o: Operands) => {
  if (!run.isColourFixed) run.state.fill = make(run, o, run.state.fill);
};
const toStroke = (make: Make) => (run: StreamRun, o: Operands) => {
  if (!run.isColourFixed) run.state.stroke = make(run, o, run.state.stroke);
};

const gray = device('DeviceGray');
const rgb = device('DeviceRGB');
const cmyk = device('DeviceCMYK');
const inSpace =
  (operator: string): Make =>
  (run, o, before) =>
    colour(run, before.space, o, operator);

/** Colours (ISO 32000-1, table 74). */
export const COLOUR_OPERATORS: OperatorFamily = {
  g: ['n', toFill(gray)],
  G: ['n', toStroke(gray)],
  rg: ['nnn', toFill(rgb)],
  RG: ['nnn', toStroke(rgb)],
  k: ['nnnn', toFill(cmyk)],
  K: ['nnnn', toStroke(cmyk)],
  cs: ['N', toFill((run, o) => chooseSpace(run, o.name(0)))],
  CS: ['N', toStroke((run, o) => chooseSpace(run, o.name(0)))],
  sc: ['*', toFill(inSpace('sc'))],
  scn: ['*', toFill(inSpace('scn'))],
  SC: ['*', toStroke(inSpace('SC'))],
  SCN: ['*', toStroke(inSpace('SCN'))],
};

function device(family: keyof typeof PLAIN_DEVICE): Make {
  return (run, o, before) => {
    const { resources } = run.scope;
    const space = resources.hasColourSpaces ? run.shared.spaces.device(family, resources.dict) : PLAIN_DEVICE[family];
    if (before.space === space && before.pattern === null && o.equalNumbers(before.values)) return before;
    return run.shared.recentPaints.plain(space, o);
  };
}

function chooseSpace(run: StreamRun, name: string): Paint {
  const space = run.shared.spaces.read(name, run.scope.resources.dict);
  if (space.family === 'unknown') run.note('missingResource', `ColorSpace ${name}`.slice(0, 64));
  return { space, values: initialValues(space), pattern: null };
}

function colour(run: StreamRun, space: ColourSpace, o: Operands, operator: string): Paint {
  const name = o.countOfOthers === 0 ? undefined : o.other(o.countOfOthers - 1);
  if (typeof name === 'string') return patternPaint(run, space, name, o.allNumbers());
  if (name !== undefined) run.note('operandType', operator);
  else if (space.components > 0 && o.countOfNumbers !== space.components) run.note('operandCount', operator);
  return run.shared.recentPaints.plain(space, o);
}

function patternPaint(run: StreamRun, space: ColourSpace, name: string, values: readonly number[]): Paint {
  const value: PdfValue = run.shared.document.resolve(run.named('Pattern', name)) ?? null;
  const paint: Paint = {
    space: space.family === 'Pattern' ? space : PATTERN,
    values,
    pattern: value instanceof PdfStream ? 'tiling' : 'shading',
  };
  if (value !== null) run.canvas.rememberPattern(paint, value);
  return paint;
}

/** The colour that a space begins with (8.6.3 and after). */
function initialValues(space: ColourSpace): number[] {
  if (space.family === 'DeviceCMYK') return [0, 0, 0, 1];
  const start = space.family === 'Separation' || space.family === 'DeviceN' ? 1 : 0;
  return Array<number>(space.components).fill(start);
}
