import { createHash } from 'node:crypto';
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PDFDocument } from 'pdf-lib';
import type { Job } from '../src-core/desk/job-package.ts';
import { writePackage } from '../src-node/job-package/write-package.ts';
import { specNamed } from '../test/fixtures/catalogue.ts';
import { pdfPagesOf, sizeMmOf } from '../src-core/specs/book-geometry.ts';

const ROOT = resolve(import.meta.dirname, '..');
const STUDIO = join(ROOT, 'scripts/studio.mjs');
const ENVIRONMENT = { ...process.env, LC_ALL: 'C' };
const SPEC = specNamed('SQUAREBOOK_SC');
const POINTS_A_MM = 72 / 25.4;

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'studio-folders-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function studio(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [STUDIO, ...args], {
    encoding: 'utf8',
    env: ENVIRONMENT,
  });
  return { status, stdout, stderr };
}

/** A file that the service takes for a book of the least pages. */
async function pdf(kind: 'cover' | 'contents'): Promise<Uint8Array> {
  const { widthMm, heightMm } = sizeMmOf(SPEC, kind, SPEC.pageMin);
  const document = await PDFDocument.create();
  for (let page = 0; page < pdfPagesOf(SPEC, kind, SPEC.pageMin); page += 1)
    document.addPage([widthMm * POINTS_A_MM, heightMm * POINTS_A_MM]);
  return document.save();
}

async function book(title: string, folder = dir): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const kind of ['cover', 'contents'] as const)
    writeFileSync(join(folder, `${title}_${kind}.pdf`), await pdf(kind));
}

describe('studio import', () => {
  it('shows each book with the reason for its pair, and says by its code that some wait for a person', async () => {
    await book('Kim');
    writeFileSync(join(dir, 'Lee_cover.pdf'), await pdf('cover'));
    writeFileSync(join(dir, 'notes.txt'), 'no book');
    const { status, stdout } = studio('import', dir, '--json');
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      format: 'book-print-studio/import',
      books: [
        { title: 'Kim', rule: 'suffix', guessed: false, bookSpecUid: 'SQUAREBOOK_SC', pageCount: SPEC.pageMin },
        { title: 'Lee', rule: 'alone', cover: join(dir, 'Lee_cover.pdf'), contents: null },
      ],
      ignored: [{ name: 'notes.txt' }],
      unreadable: [],
    });
    const text = studio('import', dir);
    expect(text.stdout).toMatch(
      /\+ Kim\tSQUAREBOOK_SC[^]*Same folder, same name “Kim”[^]*\? Lee[^]*\+ 1 {2}~ 0 {2}\? 1 {2}- 1/,
    );
  });

  it('takes title, spec and copies off a name that says them, and says what it could not take', async () => {
    await book('김민수_이서연__SQ_SC__2');
    await book('Lee__XL__3');
    expect(JSON.parse(studio('import', dir, '--json').stdout)).toMatchObject({
      books: [
        {
          title: 'Lee',
          copies: 3,
          bookSpecUid: 'SQUAREBOOK_SC',
          reason: expect.stringContaining('no spec “XL”') as string,
        },
        { title: '김민수_이서연', copies: 2, bookSpecUid: 'SQUAREBOOK_SC' },
      ],
    });
    expect(studio('import', dir, '--lang', 'ko').stdout).toMatch(
      /김민수_이서연\tSQUAREBOOK_SC\t\d+\t× 2[^]*이름에서 가져온 값/,
    );
  });

  it('shows the books of a job package once every file in it is whole, and says what one is that is not', async () => {
    await book('Kim');
    const path = join(dir, 'job.bpjob');
    const packed = (kind: 'cover' | 'contents') => {
      const bytes = readFileSync(join(dir, `Kim_${kind}.pdf`));
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      return { sha256, sizeBytes: bytes.length, name: `김민수_${kind}.pdf` };
    };
    const [cover, contents] = [packed('cover'), packed('contents')];
    const set = {
      title: '김민수',
      batch: 'September',
      specUid: 'SQUAREBOOK_SC',
      specOrigin: 'given',
      quantity: 3,
    } as const;
    const job: Job = {
      format: 'book-print-studio/job',
      version: 1,
      madeAtMs: 0,
      books: [{ bookId: 'b_1', ...set, externalRef: null, recipients: [], signOffs: [], cover, contents }],
    };
    await writePackage(path, job, ({ name }) => join(dir, name.replace('김민수', 'Kim')));
    const { status, stdout } = studio('import', path, '--json');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      books: [{ title: '김민수', copies: 3, bookSpecUid: 'SQUAREBOOK_SC', rule: 'package', cover: '김민수_cover.pdf' }],
      unreadable: [],
    });
    const bytes = readFileSync(path);
    bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
    writeFileSync(path, bytes);
    expect(studio('import', path)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('cut off or changed on its way') as string,
    });
  });

  it('ends with 2 for a folder that cannot be looked into and for what a cloud keeps, which are unreadable and not left out', async () => {
    await book('Kim');
    // Deeper than any walk goes: who runs the tests may be refused by no folder.
    const deep = join(dir, ...Array<string>(32).fill('d'));
    mkdirSync(deep, { recursive: true });
    writeFileSync(join(dir, '.Lee_cover.pdf.icloud'), 'stub');
    const { status, stdout, stderr } = studio('import', dir, '--json');
    expect(status).toBe(2);
    const kept = join(dir, 'Lee_cover.pdf');
    expect(stderr).toContain(`${kept}: In a cloud`);
    expect(stderr).toContain(`${deep}: cannot be read\n`);
    expect(JSON.parse(stdout)).toMatchObject({ books: [{ title: 'Kim' }], ignored: [], unreadable: [kept, deep] });
  });

  it('passes by what a system keeps for itself at the top of a drive, which nobody may look into', async () => {
    await book('Kim');
    await book('Old', join(dir, 'lost+found'));
    const { status, stdout, stderr } = studio('import', dir, '--json');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ books: [{ title: 'Kim' }], ignored: [{ name: 'lost+found' }] });
  });

  it('ends with 0 when all of it are books, and with 2 for what is not there', async () => {
    await book('Kim');
    expect(studio('import', dir).status).toBe(0);
    expect(studio('import', join(dir, 'none'))).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('none') as string,
    });
  });
});

