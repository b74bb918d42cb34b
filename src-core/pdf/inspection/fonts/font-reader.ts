import type { FontProgram, OpenFontProgram } from '../../../ports.ts';
import type { PdfDocument } from '../../document.ts';
import { LimitExceeded, WORK } from '../../limits.ts';
import { PdfRef, PdfStream, isDict, type PdfDict, type PdfValue } from '../../objects.ts';
import { smallStream } from '../document-text.ts';
import type { FontFacts, FontKind, FontProgramKind } from '../font-facts.ts';
import { CompositeFont } from './composite-font.ts';
import type { OpenFont } from './open-font.ts';
import { SimpleFont } from './simple-font.ts';
import { MAX_CMAP_BYTES, readCMap } from './cmap.ts';

/** A program larger than this is left alone: the largest CJK fonts have some 20 MB. */
const MAX_PROGRAM_BYTES = 40 * 1024 * 1024;

/** A glyph of a Type 3 font: a picture of a letter is some hundred bytes. */
const MAX_PROC_BYTES = 1024 * 1024;
const MAX_PROCS = 64;

const STANDARD_14: ReadonlySet<string> = new Set([
  'Courier',
  'Courier-Bold',
  'Courier-Oblique',
  'Courier-BoldOblique',
  'Helvetica',
  'Helvetica-Bold',
  'Helvetica-Oblique',
  'Helvetica-BoldOblique',
  'Times-Roman',
  'Times-Bold',
  'Times-Italic',
  'Times-BoldItalic',
  'Symbol',
  'ZapfDingbats',
]);
const KINDS: ReadonlySet<string> = new Set(['Type1', 'MMType1', 'TrueType', 'Type3', 'CIDFontType0', 'CIDFontType2']);

/** What was found out about the program that comes with a font. */
export interface ReadProgram {
  readonly kind: FontProgramKind;
  readonly state: FontFacts['programState'];
  readonly program: FontProgram | null;
}

/** Opens the fonts of one document, each font dictionary and each program once (ISO 32000-1, 9). */
export class FontReader {
  private readonly byObject = new Map<number, OpenFont | null>();
  private readonly direct = new Map<PdfDict, OpenFont>();
  /** By the number of its stream: many dictionaries may name one program, which may take long to follow. */
  private readonly programs = new Map<number, ReadProgram>();

  constructor(
    private readonly document: PdfDocument,
    private readonly openFontProgram: OpenFontProgram | undefined,
  ) {}

  /** Null for what is no font dictionary. */
  read(value: PdfValue): OpenFont | null {
    const objectNumber = value instanceof PdfRef ? value.objectNumber : null;
    if (objectNumber !== null && this.byObject.has(objectNumber)) return this.byObject.get(objectNumber) ?? null;
    const dict = this.document.resolve(value);
    const known = isDict(dict) ? this.direct.get(dict) : undefined;
    if (known !== undefined) return known;
    const font = isDict(dict) ? this.open(dict, objectNumber) : null;
    if (objectNumber !== null) this.byObject.set(objectNumber, font);
    else if (isDict(dict) && font !== null) this.direct.set(dict, font);
    return font;
  }

  private open(dict: PdfDict, objectNumber: number | null): OpenFont {
    const { document } = this;
    const subtype = document.resolve(dict.get('Subtype'));
    const isComposite = subtype === 'Type0';
    const descendants = document.resolve(dict.get('DescendantFonts'));
    const descendant = isComposite && Array.isArray(descendants) ? document.resolve(descendants[0]) : undefined;
    const own = isDict(descendant) ? descendant : dict;
    const descriptor = document.resolve(own.get('FontDescriptor'));
    const kindName = document.resolve(own.get('Subtype'));
    const kind = (typeof kindName === 'string' && KINDS.has(kindName) ? kindName : 'unknown') as FontKind;
    const baseFontName = document.resolve(dict.get('BaseFont')) ?? document.resolve(own.get('BaseFont'));
    const baseFont = typeof baseFontName === 'string' ? baseFontName : '';
    const prefix = /^[A-Z]{6}\+/.exec(baseFont)?.[0] ?? '';
    const read: ReadProgram =
      kind === 'Type3'
        ? { kind: 'type3', state: null, program: null }
        : this.program(isDict(descriptor) ? descriptor : new Map());
    const toUnicode = readToUnicode(document, dict.get('ToUnicode'));
    const name = baseFont.slice(prefix.length);
    const facts: FontFacts = {
      objectNumber,
      baseFont,
      name,
      isSubset: prefix !== '',
      kind,
      isComposite,
      program: read.kind,
      isStandard14: STANDARD_14.has(name),
      programState: read.state,
      glyphCount: read.program?.glyphCount ?? null,
      embeddingRights: read.program?.embeddingRights ?? null,
      areWidthsKnown: true,
      hasUnicode: toUnicode !== null,
      isBitmap: kind === 'Type3' && this.isBitmapFont(dict),
    };
    return isComposite
      ? new CompositeFont(document, dict, own, facts, read, toUnicode)
      : new SimpleFont(document, dict, facts, read, toUnicode);
  }

