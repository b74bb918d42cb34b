import { PdfStream, PdfString, isDict, type PdfDict, type PdfValue } from '../objects.ts';
import type { PdfDocument } from '../document.ts';
import { DEVICE_CMYK, DEVICE_GRAY, DEVICE_RGB, PATTERN, type ColourSpaces } from './colour-spaces.ts';
import type { ColourSpace, Paint } from './colour-facts.ts';
import { ContentTokens, isOfKind } from './content-tokens.ts';
import type { ContentStreams } from './content-streams.ts';
import type { LayerFacts } from './document-facts.ts';
import type { OpenFont } from './fonts/open-font.ts';
import { boundsOfQuad, intersect, multiply, type BoundsMm, type Matrix, type QuadMm } from './geometry.ts';
import { GraphicsState, IDENTITY, isUpright, stretchOf, type PaintStates } from './graphics-state.ts';
import type { ImageReader } from './images.ts';
import type { InspectedPage, InspectionLimits } from './inspection.ts';
import { matrixOf, numbersOf } from './numbers.ts';
import { OPERATORS } from './operators.ts';
import { boundsUnder } from './page-frame.ts';
import type { PageObject, PaintState } from './page-objects.ts';
import { PathBuilder } from './path-builder.ts';
import type { SyntaxLog } from './syntax-log.ts';

/** What the pages of one document share. */
export interface WalkShared {
  readonly document: PdfDocument;
  readonly spaces: ColourSpaces;
  readonly images: ImageReader;
  readonly streams: ContentStreams;
  readonly states: PaintStates;
  readonly readFont: (value: PdfValue) => OpenFont | null;
  /** The layer that a /Properties entry or an /OC entry leads to; null when it leads to none. */
  readonly layerOf: (value: PdfValue | undefined) => LayerFacts | null;
  readonly limits: InspectionLimits;
  readonly nowMs: (() => number) | undefined;
}

type From = PageObject['from'];

const MM_PER_INCH = 25.4;
const POINTS_PER_MM = 72 / MM_PER_INCH;
/** The em reaches about so far above and below the baseline. */
const ASCENT = 0.78;
const DESCENT = -0.22;
/** A gap in TJ wider than this is read as a space between words. */
const WORD_GAP_THOUSANDTHS = 220;
const OPERATORS_PER_CLOCK_CALL = 2048;
/** Beyond this a number is litter, not a place. */
const SENSIBLE = 1e9;

class PageEnds extends Error {
  constructor(readonly reason: Exclude<InspectedPage['inspected'], 'whole' | 'unreadableContent'>) {
    super(reason);
  }
}

/** Interprets the content of one page and gathers what it paints (ISO 32000-1, 8 and 9). */
export class ContentWalk {
  readonly objects: PageObject[] = [];
  ended: InspectedPage['inspected'] = 'whole';
  private operators = 0;
  private readonly deadlineMs: number;
  /** Patterns and Type 3 glyphs whose inside was looked at: once a page is enough. */
  private readonly seenInside = new Set<number>();
  private compatibility = 0;

  constructor(
    private readonly shared: WalkShared,
    private readonly syntax: SyntaxLog,
    private readonly maxObjects: number,
  ) {
    this.deadlineMs = (shared.nowMs?.() ?? 0) + shared.limits.maxPageTimeMs;
  }

  /** Runs a page's content. `base` leads from its space to millimetres on the page. */
  page(bytes: Uint8Array, resources: PdfDict | undefined, base: Matrix): void {
    this.guarded(() => this.run(bytes, { resources, base, from: 'page', depth: 0 }, new GraphicsState(base)));
  }

  /** Draws an appearance stream as an annotation on its page. */
  appearance(stream: PdfStream, toPage: Matrix, layer: LayerFacts | null): void {
    this.guarded(() => {
      const state = new GraphicsState(toPage);
      if (layer !== null) state.paint = this.shared.states.with(state.paint, { layer });
      this.form(stream, state, { resources: undefined, base: toPage, from: 'annotation', depth: 0 });
    });
  }

