import { ContentWalk } from '../inspection/content/content-walk.ts';
import type { GraphicsState } from '../inspection/content/graphics-state.ts';
import type { Operator } from '../inspection/content/operator.ts';
import { operatorsWith } from '../inspection/content/operators.ts';
import type { Scope, WalkShared } from '../inspection/content/stream-run.ts';
import type { SyntaxLog } from '../inspection/content/syntax-log.ts';
import type { BoundsMm } from '../inspection/geometry.ts';
import type { PageObject } from '../inspection/page-objects.ts';
import { isDict, type PdfDict, type PdfRef, type PdfStream, type PdfValue } from '../objects.ts';
import { ContentEdits, type Span } from './content-edits.ts';
import type { ShinesThrough } from './shines-through.ts';

/** A content stream that is being run, and what becomes of it. */
export class MixedContent {
  readonly edits: ContentEdits;
  /** Forms that are painted in the place of others, by the names that they get. */
  readonly forms = new Map<string, PdfRef>();
  readonly multiply: string;
  readonly normal: string;
  /** Where the path that is being built begins; null for none. */
  pathFrom: number | null = null;
  /** W or W* of that path. */
  clips: Span[] = [];
  /** The order of the mark that the operator at hand has painted. */
  mark: number | null = null;

  constructor(
    readonly shared: WalkShared,
    /** As the stream sees them; undefined for none. */
    readonly resources: PdfDict | undefined,
    bytes: Uint8Array,
  ) {
    this.edits = new ContentEdits(bytes);
    this.multiply = this.nameBesides('ExtGState', 'BpsMultiply');
    this.normal = this.nameBesides('ExtGState', 'BpsNormal');
  }

  /** The resources with what the changed operators name. */
  get newResources(): PdfDict {
    const states = new Map<string, PdfValue>(this.category('ExtGState'));
    states.set(this.multiply, new Map([['BM', 'Multiply']])).set(this.normal, new Map([['BM', 'Normal']]));
    const all = new Map<string, PdfValue>(this.resources).set('ExtGState', states);
    if (this.forms.size > 0) all.set('XObject', new Map([...this.category('XObject'), ...this.forms]));
    return all;
  }

  /** Has a form painted under a name of its own. */
  nameOf(form: PdfRef): string {
    for (const [name, known] of this.forms) if (known === form) return name;
    const name = this.nameBesides('XObject', `BpsMixed${form.objectNumber}`);
    this.forms.set(name, form);
    return name;
  }

  private nameBesides(category: 'ExtGState' | 'XObject', wanted: string): string {
    const known = this.category(category);
    let name = wanted;
    while (known.has(name)) name += '_';
    return name;
  }

  private category(name: 'ExtGState' | 'XObject'): PdfDict {
    const { document } = this.shared;
    const found = document.resolve(this.resources?.get(name));
    return isDict(found) ? found : new Map();
  }
}

/** Makes the form that is painted in the place of another one. */
export type MakeForm = (form: PdfStream, content: MixedContent) => PdfRef;

const PATH_BUILDERS: ReadonlySet<string> = new Set(['m', 'l', 'c', 'v', 'y', 'h', 're', 'W', 'W*']);
/** Operators that end a path, and how each half of those that do both is written. */
const PATH_PAINTERS: Readonly<Record<string, readonly [fill: string, stroke: string]>> = {
  n: ['n', 'n'],
  S: ['n', 'S'],
  s: ['n', 's'],
  f: ['f', 'n'],
  F: ['f', 'n'],
  'f*': ['f*', 'n'],
  B: ['f', 'S'],
  'B*': ['f*', 'S'],
  b: ['f', 's'],
  'b*': ['f*', 's'],
};

/**
 * Goes the way of level 2 through a page again and has those of its marks that others shine through painted with the blend mode
 * Multiply, one by one, in the page's content and in the forms that it paints.
 */
export class OverprintWalk extends ContentWalk {
  protected override readonly operators: ReadonlyMap<number, Operator> = this.recordingOperators();
  private content: MixedContent | null = null;
  /** The stream that was run to its end last. */
  private finished: MixedContent | null = null;
  /** The form that the operator at hand has painted. */
  private painted: { readonly form: PdfStream; readonly content: MixedContent } | null = null;

