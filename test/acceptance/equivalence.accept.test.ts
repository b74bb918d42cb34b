import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
// The one suite that looks inside: it holds what the app's code says of a file against what the service says over HTTP.
import { CONTRACTS, type ContractName } from '../../src-core/contract/profiles.ts';
import type { PdfKind } from '../../src-core/contract/books.ts';
import { readPdfFacts } from '../../src-core/pdf/read-facts.ts';
import { judgePdf } from '../../src-core/preflight/judge-pdf.ts';
import { wireMessages } from '../../src-core/preflight/wire-messages.ts';
import { catalogueSchema, type CatalogueSpec } from '../../src-core/specs/catalogue.ts';
import { nodePdfTools } from '../../src-node/pdf-file.ts';
import { bytesSource } from '../fixtures/pdf/bytes-source.ts';
import { hostileBooks } from '../fixtures/pdf/hostile-books.ts';
import { rawBook, SOUND_FORMS } from '../fixtures/pdf/raw-books.ts';
import { RawPdfWriter } from '../fixtures/pdf/raw-pdf.ts';
import { between, seededRandom } from '../fixtures/pdf/seeded-random.ts';
import { byTurns } from '../fixtures/turns.ts';
import { newBook, upload } from './journeys.ts';
import { startService, type Answer, type Service } from './service.ts';

interface Page {
  readonly widthMm: number;
  readonly heightMm: number;
  readonly more?: string;
}

interface Case {
  readonly name: string;
  readonly bookSpecUid: string;
  readonly pageCount: number;
  readonly kind: PdfKind;
  readonly bytes: Uint8Array;
  /** What the file was made to be; left out where that is not the question. */
  readonly isGood?: boolean;
}

/** Five specs, ten page counts, two files, fifty files each: five thousand under each contract. */
const COUNTS_PER_SPEC = 10;
const FILES_PER_BOOK = 50;
/** Each run has one page count of each spec. */
const TURNS = 10;

const points = (mm: number) => ((mm * 72) / 25.4).toFixed(4);