  private guarded(work: () => void): void {
    if (this.ended !== 'whole') return;
    try {
      work();
    } catch (error) {
      if (!(error instanceof PageEnds)) throw error;
      this.ended = error.reason;
    }
  }

  private run(bytes: Uint8Array, scope: Scope, start: GraphicsState): void {
    const tokens = new ContentTokens(bytes, this.shared.document);
    new StreamRun(this, this.shared, this.syntax, scope, tokens, start).run();
    if (tokens.endsEarly) this.syntax.note('endsEarly', scope.from);
  }

  /** One operator more. Throws PageEnds at a limit. */
  step(): void {
    const { limits, nowMs } = this.shared;
    if (++this.operators > limits.maxOperatorsPerPage) throw new PageEnds('tooManyOperators');
    if (this.operators % OPERATORS_PER_CLOCK_CALL === 0 && nowMs !== undefined && nowMs() > this.deadlineMs) throw new PageEnds('timeLimit');
  }

  add(object: PageObject): void {
    if (this.objects.length >= this.maxObjects) throw new PageEnds('tooManyObjects');
    this.objects.push(object);
  }

  form(stream: PdfStream, state: GraphicsState, scope: Scope): void {
    if (scope.depth >= this.shared.limits.maxFormDepth) {
      this.syntax.note('endsEarly', 'Do');
      return;
    }
    const { document } = this.shared;
    const inner = state.copy();
    const matrix = matrixOf(document, stream.dict.get('Matrix'));
    if (matrix !== null) inner.concatenate(matrix);
    const box = numbersOf(document, stream.dict.get('BBox'), 4);
    if (box !== null) inner.clipTo(boundsUnder(inner.ctm, ...(box as [number, number, number, number])), isUpright(inner.ctm));
    const layer = this.shared.layerOf(stream.dict.get('OC'));
    if (layer !== null) inner.paint = this.shared.states.with(inner.paint, { layer });
    const own = document.resolve(stream.dict.get('Resources'));
    const resources = isDict(own) ? own : scope.resources;
    const from = scope.from === 'page' ? 'form' : scope.from;
    this.run(this.shared.streams.ofForm(stream, this.syntax), { resources, base: inner.ctm, from, depth: scope.depth + 1 }, inner);
  }

  /** The cell of a tiling pattern, once a page: what it is made of matters, not each of its places. */
  pattern(stream: PdfStream, state: GraphicsState, scope: Scope, painted: BoundsMm): void {
    if (this.seenInside.has(stream.objectNumber) || scope.depth >= this.shared.limits.maxFormDepth) return;
    this.seenInside.add(stream.objectNumber);
    const { document } = this.shared;
    const inner = new GraphicsState(multiply(matrixOf(document, stream.dict.get('Matrix')) ?? IDENTITY, scope.base));
    inner.paint = state.paint;
    inner.clip = state.clip === null ? null : intersect(state.clip, painted);
    inner.isClipExact = false;
    const own = document.resolve(stream.dict.get('Resources'));
    const resources = isDict(own) ? own : scope.resources;
    this.run(this.shared.streams.ofForm(stream, this.syntax), { resources, base: inner.ctm, from: 'pattern', depth: scope.depth + 1 }, inner);
  }

  glyph(stream: PdfStream, state: GraphicsState, matrix: Matrix, resources: PdfDict | undefined, scope: Scope): void {
    if (this.seenInside.has(stream.objectNumber) || scope.depth >= this.shared.limits.maxFormDepth) return;
    this.seenInside.add(stream.objectNumber);
    const inner = state.copy();
    inner.ctm = matrix;
    this.run(this.shared.streams.ofForm(stream, this.syntax), { resources: resources ?? scope.resources, base: matrix, from: 'type3', depth: scope.depth + 1 }, inner);
  }

  enterCompatibility(by: 1 | -1): void {
    this.compatibility = Math.max(0, this.compatibility + by);
  }

