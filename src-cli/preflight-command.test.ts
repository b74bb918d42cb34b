import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PDFDocument, rgb } from 'pdf-lib';
import { z } from 'zod';
import type { PdfKind } from '../src-core/contract/books.ts';
import { findingSchema, severitySchema } from '../src-core/preflight/finding.ts';
import { pdfPagesOf, sizeMmOf } from '../src-core/specs/book-geometry.ts';
import { readArguments } from './arguments.ts';
import { preflightCommand } from './preflight-command.ts';
import { shippedSpecs as specs, specNamed } from '../test/fixtures/catalogue.ts';

const RESOURCES = resolve(import.meta.dirname, '../resources');
const spec = specNamed('SQUAREBOOK_SC');

const reportSchema = z.strictObject({
  format: z.literal('book-print-studio/preflight'),
  version: z.literal(1),
  books: z.array(
    z.strictObject({
      title: z.string(),
      bookSpecUid: z.string(),
      pageCount: z.int().nullable(),
      contract: z.string(),
      accepted: z.enum(['accepted', 'warning', 'refused', 'notChecked']),
      print: z.enum(['good', 'look', 'bad', 'notChecked']),
      checkedLevel: z.union([z.literal(1), z.literal(2), z.literal(3)]).nullable(),
      files: z.array(
        z.strictObject({
          kind: z.enum(['cover', 'contents']),
          name: z.string(),
          sizeBytes: z.int(),
          sha256: z.null(),
          pdfPages: z.int().nullable(),
        }),
      ),
      groups: z.array(
        z.strictObject({
          groupKey: z.string(),
          severity: severitySchema,
          signOff: z.null(),
          findings: z.array(z.strictObject(findingSchema.shape)).min(1),
        }),
      ),
    }),
  ),
});

let dir: string;
const at = (...names: string[]) => join(dir, ...names);

/** Pages of the right size, each with a fine line. */
async function book(kind: PdfKind, pageCount: number, tooWideMm = 0): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const { widthMm, heightMm } = sizeMmOf(spec, kind, pageCount);
  for (let index = 0; index < pdfPagesOf(spec, kind, pageCount); index++) {
    const page = document.addPage([((widthMm + tooWideMm) * 72) / 25.4, (heightMm * 72) / 25.4]);
    page.drawLine({
      start: { x: 100, y: 100 + index },
      end: { x: 300, y: 100 + index },
      thickness: 0.5,
      color: rgb(0.8, 0.1, 0.1),
    });
  }
  return document.save();
}

const run = (...args: string[]) => runWatched(() => undefined, ...args);

async function runWatched(
  onOut: () => void,
  ...args: string[]
): Promise<{ code: number; out: string; problems: string }> {
  let out = '';
  let problems = '';
  const code = await preflightCommand(readArguments(args, { LANG: 'en_US.UTF-8' }), RESOURCES, {
    out: (text) => {
      out += text;
      onOut();
    },
    problem: (text) => (problems += text),
  });
  return { code, out, problems };
}

const reportIn = (text: string) => reportSchema.parse(JSON.parse(text)).books;
async function only(...args: string[]) {
  const { code, out } = await run(...args, '--json');
  const [one, ...more] = reportIn(out);
  if (one === undefined || more.length > 0) throw new Error(`not one book: ${out}`);
  return { code, ...one, rules: one.groups.flatMap(({ findings }) => findings.map(({ ruleId }) => ruleId)) };
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'studio-cli-'));
  for (const folder of ['good', 'wrong', 'empty', 'mixed']) await mkdir(at(folder));
  await writeFile(at('good', '김민수_cover.pdf'), await book('cover', 24));
  await writeFile(at('good', '김민수_contents.pdf'), await book('contents', 24));
  await writeFile(at('good', 'notes.txt'), 'no book');
  await writeFile(at('wrong', '=1+1_cover.pdf'), await book('cover', 24, 9));
  await writeFile(at('wrong', '=1+1_contents.pdf'), await book('contents', 24));
  await writeFile(at('mixed', 'lone.pdf'), await book('contents', 24));
  await writeFile(at('cover30.pdf'), await book('cover', 30));
  await writeFile(at('nothing.pdf'), 'a letter, not a PDF');
});
afterAll(() => rm(dir, { recursive: true, force: true }));

