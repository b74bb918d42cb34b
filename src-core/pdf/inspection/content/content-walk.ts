import { WORK } from '../../limits.ts';
import { PdfStream, dictOf, isDict, type PdfDict, type PdfValue } from '../../objects.ts';
import type { Paint } from '../colour-facts.ts';
import { PATTERN } from '../colour-spaces.ts';
import type { LayerFacts } from '../document-facts.ts';
import { boundsOfQuad, multiply, quadUnder, type BoundsMm, type Matrix } from '../geometry.ts';
import type { InspectedPage, SyntaxCode } from '../inspection.ts';
import { layerWithin } from '../layers.ts';
import { matrixOf, numbersOf } from '../numbers.ts';
import type { PageObject } from '../page-objects.ts';
import { ContentTokens } from './content-tokens.ts';
import { GraphicsState, IDENTITY, inverseOf, isUpright } from './graphics-state.ts';
import type { Operator } from './operator.ts';
import { OPERATORS } from './operators.ts';
import { Resources } from './resources.ts';
import { StreamRun, Workspace, type Canvas, type Form, type Scope, type WalkShared } from './stream-run.ts';
import type { SyntaxLog } from './syntax-log.ts';

class PageEnds extends Error {
  constructor(readonly reason: InspectedPage['inspected']) {
    super(reason);
  }
}

/** Interprets the content of one page and gathers what it paints (ISO 32000-1, 8 and 9). */
export class ContentWalk implements Canvas {
  readonly objects: PageObject[] = [];
  protected readonly operators: ReadonlyMap<number, Operator> = OPERATORS;
  private end: InspectedPage['inspected'] = 'whole';
  private operatorCount = 0;
  private readonly mostWork: number;
  /** Patterns, soft masks and Type 3 glyphs whose inside was looked at: once a page is enough. */
  private readonly seenInside = new Set<string>();
  /** Streams being run: one that draws itself has no end. */
  private readonly running = new Set<number>();
  private readonly patterns = new Map<Paint, PdfValue>();
  private readonly resources = new Map<PdfDict | undefined, Resources>();

  constructor(
    readonly shared: WalkShared,
    private readonly syntax: SyntaxLog,
    readonly pageMm: BoundsMm,
    private readonly maxObjects: number,
  ) {
    this.mostWork = shared.document.budget.spentWork + shared.limits.maxPageWorkBytes;
  }

  /** How far it came. */
  get inspected(): InspectedPage['inspected'] {
    return this.end === 'whole' && this.syntax.hasUnread ? 'unreadableContent' : this.end;
  }

  /** Runs a page's content. `base` leads from its space to millimetres on the page. */
  page(bytes: Uint8Array, resources: PdfDict | undefined, base: Matrix): void {
    const scope = this.outermost(resources, base, 'page', null);
    this.guarded(() => this.run(bytes, scope, new GraphicsState(base)));
  }

  /** Draws an appearance stream as an annotation on its page. */
  appearance(stream: PdfStream, toPage: Matrix, layer: LayerFacts | null): void {
    const scope = this.outermost(undefined, toPage, 'annotation', layer);
    this.guarded(() => this.form(stream, new GraphicsState(toPage), scope));
  }

  step(): void {
    if (++this.operatorCount > this.shared.limits.maxOperatorsPerPage) throw new PageEnds('tooManyOperators');
    this.spend(WORK.operator);
  }

  showing(bytes: number): void {
    this.spend(bytes * WORK.shownByte);
  }

  private spend(work: number): void {
    const { budget } = this.shared.document;
    budget.spendWork(work, 0);
    if (budget.spentWork > this.mostWork) throw new PageEnds('tooCostly');
  }

  add(object: PageObject): void {
    if (this.objects.length >= this.maxObjects) throw new PageEnds('tooManyObjects');
    this.objects.push(object);
  }

  note(code: SyntaxCode, subject: string): void {
    this.syntax.note(code, subject);
  }

  leaveUnread(): void {
    this.syntax.hasUnread = true;
  }