  private program(descriptor: PdfDict): ReadProgram {
    const { document } = this;
    // A reference to nothing is no entry (ISO 32000-1, 7.3.9 and 7.3.10): some programs leave a font out by writing `0 0 R`.
    const at = (['FontFile', 'FontFile2', 'FontFile3'] as const).find(
      (key) => (document.resolve(descriptor.get(key)) ?? null) !== null,
    );
    if (at === undefined) return { kind: 'none', state: null, program: null };
    const stream = document.resolve(descriptor.get(at));
    if (!(stream instanceof PdfStream)) return { kind: kindOfFile(at, undefined), state: 'empty', program: null };
    const kind = kindOfFile(at, document.resolve(stream.dict.get('Subtype')));
    const known = this.programs.get(stream.objectNumber);
    if (known?.kind === kind) return known;
    const read = this.programOf(stream, kind);
    this.programs.set(stream.objectNumber, read);
    return read;
  }

  private programOf(stream: PdfStream, kind: FontProgramKind): ReadProgram {
    const { document } = this;
    if (this.openFontProgram === undefined || kind === 'none' || kind === 'type3')
      return { kind, state: 'unread', program: null };
    const length = document.number(stream.dict.get('Length')) ?? 0;
    if (length > MAX_PROGRAM_BYTES) return { kind, state: 'unread', program: null };
    const bytes = this.programBytes(stream);
    if (bytes === 'tooLarge') return { kind, state: 'unread', program: null };
    if (bytes === undefined) return { kind, state: 'damaged', program: null };
    if (bytes.length === 0) return { kind, state: 'empty', program: null };
    const program = this.openFontProgram(bytes, kind, (steps) =>
      document.budget.spendWork(steps * WORK.outlineStep, stream.dataOffset),
    );
    return { kind, state: program === null ? 'damaged' : 'sound', program };
  }

  private programBytes(stream: PdfStream): Uint8Array | 'tooLarge' | undefined {
    try {
      return this.document.decodedBytes(stream, MAX_PROGRAM_BYTES);
    } catch (error) {
      if (error instanceof LimitExceeded && error.reason === 'tooLarge') return 'tooLarge';
      throw error;
    }
  }

  /** Its glyphs paint pictures (ISO 32000-1, 9.6.5): one that does speaks for all. */
  private isBitmapFont(dict: PdfDict): boolean {
    const { document } = this;
    const procs = document.resolve(dict.get('CharProcs'));
    for (const proc of isDict(procs) ? [...procs.values()].slice(0, MAX_PROCS) : []) {
      const bytes = smallStream(document, proc, MAX_PROC_BYTES);
      if (bytes === undefined || bytes.length === 0) continue;
      let text = '';
      for (const byte of bytes.subarray(0, 512)) text += String.fromCharCode(byte);
      if (/\bBI\b|\bDo\b/.test(text)) return true;
    }
    return false;
  }
}

function kindOfFile(key: 'FontFile' | 'FontFile2' | 'FontFile3', subtype: PdfValue | undefined): FontProgramKind {
  if (key === 'FontFile') return 'type1';
  if (key === 'FontFile2') return 'trueType';
  return subtype === 'OpenType' ? 'openType' : 'cff';
}

/** What codes read as by /ToUnicode; null without a map that says anything. */
function readToUnicode(document: PdfDocument, value: PdfValue | undefined): ReadonlyMap<number, string> | null {
  const bytes = smallStream(document, value, MAX_CMAP_BYTES);
  if (bytes === undefined) return null;
  const { texts } = readCMap(bytes, document);
  return texts.size === 0 ? null : texts;
}
