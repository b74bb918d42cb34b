import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument, PDFName } from 'pdf-lib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { exportedWith } from '../../src-core/composition/embedded-parts.ts';
import { setGround } from '../../src-core/layout/operations/pages.ts';
import { pageItems } from '../../src-core/layout/sketches.ts';
import { done } from '../../src-core/layout/testing/sample-book.ts';
import { MM_PER_INCH } from '../../src-core/units.ts';
import { specNamed } from '../../test/fixtures/catalogue.ts';
import { countPdfPages, lookAtPdfPage, MOST_PAGES, PageRefused } from '../pictures/pdf-page.ts';
import { paintLayout } from './paint-layout.ts';
import { paintProof } from './paint-proof.ts';
import {
  at,
  BLEED,
  colourAt,
  cutPage,
  difference,
  EDGES,
  exported,
  handWritten,
  laidOut,
  native,
  newFolder,
  SPEC,
  TIME_MS,
  TRIM,
  useScratchFolder,
  type LaidOut,
} from './testing/placed-book.ts';

useScratchFolder();

/** Drawn by Ghostscript's own writer: letters, inks, a gradient, artwork that reaches the edge, and marks around the bleed. */
function ghostscriptPdf(name: string, size = TRIM): string {
  const [width, height] = [size.width + 2 * BLEED + 40, size.height + 2 * BLEED + 40];
  const [x0, y0] = [20 + BLEED, 20 + BLEED];
  writeFileSync(
    at(`${name}.ps`),
    `%!PS
<< /PageSize [${width} ${height}] >> setpagedevice
[ /TrimBox [${x0} ${y0} ${x0 + size.width} ${y0 + size.height}] /PAGE pdfmark
[ /BleedBox [20 20 ${width - 20} ${height - 20}] /PAGE pdfmark
0.7 0.1 0.9 0 setcmykcolor 20 20 ${width - 40} 120 rectfill
0 0.9 0.2 0 setcmykcolor ${x0 + 40} ${y0 + 160} 90 140 rectfill
0 0 0 1 setcmykcolor 0 0 15 15 rectfill
/Helvetica findfont 24 scalefont setfont ${x0 + 40} ${y0 + 340} moveto (A page of their own) show
<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [${x0} 0 ${x0 + size.width} 0]
   /Function << /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1 >> /BBox [${x0 + 150} ${y0 + 160} ${x0 + 330} ${y0 + 300}] >> shfill
showpage`,
  );
  native('gs', '-q', '-dNOPAUSE', '-dBATCH', '-sDEVICE=pdfwrite', `-sOutputFile=${at(name)}`, at(`${name}.ps`));
  return at(name);
}

async function prove(order: LaidOut['order'], progress: LaidOut['progress']): Promise<void> {
  const words = {
    ...{ watermark: 'PROOF', cover: 'Cover', title: 'placed', about: 'proof 1' },
    panels: { front: 'F', back: 'B', spine: 'S' },
  };
  await paintProof({ ...order, proof: { kind: 'spreads', words } }, progress);
}

