import {
  PDFArray,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFOperator,
  PDFOperatorNames,
  type PDFContext,
  type PDFRef,
} from 'pdf-lib';
import type { ShapedFace } from '../../src-core/composition/harfbuzz-face.ts';
import type { ShapedGlyph } from '../../src-core/composition/text-measure.ts';
import { TYPEFACES, type Typeface } from '../../src-core/composition/typefaces.ts';
import { codeOf, fontObject, THOUSANDTHS } from './font-object.ts';
import { openSubsetter } from './subset-face.ts';

/** A face that letters can be set in. */
export interface BookFace extends ShapedFace {
  /** The whole font file. */
  readonly file: Uint8Array;
}

export type FaceOf = (typeface: Typeface) => BookFace;

/** The faces of one PDF. Each is embedded once, with the glyphs that were shown, when all are: `embed` ends it. */
export class Letters {
  private readonly faces = new Map<Typeface, SetFace>();

  constructor(
    private readonly context: PDFContext,
    private readonly faceOf: FaceOf,
  ) {}

  refOf(typeface: Typeface): PDFRef {
    return this.set(typeface).ref;
  }

  /** Shows a line with the face's kerning, just as it was measured. The face and its size are set, a text is begun. */
  show(typeface: Typeface, text: string, sizePt: number): PDFOperator[] {
    return this.set(typeface).show(text, sizePt);
  }

  /** Writes the fonts into the document. */
  async embed(): Promise<void> {
    const subset = await openSubsetter();
    for (const [typeface, { face, ref, said }] of this.faces) {
      const tag = TYPEFACES.find(({ name }) => name === typeface)?.subsetTag;
      const file = subset(face.file, said.keys());
      fontObject(this.context, ref, { name: `${tag}+${face.postscriptName}`, file, face, said });
    }
  }

  private set(typeface: Typeface): SetFace {
    const set = this.faces.get(typeface) ?? new SetFace(this.context, this.faceOf(typeface));
    this.faces.set(typeface, set);
    return set;
  }
}

/** A face while lines are set in it. */
class SetFace {
  /** What each shown glyph says when it is copied. */
  readonly said = new Map<number, string>();
  readonly ref: PDFRef;

  constructor(
    private readonly context: PDFContext,
    readonly face: BookFace,
  ) {
    this.ref = context.nextRef();
  }

  show(text: string, sizePt: number): PDFOperator[] {
    const line = new Line(this.context, sizePt);
    for (const { glyphs, says } of clustersOf(this.face.shape(text), text)) {
      // A glyph stands for one text in all of the document; where it was made of another, the line itself says so.
      const isSaid = glyphs.map(({ glyph }) => this.says(glyph, says)).join('') === says;
      if (!isSaid) line.beginActualText(says);
      for (const glyph of glyphs) this.place(line, glyph);
      if (!isSaid) line.endActualText();
    }
    return line.operators();
  }

  private says(glyph: number, here: string): string {
    const said = this.said.get(glyph) ?? this.face.characterOf(glyph) ?? here;
    this.said.set(glyph, said);
    return said;
  }

  private place(line: Line, { glyph, advance, xOffset, yOffset }: ShapedGlyph): void {
    const em = this.face.unitsPerEm;
    const thousandths = (units: number) => Math.round((units * THOUSANDTHS) / em);
    line.rise(yOffset / em);
    line.move(thousandths(xOffset));
    line.add(codeOf(glyph));
    line.move(thousandths(advance - this.face.advanceOf(glyph) - xOffset));
  }
}

/** The operators of a line while it is written (ISO 32000-1, 9.4.3 and 14.9.4). */
class Line {
  private readonly written: PDFOperator[] = [];
  private parts: (PDFHexString | PDFNumber)[] = [];
  private codes = '';
  private riseEm = 0;

  constructor(
    private readonly context: PDFContext,
    private readonly sizePt: number,
  ) {}

  add(code: string): void {
    this.codes += code;
  }

  /** To the right, in thousandths of the type size. */
  move(thousandths: number): void {
    if (thousandths === 0) return;
    this.endCodes();
    this.parts.push(PDFNumber.of(-thousandths));
  }

  /** What follows stands so much higher, in type sizes. */
  rise(em: number): void {
    if (em === this.riseEm) return;
    this.riseEm = em;
    const risePt = Math.round(em * this.sizePt * 1000) / 1000;
    this.write(PDFOperator.of(PDFOperatorNames.SetTextRise, [PDFNumber.of(risePt)]));
  }

  beginActualText(text: string): void {
    const properties = `<< /ActualText ${PDFHexString.fromText(text).toString()} >>`;
    this.write(PDFOperator.of(PDFOperatorNames.BeginMarkedContentSequence, [PDFName.of('Span'), properties]));
  }

  endActualText(): void {
    this.write(PDFOperator.of(PDFOperatorNames.EndMarkedContent));
  }

  operators(): PDFOperator[] {
    this.rise(0);
    this.showCodes();
    return this.written;
  }

  private write(operator: PDFOperator): void {
    this.showCodes();
    this.written.push(operator);
  }

  private showCodes(): void {
    this.endCodes();
    if (this.parts.length === 0) return;
    const parts = PDFArray.withContext(this.context);
    for (const part of this.parts) parts.push(part);
    this.written.push(PDFOperator.of(PDFOperatorNames.ShowTextAdjusted, [parts]));
    this.parts = [];
  }

  private endCodes(): void {
    if (this.codes !== '') this.parts.push(PDFHexString.of(this.codes));
    this.codes = '';
  }
}

/** Glyphs that were made of the same letters, with these letters. */
function clustersOf(
  glyphs: readonly ShapedGlyph[],
  text: string,
): { readonly glyphs: readonly ShapedGlyph[]; readonly says: string }[] {
  const clusters: { from: number; glyphs: ShapedGlyph[] }[] = [];
  for (const glyph of glyphs) {
    const last = clusters.at(-1);
    if (last?.from === glyph.from) last.glyphs.push(glyph);
    else clusters.push({ from: glyph.from, glyphs: [glyph] });
  }
  return clusters.map((cluster, index) => ({
    glyphs: cluster.glyphs,
    says: text.slice(cluster.from, clusters[index + 1]?.from ?? text.length),
  }));
}
