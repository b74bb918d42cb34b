import { describe, expect, it } from 'vitest';
import { nodePdfTools } from '../../../src-node/pdf-file.ts';
import { bytesSource } from '../../../test/fixtures/pdf/bytes-source.ts';
import { encryptedPdf } from '../../../test/fixtures/pdf/encrypted-pdf.ts';
import { RawPdfWriter } from '../../../test/fixtures/pdf/raw-pdf.ts';
import type { DocumentFacts } from './document-facts.ts';
import { inspectPdf } from './inspect-pdf.ts';
import type { PdfInspection } from './inspection.ts';

/** A one-page file; `catalogue` and `page` are entries added to the two, `objects` stand from number 10 on. */
function inspected(parts: {
  catalogue?: string;
  page?: string;
  trailer?: string;
  objects?: readonly string[];
  write?: (writer: RawPdfWriter) => void;
}): PdfInspection {
  const writer = new RawPdfWriter()
    .object(1, `<< /Type /Catalog /Pages 2 0 R ${parts.catalogue ?? ''} >>`)
    .object(2, '<< /Type /Pages /Count 1 /Kids [3 0 R] >>')
    .object(3, `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 720 720] ${parts.page ?? ''} >>`);
  parts.objects?.forEach((body, index) => writer.object(10 + index, body));
  parts.write?.(writer);
  writer.table({ trailer: `/Root 1 0 R ${parts.trailer ?? ''}` });
  const result = inspectPdf(bytesSource(writer.finish()), nodePdfTools);
  if (result.status !== 'inspected') throw new Error(`unreadable: ${result.facts.reason}`);
  return result.inspection;
}
const factsOf = (parts: Parameters<typeof inspected>[0]): DocumentFacts => inspected(parts).document;

it('says nothing of a plain file', () => {
  expect(factsOf({})).toEqual({
    catalogueVersion: null,
    producer: null,
    creator: null,
    pdfxClaim: null,
    outputIntents: [],
    layers: [],
    hasLayerConfigurations: false,
    actions: [],
    outsideReferences: [],
    embeddedFileCount: 0,
    isPortfolio: false,
    formFieldCount: 0,
    xfa: 'none',
    signatureCount: 0,
    hasOutlines: false,
    hasPageLabels: false,
    readingDirection: null,
    privateBytes: 0,
    printPermission: null,
    isPartial: false,
  });
});

it('reads the entries of the catalogue', () => {
  const facts = factsOf({
    catalogue:
      '/Version /2.0 /Outlines << /First 10 0 R >> /PageLabels << /Nums [] >> /ViewerPreferences << /Direction /R2L >> /Collection << >>',
    objects: ['<< /Title (One) >>'],
  });
  expect(facts).toMatchObject({
    catalogueVersion: '2.0',
    hasOutlines: true,
    hasPageLabels: true,
    readingDirection: 'R2L',
    isPortfolio: true,
  });
});

describe('who made the file and what it claims to be', () => {
  it('from the information dictionary, in every encoding of strings', () => {
    const facts = factsOf({
      trailer: '/Info 10 0 R',
      objects: [
        '<< /Producer <FEFFC571BC94> /Creator (caf\\351 \\200) /GTS_PDFXVersion (PDF/X-1:2001) /GTS_PDFXConformance (PDF/X-1a:2001) >>',
      ],
    });
    expect(facts).toMatchObject({ producer: '앱범', creator: 'café •', pdfxClaim: 'PDF/X-1a:2001' });
  });

  it.each([
    ['an element', '<rdf:Description><pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion></rdf:Description>'],
    ['an attribute', '<rdf:Description pdfxid:GTS_PDFXVersion="PDF/X-4" xmp:CreatorTool="Tool"/>'],
    ['broken XML', "<<<< pdfx:GTS_PDFXVersion = 'PDF/X-4"],
  ])('from XMP written as %s', (_, xmp) => {
    expect(
      factsOf({
        catalogue: '/Metadata 10 0 R',
        write: (writer) => writer.deflated(10, '/Type /Metadata /Subtype /XML', xmp),
      }).pdfxClaim,
    ).toBe('PDF/X-4');
  });

  it('not from metadata of monstrous size', () => {
    const xmp = `${' '.repeat(5_000_000)}<x:GTS_PDFXVersion>PDF/X-4</x:GTS_PDFXVersion>`;
    expect(
      factsOf({ catalogue: '/Metadata 10 0 R', write: (writer) => writer.deflated(10, '/Type /Metadata', xmp) })
        .pdfxClaim,
    ).toBeNull();
  });
});

