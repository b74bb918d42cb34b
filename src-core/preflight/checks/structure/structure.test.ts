import { IntlMessageFormat } from 'intl-messageformat';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nodePdfTools } from '../../../../src-node/pdf-file.ts';
import { bytesSource } from '../../../../test/fixtures/pdf/bytes-source.ts';
import { pagePdf } from '../../../../test/fixtures/pdf/page-pdf.ts';
import { rawBook } from '../../../../test/fixtures/pdf/raw-books.ts';
import { RawPdfWriter } from '../../../../test/fixtures/pdf/raw-pdf.ts';
import { CONTRACTS } from '../../../contract/profiles.ts';
import type { DamageCode, DamageNote } from '../../../pdf/damage.ts';
import type { DocumentFacts } from '../../../pdf/inspection/document-facts.ts';
import { inspectPdf } from '../../../pdf/inspection/inspect-pdf.ts';
import type { InspectedPage, PdfInspection } from '../../../pdf/inspection/inspection.ts';
import { readPdfFacts, type PdfFacts, type ReadablePdf } from '../../../pdf/read-facts.ts';
import type { FileCase, InspectedFileCase } from '../../check.ts';
import type { Finding, Severity } from '../../finding.ts';
import type { PagePixels } from '../../page-pixels.ts';
import { resolveThresholds } from '../../thresholds.ts';
import { secondPageCount } from './page-count.ts';
import { notRendered, readingsDiffer } from './not-inspected.ts';
import { STRUCTURE_CHECKS, STRUCTURE_FILE_CHECKS, STRUCTURE_READ_CHECKS } from './section.ts';
import { shippedSpecs } from '../../../../test/fixtures/catalogue.ts';

const MB = 1024 * 1024;
const [spec] = shippedSpecs;
if (spec === undefined) throw new Error('the catalogue is empty');
const order = { kind: 'contents', spec, pageCount: 24, contract: CONTRACTS['public-2026-09'] } as const;

/** The message as it is shown: throws when a value is missing. */
function shown(
  { ruleId, params }: Pick<Finding, 'ruleId' | 'params'>,
  language: 'ko' | 'en',
  part: 'title' | 'detail',
): string {
  const messages = Object.assign(
    {},
    ...['findings', 'findings.structure'].map(
      (file) => JSON.parse(readFileSync(`resources/locales/${language}/${file}.json`, 'utf8')) as unknown,
    ),
  ) as Record<string, string>;
  const message = messages[`${ruleId}.${part}`];
  return message === undefined
    ? ''
    : String(new IntlMessageFormat(message, language, undefined, { ignoreTag: true }).format(params));
}

function checked(findings: readonly Finding[]): [string, Severity][] {
  for (const found of findings) {
    for (const language of ['ko', 'en'] as const) {
      expect(shown(found, language, 'title')).not.toBe('');
      expect(shown(found, language, 'title').length).toBeLessThan(80);
      expect(`${shown(found, language, 'title')} ${shown(found, language, 'detail')}`).not.toMatch(
        /undefined|NaN| {2}|\{|\}/,
      );
    }
  }
  return findings.map(({ ruleId, severity }) => [ruleId, severity]);
}

function atLevelOne(facts: PdfFacts): Finding[] {
  const file: FileCase = { ...order, facts };
  const findings = STRUCTURE_FILE_CHECKS.flatMap((check) => check.run(file));
  return facts.status === 'read'
    ? [...findings, ...STRUCTURE_READ_CHECKS.flatMap((check) => check.run({ ...file, facts }))]
    : findings;
}
const levelOne = (facts: PdfFacts) => checked(atLevelOne(facts));
const read = (bytes: Uint8Array): PdfFacts => readPdfFacts(bytesSource(bytes), nodePdfTools);

function readable(more: Partial<ReadablePdf> = {}): ReadablePdf {
  const facts = read(rawBook('classic', 2));
  if (facts.status !== 'read') throw new Error('unreadable');
  return { ...facts, ...more };
}