describe('naming rules of a file', () => {
  const rules = () => join(dir, 'rules.json');
  const write = (own: object) =>
    writeFileSync(rules(), JSON.stringify({ format: 'book-print-studio/naming-rules', version: 1, ...own }));
  const inbox = () => join(dir, 'in');
  beforeEach(async () => {
    mkdirSync(inbox());
    writeFileSync(join(inbox(), '2x_0012_커버.pdf'.normalize('NFD')), await pdf('cover'));
    writeFileSync(join(inbox(), '2x_0012_book block.pdf'), await pdf('contents'));
  });

  it('are those by which a folder becomes books, and are told', () => {
    write({ cover: ['커버'], contents: ['book block'], patterns: ['{qty}x_{title}_{role}'] });
    const { status, stdout } = studio('import', inbox(), '--rules', rules(), '--json');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      books: [
        {
          title: '0012',
          copies: 2,
          reason: expect.stringContaining('Read by your pattern {qty}x_{title}_{role}') as string,
        },
      ],
    });
    expect(JSON.parse(studio('import', inbox(), '--json').stdout)).toMatchObject({
      books: [{ title: 'in', guessed: true }],
    });
    const watched = studio('watch', inbox(), '--once', '--json', '--level', '1', '--rules', rules());
    expect(watched.stdout).toContain('"title":"0012"');
    const checked = studio(
      'preflight',
      inbox(),
      '--spec',
      'SQUAREBOOK_SC',
      '--json',
      '--level',
      '1',
      '--rules',
      rules(),
    );
    expect(JSON.parse(checked.stdout)).toMatchObject({ books: [{ title: '0012', accepted: 'accepted' }] });
  }, 60_000);

  it('that cannot be used are refused, with the place and what is wrong there', () => {
    write({ patterns: ['{title}_{role}', '{title}'] });
    expect(studio('import', inbox(), '--rules', rules())).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('patterns 2: {role} is missing.') as string,
    });
    expect(studio('import', inbox(), '--rules', join(dir, 'none.json')).stderr).toContain('cannot be read');
    expect(studio('import', inbox(), '--rules', rules(), '--lang', 'ko').stderr).toContain('없습니다');
  });
});

