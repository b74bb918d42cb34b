import { create, type FontProgram } from 'fontkit';
import {
  PDFArray,
  PDFHexString,
  PDFNumber,
  PDFOperator,
  PDFOperatorNames,
  type PDFContext,
  type PDFDocument,
  type PDFFont,
} from 'pdf-lib';
import { TYPEFACES, type Typeface } from '../../src-core/composition/typefaces.ts';

/** Whole files of the faces. */
export type TypefaceBytes = (typeface: Typeface) => Uint8Array;

const DIGITS_PER_GLYPH = 4;
/** Text space of TJ. */
const UNITS_PER_EM = 1000;

type Layout = ReturnType<FontProgram['layout']>;

interface Face {
  readonly font: PDFFont;
  readonly program: FontProgram;
}

/** The faces of one document: embedded when the first letter of them is set, with the glyphs that are used. */
export class Letters {
  private readonly faces = new Map<Typeface, Promise<Face>>();

  constructor(
    private readonly document: PDFDocument,
    private readonly bytesOf: TypefaceBytes,
  ) {
    document.registerFontkit({ create });
  }

  async fontOf(typeface: Typeface): Promise<PDFFont> {
    return (await this.face(typeface)).font;
  }

  /** Shows a line with the face's kerning, just as it was measured. */
  async show(typeface: Typeface, text: string): Promise<PDFOperator> {
    const { font, program } = await this.face(typeface);
    return PDFOperator.of(PDFOperatorNames.ShowTextAdjusted, [
      spaced(this.document.context, font.encodeText(text).asString(), program.layout(text), program.unitsPerEm),
    ]);
  }

  private face(typeface: Typeface): Promise<Face> {
    let face = this.faces.get(typeface);
    if (face === undefined) {
      face = this.embed(typeface);
      this.faces.set(typeface, face);
    }
    return face;
  }

  private async embed(typeface: Typeface): Promise<Face> {
    const bytes = this.bytesOf(typeface);
    const program = create(bytes);
    const tag = TYPEFACES.find(({ name }) => name === typeface)?.subsetTag;
    const customName = `${tag}+${program.postscriptName}`;
    return { program, font: await this.document.embedFont(bytes, { subset: true, customName }) };
  }
}

/** The glyphs of a line, parted where the face moves two of them together or apart. */
function spaced(context: PDFContext, hex: string, { glyphs, positions }: Layout, unitsPerEm: number): PDFArray {
  const parts = PDFArray.withContext(context);
  let run = '';
  glyphs.forEach(({ advanceWidth }, index) => {
    run += hex.slice(index * DIGITS_PER_GLYPH, (index + 1) * DIGITS_PER_GLYPH);
    const tighter = Math.round(
      ((advanceWidth - (positions[index]?.xAdvance ?? advanceWidth)) * UNITS_PER_EM) / unitsPerEm,
    );
    if (tighter === 0) return;
    parts.push(PDFHexString.of(run));
    parts.push(PDFNumber.of(tighter));
    run = '';
  });
  if (run !== '') parts.push(PDFHexString.of(run));
  return parts;
}