describe('a page of a PDF in a book', () => {
  it(
    'is drawn as in its own file, cut where it was cut, its letters and inks as they were',
    async () => {
      const source = ghostscriptPdf('gs.pdf');
      const book = await exported(source);
      expect(await difference(source, 1, book, 1)).toBeLessThan(EDGES);
      expect(native('pdftotext', '-f', '1', '-l', '1', book, '-')).toContain('A page of their own');
      expect(native('mutool', 'draw', '-q', '-F', 'trace', book, '1')).toContain('DeviceCMYK');
      expect(native('qpdf', '--check', book)).toContain('No syntax or stream encoding errors');
    },
    TIME_MS,
  );

  it.each([90, 180, 270])(
    'is drawn upright that is turned by %i degrees',
    async (turn) => {
      const upright = ghostscriptPdf(`turn-${turn}.ps.pdf`);
      const source = at(`turn-${turn}.pdf`);
      native('qpdf', `--rotate=+${turn}`, '--object-streams=generate', upright, source);
      const isAcross = turn !== 180;
      const book = await exported(source, undefined, isAcross ? sideways() : SPEC);
      expect(await difference(source, 1, book, 1)).toBeLessThan(EDGES);
    },
    TIME_MS,
  );

  it(
    'shows what its annotations print, and nothing of what they do not',
    async () => {
      const plain = ghostscriptPdf('plain.pdf');
      writeFileSync(
        at('stamp.js'),
        `var doc = new PDFDocument(${JSON.stringify(plain)});
         var page = doc.loadPage(0);
         function add(kind, flags, rect) { var note = page.createAnnotation(kind); note.setRect(rect); note.setFlags(flags);
           note.setInteriorColor([0, 0.5, 0]); note.setColor([0, 0.5, 0]); note.update(); }
         add("Square", 4, [80, 80, 180, 130]);
         add("Square", 0, [200, 300, 280, 400]);
         doc.save(${JSON.stringify(at('stamped.pdf'))}, "incremental");`,
      );
      native('mutool', 'run', at('stamp.js'));
      const book = await exported(at('stamped.pdf'));
      const [stamped, unstamped] = [await cutPage(book, 1), await cutPage(await exported(plain), 1)];
      const pixel = (of: typeof stamped, xPt: number, yPt: number) => {
        const [x, y] = [Math.round(xPt - 20 - BLEED), Math.round(yPt - 20 - BLEED)];
        return [...of.data.subarray((y * of.width + x) * 3, (y * of.width + x) * 3 + 3)];
      };
      const [red = 255, green = 0] = pixel(stamped, 130, 105);
      expect(red).toBeLessThan(60);
      expect(green).toBeGreaterThan(90);
      expect(pixel(stamped, 240, 350)).toEqual(pixel(unstamped, 240, 350));
    },
    TIME_MS,
  );
});

