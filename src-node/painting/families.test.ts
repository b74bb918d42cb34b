import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TextElement } from '../../src-core/contract/templates.ts';
import { pxOfMm } from '../../src-core/composition/lengths.ts';
import { sheetsOf } from '../../src-core/composition/sheets.ts';
import type { PageSketch, PaintItem } from '../../src-core/composition/sketch.ts';
import { joinedLines, layText } from '../../src-core/composition/text-box.ts';
import { FACES, FAMILIES, FAMILY_NAMES, subsetTagOf, typefaceOf } from '../../src-core/composition/typefaces.ts';
import { trackedMeasure } from '../../src-core/composition/tracking.ts';
import { textElement } from '../../src-core/composition/testing/text-element.ts';
import { pointsToMm } from '../../src-core/units.ts';
import { shippedSpecs } from '../../test/fixtures/catalogue.ts';
import { typefaces } from '../../test/fixtures/layout/shipped-templates.ts';
import { FONTS_FOLDER } from '../../test/fixtures/layout/sample-orders.ts';
import { paintSheets } from './paint-book.ts';

const { measure, faceOf } = typefaces;
const run = promisify(execFile);
const native = async (program: string, ...args: string[]) => (await run(program, args)).stdout;
const SIZE_PT = 11;
const WIDTH_MM = 180;

