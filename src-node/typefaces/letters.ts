import {
  PDFArray,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFOperator,
  PDFOperatorNames,
  setFontAndSize,
  type PDFContext,
  type PDFRef,
} from 'pdf-lib';
import type { Direction } from '../../src-core/composition/direction.ts';
import type { ShapedFace } from '../../src-core/composition/harfbuzz-face.ts';
import type { ShapedGlyph } from '../../src-core/composition/text-measure.ts';
import { trackedStarts, unligatedParts } from '../../src-core/composition/tracking.ts';
import { FaceChoice, type TextRun } from '../../src-core/composition/text-runs.ts';
import { subsetTagOf, type FaceName, type Typeface } from '../../src-core/composition/typefaces.ts';
import { codeOf, fontObject, THOUSANDTHS } from './font-object.ts';
import { openSubsetter } from './subset-face.ts';

/** A face that letters can be set in. */
export interface BookFace extends ShapedFace {
  /** The whole font file. */
  readonly file: Uint8Array;
}

export type FaceOf = (face: FaceName) => BookFace;

/** The faces of one PDF. Each is embedded once, with the glyphs that were shown, when all are: `embed` ends it. */
export class Letters {
  private readonly faces = new Map<FaceName, SetFace>();
  private readonly choice: FaceChoice;

  constructor(
    private readonly context: PDFContext,
    private readonly faceOf: FaceOf,
  ) {
    this.choice = new FaceChoice(faceOf);
  }

  refOf(face: FaceName): PDFRef {
    return this.set(face).ref;
  }

  /**
   * Sets lines of this type into a text that is begun. `fontNamed` is what the page calls a face; `trackingEm` is the room
   * behind each letter, of the type size.
   */
  pen(typeface: Typeface, sizePt: number, fontNamed: (face: FaceName) => PDFName, trackingEm = 0): Pen {
    return new Pen({ sizePt, trackingEm }, fontNamed, (line, direction) =>
      this.choice.runsOf(line, typeface, direction).map((run) => ({ ...run, setFace: this.set(run.face) })),
    );
  }

  /** Writes the fonts into the document. */
  async embed(): Promise<void> {
    const subset = await openSubsetter();
    for (const [name, { face, ref, said }] of this.faces) {
      const file = subset(face.file, said.keys());
      fontObject(this.context, ref, { name: `${subsetTagOf(name)}+${face.postscriptName}`, file, face, said });
    }
  }

  private set(name: FaceName): SetFace {
    const set = this.faces.get(name) ?? new SetFace(this.context, this.faceOf(name));
    this.faces.set(name, set);
    return set;
  }
}

interface Tracking {
  /** Room behind each letter, of the type size. */
  readonly trackingEm: number;
  /** What is shown stands in a span that says all of it. */
  readonly isSaidWhole: boolean;
}

interface RunToSet extends TextRun {
  readonly setFace: SetFace;
}

/** Sets lines into one text object, just as they were measured. A face is named where it changes, and not again. */
export class Pen {
  private at: { readonly face: FaceName; readonly sizePt: number } | null = null;

  constructor(
    private readonly type: { readonly sizePt: number; readonly trackingEm: number },
    private readonly fontNamed: (face: FaceName) => PDFName,
    private readonly runsOf: (line: string, direction: Direction) => readonly RunToSet[],
  ) {}

  /** The face that a line begins with. */
  begin(line: string, direction: Direction = 'ltr'): PDFOperator[] {
    const [first] = this.runsOf(line, direction);
    return first === undefined ? [] : this.take(first);
  }

  /** Shows a line from where the text's matrix was set. */
  show(line: string, direction: Direction = 'ltr'): PDFOperator[] {
    const { trackingEm } = this.type;
    const runs = this.runsOf(line, direction);
    // Readers take room between letters for room between words, unless the line says what it is.
    const isSaidWhole = trackingEm !== 0 && runs.every((run) => run.direction === 'ltr');
    const shown = runs.flatMap((run) => [
      ...this.take(run),
      ...run.setFace.show(run, this.sizeOf(run), { trackingEm, isSaidWhole }),
    ]);
    return isSaidWhole ? [beginActualText(line), ...shown, END_ACTUAL_TEXT] : shown;
  }

  private take(run: RunToSet): PDFOperator[] {
    const sizePt = this.sizeOf(run);
    if (this.at?.face === run.face && this.at.sizePt === sizePt) return [];
    this.at = { face: run.face, sizePt };
    return [setFontAndSize(this.fontNamed(run.face), sizePt)];
  }

