import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { FixBench, contentsOf } from '../../test/fixtures/fixes/fix-bench.ts';
import { pagePdf } from '../../test/fixtures/pdf/page-pdf.ts';
import { RawPdfWriter } from '../../test/fixtures/pdf/raw-pdf.ts';
import { fileDamaged } from '../../src-core/preflight/checks/structure/file-damaged.ts';
import { readPdfFile } from '../pdf-file.ts';
import { preflightFile } from '../preflight-file.ts';
import { openPageRenderer } from '../render/page-renderer.ts';

const bench = new FixBench();
afterAll(() => bench.close());

const target = contentsOf('SQUAREBOOK_HC', 1);
const CONTENTS = 4;
const ENTRY_BYTES = 20;
const OFFSET_DIGITS = 10;
const sound = Buffer.from(
  pagePdf({
    page: '/MediaBox [0 0 705.827 720]',
    content: '0.8 0 0 rg 10 10 400 300 re f 0 0 0.8 rg 200 400 300 200 re f',
  }),
);

/** The file with the entry of the page's contents leading to another place. */
function misplaced(offset = 33, file = sound): Buffer {
  const text = file.toString('latin1');
  const heading = /\nxref\n0 \d+\n/.exec(text);
  if (heading === null) throw new Error('the file has no table');
  const at = heading.index + heading[0].length + ENTRY_BYTES * CONTENTS;
  return Buffer.from(
    text.slice(0, at) + String(offset).padStart(OFFSET_DIGITS, '0') + text.slice(at + OFFSET_DIGITS),
    'latin1',
  );
}

/** Share of the page with ink, as PDFium shows the file by itself. */
async function inkOf(path: string): Promise<number> {
  const renderer = await openPageRenderer(path);
  const { rgb } = await renderer.render(0, 200);
  renderer.close();
  return rgb.filter((value) => value < 128).length / rgb.length;
}

describe('a file whose table leads elsewhere for what its page paints', () => {
  const bytes = misplaced();

  test('is told, with the repair: PDFium by itself shows an empty page', async () => {
    const path = bench.file(bytes);
    const { findings } = await preflightFile({ path, ...target, thresholds: {}, level: 2 });
    expect(findings).toContainEqual(
      expect.objectContaining({
        ruleId: 'structure.misplacedObjects',
        severity: 'error',
        fixes: ['rebuildTable'],
        params: { count: 1 },
      }),
    );
    expect(await inkOf(path)).toBe(0);
    const fine = await preflightFile({ path: bench.file(sound), ...target, thresholds: {}, level: 2 });
    expect(fine.findings.map(({ ruleId }) => ruleId)).not.toContain('structure.misplacedObjects');
  });

  test('gets a table behind it, and is then shown by everybody as the report has it', async () => {
    const { bytes: fixed, path, outcome } = await bench.fixed(bench.file(bytes), 'rebuildTable', target);
    expect(fixed.subarray(0, bytes.length).equals(bytes)).toBe(true);
    expect(outcome.edits).toEqual([{ key: 'fixes.edit.rebuildTable', params: { objects: 1 } }]);
    expect(await inkOf(path)).toBe(await inkOf(bench.file(sound)));
    expect(await inkOf(path)).toBeGreaterThan(0);
    const { findings } = await preflightFile({ path, ...target, thresholds: {}, level: 2 });
    expect(findings.map(({ ruleId }) => ruleId)).not.toContain('structure.misplacedObjects');
  });

  test('gets no other repair before that, and every one after it', async () => {
    const path = bench.file(bytes);
    expect((await bench.make(path, 'setTrimAndBleed', target)).outcome).toEqual({
      ok: false,
      problem: { key: 'fixes.problem.rebuildTableFirst' },
    });
    const rebuilt = await bench.fixed(path, 'rebuildTable', target);
    expect((await bench.fixed(rebuilt.path, 'setTrimAndBleed', target)).facts.pages[0]?.trimBox).not.toBeNull();
  });
});

const hasMutool = spawnSync('mutool', ['-v']).error === undefined;
const PAGES = 4;
const pagesTarget = contentsOf('SQUAREBOOK_HC', PAGES);
const NUMBERS = Array.from({ length: PAGES }, (_, index) => index);

/** Pages of a size of SQUAREBOOK_HC, each with another field; `packed`: all but the contents in a stream of objects. */
function whole(form: 'classic' | 'packed'): string {
  const writer = new RawPdfWriter();
  const objects: [number, string][] = [
    [1, '<< /Type /Catalog /Pages 2 0 R >>'],
    [
      2,
      `<< /Type /Pages /Count ${PAGES} /MediaBox [0 0 705.827 720] /Kids [${NUMBERS.map((n) => `${10 + n} 0 R`).join(' ')}] >>`,
    ],
    ...NUMBERS.map((n): [number, string] => [
      10 + n,
      `<< /Type /Page /Parent 2 0 R /Resources << >> /Contents ${20 + n} 0 R >>`,
    ]),
  ];
  const contents = () => {
    for (const index of NUMBERS)
      writer.stream(
        20 + index,
        '',
        Buffer.from(`0.8 0 0 rg ${40 + 90 * index} 10 300 300 re f 0 g 10 500 ${99 + index} 80 re f`),
      );
  };
  if (form === 'packed') {
    contents();
    writer.objectStream(30, objects);
    writer.streamSection(31, { trailer: '/Root 1 0 R' });
  } else {
    for (const [objectNumber, body] of objects) writer.object(objectNumber, body);
    contents();
    writer.table({ trailer: '/Root 1 0 R' });
  }
  return Buffer.from(writer.finish()).toString('latin1');
}
const startxref = (text: string, offset: number) => text.replace(/startxref\s+\d+/, `startxref\n${offset}`);
const withoutTable = (text: string) =>
  text.slice(0, Math.max(text.lastIndexOf('\nxref\n'), text.lastIndexOf('/Type /XRef') - 200));