  get isLenient(): boolean {
    return this.compatibility > 0;
  }
}

/** Where a stream is run: what its names mean and what its patterns are placed by. */
interface Scope {
  readonly resources: PdfDict | undefined;
  readonly base: Matrix;
  readonly from: From;
  readonly depth: number;
}

/** One content stream from its first operator to its last. */
class StreamRun {
  private readonly saved: GraphicsState[] = [];
  private readonly path = new PathBuilder();
  private pendingClip = false;
  private textMatrix: Matrix = IDENTITY;
  private lineMatrix: Matrix = IDENTITY;
  private inText = false;
  /** Paint states to come back to at EMC; null for marks without a layer. */
  private readonly marked: (PaintState | null)[] = [];

  constructor(
    private readonly walk: ContentWalk,
    private readonly shared: WalkShared,
    private readonly syntax: SyntaxLog,
    private readonly scope: Scope,
    private readonly tokens: ContentTokens,
    private state: GraphicsState,
  ) {}

  run(): void {
    for (let operator = this.tokens.next(); operator !== null; operator = this.tokens.next()) {
      this.walk.step();
      const takes = OPERATORS.get(operator);
      if (takes === undefined) {
        if (!this.walk.isLenient) this.syntax.note('unknownOperator', operator.slice(0, 16));
        continue;
      }
      if (!this.hasOperands(operator, takes)) continue;
      this.apply(operator, this.tokens.operands);
    }
    if (this.saved.length > 0) this.syntax.note('saveRestoreUnbalanced', 'q');
    if (this.inText) this.syntax.note('markersUnbalanced', 'BT');
    if (this.marked.length > 0) this.syntax.note('markersUnbalanced', 'BMC');
  }

  /** Notes what does not fit; true when the operator can be carried out with the last operands. */
  private hasOperands(operator: string, takes: string): boolean {
    const { operands } = this.tokens;
    if (takes === '*') return true;
    if (operands.length !== takes.length) this.syntax.note('operandCount', operator);
    if (operands.length < takes.length) return false;
    // Readers take the last ones, what comes before them being litter.
    if (operands.length > takes.length) operands.splice(0, operands.length - takes.length);
    for (let i = 0; i < takes.length; i++) {
      const value = operands[i];
      if (value === undefined || !isOfKind(value, takes[i] as string)) {
        this.syntax.note('operandType', operator);
        return false;
      }
    }
    return true;
  }