describe('pages as small programs write them', () => {
  it(
    'begin with black, as every page does, whatever their paper was painted with',
    async () => {
      const source = await handWritten('black.pdf', '50 50 200 200 re f');
      expect(await colourAt(await exported(source), 1, 150, 150)).toEqual([0, 0, 0]);
    },
    TIME_MS,
  );

  it(
    'are mixed by themselves that are no group either',
    async () => {
      const source = await handWritten(
        'plain-screen.pdf',
        '/Light gs 0 0 0.6 rg 50 50 200 200 re f',
        ({ context }, page) => {
          page.node
            .normalizedEntries()
            .Resources.set(PDFName.of('ExtGState'), context.obj({ Light: { BM: 'Screen' } }));
        },
      );
      expect(await colourAt(await exported(source), 1, 150, 150)).toEqual([0, 0, 153]);
    },
    TIME_MS,
  );

  it(
    'keep pictures whose names have bytes beyond ASCII, and those that the glyphs of a font draw',
    async () => {
      const red = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#ff0000' } })
        .jpeg()
        .toBuffer();
      // The middle byte of a Hangul syllable in UTF-8 is a space without a break in Latin-1.
      const source = await handWritten('hangul.pdf', '', async (document, page) => {
        const { ref } = await document.embedJpg(red);
        const objects = document.context.obj({});
        objects.set(PDFName.of('\u00ec\u00a0\u0084'), ref);
        objects.set(PDFName.of('InGlyph'), ref);
        const { Resources } = page.node.normalizedEntries();
        Resources.set(PDFName.of('XObject'), objects);
        const glyph = document.context.register(
          document.context.flateStream('1000 0 d0 q 1000 0 0 1000 0 0 cm /InGlyph Do Q'),
        );
        const font = document.context.obj({
          ...{ Type: 'Font', Subtype: 'Type3', FontBBox: [0, 0, 1000, 1000], FontMatrix: [0.001, 0, 0, 0.001, 0, 0] },
          ...{ CharProcs: { A: glyph }, Encoding: { Type: 'Encoding', Differences: [65, 'A'] } },
          ...{ FirstChar: 65, LastChar: 65, Widths: [1000] },
        });
        Resources.set(PDFName.of('Font'), document.context.obj({ Drawn: font }));
        const drawing = 'q 100 0 0 100 50 50 cm /#ec#a0#84 Do Q BT /Drawn 100 Tf 200 300 Td (A) Tj ET';
        page.node.addContentStream(document.context.register(document.context.flateStream(drawing)));
      });
      const book = await exported(source);
      for (const [x, y] of [
        [100, 100],
        [250, 350],
      ] as const) {
        const [red = 0, green = 255] = await colourAt(book, 1, x, y);
        expect([red > 200, green < 60]).toEqual([true, true]);
      }
    },
    TIME_MS,
  );

  it(
    'print their stamps where they are, whatever their content leaves open',
    async () => {
      const source = await handWritten(
        'open.pdf',
        'q 0.5 0 0 0.5 100 100 cm q 2 0 0 2 50 50 cm 0.8 g 10 10 20 20 re f',
      );
      const script = at('stamp-open.js');
      writeFileSync(
        script,
        `var doc = new PDFDocument(${JSON.stringify(source)}); var page = doc.loadPage(0);
       var note = page.createAnnotation("Square"); note.setRect([100, 100, 200, 200]); note.setFlags(4);
       note.setInteriorColor([0, 0.5, 0]); note.setColor([0, 0.5, 0]); note.update();
       doc.save(${JSON.stringify(at('stamped-open.pdf'))}, "incremental");`,
      );
      native('mutool', 'run', script);
      const book = await exported(at('stamped-open.pdf'));
      const shown = await cutPage(book, 1);
      const [red = 255, green = 0] = [...shown.data.subarray((150 * shown.width + 150) * 3).subarray(0, 3)];
      expect([red < 60, green > 90]).toEqual([true, true]);
      expect(await difference(at('stamped-open.pdf'), 1, book, 1)).toBeLessThan(EDGES);
    },
    TIME_MS,
  );

  it(
    'keep their shape however few pixels their coarsest picture has, and are drawn for a proof as finely as others',
    async () => {
      const tiny = await sharp({ create: { width: 17, height: 20, channels: 3, background: '#dddddd' } })
        .jpeg()
        .toBuffer();
      const source = await handWritten('coarse.pdf', '', async (document, page) => {
        page.drawImage(await document.embedJpg(tiny), { x: 0, y: 0, width: TRIM.width, height: TRIM.height });
        page.drawText('Fine letters', { x: 60, y: 300, size: 20 });
      });
      const { book, into, order, progress } = await laidOut(source);
      const [first = ''] = book.order;
      const item = pageItems(book, first, { rules: 2 } as never)[0]?.item;
      if (item?.kind !== 'picture') throw new Error('nothing is placed');
      expect([item.whole.widthMm, item.whole.heightMm]).toEqual([
        expect.closeTo(SPEC.innerTrimWidthMm, 3),
        expect.closeTo(SPEC.innerTrimHeightMm, 3),
      ]);
      await prove(order, progress);
      const widths = native('pdfimages', '-list', join(into, 'proof.pdf'))
        .split('\n')
        .slice(2)
        .map((line) => Number(line.trim().split(/\s+/)[3]));
      expect(Math.max(...widths.filter((width) => width > 0))).toBeGreaterThan(400);
    },
    TIME_MS,
  );

  it('are refused where they cannot be put into a book: of no size, or in a filter that nobody knows', async () => {
    const refusal = async (path: string) =>
      lookAtPdfPage(path, 1, newFolder('refused-')).then(
        () => null,
        (error: unknown) => (error instanceof PageRefused ? error.why : error),
      );
    const speck = await handWritten('speck.pdf', '', (_, page) => page.setMediaBox(0, 0, 0.2, 0.2));
    const odd = await handWritten('odd.pdf', '', ({ context }, page) => {
      page.node.set(
        PDFName.of('Contents'),
        context.register(context.stream('0 0 9 9 re f', { Filter: 'NobodysDecode' })),
      );
    });
    expect([await refusal(speck), await refusal(odd)]).toEqual(['size', 'unreadable']);
  });

  it('bring nothing that tells of their document alone', async () => {
    const profile = Buffer.alloc(300_000, 7);
    const source = await handWritten('intent.pdf', '0 0 9 9 re f', ({ context, catalog }) => {
      const intent = {
        Type: 'OutputIntent',
        S: 'GTS_PDFX',
        DestOutputProfile: context.register(context.stream(profile, { N: 4 })),
      };
      catalog.set(PDFName.of('OutputIntents'), context.obj([intent]));
    });
    const { sizeBytes } = await lookAtPdfPage(source, 1, newFolder('alone-'));
    expect(sizeBytes).toBeLessThan(5_000);
  });
});

