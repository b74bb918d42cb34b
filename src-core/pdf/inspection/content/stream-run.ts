import type { ColourSpaces } from '../colour-spaces.ts';
import type { Paint } from '../colour-facts.ts';
import type { PdfDocument } from '../../document.ts';
import type { PdfDict, PdfStream, PdfValue } from '../../objects.ts';
import type { LayerFacts } from '../document-facts.ts';
import type { OpenFont } from '../fonts/open-font.ts';
import type { BoundsMm, Matrix } from '../geometry.ts';
import type { ImageReader } from '../images.ts';
import type { InspectionLimits, SyntaxCode } from '../inspection.ts';
import type { PageObject, PaintState } from '../page-objects.ts';
import { NO_OPERATOR, type ContentTokens } from './content-tokens.ts';
import type { ContentStreams } from './content-streams.ts';
import type { ExtendedStates } from './extended-states.ts';
import { IDENTITY, type GraphicsState } from './graphics-state.ts';
import { Letters } from './letters.ts';
import { Operands } from './operands.ts';
import type { Operator } from './operator.ts';
import type { PaintStates } from './paint-states.ts';
import { PathBuilder } from './path-builder.ts';
import type { RecentPaints } from './recent-paints.ts';
import type { ResourceCategory, Resources } from './resources.ts';

/** What a stream needs while it runs, used again by the next: most forms are a few operators. */
export class Workspace {
  readonly operands = new Operands();
  readonly path = new PathBuilder();
  readonly letters = new Letters();
}

/** What the dictionary of a form or a tiling pattern says. */
export interface Form {
  readonly matrix: Matrix | null;
  readonly box: readonly [x0: number, y0: number, x1: number, y1: number] | null;
  /** A transparency group. */
  readonly isGroup: boolean;
  /** Null when it uses those of the stream that paints it. */
  readonly ownResources: PdfDict | null;
  readonly layer: LayerFacts | null;
}

/** What the pages of one document share. */
export interface WalkShared {
  readonly document: PdfDocument;
  readonly spaces: ColourSpaces;
  readonly images: ImageReader;
  readonly streams: ContentStreams;
  readonly states: PaintStates;
  readonly extendedStates: ExtendedStates;
  readonly readFont: (value: PdfValue) => OpenFont | null;
  /** The layer that a /Properties entry or an /OC entry leads to; null when it leads to none. */
  readonly layerOf: (value: PdfValue | undefined) => LayerFacts | null;
  /** One a nesting depth, for the stream that is run there. */
  readonly workspaces: Workspace[];
  /** Forms met so far, each read once. */
  readonly forms: Map<PdfStream, Form>;
  readonly recentPaints: RecentPaints;
  readonly limits: InspectionLimits;
}

/** Where a stream is run: what its names mean, what its patterns are placed by, and what encloses it. */
export interface Scope {
  readonly resources: Resources;
  /** From the stream's own space to millimetres on the page. */
  readonly base: Matrix;
  readonly from: PageObject['from'];
  readonly depth: number;
  /** How the transparency groups around it meet the page; null outside of groups. */
  readonly group: PaintState | null;
  readonly layer: LayerFacts | null;
  /** It, or a layer around it, is off in print. */
  readonly isOff: boolean;
}

/** The page that a stream is painted on. */
export interface Canvas {
  readonly shared: WalkShared;
  /** The page as it is seen. */
  readonly pageMm: BoundsMm;
  readonly objects: readonly PageObject[];
  /** One operator more. Ends the page at a limit. */
  step(): void;
  /** Bytes of a string that is about to be shown. Ends the page at a limit. */
  showing(bytes: number): void;
  add(object: PageObject): void;
  note(code: SyntaxCode, subject: string): void;
  /** A part of what is painted stays unknown. */
  leaveUnread(): void;
  form(stream: PdfStream, state: GraphicsState, scope: Scope): void;
  softMask(group: PdfStream, state: GraphicsState, scope: Scope): void;
  /** Draws a Type 3 glyph; without resources of its font it uses those at hand. */
  glyph(stream: PdfStream, state: GraphicsState, matrix: Matrix, resources: PdfDict | null, scope: Scope): void;
  /** Remembers what a name of the /Pattern resources leads to. */
  rememberPattern(paint: Paint, pattern: PdfValue): void;
  /** Looks at what the pattern of a paint is made of; nothing for plain colours. */
  insidePattern(paint: Paint, state: GraphicsState, scope: Scope, paintedMm: BoundsMm): void;
}

/** States kept by `q`; of deeper nesting only the depth is counted. */
const MAX_SAVED = 1_000;
/** Names of resources in notes are cut off here. */
const LONGEST_SUBJECT = 64;