describe('the exit code', () => {
  it('is 0 when everything is accepted', async () => {
    expect(await run(at('good'), '--spec', spec.bookSpecUid)).toMatchObject({ code: 0, problems: '' });
  });

  it('is 1 when something is refused, whatever else there is', async () => {
    expect((await run(at('wrong'), '--spec', spec.bookSpecUid)).code).toBe(1);
    expect((await run(at('good'), at('wrong'), at('gone.pdf'), '--spec', spec.bookSpecUid)).code).toBe(1);
  });

  it('is 2 for what is not there, and says which', async () => {
    const { code, problems, out } = await run(at('good'), at('gone.pdf'), '--spec', spec.bookSpecUid);
    expect(code).toBe(2);
    expect(problems).toBe(`${at('gone.pdf')}: cannot be read\n`);
    expect(out).toContain('김민수');
  });

  it('is 2 for a folder without a PDF, and says so', async () => {
    expect(await run(at('good'), at('empty'), '--spec', spec.bookSpecUid)).toMatchObject({
      code: 2,
      problems: `${at('empty')}: no PDF in it\n`,
    });
  });

  it('is 2 for what cannot be opened, instead of a crash that looks like a refusal', async () => {
    const socket = createServer();
    await new Promise<void>((listening) => socket.listen(at('socket.pdf'), listening));
    try {
      expect(await run(at('socket.pdf'), '--spec', spec.bookSpecUid)).toMatchObject({
        code: 2,
        problems: `${at('socket.pdf')}: cannot be read\n`,
      });
      expect(await run('--facts', at('socket.pdf'))).toMatchObject({ code: 2 });
    } finally {
      await new Promise((closed) => socket.close(closed));
    }
  });

  it('is 2 for a folder within that cannot be looked into, and for what a cloud keeps, which are named', async () => {
    // Deeper than any walk goes: who runs the tests may be refused by no folder.
    const deep = join(at('deep'), ...Array<string>(32).fill('d'));
    const kept = at('kept', 'Lee_cover.pdf');
    for (const folder of [deep, at('kept')]) await mkdir(folder, { recursive: true });
    for (const folder of ['deep', 'kept']) {
      await writeFile(at(folder, 'Kim_cover.pdf'), await book('cover', 24));
      await writeFile(at(folder, 'Kim_contents.pdf'), await book('contents', 24));
    }
    await writeFile(at('kept', '.Lee_cover.pdf.icloud'), 'stub');
    expect(await run(at('deep'), '--spec', spec.bookSpecUid)).toMatchObject({
      code: 2,
      problems: `${deep}: cannot be read\n`,
      out: expect.stringContaining('Kim'),
    });
    expect(await run(at('kept'), '--spec', spec.bookSpecUid)).toMatchObject({
      code: 2,
      problems: `${kept}: In a cloud and not on the disk: download it first\n`,
    });
    // Of a folder that nobody could see to its end nobody knows whether there is a PDF in it.
    for (const kind of ['cover', 'contents']) await rm(at('deep', `Kim_${kind}.pdf`));
    expect((await run(at('deep'), '--spec', spec.bookSpecUid)).problems).toBe(`${deep}: cannot be read\n`);
  });

  it('is that of the other books where a file goes away during the run, which is named, and 2 where all are accepted', async () => {
    const folder = at('moving');
    await mkdir(folder);
    for (const [title, tooWideMm] of [
      ['A', 0],
      ['B', 0],
      ['C', 9],
    ] as const) {
      await writeFile(join(folder, `${title}_cover.pdf`), await book('cover', 24, tooWideMm));
      await writeFile(join(folder, `${title}_contents.pdf`), await book('contents', 24));
    }
    const gone = join(folder, 'B_contents.pdf');
    const order = [folder, '--spec', spec.bookSpecUid];
    const { code, out, problems } = await runWatched(() => rmSync(gone, { force: true }), ...order);
    expect(problems).toBe(`${gone}: cannot be read\n`);
    expect(out).toMatch(/^A: [^]*^B: Accepted · Not checked\n[^]*^C: /m);
    expect(code).toBe(1);
    await writeFile(gone, await book('contents', 24));
    await rm(join(folder, 'C_cover.pdf'));
    expect((await runWatched(() => rmSync(gone, { force: true }), ...order)).code).toBe(2);
  });

  it('is 2 when facts cannot be read out of a file', async () => {
    expect(await run('--facts', at('nothing.pdf'))).toMatchObject({ code: 2 });
    expect((await run('--facts', at('good', '김민수_cover.pdf'))).code).toBe(0);
  });
});