function pdfOf(pages: readonly Page[], trailer = ''): Uint8Array {
  const writer = new RawPdfWriter();
  const kids = pages.map((_, index) => `${index + 3} 0 R`).join(' ');
  writer
    .object(1, '<< /Type /Catalog /Pages 2 0 R >>')
    .object(2, `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`);
  pages.forEach(({ widthMm, heightMm, more = '' }, index) => {
    writer.object(
      index + 3,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${points(widthMm)} ${points(heightMm)}] ${more} >>`,
    );
  });
  writer.table({ trailer: `/Root 1 0 R ${trailer}` });
  return writer.finish();
}

const repeat = (count: number, page: Page): Page[] => Array.from({ length: count }, () => page);

/** What the service itself says a book's files have to be. */
async function wantedOf(service: Service, spec: CatalogueSpec, pageCount: number, kind: PdfKind) {
  const { data } = (await service.sandbox.get(`/book-specs/${spec.bookSpecUid}/calculated-size?pages=${pageCount}`))
    .body;
  return kind === 'cover'
    ? { widthMm: data.coverWidthMm, heightMm: data.coverHeightMm, pdfPages: 1 }
    : {
        widthMm: data.innerWidthMm,
        heightMm: data.innerHeightMm,
        pdfPages: spec.bindingType === 'LAYFLAT' ? pageCount / 2 : pageCount,
      };
}

/** Every rule at its edges and every fault we know, for one kind of file of one book. */
function casesOf(
  bookSpecUid: string,
  pageCount: number,
  kind: PdfKind,
  wanted: { widthMm: number; heightMm: number; pdfPages: number },
  tolerance: { width: number; height: number },
): Case[] {
  const { widthMm, heightMm, pdfPages } = wanted;
  const page = { widthMm, heightMm };
  const sound = pdfOf(repeat(pdfPages, page));
  const off = (width: number, height: number) =>
    pdfOf(repeat(pdfPages, { widthMm: widthMm + width, heightMm: heightMm + height }));
  const files: [string, Uint8Array, boolean?][] = [
    ['exact', sound, true],
    ['widest allowed', off(tolerance.width, 0), true],
    ['narrowest allowed', off(-tolerance.width, 0), true],
    ['highest and widest allowed', off(tolerance.width, tolerance.height), true],
    ['lowest allowed', off(0, -tolerance.height), true],
    ['a hair too wide', off(tolerance.width + 0.01, 0), false],
    ['a hair too narrow', off(-tolerance.width - 0.01, 0), false],
    ['a hair too high', off(0, tolerance.height + 0.01), false],
    ['a hair too low', off(0, -tolerance.height - 0.01), false],
    ['too small both ways', off(-6, -6), false],
    ['one page too many', pdfOf(repeat(pdfPages + 1, page)), false],
    ['twice the pages', pdfOf(repeat(pdfPages * 2, page)), false],
    ['lying on its side', pdfOf(repeat(pdfPages, { widthMm: heightMm, heightMm: widthMm })), false],
    [
      'turned upright by Rotate',
      pdfOf(repeat(pdfPages, { widthMm: heightMm, heightMm: widthMm, more: '/Rotate 90' })),
      true,
    ],
    [
      'in units of two points',
      pdfOf(repeat(pdfPages, { widthMm: widthMm / 2, heightMm: heightMm / 2, more: '/UserUnit 2' })),
      true,
    ],
    [
      'cut to size by the CropBox',
      pdfOf(
        repeat(pdfPages, {
          widthMm: widthMm + 30,
          heightMm: heightMm + 30,
          more: `/CropBox [0 0 ${points(widthMm)} ${points(heightMm)}]`,
        }),
      ),
      true,
    ],
    [
      'cut too small by the CropBox',
      pdfOf(repeat(pdfPages, { ...page, more: `/CropBox [0 0 ${points(widthMm - 9)} ${points(heightMm)}]` })),
      false,
    ],
    ['with its last page off', pdfOf([...repeat(pdfPages - 1, page), { widthMm: widthMm - 20, heightMm }]), false],
    ['empty', new Uint8Array(0), false],
    ['a text', Buffer.from('This is a letter to the print house.'), false],
    ['with a byte before the signature', Buffer.concat([Buffer.from('\n'), sound]), false],
    ['cut in half', sound.subarray(0, sound.length / 2)],
    ['without its table', sound.subarray(0, Buffer.from(sound).lastIndexOf('xref\n0'))],
    [
      'with a lie in startxref',
      Buffer.from(
        Buffer.from(sound)
          .toString('latin1')
          .replace(/startxref\n\d+/, 'startxref\n7'),
        'latin1',
      ),
    ],
    [
      'locked with a password',
      pdfOf(
        repeat(pdfPages, page),
        `/Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P -44 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> >> /ID [<00> <00>]`,
      ),
      false,
    ],
    ['of no pages', pdfOf([]), false],
  ];
  return files.map(([name, bytes, isGood]) => ({
    name,
    bookSpecUid,
    pageCount,
    kind,
    bytes,
    ...(isGood === undefined ? {} : { isGood }),
  }));
}

const CONTRACT_NAMES: readonly ContractName[] = ['specified', 'public-2026-09'];
let specs: readonly CatalogueSpec[];

beforeAll(async () => {
  const file = resolve(import.meta.dirname, '../../resources/catalogue/book-specs.json');
  ({ specs } = catalogueSchema.parse(JSON.parse(await readFile(file, 'utf8'))));
});

describe.each(CONTRACT_NAMES)('under %s the app and the service', (contractName) => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ contract: contractName });
  });
  afterAll(() => service.dispose());

  const hardCover = contractName === 'specified' ? { width: 2, height: 1 } : { width: 1, height: 1 };
  const toleranceOf = (spec: CatalogueSpec, kind: PdfKind) =>
    kind === 'cover' && spec.coverType === 'Hardcover' ? hardCover : { width: 1, height: 1 };
  const specOf = (uid: string) => {
    const spec = specs.find((candidate) => candidate.bookSpecUid === uid);
    if (!spec) throw new Error(`the catalogue has no ${uid}`);
    return spec;
  };

  /** What does not agree, in words; nothing is the good answer. */
  async function disagreement(one: Case): Promise<string[]> {
    const { bookSpecUid, pageCount, kind, bytes } = one;
    const bookUid = await newBook(service.sandbox, { bookSpecUid, pageCount });
    return compare(one, await upload(service.sandbox, bookUid, kind, bytes), 201);
  }

  /** Holds what the app's code says of the bytes against the service's answer; `taken` is the status of a yes. */
  function compare(
    { name, bookSpecUid, pageCount, kind, bytes, isGood }: Case,
    answer: Answer,
    taken: 200 | 201,
  ): string[] {
    const facts = readPdfFacts(bytesSource(bytes), nodePdfTools);
    const judged = judgePdf({ facts, kind, spec: specOf(bookSpecUid), pageCount, contract: CONTRACTS[contractName] });
    const offline = { accepted: judged.verdict === 'accepted', messages: wireMessages(judged.findings) };
    const online = {
      accepted: answer.status === taken,
      messages: answer.status === taken ? answer.body.data.messages : answer.body.errors,
    };
    const title = `${bookSpecUid} ${pageCount}p ${kind} ${name}`;
    const size = judged.measuredMm && {
      width: Math.round(judged.measuredMm.widthMm * 100) / 100,
      height: Math.round(judged.measuredMm.heightMm * 100) / 100,
    };
    return [
      ...(JSON.stringify(offline) === JSON.stringify(online)
        ? []
        : [`${title}: ${JSON.stringify({ offline, online })}`]),
      ...(isGood === undefined || isGood === online.accepted
        ? []
        : [`${title}: made ${isGood ? 'right' : 'wrong'}, answered ${answer.status} ${answer.text}`]),
      ...(!online.accepted || JSON.stringify(size) === JSON.stringify(answer.body.data.pdfSizeMm)
        ? []
        : [`${title}: measured ${JSON.stringify(size)} and ${answer.text}`]),
    ];
  }

  async function disagreements(cases: readonly Case[]): Promise<string[]> {
    const found: string[] = [];
    const waiting = [...cases];
    const worker = async () => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
        found.push(...(await disagreement(next)));
    };
    await Promise.all(Array.from({ length: 8 }, worker));
    return found;
  }

  // The contracts differ only in what they allow a hard cover.
  const books: [string, number[]][] = [
    ['SQUAREBOOK_HC', [24, 64, 66]],
    ['SQUAREBOOK_LAYFLAT_HC', [16, 30, 32]],
    ...(contractName === 'specified'
      ? ([
          ['PHOTOBOOK_A4_SC', [24, 130]],
          ['PHOTOBOOK_A5_SC', [50, 100]],
          ['SQUAREBOOK_SC', [24, 130]],
        ] as [string, number[]][])
      : []),
  ];
  it.each(books)('agree at every edge and on every fault of %s', async (bookSpecUid, pageCounts) => {
    const cases: Case[] = [];
    for (const pageCount of pageCounts) {
      for (const kind of ['cover', 'contents'] as const) {
        const wanted = await wantedOf(service, specOf(bookSpecUid), pageCount, kind);
        cases.push(...casesOf(bookSpecUid, pageCount, kind, wanted, toleranceOf(specOf(bookSpecUid), kind)));
      }
    }
    expect(cases.length).toBeGreaterThanOrEqual(100);
    expect(await disagreements(cases)).toEqual([]);
  });

  it('agree on sizes drawn by lot', async () => {
    const random = seededRandom(2026);
    const cases: Case[] = [];
    for (let drawn = 0; drawn < 60; drawn += 1) {
      const spec = specs[drawn % specs.length] as CatalogueSpec;
      const steps = (spec.pageMax - spec.pageMin) / spec.pageIncrement;
      const pageCount = spec.pageMin + spec.pageIncrement * Math.floor(between(random, 0, steps + 1));
      const kind = drawn % 2 === 0 ? 'cover' : 'contents';
      const { widthMm, heightMm, pdfPages } = await wantedOf(service, spec, pageCount, kind);
      const page = { widthMm: widthMm + between(random, -2.5, 2.5), heightMm: heightMm + between(random, -1.5, 1.5) };
      cases.push({
        name: `${page.widthMm} x ${page.heightMm}`,
        bookSpecUid: spec.bookSpecUid,
        pageCount,
        kind,
        bytes: pdfOf(repeat(pdfPages, page)),
      });
    }
    expect(await disagreements(cases)).toEqual([]);
  });

  /** Every fault and sizes by lot, at page counts spread over what each spec allows. */
  it('agree on files drawn by lot: five thousand in all, by turns', async () => {
    const random = seededRandom(contractName === 'specified' ? 41 : 42);
    let files = 0;
    const found: string[] = [];
    const everyBook = specs.flatMap((spec) => {
      const steps = Math.floor((spec.pageMax - spec.pageMin) / spec.pageIncrement);
      return Array.from({ length: COUNTS_PER_SPEC }, (_, index) => ({
        spec,
        pageCount: spec.pageMin + spec.pageIncrement * Math.floor((steps * index) / (COUNTS_PER_SPEC - 1)),
      }));
    });
    const runs = [...byTurns(everyBook, TURNS)];
    const count = runs.length * 2 * FILES_PER_BOOK;
    const worker = async () => {
      for (let run = runs.pop(); run !== undefined; run = runs.pop()) {
        const { spec, pageCount } = run;
        for (const kind of ['cover', 'contents'] as const) {
          const wanted = await wantedOf(service, spec, pageCount, kind);
          const known = casesOf(spec.bookSpecUid, pageCount, kind, wanted, toleranceOf(spec, kind));
          const drawn = Array.from({ length: FILES_PER_BOOK - known.length }, (): Case => {
            const page = {
              widthMm: wanted.widthMm + between(random, -2.5, 2.5),
              heightMm: wanted.heightMm + between(random, -1.6, 1.6),
            };
            const pages =
              random() < 0.9 ? wanted.pdfPages : Math.max(1, wanted.pdfPages + Math.round(between(random, -3, 3)));
            return {
              name: `${page.widthMm} x ${page.heightMm}, ${pages}`,
              bookSpecUid: spec.bookSpecUid,
              pageCount,
              kind,
              bytes: pdfOf(repeat(pages, page)),
            };
          });
          const bookUid = await newBook(service.sandbox, { bookSpecUid: spec.bookSpecUid, pageCount });
          // The exact file goes first, so that every further one replaces it: a refusal leaves it as it is.
          const [exact, ...others] = [...known, ...drawn] as [Case, ...Case[]];
          found.push(...compare(exact, await upload(service.sandbox, bookUid, kind, exact.bytes), 201));
          for (const one of others)
            found.push(...compare(one, await upload(service.sandbox, bookUid, kind, one.bytes, 'PUT'), 200));
          files += 1 + others.length;
        }
      }
    };
    await Promise.all(Array.from({ length: 6 }, worker));
    expect(found).toEqual([]);
    expect(files).toBe(count);
  }, 600_000);

  it('agree on files made to cost much: none is a yes, and why is said with what to do', {
    timeout: 240_000,
  }, async () => {
    const cases = hostileBooks().map(
      ({ name, bytes }): Case => ({
        name,
        bookSpecUid: 'SQUAREBOOK_HC',
        pageCount: 24,
        kind: 'contents',
        bytes,
        isGood: false,
      }),
    );
    expect(await disagreements(cases)).toEqual([]);
    const bookUid = await newBook(service.sandbox, { bookSpecUid: 'SQUAREBOOK_HC', pageCount: 24 });
    const answer = await upload(
      service.sandbox,
      bookUid,
      'contents',
      cases.find(({ name }) => name === 'filters in filters')?.bytes ?? new Uint8Array(),
    );
    expect(answer.body).toMatchObject({
      errorCode: 'ERR_VALIDATION_FAILED',
      errors: [expect.stringMatching(/^내지 PDF의 구조가 .*다시 내보내기/)],
    });
  });

  it('agree on every form in which a sound file can be written', async () => {
    const cases = SOUND_FORMS.map(
      (form): Case => ({
        name: form,
        bookSpecUid: 'SQUAREBOOK_HC',
        pageCount: 24,
        kind: 'contents',
        bytes: rawBook(form, 24),
        isGood: true,
      }),
    );
    expect(await disagreements(cases)).toEqual([]);
  });
});