describe('what stays behind, and what does not', () => {
  it(
    'layers that do not print show nothing in the book either, and the others do',
    async () => {
      const document = await PDFDocument.create();
      const page = document.addPage([TRIM.width, TRIM.height]);
      const { context } = document;
      const layer = (name: string) => context.register(context.obj({ Type: 'OCG', Name: name as never }));
      const [shown, hidden] = [layer('Shown'), layer('Hidden')];
      page.node
        .normalizedEntries()
        .Resources.set(PDFName.of('Properties'), context.obj({ Shown: shown, Hidden: hidden }));
      document.catalog.set(
        PDFName.of('OCProperties'),
        context.obj({ OCGs: [shown, hidden], D: { OFF: [hidden], Order: [shown, hidden] } }),
      );
      page.node.addContentStream(
        context.register(
          context.flateStream(
            '/OC /Shown BDC 1 0 0 rg 50 50 100 100 re f EMC /OC /Hidden BDC 0 0 1 rg 200 200 100 100 re f EMC',
          ),
        ),
      );
      writeFileSync(at('layers.pdf'), await document.save());
      const book = await exported(at('layers.pdf'));
      expect(await difference(at('layers.pdf'), 1, book, 1)).toBeLessThan(EDGES);
      expect([await colourAt(book, 1, 100, 100), await colourAt(book, 1, 250, 250)]).toEqual([
        [255, 0, 0],
        [255, 255, 255],
      ]);
    },
    TIME_MS,
  );

  it(
    'paper stays paper: what is see-through shows nothing of the ground that the page lies on',
    async () => {
      const document = await PDFDocument.create();
      document.addPage([TRIM.width, TRIM.height]).drawRectangle({ x: 50, y: 50, width: 80, height: 80, opacity: 0.5 });
      writeFileSync(at('empty.pdf'), await document.save());
      const { book, into, order, progress } = await laidOut(at('empty.pdf'));
      const [first = ''] = book.order;
      const coloured = done(setGround(book, { surfaceIds: [first], ground: '#00ff00' }));
      await paintLayout(
        { ...order, document: coloured, pictures: exportedWith(null, 'kept'), maxBytes: 1e9 },
        progress,
      );
      expect(await difference(at('empty.pdf'), 1, join(into, 'contents.pdf'), 1)).toBeLessThan(EDGES);
    },
    TIME_MS,
  );

  it(
    'a page is mixed by itself and then laid on its paper, whether its group says so or not',
    async () => {
      const document = await PDFDocument.create();
      const page = document.addPage([TRIM.width, TRIM.height]);
      const { context } = document;
      page.node.set(PDFName.of('Group'), context.obj({ S: 'Transparency', CS: 'DeviceRGB' }));
      const state = context.register(context.obj({ BM: 'Screen' }));
      page.node.normalizedEntries().Resources.set(PDFName.of('ExtGState'), context.obj({ Light: state }));
      const drawing = '/Light gs 0 0 0.6 rg 50 50 200 200 re f';
      page.node.addContentStream(context.register(context.flateStream(drawing)));
      writeFileSync(at('screen.pdf'), await document.save());
      const book = await exported(at('screen.pdf'));
      expect(await difference(at('screen.pdf'), 1, book, 1)).toBeLessThan(EDGES);
      expect(await colourAt(book, 1, 150, 150)).toEqual([0, 0, 153]);
    },
    TIME_MS,
  );

  it(
    'pages that paint the same stay pages of their own, in their order',
    async () => {
      const document = await PDFDocument.create();
      for (let page = 0; page < 3; page += 1) document.addPage([TRIM.width, TRIM.height]);
      writeFileSync(at('blank.pdf'), await document.save());
      const { book } = await laidOut(at('blank.pdf'));
      expect(new Set(book.pictureOrder).size).toBe(3);
      expect(book.order.slice(0, 4).map((id) => book.pages[id]?.order.length)).toEqual([1, 1, 1, 0]);
    },
    TIME_MS,
  );

  it(
    'of pictures that all pages of a file share by name only those come along that the page shows',
    async () => {
      const document = await PDFDocument.create();
      const noise = async (seed: number) =>
        sharp({
          create: {
            width: 400,
            height: 400,
            channels: 3,
            noise: { type: 'gaussian', mean: 60 + seed * 20, sigma: 12 },
            background: '#888',
          },
        })
          .jpeg({ quality: 95 })
          .toBuffer();
      const shared = document.context.obj({});
      for (let number = 0; number < 6; number += 1) {
        const image = await document.embedJpg(await noise(number));
        shared.set(PDFName.of(number === 3 ? 'Im age' : `Im${number}`), image.ref);
        const page = document.addPage([TRIM.width, TRIM.height]);
        page.node.normalizedEntries().Resources.set(PDFName.of('XObject'), shared);
        const name = number === 3 ? 'Im#20age' : `Im${number}`;
        page.node.addContentStream(
          document.context.register(document.context.flateStream(`q 200 0 0 200 90 90 cm /${name} Do Q`)),
        );
      }
      const whole = await document.save();
      writeFileSync(at('shared.pdf'), whole);
      const { order } = await laidOut(at('shared.pdf'));
      const sizes = Object.values(order.places).map((place) => readFileSync(place).length);
      for (const size of sizes) expect(size).toBeLessThan(whole.length / 4);
      const book = await exported(at('shared.pdf'));
      for (const page of [1, 4]) expect(await difference(at('shared.pdf'), page, book, page)).toBeLessThan(EDGES);
    },
    TIME_MS,
  );

  it('a protected PDF is refused, one that is none or empty, and one of more pages than any book has', async () => {
    const source = ghostscriptPdf('open.pdf');
    native('qpdf', '--encrypt', '', 'owner', '256', '--', source, at('protected.pdf'));
    writeFileSync(at('none.pdf'), 'no PDF at all');
    const refusal = async (path: string) => {
      try {
        return await countPdfPages(path);
      } catch (error) {
        return error instanceof PageRefused ? error.why : error;
      }
    };
    writeFileSync(at('nothing.pdf'), '');
    const long = await PDFDocument.create();
    for (let page = 0; page <= MOST_PAGES; page += 1) long.addPage([100, 100]);
    writeFileSync(at('long.pdf'), await long.save());
    const refusals = await Promise.all(
      ['protected', 'none', 'nothing', 'long'].map((name) => refusal(at(`${name}.pdf`))),
    );
    expect(refusals).toEqual(['locked', 'unreadable', 'empty', 'tooManyPages']);
    expect(readFileSync(source).length).toBeGreaterThan(0);
  });
});

