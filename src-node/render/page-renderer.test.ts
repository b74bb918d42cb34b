import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PdfInspection } from '../../src-core/pdf/inspection/inspection.ts';
import type { PageRaster } from '../../src-core/preflight/page-pixels.ts';
import { roadOf } from '../../src-core/preflight/pixels/page-road.ts';
import { RawPdfWriter } from '../../test/fixtures/pdf/raw-pdf.ts';
import { paletteOf } from '../../test/fixtures/pdf/palettes.ts';
import { drawPicture } from '../../test/fixtures/pdf/pictures.ts';
import { OpenedFile, inspectPdfFile } from '../opened-file.ts';
import { openCheckedRenderer, openPageRenderer } from './page-renderer.ts';
import { RenderFailed } from './pdfium-document.ts';
import { firstScan } from './scaled-jpeg.ts';

const WIDE = 900;
const HIGH = 600;
let folder: string;
let photo: Uint8Array;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'render-'));
  photo = await drawPicture({ scene: 'couple', palette: paletteOf(1), seed: 3, widthPx: WIDE, heightPx: HIGH });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Page {
  readonly jpeg: Uint8Array;
  readonly space?: string;
  readonly more?: string;
  readonly page?: string;
  readonly content?: string;
}

/** One page of 300 x 200 points with one picture. */
function book({
  jpeg,
  space = '/DeviceRGB',
  more = '',
  page = '',
  content = 'q 300 0 0 200 0 0 cm /Im0 Do Q',
}: Page): string {
  const pieces: Buffer[] = [];
  const offsets: number[] = [];
  let position = 0;
  const push = (piece: Buffer) => {
    pieces.push(piece);
    position += piece.length;
  };
  const object = (text: string, data?: Uint8Array) => {
    offsets.push(position);
    push(Buffer.from(`${offsets.length} 0 obj\n${text}\n`, 'latin1'));
    if (data !== undefined) push(Buffer.concat([Buffer.from('stream\n'), data, Buffer.from('\nendstream\n')]));
    push(Buffer.from('endobj\n'));
  };
  push(Buffer.from('%PDF-1.7\n'));
  object('<< /Type /Catalog /Pages 2 0 R >>');
  object('<< /Type /Pages /Count 1 /Kids [3 0 R] >>');
  object(
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] ${page} /Resources << /XObject << /Im0 5 0 R >> >> /Contents 4 0 R >>`,
  );
  object(`<< /Length ${content.length} >>`, Buffer.from(content));
  object(
    `<< /Type /XObject /Subtype /Image /Width ${WIDE} /Height ${HIGH} /BitsPerComponent 8 /ColorSpace ${space} /Filter /DCTDecode ${more} /Length ${jpeg.length} >>`,
    jpeg,
  );
  const start = position;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  push(
    Buffer.from(
      `xref\n0 6\n0000000000 65535 f \n${rows}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  );
  const path = join(folder, `${Math.random().toString(36).slice(2)}.pdf`);
  writeFileSync(path, Buffer.concat(pieces));
  return path;
}

function inspected(path: string): PdfInspection {
  const result = inspectPdfFile(path);
  if (result.status === 'unreadable') throw new Error('not readable');
  return result.inspection;
}

async function rendered(path: string, longSidePx: number, by: 'pdfium' | 'checks' = 'pdfium'): Promise<PageRaster> {
  const file = OpenedFile.open(path);
  const renderer = await (by === 'pdfium' ? openPageRenderer(path) : openCheckedRenderer(file));
  try {
    return await renderer.render(0, longSidePx);
  } finally {
    renderer.close();
    file.close();
  }
}

function meanDifference(a: PageRaster, b: PageRaster): number {
  expect([a.widthPx, a.heightPx]).toEqual([b.widthPx, b.heightPx]);
  return a.rgb.reduce((sum, value, index) => sum + Math.abs(value - (b.rgb[index] ?? 0)), 0) / a.rgb.length;
}

const TURNS = [0, 90, 180, 270];
const PLACES = {
  upright: 'q 300 0 0 200 0 0 cm /Im0 Do Q',
  mirrored: 'q -300 0 0 200 300 0 cm /Im0 Do Q',
  upsideDown: 'q 300 0 0 -200 0 200 cm /Im0 Do Q',
  lying: 'q 0 200 -300 0 300 0 cm /Im0 Do Q',
  larger: 'q 360 0 0 240 -20 -30 cm /Im0 Do Q',
};