describe('actions', () => {
  it('are found wherever they can stand, and moving about in the document is none', () => {
    const { actions } = factsOf({
      catalogue:
        '/OpenAction << /S /JavaScript /JS (x) /Next [<< /S /URI >> << /S /GoTo >>] >> /AA << /WP << /S /Launch >> >> /Names << /JavaScript 10 0 R >> /Outlines 12 0 R /AcroForm << /Fields [14 0 R] >>',
      page: '/AA << /O << /S /SubmitForm >> >> /Annots [14 0 R 15 0 R]',
      objects: [
        '<< /Kids [11 0 R] >>',
        '<< /Names [(a) << /S /JavaScript >> (b) << /S /JavaScript >>] /Kids [10 0 R] >>',
        '<< /First 13 0 R >>',
        '<< /Next 13 0 R /A << /S /GoToR >> >>',
        '<< /FT /Btn /T (b) /A << /S /ImportData >> >>',
        '<< /Subtype /Link /A << /S /Hide >> >>',
      ],
    });
    expect(actions.map(({ kind, trigger, pageIndex }) => `${kind} ${trigger} ${pageIndex}`).sort()).toEqual(
      [
        'javaScript open null',
        'uri open null',
        'launch document null',
        'javaScript names null',
        'javaScript names null',
        'goToOutside outline null',
        'importData field null',
        'submitForm page 0',
        'other annotation 0',
      ].sort(),
    );
  });

  it('that follow each other in a circle end', () => {
    expect(
      factsOf({
        catalogue: '/OpenAction 10 0 R',
        objects: ['<< /S /URI /Next 11 0 R >>', '<< /S /Launch /Next 10 0 R >>'],
      }).actions,
    ).toHaveLength(2);
  });
});

it('counts attached files once, in trees with loops and with associated files', () => {
  const facts = factsOf({
    catalogue: '/Names << /EmbeddedFiles 10 0 R >> /AF [12 0 R 13 0 R]',
    objects: [
      '<< /Kids [11 0 R 10 0 R] >>',
      '<< /Names [(a) 12 0 R] >>',
      '<< /Type /Filespec >>',
      '<< /Type /Filespec >>',
    ],
  });
  expect(facts.embeddedFileCount).toBe(2);
});

describe('forms', () => {
  it('count fields and the signatures that were made', () => {
    const facts = factsOf({
      catalogue: '/AcroForm << /Fields [10 0 R 12 0 R 13 0 R 10 0 R] >>',
      objects: [
        '<< /T (group) /FT /Tx /Kids [11 0 R 10 0 R] >>',
        '<< /T (a) /Kids [<< /Subtype /Widget >> << /Subtype /Widget >>] >>',
        '<< /FT /Sig /T (s) /V << /Type /Sig >> >>',
        '<< /FT /Sig /T (empty) >>',
      ],
    });
    expect(facts).toMatchObject({ formFieldCount: 3, signatureCount: 1, xfa: 'none' });
  });

  it.each([
    ['static', '', '<config><dynamicRender>forbidden</dynamicRender></config>'],
    ['dynamic', '', '<config><dynamicRender>required</dynamicRender></config>'],
    ['dynamic', '/NeedsRendering true', '<config/>'],
  ])('are %s XFA', (xfa, catalogue, config) => {
    const facts = factsOf({
      catalogue: `/AcroForm << /XFA [(preamble) 11 0 R (config) 10 0 R] >> ${catalogue}`,
      write: (writer) => writer.deflated(10, '', config),
    });
    expect(facts.xfa).toBe(xfa);
  });
});