describe('what is found', () => {
  it('pairs the files of a folder, and leaves the rest', async () => {
    const { out } = await run(at('good'), '--spec', spec.bookSpecUid, '--json');
    expect(reportIn(out)).toMatchObject([
      {
        title: '김민수',
        pageCount: 24,
        accepted: expect.stringMatching(/accepted|warning/),
        files: [
          { kind: 'cover', pdfPages: 1 },
          { kind: 'contents', pdfPages: 24 },
        ],
      },
    ]);
  });

  it('takes single files for what their page count tells, or for what the caller says', async () => {
    const cover = at('good', '김민수_cover.pdf');
    expect((await only(cover, '--spec', spec.bookSpecUid)).files).toMatchObject([{ kind: 'cover' }]);
    const asContents = await only(cover, '--spec', spec.bookSpecUid, '--kind', 'contents');
    expect(asContents).toMatchObject({ code: 1, accepted: 'refused', files: [{ kind: 'contents' }] });
  });

  it('speaks only of the files that are there', async () => {
    const { rules, code } = await only(at('mixed'), '--spec', spec.bookSpecUid);
    expect(rules).not.toContain('book.coverMissing');
    expect(code).toBe(0);
  });

  it('holds a cover against the pages of the order rather than against a guess', async () => {
    expect(await only(at('cover30.pdf'), '--spec', spec.bookSpecUid, '--pages', '30', '--level', '1')).toMatchObject({
      code: 0,
      pageCount: 30,
    });
    const thick = await only(at('cover30.pdf'), '--spec', spec.bookSpecUid, '--pages', '120', '--level', '1');
    expect(thick).toMatchObject({ code: 1, accepted: 'refused', pageCount: 120 });
  });

  it('refuses a count of pages that no order of the spec may have', async () => {
    const odd = await only(
      at('cover30.pdf'),
      '--spec',
      spec.bookSpecUid,
      '--pages',
      String(spec.pageMin + 1),
      '--level',
      '1',
    );
    expect(odd).toMatchObject({ code: 1, accepted: 'refused' });
    expect(odd.rules).toContain('book.pagesIncrement');
  });

  it('refuses contents of other pages than were ordered', async () => {
    expect(
      (await only(at('mixed', 'lone.pdf'), '--spec', spec.bookSpecUid, '--pages', '30', '--level', '1')).accepted,
    ).toBe('refused');
  });
});

describe('levels', () => {
  const good = () => at('good');

  it('1 leaves open how it prints, 2 looks into the pages, 3 at them', async () => {
    expect(await only(good(), '--spec', spec.bookSpecUid, '--level', '1')).toMatchObject({
      checkedLevel: 1,
      print: 'notChecked',
    });
    const second = await only(good(), '--spec', spec.bookSpecUid);
    expect(second.checkedLevel).toBe(2);
    const third = await only(good(), '--spec', spec.bookSpecUid, '--level', '3');
    expect(third.checkedLevel).toBe(3);
    expect(third.rules).toEqual(expect.arrayContaining(second.rules.filter((rule) => !rule.startsWith('check.'))));
  });

  it('never call a file good that could not be opened', async () => {
    expect(await only(at('nothing.pdf'), '--spec', spec.bookSpecUid)).toMatchObject({
      accepted: 'refused',
      print: 'notChecked',
      checkedLevel: 1,
    });
  });
});