/** One content stream from its first operator to its last: the machine that the operators work on. */
export class StreamRun {
  readonly path: PathBuilder;
  readonly letters: Letters;
  /** W or W* stood before the end of this path. */
  isClipPending = false;
  textMatrix: Matrix = IDENTITY;
  lineMatrix: Matrix = IDENTITY;
  isInText = false;
  /** What text of this text object was shown as a clip (Tr 4 to 7); null when none was. */
  textClip: BoundsMm | null = null;
  /** Colour operators are without effect: an uncoloured pattern, or a glyph after `d1` (8.7.3.3, 9.6.5). */
  isColourFixed: boolean;
  /** Depth of BX … EX, within which unknown operators are allowed. */
  lenience = 0;
  layer: LayerFacts | null;
  isOff: boolean;
  /** What to come back to at EMC. */
  readonly marked: { readonly layer: LayerFacts | null; readonly isOff: boolean }[] = [];
  private readonly saved: GraphicsState[] = [];
  private savedBeyond = 0;
  private lastPaint: PaintState | null = null;
  private lastLayer: LayerFacts | null = null;
  private lastEffective: PaintState | null = null;

  constructor(
    readonly canvas: Canvas,
    readonly scope: Scope,
    readonly tokens: ContentTokens,
    private readonly workspace: Workspace,
    public state: GraphicsState,
    isColourFixed: boolean,
  ) {
    this.path = workspace.path;
    this.letters = workspace.letters;
    this.path.clear();
    this.isColourFixed = isColourFixed;
    this.layer = scope.layer;
    this.isOff = scope.isOff;
  }

  get shared(): WalkShared {
    return this.canvas.shared;
  }

  run(operators: ReadonlyMap<number, Operator>): void {
    const { tokens, canvas } = this;
    const { operands } = this.workspace;
    for (let key = tokens.next(operands); key !== NO_OPERATOR; key = tokens.next(operands)) {
      canvas.step();
      const operator = operators.get(key);
      if (operator === undefined) {
        if (this.lenience === 0) this.note('unknownOperator', tokens.operator);
        continue;
      }
      const verdict = operator.judge(operands);
      if (verdict !== 'fit') this.note(verdict === 'wrongType' ? 'operandType' : 'operandCount', operator.name);
      if (verdict === 'fit' || verdict === 'tooMany') operator.run(this, operands);
    }
    if (this.saved.length > 0) this.note('saveRestoreUnbalanced', 'q');
    if (this.isInText) this.note('markersUnbalanced', 'BT');
    if (this.marked.length > 0) this.note('markersUnbalanced', 'BMC');
    if (tokens.endsEarly) this.note('endsEarly', this.scope.from);
    if (tokens.isLost) canvas.leaveUnread();
  }

  note(code: SyntaxCode, subject: string): void {
    this.canvas.note(code, subject);
  }

  save(): void {
    if (this.saved.length < MAX_SAVED) this.saved.push(this.state.copy());
    else this.savedBeyond++;
  }

  restore(): void {
    if (this.savedBeyond > 0) {
      this.savedBeyond--;
      return;
    }
    const back = this.saved.pop();
    if (back === undefined) this.note('saveRestoreUnbalanced', 'Q');
    else this.state = back;
  }

  /** A named resource, as written; noted and undefined when there is none. */
  named(category: ResourceCategory, name: string): PdfValue | undefined {
    const value = this.scope.resources.get(category, name);
    if (value === undefined) this.note('missingResource', `${category} ${name}`.slice(0, LONGEST_SUBJECT));
    return value;
  }

  /** The scope of a stream that is painted from within this one. */
  get innerScope(): Scope {
    const { scope, layer, isOff } = this;
    return layer === scope.layer && isOff === scope.isOff ? scope : { ...scope, layer, isOff };
  }

  /** How a mark made now meets what is beneath it. */
  get effectivePaint(): PaintState {
    const { paint } = this.state;
    if (paint === this.lastPaint && this.layer === this.lastLayer && this.lastEffective !== null)
      return this.lastEffective;
    const { states } = this.shared;
    const grouped = this.scope.group === null ? paint : states.within(this.scope.group, paint);
    this.lastPaint = paint;
    this.lastLayer = this.layer;
    this.lastEffective = this.layer === null ? grouped : states.on(this.layer, grouped);
    return this.lastEffective;
  }

  /** Looks into the pattern that an area was painted with. */
  insidePattern(paint: Paint, paintedMm: BoundsMm): void {
    if (paint.pattern !== null) this.canvas.insidePattern(paint, this.state, this.innerScope, paintedMm);
  }
}
