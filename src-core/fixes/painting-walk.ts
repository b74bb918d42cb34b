import type { PdfRectangle } from '../pdf/boxes.ts';
import { multiply, type Matrix } from '../pdf/inspection/geometry.ts';
import { PdfStream, isDict, type PdfDict, type PdfValue } from '../pdf/objects.ts';
import { operatorsIn, type ContentOperator } from './content-operators.ts';
import type { EditablePage, FixWork } from './page-editor.ts';
import { transformRectangle } from './seen-page.ts';

/** The part of the graphics state that fixes of single marks look at. */
interface MarkState {
  readonly ctm: Matrix;
  /** In units of the space in force when a line is drawn (ISO 32000-1, 8.4.3.2). */
  readonly lineWidth: number;
  readonly overprintsFill: boolean;
  readonly overprintsStroke: boolean;
  readonly fill: Colour;
  readonly stroke: Colour;
  readonly renderingMode: number;
}

interface Colour {
  /** Components of a process colour space; 0 for every other, whose white nobody can name. */
  readonly components: 0 | 1 | 3 | 4;
  readonly isWhite: boolean;
}

/** One mark of the page's own content: a painted path or a run of text. */
export interface Mark {
  readonly kind: 'path' | 'text';
  readonly fills: boolean;
  readonly strokes: boolean;
  readonly state: MarkState;
  /** Where operators that hold for this mark alone have to stand: before it begins, and behind it. */
  readonly start: number;
  readonly end: number;
  /** Places of its segments in the page's own space; empty for text. */
  readonly segments: readonly PdfRectangle[];
}

const BLACK: Colour = { components: 1, isWhite: false };
const INITIAL: MarkState = {
  ctm: [1, 0, 0, 1, 0, 0],
  lineWidth: 1,
  overprintsFill: false,
  overprintsStroke: false,
  fill: BLACK,
  stroke: BLACK,
  renderingMode: 0,
};
const PATH_PAINTERS: Readonly<Record<string, { readonly fills: boolean; readonly strokes: boolean }>> = {
  S: { fills: false, strokes: true },
  s: { fills: false, strokes: true },
  f: { fills: true, strokes: false },
  F: { fills: true, strokes: false },
  'f*': { fills: true, strokes: false },
  B: { fills: true, strokes: true },
  'B*': { fills: true, strokes: true },
  b: { fills: true, strokes: true },
  'b*': { fills: true, strokes: true },
  n: { fills: false, strokes: false },
};
const TEXT_PAINTERS: ReadonlySet<string> = new Set(['Tj', 'TJ', "'", '"']);

/** Follows the page's own content and hands over its marks; what lies in forms and patterns is not followed. False when it cannot be followed to its end. */
export function walkMarks(
  work: FixWork,
  page: EditablePage,
  content: Uint8Array,
  onMark: (mark: Mark) => void,
): boolean {
  const walk = new MarkWalk(work, page, onMark);
  const operators = operatorsIn(content, work.opened.document);
  for (let step = operators.next(); ; step = operators.next()) {
    if (step.done === true) return step.value;
    walk.take(step.value);
  }
}

class MarkWalk {
  private state = INITIAL;
  private readonly stack: MarkState[] = [];
  private pathStart = -1;
  private points: (readonly [number, number])[] = [];
  private segments: PdfRectangle[] = [];
  private readonly resources: PdfDict | undefined;

  constructor(
    private readonly work: FixWork,
    page: EditablePage,
    private readonly onMark: (mark: Mark) => void,
  ) {
    const resources = work.opened.document.resolve(page.dict.get('Resources') ?? page.inherited.resources);
    this.resources = isDict(resources) ? resources : undefined;
  }

  take(operator: ContentOperator): void {
    const { name, operands } = operator;
    const numbers = operands.filter((operand) => typeof operand === 'number');
    const painter = PATH_PAINTERS[name];
    if (painter !== undefined) this.paintPath(operator, painter);
    else if (TEXT_PAINTERS.has(name)) this.paintText(operator);
    else if (!this.takePathOperator(name, numbers, operator.start)) this.takeStateOperator(name, numbers, operands);
  }

  private set(change: Partial<MarkState>): void {
    this.state = { ...this.state, ...change };
  }

  private takeStateOperator(name: string, numbers: readonly number[], operands: readonly PdfValue[]): void {
    switch (name) {
      case 'q':
        this.stack.push(this.state);
        break;
      case 'Q':
        this.state = this.stack.pop() ?? this.state;
        break;
      case 'cm':
        if (numbers.length === 6) this.set({ ctm: multiply(numbers as unknown as Matrix, this.state.ctm) });
        break;
      case 'w':
        this.set({ lineWidth: numbers[0] ?? this.state.lineWidth });
        break;
      case 'Tr':
        this.set({ renderingMode: numbers[0] ?? 0 });
        break;
      case 'gs':
        this.takeExtGState(operands[0]);
        break;
      case 'g':
      case 'rg':
      case 'k':
        this.set({ fill: colourOf(name === 'g' ? 1 : name === 'rg' ? 3 : 4, numbers) });
        break;
      case 'G':
      case 'RG':
      case 'K':
        this.set({ stroke: colourOf(name === 'G' ? 1 : name === 'RG' ? 3 : 4, numbers) });
        break;
      case 'cs':
        this.set({ fill: { components: this.componentsOf(operands[0]), isWhite: false } });
        break;
      case 'CS':
        this.set({ stroke: { components: this.componentsOf(operands[0]), isWhite: false } });
        break;
      case 'sc':
      case 'scn':
        this.set({ fill: colourOf(this.state.fill.components, numbers) });
        break;
      case 'SC':
      case 'SCN':
        this.set({ stroke: colourOf(this.state.stroke.components, numbers) });
        break;
    }
  }