describe('a page as wide as two', () => {
  it(
    'lies over a spread, on one sheet of a LAYFLAT book',
    async () => {
      const spec = specNamed('SQUAREBOOK_LAYFLAT_HC');
      const [width, height] = [(2 * spec.innerTrimWidthMm) / MM_PER_INCH, spec.innerTrimHeightMm / MM_PER_INCH];
      const source = ghostscriptPdf('spread.pdf', { width: width * 72, height: height * 72 });
      const book = await exported(source, spec.pageMin, spec);
      expect(await difference(source, 1, book, 1)).toBeLessThan(EDGES);
    },
    TIME_MS,
  );

  it(
    'is parted between the two pages of a glued book',
    async () => {
      const source = ghostscriptPdf('parted.pdf', { width: 2 * TRIM.width, height: TRIM.height });
      const book = await exported(source);
      const wanted = await cutPage(source, 1);
      for (const [page, left] of [
        [2, 0],
        [3, Math.floor(wanted.width / 2)],
      ] as const) {
        const given = await cutPage(book, page);
        const middle = (of: typeof given, x: number) => [
          ...of.data.subarray((Math.round(of.height / 2) * of.width + x) * 3).subarray(0, 3),
        ];
        const x = Math.round(given.width * 0.6);
        expect(middle(given, x)).toEqual(middle(wanted, left + x).map((value) => expect.closeTo(value, -1)));
      }
    },
    TIME_MS,
  );
});

it(
  'a proof shows it as a picture, small and without its letters',
  async () => {
    const source = ghostscriptPdf('proofed.pdf');
    const { into, order, progress } = await laidOut(source);
    await prove(order, progress);
    const proof = join(into, 'proof.pdf');
    expect(native('pdftotext', proof, '-')).not.toContain('A page of their own');
    expect(native('pdfimages', '-list', proof)).toMatch(/jpeg/);
  },
  TIME_MS,
);

/** The book spec lying on its side. */
const sideways = (): typeof SPEC => ({
  ...SPEC,
  innerTrimWidthMm: SPEC.innerTrimHeightMm,
  innerTrimHeightMm: SPEC.innerTrimWidthMm,
});