describe('layers', () => {
  const groups = (...extra: readonly string[]) => [
    '<< /Type /OCG /Name (one) >>',
    '<< /Type /OCG /Name (two) /Usage << /Print << /PrintState /OFF >> >> >>',
    ...extra,
  ];
  const ofDefault = (configuration: string, ...extra: readonly string[]) =>
    factsOf({
      catalogue: `/OCProperties << /OCGs [10 0 R 11 0 R] /D << ${configuration} >> >>`,
      objects: groups(...extra),
    }).layers;

  it('are on unless the default configuration says otherwise', () => {
    expect(ofDefault('').map(({ name, isOnInView, isOnInPrint }) => [name, isOnInView, isOnInPrint])).toEqual([
      ['one', true, true],
      ['two', true, true],
    ]);
    expect(ofDefault('/OFF [10 0 R]').map(({ isOnInView }) => isOnInView)).toEqual([false, true]);
    expect(ofDefault('/BaseState /OFF /ON [10 0 R]').map(({ isOnInPrint }) => isOnInPrint)).toEqual([true, false]);
  });

  it('follow their print usage only when /AS asks for it', () => {
    const [, two] = ofDefault('/AS [<< /Event /Print /Category [/Print] /OCGs [10 0 R 11 0 R] >>]');
    expect(two).toMatchObject({ isOnInView: true, isOnInPrint: false });
    expect(ofDefault('/AS [<< /Event /View /Category [/Print] /OCGs [11 0 R] >>]')[1]).toMatchObject({
      isOnInPrint: true,
    });
  });

  it('tell their processing step and the alternate configurations', () => {
    const facts = factsOf({
      catalogue: '/OCProperties << /OCGs [10 0 R] /D << >> /Configs [<< /Name (b) >>] >>',
      objects: [
        '<< /Type /OCG /Name (cut) /GTS_Metadata << /GTS_ProcStepsGroup /Structural /GTS_ProcStepsType /Cutting >> >>',
      ],
    });
    expect(facts).toMatchObject({
      hasLayerConfigurations: true,
      layers: [{ name: 'cut', processingStep: 'Structural' }],
    });
  });

  it.each([
    ['/OCGs [10 0 R 11 0 R]', true],
    ['/OCGs [10 0 R 11 0 R] /P /AllOn', false],
    ['/OCGs [10 0 R 11 0 R] /P /AnyOff', true],
    ['/OCGs [10 0 R] /P /AllOff', true],
    ['/VE [/And 11 0 R [/Not 10 0 R]]', true],
    ['/VE [/Or 10 0 R [/Not 11 0 R]]', false],
  ])('decide together: %s', (entries, isSeen) => {
    const { pages } = inspected({
      catalogue: '/OCProperties << /OCGs [10 0 R 11 0 R] /D << /OFF [10 0 R] >> >>',
      page: '/Contents 13 0 R /Resources << /Properties << /M 12 0 R >> >>',
      objects: groups(`<< /Type /OCMD ${entries} >>`),
      write: (writer) => writer.deflated(13, '', '/OC /M BDC 10 10 100 100 re f EMC'),
    });
    expect(pages[0]?.objects[0]?.state.layer?.isOnInPrint).toBe(isSeen);
  });
});

it('reads output intents, and the header of their profile', () => {
  const icc = new Uint8Array(128);
  icc.set(Buffer.from('prtrCMYK'), 12);
  icc.set(Buffer.from('acsp'), 36);
  icc[3] = 128;
  const { outputIntents } = factsOf({
    catalogue:
      '/OutputIntents [<< /S /GTS_PDFX /OutputConditionIdentifier (FOGRA39) /DestOutputProfile 10 0 R >> << /S /GTS_PDFA1 >> 5]',
    write: (writer) => writer.stream(10, '/N 4', icc),
  });
  expect(outputIntents).toMatchObject([
    {
      subtype: 'GTS_PDFX',
      conditionIdentifier: 'FOGRA39',
      profile: { colourSpace: 'CMYK', components: 4, isDamaged: false },
    },
    { subtype: 'GTS_PDFA1', conditionIdentifier: '', profile: null },
  ]);
});