  /** True when it was one. Segments are kept as the boxes around them. */
  private takePathOperator(name: string, numbers: readonly number[], start: number): boolean {
    if (
      name !== 'm' &&
      name !== 'l' &&
      name !== 'c' &&
      name !== 'v' &&
      name !== 'y' &&
      name !== 're' &&
      name !== 'h' &&
      name !== 'W' &&
      name !== 'W*'
    )
      return false;
    if (this.pathStart < 0) this.pathStart = start;
    const [x = 0, y = 0, width = 0, height = 0] = numbers;
    if (name === 're') {
      for (const side of sidesOf(x, y, width, height)) this.addSegment(side);
      this.points = [[x, y]];
    } else if (name === 'm') this.points = [[x, y]];
    else if (numbers.length >= 2) {
      const further = pairsOf(numbers);
      this.addSegment([...this.points.slice(-1), ...further]);
      this.points.push(...further);
    } else if (name === 'h') this.closePath();
    return true;
  }

  private closePath(): void {
    const [first] = this.points;
    if (first !== undefined && this.points.length > 1) this.addSegment([first, ...this.points.slice(-1)]);
  }

  private addSegment(points: readonly (readonly [number, number])[]): void {
    const xs = points.map(([x]) => x);
    const ys = points.map(([, y]) => y);
    const around = { left: Math.min(...xs), bottom: Math.min(...ys), right: Math.max(...xs), top: Math.max(...ys) };
    this.segments.push(transformRectangle(this.state.ctm, around));
  }

  private paintPath(
    { name, end, start }: ContentOperator,
    { fills, strokes }: { readonly fills: boolean; readonly strokes: boolean },
  ): void {
    if (name === 's' || name === 'b' || name === 'b*') this.closePath();
    const { state, segments } = this;
    if (fills || strokes)
      this.onMark({
        kind: 'path',
        fills,
        strokes,
        state,
        start: this.pathStart < 0 ? start : this.pathStart,
        end,
        segments,
      });
    this.pathStart = -1;
    this.points = [];
    this.segments = [];
  }

  private paintText({ start, end }: ContentOperator): void {
    const mode = this.state.renderingMode % 4;
    if (mode === 3) return;
    this.onMark({ kind: 'text', fills: mode !== 1, strokes: mode !== 0, state: this.state, start, end, segments: [] });
  }

  private takeExtGState(name: PdfValue | undefined): void {
    const dict = typeof name === 'string' ? this.resource('ExtGState', name) : undefined;
    if (!isDict(dict)) return;
    const { document } = this.work.opened;
    const strokes = document.resolve(dict.get('OP'));
    const fills = document.resolve(dict.get('op'));
    // /OP alone holds for filling too (ISO 32000-1, table 58).
    if (typeof strokes === 'boolean') this.set({ overprintsStroke: strokes, overprintsFill: strokes });
    if (typeof fills === 'boolean') this.set({ overprintsFill: fills });
    const width = document.number(dict.get('LW'));
    if (width !== undefined) this.set({ lineWidth: width });
  }

  private componentsOf(name: PdfValue | undefined): Colour['components'] {
    if (name === 'DeviceGray' || name === 'CalGray') return 1;
    if (name === 'DeviceRGB' || name === 'CalRGB') return 3;
    if (name === 'DeviceCMYK') return 4;
    const { document } = this.work.opened;
    const space = typeof name === 'string' ? this.resource('ColorSpace', name) : undefined;
    if (typeof space === 'string') return this.componentsOf(space);
    if (!Array.isArray(space)) return 0;
    const profile = document.resolve(space[1]);
    if (space[0] === 'ICCBased' && profile instanceof PdfStream) {
      const count = document.number(profile.dict.get('N'));
      return count === 1 || count === 3 || count === 4 ? count : 0;
    }
    return space[0] === 'CalGray' ? 1 : space[0] === 'CalRGB' ? 3 : 0;
  }

  private resource(category: string, name: string): PdfValue | undefined {
    const { document } = this.work.opened;
    const entries = document.resolve(this.resources?.get(category));
    return isDict(entries) ? document.resolve(entries.get(name)) : undefined;
  }
}

function colourOf(components: Colour['components'], numbers: readonly number[]): Colour {
  const paper = components === 4 ? 0 : 1;
  return {
    components,
    isWhite: components > 0 && numbers.length === components && numbers.every((value) => value === paper),
  };
}

function pairsOf(numbers: readonly number[]): (readonly [number, number])[] {
  const pairs: (readonly [number, number])[] = [];
  for (let i = 0; i + 1 < numbers.length; i += 2) pairs.push([numbers[i] as number, numbers[i + 1] as number]);
  return pairs;
}

function sidesOf(x: number, y: number, width: number, height: number): (readonly [number, number])[][] {
  const corners = [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
    [x, y],
  ] as const;
  return [0, 1, 2, 3].map((i) => [
    corners[i] as readonly [number, number],
    corners[i + 1] as readonly [number, number],
  ]);
}