describe('level 1', () => {
  it('says nothing of a sound file', () => expect(levelOne(readable())).toEqual([]));

  it.each<[number, [string, Severity][]]>([
    [450 * MB, []],
    [450 * MB + 1, [['structure.largeFile', 'warning']]],
    [500 * MB, [['structure.largeFile', 'warning']]],
    [500 * MB + 1, [['file.size', 'block']]],
  ])('F-002: %i bytes', (sizeBytes, expected) => expect(levelOne(readable({ sizeBytes }))).toEqual(expected));

  it('F-001: junk before the header can be dropped when a PDF follows', () => {
    const [found] = atLevelOne(read(new Uint8Array(Buffer.concat([Buffer.from('junk\n'), rawBook('classic', 1)]))));
    expect(found).toMatchObject({ ruleId: 'file.signature', severity: 'block', fixes: ['dropLeadingBytes'] });
    expect(atLevelOne(read(Buffer.from('no PDF at all')))[0]).toMatchObject({ ruleId: 'file.signature', fixes: [] });
  });

  it('F-003: tells everything that was wrong, in words', () => {
    const book = rawBook('classic', 30);
    const [found] = atLevelOne(read(book.subarray(0, Math.floor(book.length * 0.66))));
    expect(found).toMatchObject({ ruleId: 'file.damaged', severity: 'error', causeKey: 'file.damaged' });
    const words = shown(found as Finding, 'en', 'detail');
    expect(words).toMatch(/^Its end is missing: it may have been cut off\. /);
    expect(words).toContain('The table of objects had to be made anew. ');
    expect(words).toContain('9 entries of the list of pages cannot be found. ');
    expect(words).not.toContain('circle');
  });

  const slips: DamageCode[] = [
    'previousXrefLoop',
    'pageTypeWrong',
    'pageForTree',
    'boxMalformed',
    'rotateInvalid',
    'userUnitInvalid',
  ];
  const rebuilt: DamageCode[] = [
    'endMarkerMissing',
    'startxrefMissing',
    'startxrefWrong',
    'xrefDamaged',
    'previousXrefDamaged',
    'xrefFoundBySearch',
    'xrefRebuilt',
    'pagesCollected',
    'objectMisplaced',
    'objectEndless',
    'streamLengthWrong',
    'streamDamaged',
    'pageTreeLoop',
    'pageNodeMissing',
  ];
  it.each([...slips.map((code) => [code, 'warning'] as const), ...rebuilt.map((code) => [code, 'error'] as const)])(
    'F-003: %s alone is an %s with a sentence of its own',
    (code, severity) => {
      const findings = atLevelOne(readable({ damage: [{ code, atByte: 1, count: 3 }] }));
      expect(checked(findings)).toEqual([['file.damaged', severity]]);
      for (const language of ['ko', 'en'] as const) {
        const plain = shown(
          { ruleId: 'file.damaged', params: { ...findings[0]?.params, [code]: 0 } },
          language,
          'detail',
        );
        expect(shown(findings[0] as Finding, language, 'detail').length).toBeGreaterThan(plain.length + 5);
      }
    },
  );

  it.each(['timeLimit', 'readFailed', 'tooManyPages', 'tooManyObjects', 'tooDeep', 'tooLarge'] as const)(
    'F-003: stopped by %s is not checked, with words of its own',
    (reason) => {
      const facts: PdfFacts = {
        status: 'unreadable',
        reason,
        atByte: 5,
        header: null,
        damage: [],
        encrypted: null,
        sizeBytes: 10,
        bytesRead: 10,
        reads: 1,
      };
      const findings = atLevelOne(facts);
      expect(checked(findings)).toEqual([['file.notChecked', 'notChecked']]);
      const others = ['timeLimit', 'readFailed', 'tooManyPages', 'tooManyObjects', 'tooDeep', 'tooLarge'].filter(
        (other) => other !== reason,
      );
      for (const other of others)
        expect(shown(findings[0] as Finding, 'ko', 'detail')).not.toBe(
          shown({ ruleId: 'file.notChecked', params: { reason: other } }, 'ko', 'detail'),
        );
    },
  );

  it('F-004: a page tree that states another number', () => {
    const writer = new RawPdfWriter()
      .object(1, '<< /Type /Catalog /Pages 2 0 R >>')
      .object(2, '<< /Type /Pages /Count 9 /Kids [3 0 R] >>')
      .object(3, '<< /Type /Page /MediaBox [0 0 9 9] >>');
    writer.table({ trailer: '/Root 1 0 R' });
    const [found] = atLevelOne(read(writer.finish()));
    expect(found).toMatchObject({
      ruleId: 'structure.statedPageCount',
      severity: 'error',
      measured: { value: 9 },
      allowed: { value: 1 },
    });
    expect(shown(found as Finding, 'en', 'title')).toBe('1 page, but the file says 9');
  });

  it('F-005, F-006: locked is refused, merely encrypted is an error', () => {
    const encrypted = (opensWithoutPassword: boolean | null) =>
      readable({ encrypted: { method: 'AES-256', opensWithoutPassword } });
    expect(levelOne(encrypted(true))).toEqual([['file.restricted', 'error']]);
    expect(levelOne(encrypted(false))).toEqual([['file.encrypted', 'block']]);
    expect(levelOne(encrypted(null))).toEqual([['file.encrypted', 'block']]);
  });
});