  form(stream: PdfStream, state: GraphicsState, scope: Scope): void {
    const { states } = this.shared;
    const { matrix, box, isGroup, ownResources, layer } = this.formOf(stream);
    const inner = state.copy();
    if (matrix !== null) inner.concatenate(matrix);
    if (box !== null) inner.clipTo(boundsOfQuad(quadUnder(inner.ctm, ...box)), isUpright(inner.ctm));
    let { group } = scope;
    if (isGroup) {
      // Within a group painting starts anew; the group as a whole meets the page as the state says (11.6.6).
      group = group === null ? state.paint : states.within(group, state.paint);
      inner.paint = states.with(state.paint, { fillAlpha: 1, strokeAlpha: 1, blendMode: 'Normal', hasSoftMask: false });
    }
    this.runNested(stream, inner, {
      resources: ownResources === null ? scope.resources : this.resourcesFor(ownResources),
      base: inner.ctm,
      from: scope.from === 'page' ? 'form' : scope.from,
      depth: scope.depth + 1,
      group,
      layer: layer === null ? scope.layer : layerWithin(scope.layer, layer),
      isOff: scope.isOff || layer?.isOnInPrint === false,
    });
  }

  private formOf(stream: PdfStream): Form {
    const { document, layerOf, forms } = this.shared;
    let form = forms.get(stream);
    if (form === undefined) {
      const { dict } = stream;
      const group = document.resolve(dict.get('Group'));
      const resources = document.resolve(dict.get('Resources'));
      form = {
        matrix: matrixOf(document, dict.get('Matrix')),
        box: numbersOf(document, dict.get('BBox'), 4) as Form['box'],
        isGroup: isDict(group) && document.resolve(group.get('S')) === 'Transparency',
        ownResources: isDict(resources) ? resources : null,
        layer: layerOf(dict.get('OC')),
      };
      forms.set(stream, form);
    }
    return form;
  }

  /** A soft mask is not seen itself; what it is made of is still read, so that faults in it are found. */
  softMask(group: PdfStream, state: GraphicsState, scope: Scope): void {
    if (!this.isFirst(`mask ${group.objectNumber}`)) return;
    const nowhere = state.copy();
    nowhere.clip = null;
    this.form(group, nowhere, scope);
  }

  /** The same bitmap glyph is another resolution at another size. */
  glyph(stream: PdfStream, state: GraphicsState, matrix: Matrix, own: PdfDict | null, scope: Scope): void {
    if (
      state.clip === null ||
      !this.isFirst(`glyph ${stream.objectNumber} ${scope.isOff} ${Math.hypot(matrix[0], matrix[1]).toPrecision(2)}`)
    )
      return;
    const inner = state.copy();
    inner.ctm = matrix;
    const resources = own === null ? scope.resources : this.resourcesFor(own);
    this.runNested(stream, inner, { ...scope, resources, base: matrix, from: 'type3', depth: scope.depth + 1 });
  }

  rememberPattern(paint: Paint, pattern: PdfValue): void {
    this.patterns.set(paint, pattern);
  }

  insidePattern(paint: Paint, state: GraphicsState, scope: Scope, paintedMm: BoundsMm): void {
    const pattern = this.patterns.get(paint);
    const visible = state.clipped(paintedMm);
    if (pattern === undefined || visible === null) return;
    if (pattern instanceof PdfStream) this.tile(pattern, paint, state, scope, visible);
    else if (isDict(pattern)) this.shadingPattern(pattern, paintedMm, state, scope);
  }

  /** The cell of a tiling pattern, once a page: what it is made of matters, not each of its places. */
  private tile(stream: PdfStream, paint: Paint, state: GraphicsState, scope: Scope, visible: BoundsMm): void {
    const { document } = this.shared;
    const { dict } = stream;
    const isColourFixed = document.resolve(dict.get('PaintType')) === 2;
    const { base } = paint.space;
    // Without colours of its own it is another in each colour; on a layer that is off it shows nothing.
    const colour = isColourFixed ? `${paint.values.join(' ')} ${base?.family} ${base?.colorants.join(' ')}` : '';
    if (!this.isFirst(`tile ${stream.objectNumber} ${scope.isOff} ${colour}`)) return;
    const { matrix, box, ownResources } = this.formOf(stream);
    const toPage = multiply(matrix ?? IDENTITY, scope.base);
    const inner = new GraphicsState(
      multiply(box === null ? IDENTITY : this.shiftToCell(dict, box, toPage, visible), toPage),
    );
    inner.paint = state.paint;
    inner.clip = visible;
    if (box !== null) inner.clipTo(boundsOfQuad(quadUnder(inner.ctm, ...box)), false);
    if (isColourFixed)
      inner.fill = inner.stroke = { space: paint.space.base ?? PATTERN, values: paint.values, pattern: null };
    const resources = ownResources === null ? scope.resources : this.resourcesFor(ownResources);
    this.runNested(
      stream,
      inner,
      { ...scope, resources, base: inner.ctm, from: 'pattern', depth: scope.depth + 1 },
      isColourFixed,
    );
  }