  private apply(operator: string, o: readonly PdfValue[]): void {
    const { state, path } = this;
    const n = (index: number) => o[index] as number;
    switch (operator) {
      case 'q':
        this.saved.push(state.copy());
        return;
      case 'Q': {
        const back = this.saved.pop();
        if (back === undefined) this.syntax.note('saveRestoreUnbalanced', 'Q');
        else this.state = back;
        return;
      }
      case 'cm':
        this.concatenate([n(0), n(1), n(2), n(3), n(4), n(5)]);
        return;
      case 'w':
        state.lineWidth = Math.abs(n(0));
        return;
      case 'gs':
        this.extendedState(o[0] as string);
        return;

      case 'm':
        path.moveTo(state.ctm, n(0), n(1));
        return;
      case 'l':
        path.lineTo(state.ctm, n(0), n(1));
        return;
      case 'c':
        path.curveTo(state.ctm, n(0), n(1), n(2), n(3), n(4), n(5));
        return;
      case 'v':
        path.curveTo(state.ctm, ...path.current, n(0), n(1), n(2), n(3));
        return;
      case 'y':
        path.curveTo(state.ctm, n(0), n(1), n(2), n(3), n(2), n(3));
        return;
      case 're':
        path.rectangle(state.ctm, n(0), n(1), n(2), n(3));
        return;
      case 'S':
      case 's':
        this.paintPath(false, true);
        return;
      case 'f':
      case 'F':
      case 'f*':
        this.paintPath(true, false);
        return;
      case 'B':
      case 'B*':
      case 'b':
      case 'b*':
        this.paintPath(true, true);
        return;
      case 'n':
        this.endPath();
        return;
      case 'W':
      case 'W*':
        this.pendingClip = true;
        return;

      case 'BT':
        if (this.inText) this.syntax.note('markersUnbalanced', 'BT');
        this.inText = true;
        this.textMatrix = this.lineMatrix = IDENTITY;
        return;
      case 'ET':
        if (!this.inText) this.syntax.note('markersUnbalanced', 'ET');
        this.inText = false;
        return;
      case 'Tc':
        state.charSpace = n(0);
        return;
      case 'Tw':
        state.wordSpace = n(0);
        return;
      case 'Tz':
        state.horizontalScale = n(0) / 100;
        return;
      case 'TL':
        state.leading = n(0);
        return;
      case 'Ts':
        state.rise = n(0);
        return;
      case 'Tr':
        state.renderingMode = n(0);
        return;
      case 'Tf':
        this.setFont(o[0] as string, n(1));
        return;
      case 'Td':
        this.moveLine(n(0), n(1));
        return;
      case 'TD':
        state.leading = -n(1);
        this.moveLine(n(0), n(1));
        return;
      case 'Tm':
        this.textMatrix = this.lineMatrix = [n(0), n(1), n(2), n(3), n(4), n(5)];
        return;
      case 'T*':
        this.moveLine(0, -state.leading);
        return;
      case 'Tj':
        this.show(o);
        return;
      case 'TJ':
        this.show(o[0] as PdfValue[]);
        return;
      case "'":
        this.moveLine(0, -state.leading);
        this.show(o);
        return;
      case '"':
        state.wordSpace = n(0);
        state.charSpace = n(1);
        this.moveLine(0, -state.leading);
        this.show([o[2] as PdfValue]);
        return;

      case 'g':
        state.fill = this.device('DeviceGray', DEVICE_GRAY, o);
        return;
      case 'G':
        state.stroke = this.device('DeviceGray', DEVICE_GRAY, o);
        return;
      case 'rg':
        state.fill = this.device('DeviceRGB', DEVICE_RGB, o);
        return;
      case 'RG':
        state.stroke = this.device('DeviceRGB', DEVICE_RGB, o);
        return;
      case 'k':
        state.fill = this.device('DeviceCMYK', DEVICE_CMYK, o);
        return;
      case 'K':
        state.stroke = this.device('DeviceCMYK', DEVICE_CMYK, o);
        return;
      case 'cs':
        state.fill = this.chooseSpace(o[0] as string);
        return;
      case 'CS':
        state.stroke = this.chooseSpace(o[0] as string);
        return;
      case 'sc':
      case 'scn':
        state.fill = this.colour(state.fill.space, operator, o);
        return;
      case 'SC':
      case 'SCN':
        state.stroke = this.colour(state.stroke.space, operator, o);
        return;

      case 'sh':
        this.shading(o[0] as string);
        return;
      case 'Do':
        this.xObject(o[0] as string);
        return;
      case 'BI':
        this.inlineImage();
        return;
      case 'BMC':
        this.marked.push(null);
        return;
      case 'BDC':
        this.beginMarked(o[0] as string, o[1] as PdfValue);
        return;
      case 'EMC': {
        const back = this.marked.pop();
        if (back === undefined) this.syntax.note('markersUnbalanced', 'EMC');
        else if (back !== null) state.paint = this.shared.states.with(state.paint, { layer: back.layer });
        return;
      }
      case 'BX':
        this.walk.enterCompatibility(1);
        return;
      case 'EX':
        this.walk.enterCompatibility(-1);
        return;
      default:
        // h, J, j, M, d, ri, i, MP, DP, d0 and d1 change nothing that is asked about.
        return;
    }
  }

  private concatenate(matrix: Matrix): void {
    if (matrix.some((one) => !Number.isFinite(one) || Math.abs(one) > SENSIBLE)) {
      this.syntax.note('degenerateMatrix', 'cm');
      return;
    }
    this.state.concatenate(matrix);
    if (matrix[0] * matrix[3] - matrix[1] * matrix[2] === 0) this.syntax.note('degenerateMatrix', 'cm');
  }

