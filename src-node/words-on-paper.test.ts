import { create } from 'fontkit';
import { fileURLToPath } from 'node:url';
import { PDFDocument, degrees } from 'pdf-lib';
import { afterAll, describe, expect, test } from 'vitest';
import type { PdfKind } from '../src-core/contract/books.ts';
import { anatomyOf } from '../src-core/specs/anatomy.ts';
import { sizeMmOf } from '../src-core/specs/book-geometry.ts';
import { MM_PER_POINT, mmToPoints } from '../src-core/units.ts';
import { FixBench, contentsOf, coverOf } from '../test/fixtures/fixes/fix-bench.ts';
import { keptFaces } from '../test/fixtures/pdf/kept-faces.ts';
import { preflightFile } from './preflight-file.ts';
import { openPageRenderer } from './render/page-renderer.ts';
import { openTypefaces } from './typefaces/open-typefaces.ts';

const bench = new FixBench();
afterAll(() => bench.close());

const { faceOf } = await openTypefaces(fileURLToPath(new URL('../resources/fonts', import.meta.url)));
const FACE = faceOf('serifBold').file;
const SPEC = 'PHOTOBOOK_A4_SC';
const TITLE_PT = 72;

interface Words {
  readonly text: string;
  readonly sizePt: number;
  /** Of the baseline's beginning, from the left and from the foot. */
  readonly xMm: number;
  readonly yMm: number;
  readonly isTurned?: boolean;
}

async function fileWith(
  { widthMm, heightMm }: { readonly widthMm: number; readonly heightMm: number },
  words: Words,
): Promise<string> {
  const document = await PDFDocument.create({ updateMetadata: false });
  document.registerFontkit(keptFaces);
  const font = await document.embedFont(FACE, { subset: true });
  document.addPage([mmToPoints(widthMm), mmToPoints(heightMm)]).drawText(words.text, {
    x: mmToPoints(words.xMm),
    y: mmToPoints(words.yMm),
    size: words.sizePt,
    font,
    rotate: degrees(words.isTurned === true ? -90 : 0),
  });
  return bench.file(await document.save());
}

/** Rows of the page with ink, as PDFium draws it: from its head to the first and the last, in millimetres. */
async function inkOf(path: string, heightMm: number) {
  const renderer = await openPageRenderer(path);
  const { rgb, widthPx, heightPx } = await renderer.render(0, 3000);
  renderer.close();
  const inked = Array.from({ length: heightPx }, (_, row) => row).filter((row) =>
    rgb.subarray(row * widthPx * 3, (row + 1) * widthPx * 3).some((value) => value < 128),
  );
  const mmOf = (rows: number) => (rows / heightPx) * heightMm;
  return { topMm: mmOf(inked[0] ?? 0), bottomMm: mmOf((inked.at(-1) ?? 0) + 1) };
}

const findingsOf = async (path: string, kind: PdfKind, of: string) => {
  const target = kind === 'cover' ? coverOf(SPEC, SPINE_PAGES) : contentsOf(SPEC, 24);
  const { findings } = await preflightFile({ path, ...target, thresholds: {}, level: 2 });
  return findings.filter(({ ruleId }) => ruleId.startsWith(of));
};

describe('words lie where their letters have ink, not where any letter of their size might have some', () => {
  const spec = contentsOf(SPEC, 24).spec;
  const sizeMm = sizeMmOf(spec, 'contents', 24);
  const trimFootMm = sizeMm.heightMm - spec.bleedMm;

  test('figures without descenders near the foot are not cut', async () => {
    const path = await fileWith(sizeMm, { text: '2026', sizePt: TITLE_PT, xMm: 60, yMm: spec.bleedMm + 4.5 });
    const { bottomMm } = await inkOf(path, sizeMm.heightMm);
    expect(trimFootMm - bottomMm).toBeGreaterThan(4);
    expect(await findingsOf(path, 'contents', 'safety.textCut')).toEqual([]);
    expect(await findingsOf(path, 'contents', 'safety.textNear')).toEqual([]);
  });

  test.each([
    ['descenders near the foot', 'gypsy', spec.bleedMm + 4.5],
    ['syllables higher than capitals near the head', '우리 가족', trimFootMm - 3 - 0.78 * TITLE_PT * MM_PER_POINT],
  ])('%s are told with the distance of their ink', async (_, text, yMm) => {
    const path = await fileWith(sizeMm, { text, sizePt: TITLE_PT, xMm: 60, yMm });
    const { topMm, bottomMm } = await inkOf(path, sizeMm.heightMm);
    const distanceMm = Math.min(topMm - spec.bleedMm, trimFootMm - bottomMm);
    expect(distanceMm).toBeLessThan(spec.bleedMm);
    const found = await findingsOf(path, 'contents', 'safety.text');
    expect(found.map(({ severity }) => severity)).toEqual([distanceMm < 0 ? 'error' : 'warning']);
    expect(Math.abs((found[0]?.measured?.value as number) - distanceMm)).toBeLessThan(0.3);
  });
});

const SPINE_PAGES = 130;

test('capitals in the middle of a spine keep the same margin on both sides', async () => {
  const { spec } = coverOf(SPEC, SPINE_PAGES);
  const zones = anatomyOf(spec, { kind: 'cover', pages: SPINE_PAGES }).cover;
  if (zones === null) throw new Error('a cover has zones');
  const face = create(Buffer.from(FACE));
  if (!('capHeight' in face)) throw new Error('a collection');
  const sizePt = 12.5;
  const capitalsMm = ((face.capHeight as number) / face.unitsPerEm) * sizePt * MM_PER_POINT;
  expect((zones.spineWidthMm - capitalsMm) / 2).toBeGreaterThan(2);
  const middleMm = (zones.spine.leftMm + zones.spine.rightMm) / 2;
  const path = await fileWith(sizeMmOf(spec, 'cover', SPINE_PAGES), {
    text: 'HAMLET',
    sizePt,
    xMm: middleMm - capitalsMm / 2,
    yMm: 180,
    isTurned: true,
  });
  expect(await findingsOf(path, 'cover', 'spine.')).toEqual([]);
});
