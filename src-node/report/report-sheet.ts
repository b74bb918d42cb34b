import type { Color, PDFDocument, PDFImage, PDFPage } from 'pdf-lib';
import {
  PDFName,
  beginText,
  endText,
  popGraphicsState,
  pushGraphicsState,
  rgb,
  setFillingColor,
  setTextMatrix,
} from 'pdf-lib';
import { directionOf } from '../../src-core/composition/direction.ts';
import type { TextMeasure } from '../../src-core/composition/sketch.ts';
import type { FaceName, Typeface } from '../../src-core/composition/typefaces.ts';
import type { MarkedObject } from '../../src-core/preflight/finding.ts';
import { POINTS_PER_MM } from '../../src-core/units.ts';
import type { Letters } from '../typefaces/letters.ts';

/** The letters of the report's document, and how wide they are. */
export interface ReportType {
  readonly letters: Letters;
  readonly measure: TextMeasure;
}

export interface SheetPicture {
  readonly image: PDFImage;
  readonly widthMm: number;
  readonly heightMm: number;
  readonly marks: readonly MarkedObject[];
  readonly caption: string;
}

/** On the paper, in points from its bottom left corner. */
interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface TextStyle {
  readonly sizePt?: number;
  readonly colour?: Color;
  readonly isStrong?: boolean;
  readonly indentMm?: number;
}

interface SetLine {
  readonly x: number;
  readonly y: number;
  readonly sizePt: number;
  readonly typeface: Typeface;
  readonly colour: Color;
}

const A4_MM = { width: 210, height: 297 };
const MARGIN_MM = 18;
const INK = rgb(0.1, 0.1, 0.1);
const QUIET = rgb(0.42, 0.42, 0.42);
const LINE = rgb(0.85, 0.85, 0.85);
const WHITE = rgb(1, 1, 1);
const SIZE_PT = 9;
const RUNNING_SIZE_PT = 7.5;
const LINE_HEIGHT = 1.45;
const PICTURE_GAP_MM = 5;
const PICTURE_HEIGHT_MM = 58;
/** A mark smaller than this on paper could not be seen. */
const LEAST_MARK_PT = 3;
const MAX_NUMBERED = 20;

const pt = (mm: number) => mm * POINTS_PER_MM;

/** A4 pages that fill from the top, a new one begun when the last is full. */
export class ReportSheet {
  private page: PDFPage;
  private y = 0;
  private pageCount = 0;

  constructor(
    private readonly document: PDFDocument,
    private readonly type: ReportType,
    private readonly runningTitle: string,
  ) {
    this.page = this.newPage();
  }

  title(text: string): void {
    this.text(text, { sizePt: 20, isStrong: true });
  }

  heading(text: string): void {
    this.gap(2);
    this.text(text, { sizePt: 12, isStrong: true });
    this.gap(1);
  }

  fact(name: string, value: string, style: Pick<TextStyle, 'colour' | 'isStrong'> = {}): void {
    const y = this.y;
    this.line(name, MARGIN_MM, { colour: QUIET });
    this.y = y;
    this.text(value, { ...style, indentMm: 34 });
  }

  text(text: string, { sizePt = SIZE_PT, colour = INK, isStrong = false, indentMm = 0 }: TextStyle = {}): void {
    const widthPt = pt(A4_MM.width - 2 * MARGIN_MM - indentMm);
    for (const line of this.wrapped(text, isStrong ? 'semiBold' : 'regular', sizePt, widthPt)) {
      this.keep((sizePt * LINE_HEIGHT) / POINTS_PER_MM);
      this.line(line, MARGIN_MM + indentMm, { sizePt, colour, isStrong });
    }
  }

  /** A numbered disc with a line of text beside it. */
  bullet(number: number, colour: Color, text: string, sizePt = 9.5): void {
    this.keep(8);
    const radius = 6;
    const x = pt(MARGIN_MM) + radius;
    const y = this.y - (sizePt * LINE_HEIGHT) / 2 - 0.5;
    this.page.drawCircle({ x, y, size: radius, color: colour });
    this.centred(String(number), x, y, 7.5, WHITE);
    this.text(text, { sizePt, isStrong: true, indentMm: 8 });
  }

  rule(): void {
    this.gap(3);
    this.keep(4);
    this.page.drawLine({
      start: { x: pt(MARGIN_MM), y: this.y },
      end: { x: pt(A4_MM.width - MARGIN_MM), y: this.y },
      thickness: 0.5,
      color: LINE,
    });
    this.gap(3);
  }

  gap(mm: number): void {
    this.y -= pt(mm);
  }

  /** Begins a new page unless so much room is left. */
  keep(mm: number): void {
    if (this.y - pt(mm) < pt(MARGIN_MM)) this.page = this.newPage();
  }

