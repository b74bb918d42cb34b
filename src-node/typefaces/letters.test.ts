import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { create } from 'fontkit';
import { PDFDocument, beginText, endText, setTextMatrix, type PDFName } from 'pdf-lib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { directionOf } from '../../src-core/composition/direction.ts';
import { TYPEFACES, type FaceName, type Typeface } from '../../src-core/composition/typefaces.ts';
import { inspectPdfFile } from '../opened-file.ts';
import { Letters } from './letters.ts';
import { openTypefaces } from './open-typefaces.ts';

const { faceOf } = await openTypefaces(join(resolve(import.meta.dirname, '../..'), 'resources/fonts'));
const run = promisify(execFile);
/** What a program that others made says of the file. */
const native = async (program: string, ...args: string[]) => (await run(program, args)).stdout;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'letters-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const SIZE_PT = 14;
const LEFT_PT = 40;
const PAGE_PT = { width: 595, height: 842 };

/** A page with these lines from its top, every one in this face. */
async function written(lines: readonly string[], typeface: Typeface = 'regular'): Promise<string> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const letters = new Letters(document.context, faceOf);
  const page = document.addPage([PAGE_PT.width, PAGE_PT.height]);
  const named = new Map<FaceName, PDFName>();
  const fontNamed = (face: FaceName): PDFName => {
    const name = named.get(face) ?? page.node.newFontDictionary('F', letters.refOf(face));
    named.set(face, name);
    return name;
  };
  lines.forEach((line, index) => {
    const pen = letters.pen(typeface, SIZE_PT, fontNamed);
    const direction = directionOf(line);
    page.pushOperators(
      beginText(),
      ...pen.begin(line, direction),
      setTextMatrix(1, 0, 0, 1, LEFT_PT, 800 - 25 * index),
      ...pen.show(line, direction),
      endText(),
    );
  });
  await letters.embed();
  const path = join(folder, `${Math.random()}.pdf`);
  await writeFile(path, await document.save({ useObjectStreams: false }));
  return path;
}

const LINES = [
  '우리 가족의 제주도 여행, 2024년 5월 3일 (금)',
  'AVATAR Tokyo, Yes. "We" To-Go',
  'office, fluffy ffi',
  '3x4 -> 5, 10:30–11:00 × → 12-34',
  'q\u0303 x\u0323\u0302 naïve Žółć Q\u0303 X\u0302\u0301\u0303 가',
  'ㅋㅋ ﾡㄱ ①➀ A\u00a0b c Ω',
];

it.each(TYPEFACES)(
  'text in %s is text to other readers, in an embedded subset that says what its glyphs stand for',
  async (typeface) => {
    const path = await written(LINES, typeface);
    await native('qpdf', '--check', path);
    const fonts = (await native('pdffonts', path)).split('\n').slice(2).filter(Boolean);
    for (const font of fonts) expect(font).toMatch(/^BOOKA[A-P]\+\S+ +CID TrueType +Identity-H +yes yes yes /);
    // Its own face, and Pretendard for what that lacks.
    expect(fonts[0]).toContain(faceOf(typeface).postscriptName);
    expect(fonts.length).toBe(/Pretendard/.test(fonts[0] ?? '') ? 1 : 2);
    const lines = (await native('pdftotext', '-raw', path, '-')).trimEnd().split('\n');
    expect(lines.map((line) => line.trimEnd())).toEqual(LINES.map((line) => line.replace('\u00a0', ' ')));
    const sound = { programState: 'sound', isSubset: true, hasUnicode: true, isComposite: true };
    expect(inspectPdfFile(path)).toMatchObject({ inspection: { fonts: fonts.map(() => sound) } });
  },
);

it('letters stand where fontkit sets them, marks above and below them too, as MuPDF reads the file', async () => {
  // Of a glyph that says two letters MuPDF makes two.
  const lines = LINES.filter((line) => !line.includes('->'));
  const path = await written(lines);
  const program = create(faceOf('regular').file);
  const stext = await native('mutool', 'draw', '-q', '-F', 'stext', path);
  const read = [...stext.matchAll(/<char [^>]* x="([\d.]+)" y="([\d.]+)"/g)].map(([, x, y]) => [Number(x), Number(y)]);
  const expected = lines.flatMap((line, index) => {
    const { positions } = program.layout(line);
    let penUnits = 0;
    const places = positions.map(({ xAdvance, xOffset, yOffset }) => {
      const at = [penUnits + xOffset, yOffset].map((units) => (units * SIZE_PT) / program.unitsPerEm);
      penUnits += xAdvance;
      return [LEFT_PT + (at[0] as number), PAGE_PT.height - 800 + 25 * index - (at[1] as number)];
    });
    return places;
  });
  expect(read).toHaveLength(expected.length);
  read.forEach(([x, y], index) => {
    expect(Math.abs((x as number) - (expected[index]?.[0] ?? 0)), `x of ${index}`).toBeLessThan(0.05);
    expect(Math.abs((y as number) - (expected[index]?.[1] ?? 0)), `y of ${index}`).toBeLessThan(0.01);
  });
});

it('a letter that no face has is the empty box of the typeface, and copies as the letter that it was', async () => {
  // A report has file names in it, which nobody can refuse.
  const path = await written(['\u0985가\u09AE나']);
  expect(
    faceOf('regular')
      .shape('\u0985가\u09AE나')
      .map(({ glyph }) => glyph === 0),
  ).toEqual([true, false, true, false]);
  expect((await native('pdftotext', '-raw', path, '-')).replaceAll(/[\s\u202a-\u202e]/g, '')).toBe('\u0985가\u09AE나');
});

it('the same lines are the same file, in whatever process', async () => {
  const bytes = await readFile(await written(LINES, 'semiBold'));
  expect(bytes.equals(await readFile(await written(LINES, 'semiBold')))).toBe(true);
  // Recorded by another process. A newer harfbuzzjs or pdf-lib may write other bytes, and every book's with them.
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(
    'f30fd5338200e014d60410950e1f9cbe487e54be35fede762f8d0de2a6c7ade7',
  );
});