  private named(category: string, name: string): PdfValue | undefined {
    const { document } = this.shared;
    const entries = document.resolve(this.scope.resources?.get(category));
    const value = isDict(entries) ? entries.get(name) : undefined;
    if (value === undefined || document.resolve(value) === null) {
      this.syntax.note('missingResource', `${category} ${name}`.slice(0, 64));
      return undefined;
    }
    return value;
  }

  private extendedState(name: string): void {
    const { document, states } = this.shared;
    const dict = document.resolve(this.named('ExtGState', name));
    if (!isDict(dict)) return;
    const { state } = this;
    const get = (key: string) => document.resolve(dict.get(key));
    const number = (key: string) => document.number(dict.get(key));
    state.lineWidth = number('LW') ?? state.lineWidth;
    const font = get('Font');
    if (Array.isArray(font) && font[0] !== undefined) {
      state.font = this.shared.readFont(font[0]);
      state.fontSize = document.number(font[1]) ?? state.fontSize;
    }
    const { paint } = state;
    const strokes = get('OP');
    const fills = get('op') ?? strokes;
    const softMask = get('SMask');
    const mode = number('OPM');
    state.paint = states.with(paint, {
      fillAlpha: clamp(number('ca') ?? paint.fillAlpha),
      strokeAlpha: clamp(number('CA') ?? paint.strokeAlpha),
      blendMode: blendModeOf(get('BM'), document) ?? paint.blendMode,
      hasSoftMask: softMask === undefined || softMask === null ? paint.hasSoftMask : isDict(softMask),
      overprintsStroke: typeof strokes === 'boolean' ? strokes : paint.overprintsStroke,
      overprintsFill: typeof fills === 'boolean' ? fills : paint.overprintsFill,
      overprintMode: mode === undefined ? paint.overprintMode : mode === 1 ? 1 : 0,
      pressControls: pressControlsOf(dict, get, paint.pressControls),
    });
    const group = isDict(softMask) ? document.resolve(softMask.get('G')) : undefined;
    if (group instanceof PdfStream) this.softMaskGroup(group);
  }

  /** A soft mask is not seen itself; what it is made of is still read, so that faults in it are found. */
  private softMaskGroup(group: PdfStream): void {
    const nowhere = this.state.copy();
    nowhere.clip = null;
    this.walk.form(group, nowhere, this.scope);
  }

  private paintPath(fills: boolean, strokes: boolean): void {
    const { state, path } = this;
    if (!path.isEmpty) {
      const { boundsMm, shape, segments } = path.finish();
      if (segments > 0 && isSensible(boundsMm)) {
        const strokeWidthMm = strokes ? state.lineWidth * stretchOf(state.ctm).least : 0;
        const grown = strokes ? grow(boundsMm, (state.lineWidth * stretchOf(state.ctm).most) / 2) : boundsMm;
        this.walk.add({
          kind: 'path',
          ...this.painted(grown),
          shape,
          segments,
          fill: fills ? state.fill : null,
          stroke: strokes ? state.stroke : null,
          strokeWidthPt: strokes ? strokeWidthMm * POINTS_PER_MM : null,
        });
        if (fills) this.insidePattern(state.fill, boundsMm);
        if (strokes) this.insidePattern(state.stroke, grown);
      }
    }
    this.endPath();
  }

  private endPath(): void {
    if (this.pendingClip) {
      const built = this.path.isEmpty ? null : this.path.finish();
      this.state.clipTo(built?.boundsMm ?? null, built?.shape === 'rectangle');
      this.pendingClip = false;
    }
    this.path.clear();
  }

  private insidePattern(paint: Paint, painted: BoundsMm): void {
    const stream = this.patternStreams.get(paint);
    if (stream !== undefined) this.walk.pattern(stream, this.state, this.scope, painted);
  }