  /** To the cell that lies at the middle of what is seen. */
  private shiftToCell(
    dict: PdfDict,
    [x0, y0, x1, y1]: NonNullable<Form['box']>,
    toPage: Matrix,
    { leftMm, topMm, rightMm, bottomMm }: BoundsMm,
  ): Matrix {
    const { document } = this.shared;
    const toPattern = inverseOf(toPage);
    const stepX = Math.abs(document.number(dict.get('XStep')) ?? 0);
    const stepY = Math.abs(document.number(dict.get('YStep')) ?? 0);
    if (toPattern === null || stepX === 0 || stepY === 0) return IDENTITY;
    const [x, y] = [(leftMm + rightMm) / 2, (topMm + bottomMm) / 2];
    const atX = x * toPattern[0] + y * toPattern[2] + toPattern[4];
    const atY = x * toPattern[1] + y * toPattern[3] + toPattern[5];
    return [
      1,
      0,
      0,
      1,
      Math.floor((atX - Math.min(x0, x1)) / stepX) * stepX,
      Math.floor((atY - Math.min(y0, y1)) / stepY) * stepY,
    ];
  }

  private shadingPattern(pattern: PdfDict, paintedMm: BoundsMm, state: GraphicsState, scope: Scope): void {
    const { document, spaces, states } = this.shared;
    const shading = dictOf(document.resolve(pattern.get('Shading')));
    if (shading === undefined) return;
    const grouped = scope.group === null ? state.paint : states.within(scope.group, state.paint);
    this.add({
      order: this.objects.length,
      from: 'pattern',
      boundsMm: paintedMm,
      clippedMm: state.clipped(paintedMm),
      isClipExact: false,
      isHidden: scope.isOff,
      state: scope.layer === null ? grouped : states.on(scope.layer, grouped),
      kind: 'shading',
      space: spaces.read(shading.get('ColorSpace'), scope.resources.dict),
    });
  }

  private runNested(stream: PdfStream, state: GraphicsState, scope: Scope, isColourFixed = false): void {
    const isTooDeep = scope.depth > this.shared.limits.maxFormDepth;
    if (isTooDeep || this.running.has(stream.objectNumber)) {
      this.note('endlessNesting', String(stream.objectNumber));
      // What draws itself is known by then; what lies too deep is not.
      if (isTooDeep) this.syntax.hasUnread = true;
      return;
    }
    this.running.add(stream.objectNumber);
    this.run(this.shared.streams.ofForm(stream, this.syntax), scope, state, isColourFixed);
    this.running.delete(stream.objectNumber);
  }

  /** One content stream, from its first operator to its last. */
  protected run(bytes: Uint8Array, scope: Scope, state: GraphicsState, isColourFixed = false): void {
    this.spend(bytes.length * WORK.parsedByte);
    const workspace = (this.shared.workspaces[scope.depth] ??= new Workspace());
    const tokens = new ContentTokens(bytes, this.shared.document);
    new StreamRun(this, scope, tokens, workspace, state, isColourFixed).run(this.operators);
  }

  private guarded(work: () => void): void {
    if (this.end !== 'whole') return;
    try {
      work();
    } catch (error) {
      if (!(error instanceof PageEnds)) throw error;
      this.end = error.reason;
    }
  }

  private isFirst(key: string): boolean {
    if (this.seenInside.has(key)) return false;
    this.seenInside.add(key);
    return true;
  }

  private outermost(
    resources: PdfDict | undefined,
    base: Matrix,
    from: Scope['from'],
    layer: LayerFacts | null,
  ): Scope {
    return {
      resources: this.resourcesFor(resources),
      base,
      from,
      depth: 0,
      group: null,
      layer,
      isOff: layer?.isOnInPrint === false,
    };
  }

  private resourcesFor(dict: PdfDict | undefined): Resources {
    let known = this.resources.get(dict);
    if (known === undefined) this.resources.set(dict, (known = new Resources(this.shared.document, dict)));
    return known;
  }
}
