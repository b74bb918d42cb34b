import { existsSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { FixBench, contentsOf } from '../../test/fixtures/fixes/fix-bench.ts';
import { pagePdf } from '../../test/fixtures/pdf/page-pdf.ts';
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

test('what is nowhere in the file is not hidden behind a new table', async () => {
  const withForm = pagePdf({
    page: '/MediaBox [0 0 705.827 720]',
    resources: '/XObject << /Form 10 0 R >>',
    content: '/Form Do',
    objects: { 10: ['/Subtype /Form /BBox [0 0 100 100]', '0 0 100 100 re f'] },
  });
  const text = misplaced(33, Buffer.from(withForm)).toString('latin1').replace('\n10 0 obj', '\n10 0 xbj');
  const { outcome, fixedPath } = await bench.make(bench.file(Buffer.from(text, 'latin1')), 'rebuildTable', target);
  expect(outcome).toEqual({ ok: false, problem: { key: 'fixes.problem.damaged' } });
  expect(existsSync(fixedPath)).toBe(false);
});

test('the customer’s file is left as it is', async () => {
  const path = bench.file(misplaced());
  await bench.make(path, 'rebuildTable', target);
  expect(readFileSync(path).equals(misplaced())).toBe(true);
});