  private readonly patternStreams = new Map<Paint, PdfStream>();

  private painted(boundsMm: BoundsMm) {
    const { clip, paint } = this.state;
    const isOff = paint.layer !== null && !paint.layer.isOnInPrint;
    const clippedMm = clip === null ? null : intersect(boundsMm, clip);
    return { order: this.walk.objects.length, from: this.scope.from, boundsMm, clippedMm, isHidden: isOff, state: paint, isClipExact: this.state.isClipExact };
  }

  private device(family: 'DeviceGray' | 'DeviceRGB' | 'DeviceCMYK', plain: ColourSpace, operands: readonly PdfValue[]): Paint {
    const space = this.scope.resources?.has('ColorSpace') === true ? this.shared.spaces.device(family, this.scope.resources) : plain;
    return { space, values: [...(operands as readonly number[])], pattern: null };
  }

  private chooseSpace(name: string): Paint {
    const space = this.shared.spaces.read(name, this.scope.resources);
    if (space.family === 'unknown') this.syntax.note('missingResource', `ColorSpace ${name}`.slice(0, 64));
    return { space, values: initialValues(space), pattern: null };
  }

  private colour(space: ColourSpace, operator: string, operands: readonly PdfValue[]): Paint {
    const values = operands.filter((one) => typeof one === 'number');
    const name = operands.at(-1);
    if (typeof name === 'string') return this.patternPaint(space, name, values);
    const expected = space.family === 'Pattern' ? 0 : space.components;
    if (expected > 0 && values.length !== expected) this.syntax.note('operandCount', operator);
    if (values.length !== operands.length) this.syntax.note('operandType', operator);
    return { space, values, pattern: null };
  }

  private patternPaint(space: ColourSpace, name: string, values: readonly number[]): Paint {
    const value = this.shared.document.resolve(this.named('Pattern', name));
    const isTiling = value instanceof PdfStream;
    const paint: Paint = { space: space.family === 'Pattern' ? space : PATTERN, values, pattern: isTiling ? 'tiling' : 'shading' };
    if (isTiling) this.patternStreams.set(paint, value);
    return paint;
  }

  private shading(name: string): void {
    const { document, spaces } = this.shared;
    const value = document.resolve(this.named('Shading', name));
    const dict = value instanceof PdfStream ? value.dict : value;
    if (!isDict(dict)) return;
    const { clip } = this.state;
    // A shading fills whatever the clip leaves; without one it has no extent of its own.
    this.walk.add({ kind: 'shading', ...this.painted(clip ?? NOWHERE), space: spaces.read(dict.get('ColorSpace'), this.scope.resources) });
  }

  private xObject(name: string): void {
    const value = this.named('XObject', name);
    const stream = this.shared.document.resolve(value);
    if (!(stream instanceof PdfStream)) return;
    const subtype = this.shared.document.resolve(stream.dict.get('Subtype'));
    if (subtype === 'Image') this.image(this.shared.images.xObject(stream, this.scope.resources), this.shared.layerOf(stream.dict.get('OC')));
    else if (subtype === 'Form' || stream.dict.has('BBox')) this.walk.form(stream, this.state, this.scope);
    else this.syntax.note('missingResource', `XObject ${name}`.slice(0, 64));
  }

  private inlineImage(): void {
    const { images, spaces } = this.shared;
    const { resources } = this.scope;
    const read = this.tokens.inlineImage((dict) => {
      if (dict.has('F') || dict.has('Filter')) return null;
      const get = (long: string, short: string) => dict.get(long) ?? dict.get(short);
      const isStencil = get('ImageMask', 'IM') === true;
      const components = isStencil ? 1 : spaces.read(get('ColorSpace', 'CS'), resources).components;
      const bits = isStencil ? 1 : Number(get('BitsPerComponent', 'BPC') ?? 8);
      return Math.ceil((Number(get('Width', 'W')) * components * bits) / 8) * Number(get('Height', 'H')) || null;
    });
    if (read !== null) this.image(images.inline(read.dict, resources, read.lengthBytes), null);
  }