describe('thresholds', () => {
  const file = async (name: string, values: unknown) => {
    await writeFile(at(name), JSON.stringify(values));
    return at(name);
  };
  const limitIn = async (...args: string[]) =>
    (await only(at('mixed', 'lone.pdf'), '--spec', spec.bookSpecUid, ...args)).groups
      .flatMap(({ findings }) => findings)
      .find(({ allowed }) => allowed?.unit === 'pt');

  it('of the print house win over those of the studio, which win over the built-in ones', async () => {
    const studio = await file('studio.json', { thinLinePt: 1 });
    const printHouse = await file('print-house.json', { thinLinePt: 2 });
    expect(await limitIn()).toMatchObject({ origin: 'builtIn', severity: 'info' });
    expect(await limitIn('--thresholds', studio)).toMatchObject({
      origin: 'studio',
      allowed: { value: 1, unit: 'pt' },
    });
    expect(await limitIn('--print-house', printHouse)).toMatchObject({
      origin: 'printHouse',
      allowed: { value: 2, unit: 'pt' },
    });
    expect(await limitIn('--thresholds', studio, '--print-house', printHouse)).toMatchObject({
      origin: 'printHouse',
      allowed: { value: 2, unit: 'pt' },
    });
  });

  it('are refused by name when there is no such threshold, and when a file is none', async () => {
    const unknown = await file('unknown.json', { imagePpiWarnng: 180 });
    await expect(run(at('good'), '--spec', spec.bookSpecUid, '--thresholds', unknown)).rejects.toThrow(
      /there is no threshold imagePpiWarnng/,
    );
    const words = await file('words.json', { imagePpiWarning: 'many' });
    await expect(run(at('good'), '--spec', spec.bookSpecUid, '--print-house', words)).rejects.toThrow(
      /not a JSON object/,
    );
    await expect(run(at('good'), '--spec', spec.bookSpecUid, '--thresholds', at('gone.json'))).rejects.toThrow(
      /--thresholds .*gone.json: cannot be read/,
    );
  });
});

describe('output', () => {
  it('as a table has Hangul that spreadsheets read and no cell that they run', async () => {
    const { out } = await run(at('good'), at('wrong'), '--spec', spec.bookSpecUid, '--csv', '--lang', 'ko');
    expect(out.charCodeAt(0)).toBe(0xfeff);
    const lines = out.slice(1).split('\r\n');
    expect(lines[0]).toMatch(/^title,bookSpecUid,pageCount,accepted,print,level,file,severity,rule,pages,finding,/);
    expect(out).toContain('\r\n김민수,SQUAREBOOK_SC,24,');
    expect(out).toContain("\r\n'=1+1,SQUAREBOOK_SC,24,refused,");
    expect(out).not.toMatch(/(^|,|\n)=1/);
    expect(out).toContain('너비 504.0');
  });

  it('for people names the verdicts, the finding and its figures in either language', async () => {
    const english = (await run(at('wrong'), '--spec', spec.bookSpecUid, '--level', '1')).out;
    expect(english).toMatch(/=1\+1: Refused · Not checked\n/);
    expect(english).toMatch(/block {6}Cover .*width/i);
    const korean = (await run(at('wrong'), '--spec', spec.bookSpecUid, '--level', '1', '--lang', 'ko')).out;
    expect(korean).toContain('접수 불가');
    expect(korean).toMatch(/표지 너비 \d/);
  });

  it('lists the specs', async () => {
    const { code, out } = await run('--spec', 'list');
    expect(code).toBe(0);
    expect(out.trimEnd().split('\n')).toHaveLength(specs.length);
    for (const { bookSpecUid } of specs) expect(out).toContain(`${bookSpecUid}\t`);
  });

  it('of facts is text for people and one document for machines', async () => {
    const path = at('good', '김민수_contents.pdf');
    const text = (await run('--facts', path)).out;
    expect(text).toContain(path);
    expect(text).toMatch(/PDF 1\.\d, 24 pages, \d+ bytes\n {2}pages 1–24: mediaBox [\d.]+ x [\d.]+ mm/);
    const [facts] = z
      .array(
        z.looseObject({
          path: z.string(),
          status: z.literal('read'),
          pageCount: z.int(),
          pages: z.array(z.looseObject({ page: z.int(), boxes: z.looseObject({}), marks: z.int() })),
        }),
      )
      .parse(JSON.parse((await run('--facts', path, '--json')).out));
    expect(facts).toMatchObject({ path, pageCount: 24 });
    expect(facts?.pages[0]).toMatchObject({
      page: 1,
      marks: 1,
      boxes: { mediaBox: { widthMm: expect.closeTo(sizeMmOf(spec, 'contents', 24).widthMm, 1) as number } },
    });
    expect(JSON.parse((await run('--facts', at('nothing.pdf'), '--json')).out)).toMatchObject([
      { status: 'unreadable' },
    ]);
  });
});