  constructor(
    shared: WalkShared,
    syntax: SyntaxLog,
    pageMm: BoundsMm,
    private readonly marks: ReadonlyMap<number, ShinesThrough>,
    private readonly makeForm: MakeForm,
  ) {
    super(shared, syntax, pageMm, shared.limits.maxObjectsPerPage);
  }

  /** The page's own content; null before it was run to its end. */
  get mixed(): MixedContent | null {
    return this.inspected === 'whole' ? this.finished : null;
  }

  /** Whether it has met all the marks that it was to change, at the places that level 2 counted. */
  hasMet(objects: readonly PageObject[]): boolean {
    const isSame = this.objects.every(({ kind, from }, at) => kind === objects[at]?.kind && from === objects[at].from);
    return isSame && [...this.marks.keys()].every((order) => order < this.objects.length);
  }

  override add(object: PageObject): void {
    super.add(object);
    if (this.content !== null) this.content.mark ??= object.order;
  }

  override form(stream: PdfStream, state: GraphicsState, scope: Scope): void {
    this.finished = null;
    super.form(stream, state, scope);
    this.painted = this.finished === null ? null : { form: stream, content: this.finished };
  }

  protected override run(bytes: Uint8Array, scope: Scope, state: GraphicsState, isColourFixed = false): void {
    const outer = this.content;
    const content = new MixedContent(this.shared, scope.resources.dict, bytes);
    this.content = content;
    super.run(bytes, scope, state, isColourFixed);
    this.content = outer;
    this.finished = content;
  }

  private recordingOperators(): ReadonlyMap<number, Operator> {
    return operatorsWith((name, paint) => (run, operands) => {
      const { content } = this;
      const { begin } = run.tokens;
      if (content !== null) content.mark = this.painted = null;
      paint(run, operands);
      if (content !== null) this.record(content, name, { from: begin, to: run.tokens.end });
    });
  }

  private record(content: MixedContent, name: string, at: Span): void {
    const { painted } = this;
    if (PATH_BUILDERS.has(name)) {
      content.pathFrom ??= at.from;
      if (name === 'W' || name === 'W*') content.clips.push(at);
      return;
    }
    if (name === 'Do' && painted !== null && !painted.content.edits.isEmpty)
      content.edits.replace(at, `/${content.nameOf(this.makeForm(painted.form, painted.content))} Do`);
    const shines = content.mark === null ? undefined : this.marks.get(content.mark);
    if (shines !== undefined) this.mix(content, name, at, shines);
    if (name in PATH_PAINTERS) {
      content.pathFrom = null;
      content.clips = [];
    }
  }

  private mix(content: MixedContent, name: string, at: Span, shines: ShinesThrough): void {
    const { edits, multiply, normal, pathFrom } = content;
    const object = this.objects[content.mark ?? -1];
    const from = pathFrom ?? at.from;
    const halves = PATH_PAINTERS[name];
    const doesBoth = object?.kind === 'path' && object.fill !== null && object.stroke !== null;
    if (!doesBoth || shines.fill === shines.stroke || halves === undefined) {
      // Letters that are filled and outlined cannot be shown twice without knowing how far they reach: the fill decides.
      const isOutlined = object?.kind === 'text' && object.fill !== null;
      if (!isOutlined || shines.fill) edits.around({ from, to: at.to }, `/${multiply} gs`, `/${normal} gs`);
      return;
    }
    const path = edits.textOf({ from, to: at.from });
    const [fill, stroke] = halves;
    const mixed = (operators: string) => `/${multiply} gs\n${operators}\n/${normal} gs`;
    // A clip takes effect behind the path that it stands in: behind the outline, as it was.
    const filled = `${this.unclipped(content, { from, to: at.from })} ${fill}`;
    const stroked = `${path} ${stroke}`;
    edits.replace({ from, to: at.to }, shines.fill ? `${mixed(filled)}\n${stroked}` : `${filled}\n${mixed(stroked)}`);
  }

  private unclipped({ edits, clips }: MixedContent, { from, to }: Span): string {
    let text = '';
    let at = from;
    for (const clip of clips) {
      text += edits.textOf({ from: at, to: clip.from });
      at = clip.to;
    }
    return text + edits.textOf({ from: at, to });
  }
}