  private image(image: ReturnType<ImageReader['xObject']>, layer: LayerFacts | null): void {
    const { ctm, paint, fill } = this.state;
    const quadMm = quadUnder(ctm, 0, 0, 1, 1);
    const boundsMm = boundsOfQuad(quadMm);
    if (!isSensible(boundsMm)) {
      this.syntax.note('degenerateMatrix', 'Do');
      return;
    }
    if (layer !== null) this.state.paint = this.shared.states.with(paint, { layer });
    this.walk.add({
      kind: 'image',
      ...this.painted(boundsMm),
      image,
      quadMm,
      ppiX: (image.widthPx * MM_PER_INCH) / Math.hypot(ctm[0], ctm[1]),
      ppiY: (image.heightPx * MM_PER_INCH) / Math.hypot(ctm[2], ctm[3]),
      fill: image.isStencil ? fill : null,
    });
    this.state.paint = paint;
  }

  private beginMarked(tag: string, properties: PdfValue): void {
    if (tag !== 'OC') {
      this.marked.push(null);
      return;
    }
    const { states, layerOf } = this.shared;
    const { state } = this;
    this.marked.push(state.paint);
    const layer = layerOf(typeof properties === 'string' ? this.named('Properties', properties) : properties);
    if (layer !== null) state.paint = states.with(state.paint, { layer });
  }

  private setFont(name: string, size: number): void {
    const value = this.named('Font', name);
    this.state.font = value === undefined ? null : this.shared.readFont(value);
    this.state.fontSize = size;
  }

  private moveLine(x: number, y: number): void {
    this.textMatrix = this.lineMatrix = multiply([1, 0, 0, 1, x, y], this.lineMatrix);
  }

  private show(parts: readonly PdfValue[]): void {
    const { state } = this;
    const { font, fontSize, horizontalScale: scale, rise } = state;
    const start = this.textMatrix;
    const isVertical = font?.isVertical === true;
    let text = '';
    let hasText = false;
    let glyphCount = 0;
    let missingGlyphCount = 0;
    let advance = 0;
    for (const part of parts) {
      if (typeof part === 'number') {
        advance -= (part / 1000) * fontSize * (isVertical ? 1 : scale);
        if (-part > WORD_GAP_THOUSANDTHS && text !== '' && !text.endsWith(' ')) text += ' ';
        continue;
      }
      if (!(part instanceof PdfString) || font === null) continue;
      for (const glyph of font.decode(part.bytes)) {
        glyphCount++;
        if (glyph.isMissing) missingGlyphCount++;
        if (glyph.unicode !== null) hasText = true;
        text += glyph.unicode ?? '\ufffd';
        if (glyph.type3Proc !== null) this.type3Glyph(font, glyph.type3Proc, multiply([1, 0, 0, 1, advance, 0], start));
        const width = isVertical ? -1 : (glyph.widthThousandths / 1000) * (font.fontMatrix === null ? 1 : font.fontMatrix[0] * 1000);
        const move = width * fontSize + (isVertical ? -1 : 1) * (state.charSpace + (glyph.isSpace ? state.wordSpace : 0));
        advance += isVertical ? move : move * scale;
      }
    }
    this.textMatrix = multiply(isVertical ? [1, 0, 0, 1, 0, advance] : [1, 0, 0, 1, advance, 0], start);
    if (glyphCount === 0) return;
    const toPage = multiply(start, state.ctm);
    const quadMm = isVertical
      ? quadUnder(toPage, -fontSize / 2, advance, fontSize / 2, 0)
      : quadUnder(toPage, 0, DESCENT * fontSize + rise, advance, ASCENT * fontSize + rise);
    const boundsMm = boundsOfQuad(quadMm);
    if (!isSensible(boundsMm)) {
      this.syntax.note('degenerateMatrix', 'Tm');
      return;
    }
    const mode = state.renderingMode;
    const strokes = mode === 1 || mode === 2 || mode === 5 || mode === 6;
    const fills = mode === 0 || mode === 2 || mode === 4 || mode === 6;
    this.walk.add({
      kind: 'text',
      ...this.painted(boundsMm),
      font: font?.facts ?? null,
      text: hasText ? text : null,
      glyphCount,
      missingGlyphCount,
      quadMm,
      sizePt: Math.abs(fontSize) * Math.min(1, Math.abs(scale) || 1) * stretchOf(toPage).least * POINTS_PER_MM,
      directionDegrees: (Math.atan2(toPage[1], toPage[0]) * 180) / Math.PI,
      renderingMode: mode,
      fill: fills ? state.fill : null,
      stroke: strokes ? state.stroke : null,
      strokeWidthPt: strokes ? state.lineWidth * stretchOf(state.ctm).least * POINTS_PER_MM : null,
    });
  }