describe('a page that is one JPEG', () => {
  for (const [name, content] of Object.entries(PLACES)) {
    for (const turn of TURNS) {
      it(`looks as PDFium paints it: ${name}, page turned by ${turn}`, async () => {
        const path = book({ jpeg: photo, content, page: `/Rotate ${turn}` });
        const inspection = inspected(path);
        expect(roadOf(inspection.pages[0] as never).road).toBe('picture');
        expect(meanDifference(await rendered(path, 240, 'checks'), await rendered(path, 240))).toBeLessThan(3.5);
      });
    }
  }

  it('is cropped to what is seen', async () => {
    const path = book({ jpeg: photo, page: '/CropBox [30 20 230 180] /Rotate 90' });
    expect(meanDifference(await rendered(path, 200, 'checks'), await rendered(path, 200))).toBeLessThan(3.5);
  });

  it('is told apart from one with a mark on it, a mask or a frame of paper', () => {
    const roads = [
      { content: `${PLACES.upright} 10 10 50 50 re f` },
      { more: '/Mask [0 0 0 0 0 0]' },
      { content: 'q 280 0 0 180 10 10 cm /Im0 Do Q' },
      { more: '/Decode [0 .5 0 1 0 1]' },
    ].map((more) => roadOf(inspected(book({ jpeg: photo, ...more })).pages[0] as never).road);
    expect(roads).toEqual(['general', 'general', 'general', 'general']);
  });

  it('keeps grey', async () => {
    const path = book({ jpeg: new Uint8Array(await sharp(photo).greyscale().jpeg().toBuffer()), space: '/DeviceGray' });
    expect(meanDifference(await rendered(path, 240, 'checks'), await rendered(path, 240))).toBeLessThan(3.5);
  });

  it('is decoded from the first scan when it is progressive and shown small', async () => {
    const jpeg = new Uint8Array(await sharp(photo).jpeg({ progressive: true }).toBuffer());
    expect(firstScan(jpeg).length).toBeLessThan(jpeg.length / 3);
    expect(firstScan(photo)).toBe(photo);
    const path = book({ jpeg });
    expect(meanDifference(await rendered(path, 100, 'checks'), await rendered(path, 100))).toBeLessThan(5);
  });

  /** libvips writes inks with Adobe's marker, turned round; a PDF says so in /Decode. */
  for (const [name, more] of [
    ['inks turned round', '/Decode [1 0 1 0 1 0 1 0]'],
    ['inks as they are', ''],
  ] as const) {
    it(`keeps ${name}`, async () => {
      const jpeg = new Uint8Array(await sharp(photo).toColourspace('cmyk').jpeg({ quality: 92 }).toBuffer());
      const path = book({ jpeg, space: '/DeviceCMYK', more });
      const own = await rendered(path, 240, 'checks');
      expect(roadOf(inspected(path).pages[0] as never).road).toBe('picture');
      expect(meanDifference(own, await rendered(path, 240))).toBeLessThan(25);
    });
  }
});

describe('every other page', () => {
  it('is white without a mark', async () => {
    const path = book({ jpeg: photo, content: 'q Q' });
    expect(roadOf(inspected(path).pages[0] as never).road).toBe('blank');
    expect((await rendered(path, 100, 'checks')).rgb.every((value) => value === 255)).toBe(true);
  });

  it('looks as another program paints it', async () => {
    if (spawnSync('mutool', ['-v']).error !== undefined)
      return console.log('skipped: mutool is not installed (apt-get install mupdf-tools)');
    const path = book({ jpeg: photo, content: 'q 280 0 0 180 10 10 cm /Im0 Do Q 0 0.4 0 rg 30 30 90 60 re f' });
    const peer = join(folder, 'peer.ppm');
    expect(spawnSync('mutool', ['draw', '-q', '-o', peer, '-w', '600', '-h', '400', path, '1']).status).toBe(0);
    expect(meanDifference(await rendered(path, 600), ppm(readFileSync(peer)))).toBeLessThan(4);
  });

  it('is drawn by PDFium from photos that were decoded at the size at which they are shown', async () => {
    const path = book({ jpeg: photo, content: `${PLACES.upright} 0.2 g 20 20 60 12 re f` });
    const [checked, plain] = [await rendered(path, 200, 'checks'), await rendered(path, 200)];
    expect(meanDifference(checked, plain)).toBeLessThan(1.5);
    // The same engine with the same picture would draw the very same.
    expect(Buffer.from(checked.rgb).equals(plain.rgb)).toBe(false);
  });

  it('is refused when there is none', async () => {
    const path = book({ jpeg: photo });
    const renderer = await openPageRenderer(path);
    expect(renderer.pageCount).toBe(1);
    await expect(renderer.render(7, 100)).rejects.toBeInstanceOf(RenderFailed);
    renderer.close();
    writeFileSync(path, 'no PDF');
    await expect(openPageRenderer(path)).rejects.toBeInstanceOf(RenderFailed);
  });
});