describe('studio watch', () => {
  it('waits for a copy to be whole and for the other half, and tells each as it happens', async () => {
    const contents = await pdf('contents');
    const running = spawn(process.execPath, [STUDIO, 'watch', dir, '--json', '--level', '1'], {
      env: ENVIRONMENT,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      let written = '';
      running.stdout.on('data', (part) => (written += String(part)));
      const told = () =>
        written
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line) as { event: string; path?: string; state?: string; report?: object });
      writeFileSync(join(dir, 'Kim_contents.pdf'), contents.subarray(0, contents.length / 2));
      await new Promise((done) => setTimeout(done, 5_000));
      expect(told()).toEqual([]);
      writeFileSync(join(dir, 'Kim_contents.pdf'), contents);
      await expect.poll(() => told().map(({ event }) => event), { timeout: 30_000 }).toEqual(['file', 'waits']);
      writeFileSync(join(dir, 'Kim_cover.pdf.part'), await pdf('cover'));
      renameSync(join(dir, 'Kim_cover.pdf.part'), join(dir, 'Kim_cover.pdf'));
      await expect
        .poll(() => told().map(({ event }) => event), { timeout: 30_000 })
        .toEqual(['file', 'waits', 'file', 'book']);
      expect(told().at(-1)?.report).toMatchObject({ title: 'Kim', bookSpecUid: 'SQUAREBOOK_SC', accepted: 'accepted' });
      const ended = new Promise((done) => running.once('close', done));
      running.kill('SIGINT');
      expect(await ended).toBe(0);
    } finally {
      running.kill('SIGKILL');
    }
  }, 120_000);

  it('ends by itself with --once, when all has settled, and passes by what a hot folder has put away', async () => {
    await book('Kim');
    await book('Old', join(dir, 'done'));
    copyFileSync(join(dir, 'Kim_cover.pdf'), join(dir, 'Old_cover [sent].pdf'));
    const { status, stdout } = studio('watch', dir, '--once', '--json', '--level', '1');
    expect(stdout).not.toContain('Old');
    expect(stdout.match(/"event":"book"/g)).toHaveLength(1);
    expect(status).toBe(0);
  }, 60_000);
});