  private type3Glyph(font: OpenFont, proc: PdfStream, at: Matrix): void {
    const { fontSize, horizontalScale, rise, ctm } = this.state;
    const toText = multiply(font.fontMatrix ?? [0.001, 0, 0, 0.001, 0, 0], [fontSize * horizontalScale, 0, 0, fontSize, 0, rise]);
    this.walk.glyph(proc, this.state, multiply(multiply(toText, at), ctm), (font.type3Resources as PdfDict | null) ?? undefined, this.scope);
  }
}

const NOWHERE: BoundsMm = { leftMm: 0, topMm: 0, rightMm: 0, bottomMm: 0 };

function quadUnder(m: Matrix, left: number, bottom: number, right: number, top: number): QuadMm {
  const x = (px: number, py: number) => px * m[0] + py * m[2] + m[4];
  const y = (px: number, py: number) => px * m[1] + py * m[3] + m[5];
  return [x(left, bottom), y(left, bottom), x(right, bottom), y(right, bottom), x(right, top), y(right, top), x(left, top), y(left, top)];
}

const isSensible = ({ leftMm, topMm, rightMm, bottomMm }: BoundsMm) =>
  Number.isFinite(leftMm) && Number.isFinite(rightMm) && Number.isFinite(topMm) && Number.isFinite(bottomMm) && Math.max(Math.abs(leftMm), Math.abs(rightMm), Math.abs(topMm), Math.abs(bottomMm)) < SENSIBLE;

const grow = ({ leftMm, topMm, rightMm, bottomMm }: BoundsMm, by: number): BoundsMm => ({
  leftMm: leftMm - by,
  topMm: topMm - by,
  rightMm: rightMm + by,
  bottomMm: bottomMm + by,
});

const clamp = (value: number) => Math.min(1, Math.max(0, value));

function initialValues(space: ColourSpace): number[] {
  if (space.family === 'DeviceCMYK') return [0, 0, 0, 1];
  const start = space.family === 'Separation' || space.family === 'DeviceN' ? 1 : 0;
  return Array<number>(space.components).fill(start);
}

function blendModeOf(value: PdfValue | undefined, document: PdfDocument): string | null {
  const first = Array.isArray(value) ? document.resolve(value[0]) : value;
  if (typeof first !== 'string') return null;
  return first === 'Compatible' ? 'Normal' : first;
}

const PRESS_KEYS = [
  ['TR', 'TR2'],
  ['HT', null],
  ['BG', 'BG2'],
  ['UCR', 'UCR2'],
] as const;

/** Set when a function or a halftone is named; `Identity` and `Default` take it back. */
function pressControlsOf(dict: PdfDict, get: (key: string) => PdfValue | undefined, before: readonly string[]): readonly string[] {
  let controls = before;
  for (const [key, second] of PRESS_KEYS) {
    const name = second !== null && dict.has(second) ? second : key;
    if (!dict.has(name)) continue;
    const value = get(name);
    const isPlain = value === 'Identity' || value === 'Default' || value === null;
    const others = controls.filter((one) => one !== key);
    controls = isPlain ? others : [...others, key];
  }
  return controls;
}