/** Ways in which files lose their table, the objects being there. */
const LOST_TABLES: readonly (readonly [name: string, text: string])[] = [
  ['startxref leads nowhere', startxref(whole('classic'), 7)],
  ['startxref leads into a stream of objects', startxref(whole('packed'), 30)],
  ['the end is cut off before startxref', whole('classic').slice(0, whole('classic').lastIndexOf('startxref'))],
  ['the end marker is missing', whole('classic').replace('%%EOF', '')],
  ['the table and the trailer are cut off', withoutTable(whole('classic'))],
  [
    'every offset is wrong by one',
    whole('classic').replace(
      /^(\d{10}) 00000 n/gm,
      (_, offset: string) => `${String(Number(offset) + 1).padStart(10, '0')} 00000 n`,
    ),
  ],
  ['bytes are missing behind the header', whole('classic').replace('\n', '')],
];

describe.each(LOST_TABLES)('a file of which %s', (_, text) => {
  const bytes = Buffer.from(text, 'latin1');

  test('is told, with the repair', () => {
    const facts = readPdfFile(bench.file(bytes));
    const [told] = fileDamaged.run({ facts, kind: 'contents' } as never);
    expect(told).toMatchObject({ ruleId: 'file.damaged', fixes: ['rebuildTable'] });
  });

  test('gets a table behind it: other engines find nothing wrong and draw it as it was', async () => {
    const { bytes: fixed, path, facts } = await bench.fixed(bench.file(bytes), 'rebuildTable', pagesTarget);
    expect(fixed.subarray(0, bytes.length).equals(bytes)).toBe(true);
    const soundPath = bench.file(Buffer.from(whole('classic'), 'latin1'));
    const before = readPdfFile(soundPath);
    expect(facts.pages).toEqual(before.status === 'read' && before.pages);
    if (hasMutool) expect(drawnByMutool(path)).toBe(drawnByMutool(soundPath));
    // And then what stands on it.
    expect((await bench.fixed(path, 'setTrimAndBleed', pagesTarget)).facts.pages[0]?.trimBox).not.toBeNull();
  });
});

test('bytes before the header and a lost table go with one repair', async () => {
  const path = bench.file(Buffer.from(`junk\n${startxref(whole('classic'), 7)}`, 'latin1'));
  expect((await bench.make(path, 'rebuildTable', pagesTarget)).outcome).toMatchObject({
    problem: { key: 'fixes.problem.leadingBytesFirst' },
  });
  expect((await bench.fixed(path, 'dropLeadingBytes', pagesTarget)).facts.pageCount).toBe(PAGES);
});

describe('is not made, and why', () => {
  const why = async (text: string) => {
    const { outcome } = await bench.make(bench.file(Buffer.from(text, 'latin1')), 'rebuildTable', pagesTarget);
    return outcome.ok ? 'made' : outcome.problem.key;
  };

  test('where a part of the pages was cut off with the table', async () => {
    const text = withoutTable(whole('classic'));
    const last = text.lastIndexOf(' 0 obj');
    expect(await why(text.slice(0, last - 2))).toBe('fixes.problem.objectsLost');
    // Within the last object.
    expect(await why(text.slice(0, last + 20))).toBe('fixes.problem.objectsLost');
  });

  test('where the list of pages is lost: their order would be a guess', async () => {
    const text = withoutTable(whole('classic')).replace('/Type /Pages', '/Type /Xages').replace('/Kids', '/Xids');
    expect(await why(text)).toBe('fixes.problem.pagesGuessed');
  });

  test('where the trailer that told of the key is lost', async () => {
    const text = withoutTable(whole('classic'));
    const key = '99 0 obj\n<< /Filter /Standard /V 1 /R 2 /O (0) /U (0) /P -4 >>\nendobj\n';
    expect(await why(text + key)).toBe('fixes.problem.encrypted');
  });

  test('where an update was cut off: what is left mixes two states', async () => {
    const update = '20 0 obj\n<< /Length 12 >>\nstream\n0 0 9 9 re f \nendstream\nendobj\n';
    expect(await why(whole('classic') + update)).toBe('fixes.problem.stateCut');
  });
});

/** The pages as MuPDF draws them. */
const drawnByMutool = (path: string): string =>
  execFileSync('mutool', ['draw', '-q', '-F', 'pnm', '-r', '20', '-o', '-', path], {
    stdio: ['ignore', 'pipe', 'ignore'],
  }).toString('hex');

test('what is nowhere in the file is not hidden behind a new table', async () => {
  const withForm = pagePdf({
    page: '/MediaBox [0 0 705.827 720]',
    resources: '/XObject << /Form 10 0 R >>',
    content: '/Form Do',
    objects: { 10: ['/Subtype /Form /BBox [0 0 100 100]', '0 0 100 100 re f'] },
  });
  const text = misplaced(33, Buffer.from(withForm)).toString('latin1').replace('\n10 0 obj', '\n10 0 xbj');
  const { outcome, fixedPath } = await bench.make(bench.file(Buffer.from(text, 'latin1')), 'rebuildTable', target);
  expect(outcome).toEqual({ ok: false, problem: { key: 'fixes.problem.objectsLost', params: { count: 1 } } });
  expect(existsSync(fixedPath)).toBe(false);
});

test('the customer’s file is left as it is', async () => {
  const path = bench.file(misplaced());
  await bench.make(path, 'rebuildTable', target);
  expect(readFileSync(path).equals(misplaced())).toBe(true);
});