describe('studio order --dry-run', () => {
  const HEADER = 'key,title,quantity,recipientName,phone,zipCode,address1\n';
  const KIM = '김하나,010-1234-5678,06236,서울 강남구 테헤란로 152';

  it('makes one order of all books of a recipient, holds back what is not there, and knows no price by itself', async () => {
    for (const title of ['Hana', 'Dul', 'Set']) await book(title);
    writeFileSync(
      join(dir, 'list.csv'),
      `${HEADER}Hana,,2,${KIM}\nDul,,1,"김하나 ",01012345678,06236,서울 강남구 테헤란로 152\nSet,,1,Lee,010-9999-8888,03000,Seoul 1\nNet,,1,${KIM}\n`,
    );
    const { status, stdout, stderr } = studio('order', '--dry-run', join(dir, 'list.csv'), '--json');
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({
      format: 'book-print-studio/order',
      orders: [
        {
          recipientName: '김하나',
          items: [
            { title: 'Hana', quantity: 2, bookSpecUid: 'SQUAREBOOK_SC', pageCount: SPEC.pageMin },
            { title: 'Dul', quantity: 1 },
          ],
          price: null,
        },
        { recipientName: 'Lee', items: [{ title: 'Set', quantity: 1 }] },
      ],
      held: [{ key: 'Net', rows: [5], state: 'noFiles' }],
      total: null,
    });
    expect(status).toBe(1);
    expect(studio('order', '--dry-run', join(dir, 'list.csv')).stdout).toContain('prices are not known');
  });

  it('takes the copies that a book’s name says where the list tells none, for its only recipient and without one', async () => {
    await book('Lee__SQ_SC__3');
    await book('Kim__SQ_SC__2');
    const list = join(dir, 'list.csv');
    writeFileSync(list, `key,recipientName,phone,zipCode,address1\nLee,${KIM}\nKim,,,,\n`);
    expect(JSON.parse(studio('order', '--dry-run', list, '--json').stdout)).toMatchObject({
      orders: [
        { recipientName: '김하나', items: [{ title: 'Lee', quantity: 3 }] },
        { recipientName: null, items: [{ title: 'Kim', quantity: 2 }] },
      ],
      held: [],
    });
  });

  it('finds PDFs that are named by themselves in the folder that the list says', async () => {
    await book('Hana', join(dir, 'in'));
    const list = join(dir, 'list.csv');
    writeFileSync(list, 'coverFile,contentsFile\nin/Hana_cover.pdf,in/Hana_contents.pdf\n');
    const pdfs = ['cover', 'contents'].map((kind) => join(dir, 'in', `Hana_${kind}.pdf`));
    const { stdout } = studio('order', '--dry-run', list, ...pdfs, '--json');
    expect(JSON.parse(stdout)).toMatchObject({ orders: [{ items: [{ quantity: 1 }] }], held: [] });
  });

  it('ends with 2 where lines are held for want of what could not be read, and for a folder without a PDF, which is named', async () => {
    await book('Hana', join(dir, 'in'));
    const deep = join(dir, 'in', ...Array<string>(32).fill('d'));
    mkdirSync(deep, { recursive: true });
    mkdirSync(join(dir, 'none'));
    const list = join(dir, 'list.csv');
    writeFileSync(list, `${HEADER}Hana,,1,${KIM}\nDul,,1,${KIM}\n`);
    expect(studio('order', '--dry-run', list, join(dir, 'in'))).toMatchObject({
      status: 2,
      stdout: expect.stringContaining('1 held') as string,
      stderr: `${deep}: cannot be read\n`,
    });
    expect(studio('order', '--dry-run', list, join(dir, 'none'))).toMatchObject({
      status: 2,
      stderr: `${join(dir, 'none')}: no PDF in it\n`,
    });
  });

  it('tells sums, what is held and what is missing in the language that is asked for', () => {
    mkdirSync(join(dir, '빈 폴더'));
    const list = join(dir, 'list.csv');
    writeFileSync(list, `${HEADER}Hana,,1,${KIM}\nDul,,1,${KIM}\n`);
    const { stdout, stderr } = studio('order', '--dry-run', list, join(dir, '빈 폴더'), '--lang', 'ko');
    expect(stderr).toBe(`${join(dir, '빈 폴더')}: PDF가 없습니다\n`);
    expect(stdout).toContain('주문 0건, 항목 0개, 보류 2개 · 가격을 모릅니다');
    expect(stdout).not.toMatch(/held|orders|prices/);
  });

  it('orders nothing, sends no key over an open line, and says what is no list', async () => {
    writeFileSync(join(dir, 'list.csv'), HEADER);
    writeFileSync(join(dir, 'key'), 'secret');
    expect(studio('order', join(dir, 'list.csv'))).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('only --dry-run') as string,
    });
    expect(
      studio(
        'order',
        '--dry-run',
        join(dir, 'list.csv'),
        '--service',
        'http://example.com/v1',
        '--key-file',
        join(dir, 'key'),
      ),
    ).toMatchObject({ status: 2, stderr: expect.stringContaining('a key goes over https') as string });
    await book('Hana');
    expect(studio('order', '--dry-run', join(dir, 'Hana_cover.pdf')).status).toBe(2);
    expect(readFileSync(join(dir, 'list.csv'), 'utf8')).toBe(HEADER);
  });
});