const TEXTS = [
  '아침 일찍 길을 나섰다. 창밖으로 낮은 산과 논이 지나갔다.',
  '漢拏山 家族旅行 ひらがな カタカナ 爱 “따옴표” — 제주…',
  'Tokyo, Yes: 10:30, 1,234원 Žółć Привет Ω ♥ ★ 🎂',
  'ภาษาไทย ก็ที่นี่ नमस्ते हिन्दी',
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'families-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Texts beneath each other on a page, as templates set them. */
function laid(texts: readonly (Partial<TextElement> & { readonly text: string })[]): PaintItem[] {
  return texts.flatMap((text, index) => {
    const element = textElement({ fontSize: pxOfMm(pointsToMm(SIZE_PT)), ...text });
    const box = { xMm: 12, yMm: 8 + index * 6.5, widthMm: WIDTH_MM, heightMm: 6.5 };
    return joinedLines(layText(text.text, element, box, measure).lines.map(({ item }) => item)) as PaintItem[];
  });
}

async function painted(items: readonly PaintItem[]): Promise<string> {
  const [spec] = shippedSpecs;
  if (spec === undefined) throw new Error('the catalogue has no spec');
  const white = { red: 255, green: 255, blue: 255, alpha: 255 };
  const pages = Array.from(
    { length: spec.pageMin },
    (_, index): PageSketch => ({
      pageNum: index + 1,
      side: 'right',
      background: white,
      items: index === 0 ? items : [],
    }),
  );
  const parts: Uint8Array[] = [];
  await paintSheets(
    { spec, pageCount: spec.pageMin, title: '', producer: '', madeAtMs: 0 },
    sheetsOf(spec, pages),
    { faceOf, graphicsFolder: join(FONTS_FOLDER, '../templates/graphics'), fetchPicture: () => Promise.reject() },
    async (bytes) => void parts.push(Uint8Array.from(bytes)),
  );
  const path = join(folder, `${Math.random()}.pdf`);
  await writeFile(path, Buffer.concat(parts));
  return path;
}

const copied = async (path: string) =>
  (await native('pdftotext', '-l', '1', path, '-')).split('\n').flatMap((line) => line.trim() || []);

it('every face is printed on a page, embedded, and copied as it was sent', async () => {
  const families = FAMILY_NAMES.flatMap((family) =>
    [false, true].flatMap((textBold) =>
      TEXTS.map((text) => ({ text, textBold, fontFamily: FAMILIES[family].fontFamily })),
    ),
  );
  const path = await painted(laid(families));
  await native('qpdf', '--check', path);
  const fonts = (await native('pdffonts', path)).split('\n').slice(2).filter(Boolean);
  for (const font of fonts) expect(font).toMatch(/^BOOKA[A-P]\+\S+ +CID TrueType +Identity-H +yes yes yes /);
  const unused = FACES.filter(({ subsetTag }) => !fonts.some((font) => font.startsWith(subsetTag)));
  // Those two have a page of their own (src-node/typefaces/scripts.test.ts), and signs of no other face are few.
  expect(unused.map(({ name }) => name)).toEqual(['symbols', 'arabic', 'hebrew']);
  expect(await copied(path)).toEqual(families.map(({ text }) => text));
});

it.each(FAMILY_NAMES)(
  'letters of %s with room between them end where they were measured, and are copied as words',
  async (family) => {
    const { fontFamily } = FAMILIES[family];
    const typeface = typefaceOf(fontFamily, false);
    const texts = ['가족과 함께', 'office Type', '漢字와 김', '생일 🎂 끝'];
    const trackings = [-0.03, 0, 0.05, 0.3];
    const lines = trackings.flatMap((letterSpacing) =>
      // At the right of its box, so that where it begins follows from how wide it was measured.
      texts.map((text) => ({ text, fontFamily, letterSpacing, textAlignment: 'right' as const })),
    );
    const path = await painted(laid(lines));
    expect(await copied(path)).toEqual(lines.map(({ text }) => text));
    const stext = await native('mutool', 'draw', '-q', '-F', 'stext', path, '1');
    const read = [...stext.matchAll(/<line bbox="([\d.]+) [\d.]+ ([\d.]+) [\d.]+"[^>]*>/g)].map(([, from, to]) => [
      Number(from),
      Number(to),
    ]);
    expect(read).toHaveLength(lines.length);
    lines.forEach(({ text, letterSpacing }, index) => {
      const [from = 0, to = 0] = read[index] ?? [];
      const widthPt = (trackedMeasure(measure, letterSpacing).widthEm(typeface, text) - letterSpacing) * SIZE_PT;
      expect(Math.abs(to - from - widthPt), `${text} ${letterSpacing}`).toBeLessThan(0.12);
      expect(Math.abs(to - (read[0]?.[1] ?? 0)), `${text} ${letterSpacing}`).toBeLessThan(0.12);
    });
  },
);

it.each(FAMILY_NAMES)(
  'a page in %s embeds the faces of that family and no other, and is copied as it was sent',
  async (family) => {
    const { fontFamily, plain, bold } = FAMILIES[family];
    const texts = ['민준과 서연의 가을', 'A day in October, 2026'];
    const lines = [false, true].flatMap((textBold) => texts.map((text) => ({ text, textBold, fontFamily })));
    const path = await painted(laid(lines));
    const fonts = (await native('pdffonts', path)).split('\n').slice(2).filter(Boolean);
    expect(fonts.map((font) => font.slice(0, 6)).sort()).toEqual([...new Set([plain, bold].map(subsetTagOf))].sort());
    expect(await copied(path)).toEqual(lines.map(({ text }) => text));
  },
);

it.each(FAMILY_NAMES)(
  'each letter of %s stands further on by the room that is given, and the last has none behind it',
  async (family) => {
    const { fontFamily } = FAMILIES[family];
    const [text, letterSpacing] = ['가족여행', 0.12];
    const path = await painted(
      laid([
        { text, fontFamily },
        { text, fontFamily, letterSpacing },
      ]),
    );
    const stext = await native('mutool', 'draw', '-q', '-F', 'stext', path, '1');
    const read = stext
      .split('<line ')
      .slice(1)
      .map((line) => ({
        starts: [...line.matchAll(/<char [^>]*?\bx="([\d.]+)"/g)].map(([, x]) => Number(x)),
        endsAt: Number(/^bbox="[\d.]+ [\d.]+ ([\d.]+)/.exec(line)?.[1]),
      }));
    const [close, wide] = read;
    if (close === undefined || wide === undefined) throw new Error('there are two lines');
    const letters = Array.from(text).length;
    expect([read.length, close.starts.length, wide.starts.length]).toEqual([2, letters, letters]);
    const roomPt = letterSpacing * SIZE_PT;
    for (const [index, start] of wide.starts.entries())
      expect(Math.abs(start - (close.starts[index] ?? 0) - index * roomPt), `${index}`).toBeLessThan(0.03);
    expect(Math.abs(wide.endsAt - close.endsAt - (letters - 1) * roomPt)).toBeLessThan(0.03);
  },
);