it('measures private data and thumbnails, without what they share with everybody', () => {
  const facts = factsOf({
    catalogue: '/PieceInfo << /Tool << /Private 10 0 R /Again 10 0 R /Page 3 0 R >> >>',
    page: '/Thumb 11 0 R /Contents 12 0 R',
    write: (writer) =>
      writer
        .stream(10, '/Self 10 0 R', new Uint8Array(500))
        .stream(11, '', new Uint8Array(30))
        .stream(12, '', new Uint8Array(7000)),
  });
  expect(facts.privateBytes).toBe(530);
});

it('finds what pages draw from other files, in forms inside forms too', () => {
  const { outsideReferences } = factsOf({
    page: '/Contents 10 0 R /Resources << /XObject << /A 11 0 R >> >>',
    write: (writer) =>
      writer
        .stream(10, '/F (elsewhere.txt)', new Uint8Array(0))
        .stream(11, '/Subtype /Form /OPI << >> /Resources << /XObject << /B 12 0 R /A 11 0 R >> >>', new Uint8Array(0))
        .stream(12, '/Subtype /Form /Ref << /F (book.pdf) /Page 0 >>', new Uint8Array(0)),
  });
  expect(outsideReferences.map(({ kind }) => kind).sort()).toEqual(['externalStream', 'opi', 'referenceXObject']);
});

it('tells annotations with their place and whether they are printed', () => {
  const [page] = inspected({
    page: '/Annots [<< /Subtype /FreeText /F 4 /Rect [72 72 144 144] /AP << /N 10 0 R >> >> << /Subtype /Link /F 6 /Rect [0 0 (x) 1] >> 7]',
    write: (writer) => writer.stream(10, '/Subtype /Form /BBox [0 0 1 1]', new Uint8Array(0)),
  }).pages;
  expect(page?.annotations).toEqual([
    {
      subtype: 'FreeText',
      isPrinted: true,
      hasAppearance: true,
      boundsMm: {
        leftMm: 25.4,
        topMm: expect.closeTo(203.2, 6) as number,
        rightMm: 50.8,
        bottomMm: expect.closeTo(228.6, 6) as number,
      },
    },
    { subtype: 'Link', isPrinted: false, hasAppearance: false, boundsMm: null },
  ]);
});

describe('encrypted files', () => {
  const ofEncrypted = (options: Parameters<typeof encryptedPdf>[0]): DocumentFacts => {
    const result = inspectPdf(bytesSource(encryptedPdf(options)), nodePdfTools);
    if (result.status !== 'inspected') throw new Error(result.facts.reason);
    return result.inspection.document;
  };
  const MAY_PRINT = 1 << 2;
  const MAY_PRINT_WELL = 1 << 11;

  it.each([2, 3] as const)('tell who made them, revision %i', (revision) => {
    expect(ofEncrypted({ revision, title: 'Maker 1.0' }).producer).toBe('Maker 1.0');
  });

  it.each([
    [3, -4, 'full'],
    [3, -4 & ~MAY_PRINT, 'none'],
    [3, -4 & ~MAY_PRINT_WELL, 'lowResolution'],
    // The bit has no meaning yet in revision 2.
    [2, -4 & ~MAY_PRINT_WELL, 'full'],
  ] as const)('revision %i with permissions %i may be printed: %s', (revision, permissions, expected) => {
    expect(ofEncrypted({ revision, permissions }).printPermission).toBe(expected);
  });
});

it('reads lists of hundreds of thousands without a fall', () => {
  const many = (item: string) => `[${`${item} `.repeat(180_000)}]`;
  const entries = Array.from({ length: 180_000 }, (_, index) => `/k${index} 0`).join(' ');
  const facts = factsOf({
    catalogue:
      '/AcroForm << /Fields [<< /T (a) /Kids 10 0 R >>] >> /Names << /JavaScript << /Kids 11 0 R >> >> /PieceInfo 12 0 R /OpenAction << /S /URI /Next 11 0 R >>',
    objects: [many('<< /T (b) >>'), many('<< >>'), `<< ${entries} >>`],
  });
  expect(facts.isPartial).toBe(true);
});

it('says when a list is longer than anybody writes', () => {
  const facts = factsOf({
    catalogue: '/AcroForm << /Fields 10 0 R >>',
    objects: [`[${'<< /T (a) >> '.repeat(50_001)}]`],
  });
  expect(facts).toMatchObject({ formFieldCount: 50_000, isPartial: true });
});
