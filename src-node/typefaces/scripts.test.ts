import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { PDFDocument, beginText, endText, setTextMatrix, type PDFName } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { directionOf } from '../../src-core/composition/direction.ts';
import { printable } from '../../src-core/composition/printable.ts';
import { TYPEFACES, type FaceName, type Typeface } from '../../src-core/composition/typefaces.ts';
import { inspectPdfFile } from '../opened-file.ts';
import { Letters } from './letters.ts';
import { openTypefaces } from './open-typefaces.ts';

const { measure, faceOf } = await openTypefaces(join(resolve(import.meta.dirname, '../..'), 'resources/fonts'));
const run = promisify(execFile);
const native = async (program: string, ...args: string[]) => (await run(program, args)).stdout;

const LINES = [
  '그날의 바다는 漢字 大韓民國 家族旅行, ひらがな カタカナ',
  '金哲洙 회갑 기념 — 祝 壽',
  '我们在济州岛 (简体) 臺灣 (正體)',
  '이모지 👨‍👩‍👧‍👦 👍🏽 ❤️ 🇰🇷 1️⃣ 🏳️‍🌈 🎂 생일 축하해!',
  '기호 ★ ♥ → ① ✓ ♪ ※ ℃ ㎡ ☎ ₩9,000',
  'ภาษาไทย ก็ที่นี่ — नमस्ते क्षत्रिय हिन्दी',
  '뷁 똠방각하 옛한글 ᄀᆞᆷ',
  'Tiếng Việt: Chúc mừng năm mới',
];
const FROM_THE_RIGHT = ['مرحبا بالعالم', 'عائلة سعيدة في جيجو ۲۰۲۴', 'משפחה מאושרת (בסיאול)'];
const SIZE_PT = 14;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scripts-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function written(lines: readonly string[], typeface: Typeface): Promise<string> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const letters = new Letters(document.context, faceOf);
  const page = document.addPage([500, 300]);
  const named = new Map<FaceName, PDFName>();
  const fontNamed = (face: FaceName): PDFName => {
    const name = named.get(face) ?? page.node.newFontDictionary('F', letters.refOf(face));
    named.set(face, name);
    return name;
  };
  for (const [index, line] of lines.entries()) {
    const pen = letters.pen(typeface, SIZE_PT, fontNamed);
    const clean = printable(line, typeface, measure);
    const operators = pen.show(clean, directionOf(clean));
    page.pushOperators(beginText(), setTextMatrix(1, 0, 0, 1, 40, 270 - 26 * index), ...operators, endText());
  }
  await letters.embed();
  const path = join(folder, `${Math.random()}.pdf`);
  await writeFile(path, await document.save({ useObjectStreams: false }));
  return path;
}

/** Without the marks of direction that a reader puts around what it has turned. */
const copied = (text: string) => text.replaceAll(/[\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, '').trimEnd();

/** Its own face, Pretendard for what that lacks, Han of its kind and of others, emoji, Thai, Devanagari. */
const FACES_USED: Readonly<Record<Typeface, number>> = {
  ...{ regular: 6, semiBold: 6, serif: 8, serifBold: 8, round: 7, hand: 7 },
};

describe.each(TYPEFACES)('nine scripts on a page, in %s', (typeface) => {
  let path: string;
  beforeAll(async () => {
    path = await written(LINES, typeface);
  });

  it('are in embedded subsets, all of them together smaller than 80 kB', async () => {
    await native('qpdf', '--check', path);
    const fonts = (await native('pdffonts', path)).split('\n').slice(2).filter(Boolean);
    expect(fonts).toHaveLength(FACES_USED[typeface]);
    for (const font of fonts) expect(font).toMatch(/^BOOKA[A-P]\+\S+ +CID TrueType +Identity-H +yes yes yes /);
    expect((await stat(path)).size).toBeLessThan(80_000);
  });

  it('are copied as they were written', async () => {
    // One line after another, as they are written: in raw order words from right to left come the last one first.
    const lines = (await native('pdftotext', path, '-')).split('\n').map(copied).filter(Boolean);
    expect(lines).toEqual(LINES);
    // MuPDF 1.21 has no more than one character for a glyph.
    const other = (await native('mutool', 'draw', '-q', '-F', 'text', path)).split('\n').map(copied);
    expect(other).toEqual(expect.arrayContaining(LINES.filter((line) => /[漢金简☎뷁ế]/.test(line))));
  });

  it('are copied as they were written where all of a page runs from right to left', async () => {
    const right = await written(FROM_THE_RIGHT, typeface);
    const lines = (await native('pdftotext', right, '-')).split('\n').map(copied).filter(Boolean);
    expect(lines).toEqual(FROM_THE_RIGHT);
  });

  it('paint no box, as our own preflight reads the file', () => {
    const read = inspectPdfFile(path);
    const sound = { programState: 'sound', isSubset: true, hasUnicode: true, isComposite: true };
    expect(read).toMatchObject({ inspection: { fonts: Array.from({ length: FACES_USED[typeface] }, () => sound) } });
    const counts = JSON.stringify(read).match(/"missingGlyphCount":\d+/g) ?? [];
    expect(counts.length).toBeGreaterThan(LINES.length);
    expect([...new Set(counts)]).toEqual(['"missingGlyphCount":0']);
  });
});
