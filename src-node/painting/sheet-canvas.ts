import {
  type PDFOperator,
  appendBezierCurve,
  clip,
  closePath,
  concatTransformationMatrix,
  endPath,
  fill,
  lineTo,
  moveTo,
  popGraphicsState,
  pushGraphicsState,
  rectangle,
  setFillingGrayscaleColor,
  setFillingRgbColor,
  setGraphicsState,
  setLineWidth,
  setStrokingGrayscaleColor,
  setStrokingRgbColor,
  stroke,
  type PDFName,
  type PDFPage,
  type PDFRef,
} from 'pdf-lib';
import type { Colour } from '../../src-core/composition/sketch.ts';
import type { BoxMm } from '../../src-core/specs/book-geometry.ts';
import { POINTS_PER_MM } from '../../src-core/units.ts';

/** A quarter circle as a Bézier curve: how far its handles reach, of the radius. */
const QUARTER = 0.5522847498;
const OPAQUE = 255;

/** A thousandth of a point is a third of a micrometre. */
const rounded = (points: number): number => Math.round(points * 1000) / 1000;

/** Of a share that multiplies points: over a sheet of two metres less than a hundredth of a point. */
const finely = (share: number): number => Math.round(share * 1e6) / 1e6;

/** Six numbers of a transformation, as PDF writes them. */
export type Matrix = readonly [number, number, number, number, number, number];

/** Draws on one PDF page in millimetres from a point of it, y downwards. */
export class SheetCanvas {
  private readonly names: Map<string, PDFName>;

  constructor(
    readonly page: PDFPage,
    private readonly originXMm = 0,
    private readonly originYMm = 0,
    whole?: SheetCanvas,
  ) {
    this.names = whole?.names ?? new Map<string, PDFName>();
  }

  /** The same page from another point, counted from this one. */
  movedTo(xMm: number, yMm: number): SheetCanvas {
    return new SheetCanvas(this.page, this.originXMm + xMm, this.originYMm + yMm, this);
  }

  /** What the page calls a picture that lies in the file. */
  pictureName(ref: PDFRef): PDFName {
    return this.name(ref.toString(), () => this.page.node.newXObject('P', ref));
  }

  /** What the page calls a face. */
  fontName(typeface: string, ref: PDFRef): PDFName {
    return this.name(typeface, () => this.page.node.newFontDictionary('F', ref));
  }

  private name(key: string, give: () => PDFName): PDFName {
    const name = this.names.get(key) ?? give();
    this.names.set(key, name);
    return name;
  }

  xPt(xMm: number): number {
    return rounded((this.originXMm + xMm) * POINTS_PER_MM);
  }

  /** Upwards, as PDF counts. */
  yPt(yMm: number): number {
    return rounded(this.page.getHeight() - (this.originYMm + yMm) * POINTS_PER_MM);
  }

  push(...operators: readonly PDFOperator[]): void {
    this.page.pushOperators(...operators);
  }

  /** What is drawn meanwhile leaves no trace in the state of the page. */
  async apart(draw: () => void | Promise<void>): Promise<void> {
    this.push(pushGraphicsState());
    await draw();
    this.push(popGraphicsState());
  }

  transform([a, b, c, d, e, f]: Matrix): void {
    this.push(concatTransformationMatrix(rounded(a), rounded(b), rounded(c), rounded(d), rounded(e), rounded(f)));
  }

  /** A turn: its sine and cosine multiply places of the whole sheet, so that three decimals of them would be seen as a shift. */
  turn([a, b, c, d, e, f]: Matrix): void {
    this.push(concatTransformationMatrix(finely(a), finely(b), finely(c), finely(d), rounded(e), rounded(f)));
  }

  clipTo(box: BoxMm, radiusMm = 0): void {
    this.push(...this.outline(box, radiusMm), clip(), endPath());
  }

  fillBox(box: BoxMm, radiusMm: number, colour: Colour): void {
    this.push(...this.alpha(colour.alpha), ...filling(colour), ...this.outline(box, radiusMm), fill());
  }

  /** A line of this width on the outline, half of it inside. */
  strokeBox(box: BoxMm, radiusMm: number, colour: Colour, widthPt: number): void {
    this.push(
      ...this.alpha(colour.alpha),
      ...stroking(colour),
      setLineWidth(rounded(widthPt)),
      ...this.outline(box, radiusMm),
      stroke(),
    );
  }

  /** Sets how far what follows covers what lies beneath; nothing for what is opaque. */
  alpha(alpha: number): PDFOperator[] {
    if (alpha === OPAQUE) return [];
    const share = alpha / OPAQUE;
    const name = this.name(`alpha ${alpha}`, () =>
      this.page.node.newExtGState('A', this.page.doc.context.obj({ Type: 'ExtGState', ca: share, CA: share })),
    );
    return [setGraphicsState(name)];
  }

  private outline(box: BoxMm, radiusMm: number): PDFOperator[] {
    const left = this.xPt(box.xMm);
    const right = this.xPt(box.xMm + box.widthMm);
    const bottom = this.yPt(box.yMm + box.heightMm);
    const top = this.yPt(box.yMm);
    const r = Math.min(radiusMm * POINTS_PER_MM, (right - left) / 2, (top - bottom) / 2);
    if (r <= 0) return [rectangle(left, bottom, rounded(right - left), rounded(top - bottom))];
    const h = r * (1 - QUARTER);
    const curve = (...points: [number, number, number, number, number, number]) =>
      appendBezierCurve(...(points.map(rounded) as typeof points));
    const line = (x: number, y: number) => lineTo(rounded(x), rounded(y));
    return [
      moveTo(rounded(left + r), bottom),
      line(right - r, bottom),
      curve(right - h, bottom, right, bottom + h, right, bottom + r),
      line(right, top - r),
      curve(right, top - h, right - h, top, right - r, top),
      line(left + r, top),
      curve(left + h, top, left, top - h, left, top - r),
      line(left, bottom + r),
      curve(left, bottom + h, left + h, bottom, left + r, bottom),
      closePath(),
    ];
  }
}

/** Neutral colours as one ink, so that black letters stay sharp. */
export function filling({ red, green, blue }: Colour): PDFOperator[] {
  if (red === green && green === blue) return [setFillingGrayscaleColor(shareOf(red))];
  return [setFillingRgbColor(shareOf(red), shareOf(green), shareOf(blue))];
}

function stroking({ red, green, blue }: Colour): PDFOperator[] {
  if (red === green && green === blue) return [setStrokingGrayscaleColor(shareOf(red))];
  return [setStrokingRgbColor(shareOf(red), shareOf(green), shareOf(blue))];
}

const shareOf = (value: number): number => Math.round((value / 255) * 10_000) / 10_000;