interface Parts {
  readonly catalogue?: string;
  readonly page?: string;
  readonly content?: string;
  readonly header?: string;
  readonly write?: (writer: RawPdfWriter) => void;
}

/** A one-page file through the real inspection; objects of `write` from number 10 on. */
function inspectionOf({ catalogue = '', page = '', content = '', header, write }: Parts): PdfInspection {
  const writer = new RawPdfWriter(header)
    .object(1, `<< /Type /Catalog /Pages 2 0 R ${catalogue} >>`)
    .object(2, '<< /Type /Pages /Count 1 /Kids [3 0 R] >>')
    .object(
      3,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 720 720] /BleedBox [10 10 710 710] /TrimBox [20 20 700 700] /Contents 4 0 R ${page} >>`,
    )
    .deflated(4, '', content);
  write?.(writer);
  writer.table({ trailer: '/Root 1 0 R' });
  const result = inspectPdf(bytesSource(writer.finish()), nodePdfTools);
  if (result.status !== 'inspected') throw new Error(result.facts.reason);
  return result.inspection;
}

function caseOf(inspection: PdfInspection): InspectedFileCase {
  return { ...order, facts: inspection.facts, inspection, thresholds: resolveThresholds() };
}
const atLevelTwo = (inspection: PdfInspection): Finding[] =>
  STRUCTURE_CHECKS.flatMap((check) => check.run(caseOf(inspection)));
const levelTwo = (parts: Parts) => checked(atLevelTwo(inspectionOf(parts)));
const withDocument = (document: Partial<DocumentFacts>): PdfInspection => {
  const inspection = inspectionOf({});
  return { ...inspection, document: { ...inspection.document, ...document } };
};
const withPage = (page: Partial<InspectedPage>): PdfInspection => {
  const inspection = inspectionOf({});
  return { ...inspection, pages: inspection.pages.map((one) => ({ ...one, ...page })) };
};

const UNDECODED: [string, Severity][] = [
  ['structure.notInspected', 'notChecked'],
  ['structure.contentUndecoded', 'error'],
];

describe('level 2', () => {
  it('says nothing of a plain file', () => expect(levelTwo({ content: 'q 0 0 100 100 re f Q' })).toEqual([]));

  it.each<[DocumentFacts['printPermission'], [string, Severity][]]>([
    [null, []],
    ['full', []],
    ['lowResolution', [['structure.printPermission', 'warning']]],
    ['none', [['structure.printPermission', 'error']]],
  ])('F-007: printing %s', (permission, expected) =>
    expect(checked(atLevelTwo(withDocument({ printPermission: permission })))).toEqual(expected),
  );

  it.each<[string, string | null, [string, Severity][]]>([
    ['%PDF-1.7\n', null, []],
    ['%PDF-1.3\n', null, []],
    ['%PDF-1.2\n', null, [['structure.versionOld', 'info']]],
    ['%PDF-1.2\n', '1.6', []],
    ['%PDF-2.0\n', null, [['structure.versionNew', 'warning']]],
    ['%PDF-1.4\n', '2.0', [['structure.versionNew', 'warning']]],
  ])('F-008: header %s, catalogue %s', (header, version, expected) => {
    expect(levelTwo({ header, ...(version === null ? {} : { catalogue: `/Version /${version}` }) })).toEqual(expected);
  });

  it('F-008: Brotli in content and in pictures', () => {
    expect(
      levelTwo({
        page: '/Contents 10 0 R',
        write: (writer) => writer.stream(10, '/Filter /BrotliDecode', new Uint8Array(9)),
      }).map(([id]) => id),
    ).toContain('structure.brotli');
  });

  it('F-009: content that does not decode, that is cut, and that states a wrong length', () => {
    expect(
      levelTwo({
        page: '/Contents 10 0 R',
        write: (writer) => writer.stream(10, '/Filter /NoSuchDecode', new Uint8Array(9)),
      }),
    ).toEqual(UNDECODED);
    expect(
      levelTwo({
        page: '/Contents 10 0 R',
        write: (writer) => writer.stream(10, '/Filter /FlateDecode', Buffer.from('x\u009cgarbage', 'latin1')),
      }),
    ).toContainEqual(['structure.contentUndecoded', 'error']);
    expect(
      levelTwo({ page: '/Contents 10 0 R', write: (writer) => writer.stream(10, '', Buffer.from('q Q'), '1') }),
    ).toEqual([['structure.streamLength', 'error']]);
  });

  it('F-010: a missing resource is an error, slips of syntax are one warning', () => {
    expect(levelTwo({ content: '/Nothing Do' })).toEqual([['structure.missingResource', 'error']]);
    const slips = atLevelTwo(inspectionOf({ content: 'q q 1 2 3 rgg 0 0 0 0 rg 1 (x) w Q' }));
    expect(checked(slips)).toEqual([['structure.contentSyntax', 'warning']]);
    expect(slips[0]?.measured?.value).toBeGreaterThan(2);
    expect(levelTwo({ content: 'BX 1 2 unheardOf EX q Q' })).toEqual([]);
  });

  it('F-011: names the worst of the actions', () => {
    const [found] = atLevelTwo(
      inspectionOf({
        catalogue: '/OpenAction << /S /JavaScript >>',
        page: '/Annots [<< /Subtype /Link /Rect [0 0 1 1] /A << /S /URI >> >>]',
      }),
    );
    expect(found).toMatchObject({
      ruleId: 'structure.actions',
      severity: 'warning',
      pages: null,
      measured: { value: 2 },
      fixes: ['removeActions'],
    });
    expect(shown(found as Finding, 'en', 'title')).toBe('JavaScript in the file, 2 actions in all');
    expect(levelTwo({ catalogue: '/OpenAction [3 0 R /Fit]' })).toEqual([]);
  });

  it('F-012: attachments are a warning, a portfolio an error', () => {
    const files = '/Names << /EmbeddedFiles << /Names [(a) << /F (a) >>] >> >>';
    expect(levelTwo({ catalogue: files })).toEqual([['structure.attachments', 'warning']]);
    expect(levelTwo({ page: '/Annots [<< /Subtype /FileAttachment /F 4 /Rect [100 100 120 120] >>]' })).toEqual([
      ['structure.attachments', 'warning'],
    ]);
    expect(levelTwo({ catalogue: `${files} /Collection << >>` })).toEqual([['structure.portfolio', 'error']]);
  });

  it('F-013: data in other files', () => {
    expect(
      levelTwo({
        page: '/Resources << /XObject << /A 10 0 R >> >>',
        write: (writer) => writer.stream(10, '/Subtype /Form /BBox [0 0 9 9] /Ref << /F (b.pdf) >>', new Uint8Array(0)),
      }),
    ).toEqual([['structure.outsideData', 'error']]);
  });

  it('F-014: fields on the page; outside the bleed and without an area they are none of ours', () => {
    const field = (rect: string) => ({
      catalogue: '/AcroForm << /Fields [10 0 R] >>',
      page: '/Annots [10 0 R]',
      write: (writer: RawPdfWriter) => writer.object(10, `<< /Subtype /Widget /FT /Tx /T (a) /F 4 /Rect [${rect}] >>`),
    });
    expect(levelTwo(field('100 100 200 120'))).toEqual([['structure.formFields', 'error']]);
    expect(levelTwo(field('0 0 9 9'))).toEqual([]);
    expect(levelTwo(field('100 100 100 100'))).toEqual([]);
    expect(levelTwo({ catalogue: '/NeedsRendering true /AcroForm << /XFA [] >>' })).toEqual([
      ['structure.dynamicForm', 'error'],
    ]);
  });

  const annotation = (entries: string) =>
    levelTwo({
      page: `/Annots [<< /Rect [100 100 200 200] ${entries} >>]`,
      write: (writer) => writer.stream(10, '/Subtype /Form /BBox [0 0 1 1]', new Uint8Array(0)),
    });
  it('F-015: printed annotations are an error, those for the screen a note', () => {
    expect(annotation('/Subtype /Stamp /F 4 /AP << /N 10 0 R >>')).toEqual([['structure.annotations', 'error']]);
    expect(annotation('/Subtype /Stamp /F 6 /AP << /N 10 0 R >>')).toEqual([['structure.screenAnnotations', 'info']]);
    expect(annotation('/Subtype /Link /F 4')).toEqual([['structure.screenAnnotations', 'info']]);
    expect(annotation('/Subtype /Popup /F 4')).toEqual([]);
  });

  it.each(['Screen', 'Movie', 'Sound', '3D', 'RichMedia'])('F-016: %s', (subtype) => {
    expect(annotation(`/Subtype /${subtype} /F 4`)).toEqual([['structure.multimedia', 'error']]);
  });

  it('F-017: a signature', () =>
    expect(checked(atLevelTwo(withDocument({ signatureCount: 1 })))).toEqual([['structure.signed', 'info']]));

  it('F-018: a claim of PDF/X that holds, and one that does not', () => {
    const claim: Partial<DocumentFacts> = {
      pdfxClaim: 'PDF/X-4',
      outputIntents: [{ subtype: 'GTS_PDFX', conditionIdentifier: 'FOGRA39', profile: null }],
    };
    expect(checked(atLevelTwo(withDocument(claim)))).toEqual([['structure.pdfx', 'info']]);
    const broken = atLevelTwo(withDocument({ ...claim, outputIntents: [] }));
    expect(checked(broken)).toEqual([['structure.pdfxFalse', 'warning']]);
    expect(broken[0]?.params).toMatchObject({ breach: 'outputIntentMissing', others: 0 });
  });

  it('F-018: transparency breaks the older standards only', () => {
    const parts: Parts = { page: '/Resources << /ExtGState << /G << /ca 0.5 >> >> >>', content: '/G gs 0 0 9 9 re f' };
    const claimed = (pdfxClaim: string) => {
      const inspection = inspectionOf(parts);
      const outputIntents = [{ subtype: 'GTS_PDFX', conditionIdentifier: '', profile: null }];
      return checked(atLevelTwo({ ...inspection, document: { ...inspection.document, pdfxClaim, outputIntents } })).map(
        ([id]) => id,
      );
    };
    expect([claimed('PDF/X-1a:2003'), claimed('PDF/X-4')]).toEqual([['structure.pdfxFalse'], ['structure.pdfx']]);
  });

  it('F-019: linearized', () => {
    const result = inspectPdf(bytesSource(rawBook('linearized', 2)), nodePdfTools);
    if (result.status !== 'inspected') throw new Error('unreadable');
    expect(checked(atLevelTwo(result.inspection)).filter(([id]) => id === 'structure.linearized')).toEqual([
      ['structure.linearized', 'info'],
    ]);
  });

  it('F-020: private data of more than a fifth of the file', () => {
    const sizeBytes = inspectionOf({}).facts.sizeBytes;
    expect(checked(atLevelTwo(withDocument({ privateBytes: Math.floor(sizeBytes * 0.2) })))).toEqual([]);
    expect(checked(atLevelTwo(withDocument({ privateBytes: Math.ceil(sizeBytes * 0.21) })))).toEqual([
      ['structure.privateData', 'info'],
    ]);
  });

  it.each([
    [true, false, 'Bookmarks for the screen'],
    [false, true, 'Page labels for the screen'],
    [true, true, 'Bookmarks and page labels for the screen'],
  ])('F-021: bookmarks %s, labels %s', (hasOutlines, hasPageLabels, title) => {
    const findings = atLevelTwo(withDocument({ hasOutlines, hasPageLabels }));
    expect(checked(findings)).toEqual([['structure.navigation', 'info']]);
    expect(shown(findings[0] as Finding, 'en', 'title')).toBe(title);
  });

  describe('F-022: what was not looked at is told once', () => {
    it.each(['tooManyOperators', 'tooManyObjects', 'tooCostly', 'unreadableContent', 'objectLost'] as const)(
      'a page ended by %s',
      (inspected) => {
        const findings = atLevelTwo(withPage({ inspected })).filter(
          ({ ruleId }) => ruleId === 'structure.notInspected',
        );
        expect(checked(findings)).toEqual([['structure.notInspected', 'notChecked']]);
        expect(findings[0]?.pages).toEqual([1]);
      },
    );

    it('pages never reached', () => {
      const inspection = { ...inspectionOf({}), pages: [], stoppedBy: 'tooCostly' } as const;
      const findings = atLevelTwo(inspection);
      expect(checked(findings)).toEqual([['structure.notInspected', 'notChecked']]);
      expect(findings[0]).toMatchObject({ pages: [1], params: { unreachedPages: 1, partialPages: 0 } });
    });

    it('lists cut off, and fonts that could not be opened', () => {
      expect(checked(atLevelTwo(withDocument({ isPartial: true })))).toEqual([
        ['structure.notInspected', 'notChecked'],
      ]);
      const fonts = [{ programState: 'unread' }] as unknown as PdfInspection['fonts'];
      expect(checked(atLevelTwo({ ...inspectionOf({}), fonts }))).toEqual([['structure.notInspected', 'notChecked']]);
    });
  });
});

describe('level 3', () => {
  const rendered = (pixels: readonly null[], second?: number) => ({
    ...caseOf(inspectionOf({})),
    pixels,
    ...(second === undefined ? {} : { secondOpinionPageCount: second }),
  });

  it('F-004: another program counts other pages', () => {
    expect(checked(secondPageCount.run(rendered([], 3)))).toEqual([['structure.pageCountDisputed', 'error']]);
    expect([secondPageCount.run(rendered([], 1)), secondPageCount.run(rendered([]))]).toEqual([[], []]);
  });

  it.each([
    ['0 0 40 40 re f', 0, 1],
    ['0 0 40 40 re f', 0.01, 0],
    ['', 0.01, 1],
    ['', 0, 0],
    ['1 g 0 0 40 40 re f', 0, 0],
  ])('F-022: a page of a damaged file that paints %j and shows %d of ink', (content, inkShare, found) => {
    const result = inspectPdf(bytesSource(pagePdf({ content })), nodePdfTools);
    if (result.status !== 'inspected') throw new Error('not readable');
    const seen = (damage: readonly DamageNote[]) => {
      const inspection = { ...result.inspection, facts: { ...result.inspection.facts, damage } };
      return readingsDiffer.run({ ...caseOf(inspection), pixels: [{ inkShare } as PagePixels] });
    };
    const damaged = seen([{ code: 'objectMisplaced', atByte: 1, count: 1 }]);
    expect(checked(damaged)).toEqual(Array(found).fill(['structure.readingsDiffer', 'notChecked']));
    expect(seen([])).toEqual([]);
  });

  it('F-022: pages that could not be drawn', () => {
    expect(checked(notRendered.run(rendered([null])))).toEqual([['structure.notRendered', 'notChecked']]);
  });
});