function ppm(bytes: Buffer): PageRaster {
  const heading = /^P6\s+(?:#.*\s+)?(\d+)\s+(\d+)\s+255\s/.exec(bytes.subarray(0, 100).toString('latin1'));
  if (heading === null) throw new Error('no PPM');
  return { widthPx: Number(heading[1]), heightPx: Number(heading[2]), rgb: bytes.subarray(heading[0].length) };
}

describe('form fields', () => {
  const FIELDS: Readonly<Record<string, readonly [entries: string, isSeen: boolean]>> = {
    'that are printed': ['/F 4 /AP << /N 10 0 R >>', true],
    'that are printed and not shown on screen': ['/F 36 /AP << /N 10 0 R >>', true],
    'for the screen alone': ['/AP << /N 10 0 R >>', false],
    'that are hidden': ['/F 6 /AP << /N 10 0 R >>', false],
    'whose value nobody has drawn': ['/F 4 /V (Minji)', false],
    'of a chosen state': ['/F 4 /AS /On /AP << /N << /On 10 0 R /Off 11 0 R >> >>', true],
  };
  const write = (entries: string, form: string): string => {
    const writer = new RawPdfWriter()
      .object(1, `<< /Type /Catalog /Pages 2 0 R ${form} >>`)
      .object(2, '<< /Type /Pages /Count 1 /Kids [3 0 R] >>')
      .object(3, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Annots [6 0 R] >>')
      .deflated(4, '', '0 0 1 rg 150 150 30 30 re f')
      .object(6, `<< /Type /Annot /Subtype /Widget /FT /Tx /T (f) /Rect [20 20 120 60] ${entries} >>`)
      .deflated(10, '/Type /XObject /Subtype /Form /BBox [0 0 100 40]', '1 0 0 rg 0 0 100 40 re f')
      .deflated(11, '/Type /XObject /Subtype /Form /BBox [0 0 100 40]', '');
    writer.table({ trailer: '/Root 1 0 R' });
    const path = join(folder, `${Math.random().toString(36).slice(2)}.pdf`);
    writeFileSync(path, writer.finish());
    return path;
  };
  for (const [name, [entries, isSeen]] of Object.entries(FIELDS))
    it.each(['/AcroForm << /Fields [6 0 R] >>', ''])(`${name} are drawn as they are read (%s)`, async (form) => {
      const path = write(entries, form);
      const kinds = inspected(path).pages[0]?.objects.map(({ kind }) => kind);
      expect(kinds).toEqual(isSeen ? ['path', 'path'] : ['path']);
      const { rgb, widthPx } = await rendered(path, 200, 'checks');
      const at = 3 * (160 * widthPx + 70);
      expect([...rgb.subarray(at, at + 3)]).toEqual(isSeen ? [255, 0, 0] : [255, 255, 255]);
    });

  it('leave their page what it is: its inherited size and pictures, its neighbours, its other annotations', async () => {
    const field = '/Type /Annot /Subtype /Widget /FT /Tx /T (f) /Rect [20 20 120 60] /F 4 /AP << /N 10 0 R >>';
    const highlight =
      '/Type /Annot /Subtype /Highlight /Rect [150 20 190 60] /QuadPoints [150 60 190 60 150 20 190 20] /C [1 1 0] /F 4';
    const writer = new RawPdfWriter()
      .object(1, '<< /Type /Catalog /Pages 2 0 R >>')
      .object(
        2,
        '<< /Type /Pages /Count 2 /Kids [3 0 R 5 0 R] /MediaBox [0 0 200 100] /Resources << /XObject << /B 9 0 R >> >> >>',
      )
      .object(3, `<< /Type /Page /Parent 2 0 R /Contents [4 0 R] /Annots [6 0 R << ${highlight} >>] >>`)
      .deflated(4, '', '/B Do')
      .object(5, '<< /Type /Page /Parent 2 0 R /Contents [4 0 R] >>')
      .object(6, `<< ${field} >>`)
      .deflated(9, '/Type /XObject /Subtype /Form /BBox [0 0 200 100]', '0 0 1 rg 0 0 10 100 re f')
      .deflated(10, '/Type /XObject /Subtype /Form /BBox [0 0 100 40]', '1 0 0 rg 0 0 100 40 re f');
    writer.table({ trailer: '/Root 1 0 R' });
    const path = join(folder, 'inherits.pdf');
    writeFileSync(path, writer.finish());
    const renderer = await openPageRenderer(path);
    const at = ({ rgb, widthPx }: PageRaster, x: number, y: number) => [
      ...rgb.subarray(3 * (y * widthPx + x), 3 * (y * widthPx + x) + 3),
    ];
    for (const page of [0, 1, 0]) {
      const raster = await renderer.render(page, 200);
      expect([raster.widthPx, raster.heightPx]).toEqual([200, 100]);
      expect(at(raster, 5, 50)).toEqual([0, 0, 255]);
      expect(at(raster, 70, 60)).toEqual(page === 0 ? [255, 0, 0] : [255, 255, 255]);
      expect(at(raster, 170, 60)).toEqual(page === 0 ? [255, 255, 0] : [255, 255, 255]);
    }
    renderer.close();
  });

  it('are drawn again when their page is', async () => {
    const renderer = await openPageRenderer(write('/F 4 /AP << /N 10 0 R >>', ''));
    const [first, second] = [await renderer.render(0, 200), await renderer.render(0, 200)];
    renderer.close();
    expect(second.rgb).toEqual(first.rgb);
  });
});