  private sizeOf({ scale }: RunToSet): number {
    const { sizePt } = this.type;
    return scale === 1 ? sizePt : Math.round(sizePt * scale * 1000) / 1000;
  }
}

/** Marks that a face draws beside its letters are set back by so much and more. */
const FAR_BACK_EM = 0.4;

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

  show(run: TextRun, sizePt: number, { trackingEm, isSaidWhole }: Tracking): PDFOperator[] {
    const { direction, scale } = run;
    const line = new Line(this.context, sizePt);
    for (const text of trackingEm === 0 ? [run.text] : unligatedParts(run.text)) {
      const starts = trackingEm === 0 ? [] : trackedStarts(text);
      for (const cluster of clustersOf(this.face.shape(text, direction), text)) {
        this.showCluster(line, cluster, direction, isSaidWhole);
        const letters = starts.filter((at) => at >= cluster.from && at < cluster.to).length;
        line.move((letters * trackingEm * THOUSANDTHS) / scale);
      }
    }
    return line.operators();
  }

  private showCluster(line: Line, { glyphs, says }: Cluster, direction: Direction, isSaidWhole: boolean): void {
    if (direction === 'rtl' && glyphs.length > 1) {
      this.showFromTheRight(line, glyphs, says);
      return;
    }
    // A glyph stands for one text in all of the document; where it was made of another, the line itself says so, and also where
    // readers would take what is set back over its letter for the beginning of a line.
    const isBehind = ({ xOffset }: ShapedGlyph) => xOffset < -FAR_BACK_EM * this.face.unitsPerEm;
    const areSaying = glyphs.map(({ glyph }) => this.says(glyph, says)).join('') === says && !glyphs.some(isBehind);
    const isSaid = isSaidWhole || areSaying;
    if (!isSaid) line.beginActualText(says);
    for (const glyph of glyphs) this.place(line, glyph);
    if (!isSaid) line.endActualText();
  }

  /**
   * A letter and what lies above and below it, whose glyphs come first. Readers measure what is said by the glyphs that
   * say it: the letter says all of it, so that it is as wide as it is, and the others nothing.
   */
  private showFromTheRight(line: Line, glyphs: readonly ShapedGlyph[], says: string): void {
    const widest = glyphs.reduce((best, glyph) => (glyph.advance > best.advance ? glyph : best));
    for (const glyph of glyphs) {
      const own = glyph === widest ? says : '';
      const isSaid = this.says(glyph.glyph, own) === own;
      if (!isSaid) line.beginActualText(own);
      this.place(line, glyph);
      if (!isSaid) line.endActualText();
    }
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

/** What is shown from here on says this (ISO 32000-1, 14.9.4). */
function beginActualText(text: string): PDFOperator {
  const properties = `<< /ActualText ${PDFHexString.fromText(text).toString()} >>`;
  return PDFOperator.of(PDFOperatorNames.BeginMarkedContentSequence, [PDFName.of('Span'), properties]);
}
const END_ACTUAL_TEXT = PDFOperator.of(PDFOperatorNames.EndMarkedContent);

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
    this.parts.push(PDFNumber.of(-Math.round(thousandths * 1000) / 1000));
  }

  /** What follows stands so much higher, in type sizes. */
  rise(em: number): void {
    if (em === this.riseEm) return;
    this.riseEm = em;
    const risePt = Math.round(em * this.sizePt * 1000) / 1000;
    this.write(PDFOperator.of(PDFOperatorNames.SetTextRise, [PDFNumber.of(risePt)]));
  }

  beginActualText(text: string): void {
    this.write(beginActualText(text));
  }

  endActualText(): void {
    this.write(END_ACTUAL_TEXT);
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

/** Glyphs that were made of the same letters, with these letters and where they stand in the text (UTF-16). */
interface Cluster {
  readonly glyphs: readonly ShapedGlyph[];
  readonly says: string;
  readonly from: number;
  readonly to: number;
}

function clustersOf(glyphs: readonly ShapedGlyph[], text: string): Cluster[] {
  const clusters: { from: number; glyphs: ShapedGlyph[] }[] = [];
  for (const glyph of glyphs) {
    const last = clusters.at(-1);
    if (last?.from === glyph.from) last.glyphs.push(glyph);
    else clusters.push({ from: glyph.from, glyphs: [glyph] });
  }
  // Those of text from right to left come the last one first.
  const starts = clusters.map(({ from }) => from).sort((a, b) => a - b);
  const ends = new Map(starts.map((from, index) => [from, starts[index + 1] ?? text.length]));
  return clusters.map(({ from, glyphs: own }) => {
    const to = ends.get(from) ?? text.length;
    return { glyphs: own, says: text.slice(from, to), from, to };
  });
}