  /** Pictures side by side, their marks outlined and numbered. */
  pictures(pictures: readonly SheetPicture[], colour: Color): void {
    const roomMm = A4_MM.width - 2 * MARGIN_MM - 8;
    const widest = (roomMm - PICTURE_GAP_MM * (pictures.length - 1)) / pictures.length;
    const sizes = pictures.map(({ widthMm, heightMm }) => {
      const scale = Math.min(widest / widthMm, PICTURE_HEIGHT_MM / heightMm);
      return { scale, width: widthMm * scale, height: heightMm * scale };
    });
    const tallest = Math.max(...sizes.map(({ height }) => height));
    this.gap(2);
    this.keep(tallest + 8);
    let left = MARGIN_MM + 8;
    const top = this.y;
    pictures.forEach((picture, index) => {
      const { scale, width, height } = sizes[index] ?? { scale: 1, width: 0, height: 0 };
      const place = { x: pt(left), y: top - pt(height), width: pt(width), height: pt(height) };
      this.page.drawImage(picture.image, place);
      this.page.drawRectangle({ ...place, borderColor: LINE, borderWidth: 0.5, opacity: 0 });
      picture.marks.slice(0, MAX_NUMBERED).forEach((mark, number) => this.mark(mark, number + 1, place, scale, colour));
      this.letter(picture.caption, { x: pt(left), y: place.y - 10, sizePt: 7.5, typeface: 'regular', colour: QUIET });
      left += width + PICTURE_GAP_MM;
    });
    this.y = top - pt(tallest) - 16;
  }

  /** A white halo beneath the line, so that it is seen on dark and on light photos. What lies beside the page is not drawn. */
  private mark(
    { quadMm }: MarkedObject,
    number: number,
    { x: leftPt, y: bottomPt, width: widthPt, height: heightPt }: Place,
    scale: number,
    colour: Color,
  ): void {
    const topPt = bottomPt + heightPt;
    const within = (value: number, from: number, to: number) => Math.min(Math.max(value, from), to);
    const xs = [0, 2, 4, 6].map((i) => within(leftPt + pt((quadMm[i] ?? 0) * scale), leftPt, leftPt + widthPt));
    const ys = [1, 3, 5, 7].map((i) => within(topPt - pt((quadMm[i] ?? 0) * scale), bottomPt, topPt));
    const x = Math.min(...xs);
    const y = Math.min(...ys);
    const width = Math.max(Math.max(...xs) - x, LEAST_MARK_PT);
    const height = Math.max(Math.max(...ys) - y, LEAST_MARK_PT);
    this.page.drawRectangle({ x, y, width, height, borderColor: WHITE, borderWidth: 2.4, opacity: 0 });
    this.page.drawRectangle({ x, y, width, height, borderColor: colour, borderWidth: 1.1, opacity: 0 });
    const badge = { x: Math.max(x, leftPt + 5), y: Math.min(y + height, topPt - 5) };
    this.page.drawCircle({ ...badge, size: 5, color: colour, borderColor: WHITE, borderWidth: 0.8 });
    this.centred(String(number), badge.x, badge.y, 6, WHITE);
  }

  private centred(text: string, x: number, y: number, sizePt: number, colour: Color): void {
    const half = this.widthPt(text, 'semiBold', sizePt) / 2;
    this.letter(text, { x: x - half, y: y - sizePt * 0.35, sizePt, typeface: 'semiBold', colour });
  }

  private line(text: string, leftMm: number, { sizePt = SIZE_PT, colour = INK, isStrong = false }: TextStyle): void {
    const height = sizePt * LINE_HEIGHT;
    const typeface = isStrong ? 'semiBold' : 'regular';
    this.letter(text, { x: pt(leftMm), y: this.y - sizePt, sizePt, typeface, colour });
    this.y -= height;
  }

  private newPage(): PDFPage {
    const page = this.document.addPage([pt(A4_MM.width), pt(A4_MM.height)]);
    this.pageCount++;
    if (this.pageCount > 1) {
      const widthPt = pt(A4_MM.width - 2 * MARGIN_MM) - 30;
      const [first = '', ...rest] = this.wrapped(this.runningTitle, 'regular', RUNNING_SIZE_PT, widthPt);
      const running = `${first}${rest.length > 0 ? '…' : ''} · ${this.pageCount}`;
      const place = { x: pt(MARGIN_MM), y: pt(A4_MM.height - 11) };
      this.letter(running, { ...place, sizePt: RUNNING_SIZE_PT, typeface: 'regular', colour: QUIET }, page);
    }
    this.y = pt(A4_MM.height - MARGIN_MM);
    return page;
  }

  /** One line from its beginning, in points from the page's bottom left corner. */
  private letter(text: string, { x, y, sizePt, typeface, colour }: SetLine, page = this.page): void {
    const pen = this.type.letters.pen(typeface, sizePt, (face) => this.fontNamed(face, page));
    page.pushOperators(
      pushGraphicsState(),
      beginText(),
      setFillingColor(colour),
      setTextMatrix(1, 0, 0, 1, x, y),
      ...pen.show(text, directionOf(text)),
      endText(),
      popGraphicsState(),
    );
  }

  private fontNamed(face: FaceName, page: PDFPage): PDFName {
    const name = PDFName.of(face);
    page.node.setFontDictionary(name, this.type.letters.refOf(face));
    return name;
  }

  private widthPt(text: string, typeface: Typeface, sizePt: number): number {
    return this.type.measure.widthEm(typeface, text) * sizePt;
  }

  /** Lines that fit: broken at spaces, and between Hangul syllables where a word is too long for a line of its own. */
  private wrapped(text: string, typeface: Typeface, sizePt: number, widthPt: number): string[] {
    const lines: string[] = [];
    const fits = (line: string) => this.widthPt(line, typeface, sizePt) <= widthPt;
    let line = '';
    for (const word of text.split(/\s+/)) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (fits(longer)) {
        line = longer;
        continue;
      }
      if (line !== '') lines.push(line);
      line = '';
      for (const character of word) {
        if (!fits(line + character)) {
          lines.push(line);
          line = '';
        }
        line += character;
      }
    }
    return line === '' ? lines : [...lines, line];
  }
}
