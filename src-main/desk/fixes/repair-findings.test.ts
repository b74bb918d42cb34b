import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { expect, it } from 'vitest';
import { CONTRACTS } from '../../../src-core/contract/profiles.ts';
import { finding } from '../../../src-core/preflight/check.ts';
import type { Finding } from '../../../src-core/preflight/finding.ts';
import { coverSizeMm, innerSizeMm, type Mm2 } from '../../../src-core/specs/book-geometry.ts';
import { mmToPoints } from '../../../src-core/units.ts';
import { readPdfFile } from '../../../src-node/pdf-file.ts';
import { shippedSpecs, specNamed } from '../../../test/fixtures/catalogue.ts';
import { packFacts } from '../files/packed-facts.ts';
import type { WorkerPool } from '../preflight/worker-pool.ts';
import type { FileRow } from '../store/schema.ts';
import { findingsOf } from './repair-findings.ts';

const spec = specNamed('SQUAREBOOK_HC');
const order = { kind: 'contents', spec, pageCount: 24, contract: CONTRACTS.specified, thresholds: {} } as const;
const deeper = (findings: readonly Finding[]) =>
  ({
    run: async () => ({ ok: true, answer: { level: 2, findings, summary: null, keptBytes: 0 } }),
  }) as unknown as WorkerPool;
const nothingDeeper = deeper([]);

async function factsOf(sizes: readonly Mm2[]) {
  const folder = mkdtempSync(join(tmpdir(), 'repair-findings-'));
  try {
    const pdf = await PDFDocument.create();
    for (const { widthMm, heightMm } of sizes) pdf.addPage([mmToPoints(widthMm), mmToPoints(heightMm)]);
    writeFileSync(join(folder, 'book.pdf'), await pdf.save());
    return packFacts(readPdfFile(join(folder, 'book.pdf')));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it.each([
  ['first', 1, 2],
  ['last', 25, 24],
] as const)(
  'what lies on a cover that comes %s goes with it, and what lies on a page stays',
  async (place, coverPage, page) => {
    const inner = Array.from({ length: 24 }, () => innerSizeMm(spec));
    const outer = coverSizeMm(spec, 24);
    const file = {
      path: '',
      facts: await factsOf(place === 'first' ? [outer, ...inner] : [...inner, outer]),
    } as FileRow;
    const low = (at: number): Finding =>
      finding('contents', { ruleId: `low.${at}`, severity: 'warning', pages: [at], source: { key: '' } });
    const pool = deeper([low(coverPage), low(page)]);
    const found = await findingsOf(pool, shippedSpecs, file, order, { pageCount: 25, coverFileId: null });
    expect(found.ok && found.findings.map(({ ruleId }) => ruleId)).toEqual(['book.coverWithin', `low.${page}`]);
  },
);

it('contents that begin with a flat cover are a book in one file only where the book has no other cover', async () => {
  const sizes = [coverSizeMm(spec, 24), ...Array.from({ length: 24 }, () => innerSizeMm(spec))];
  const file = { path: '', facts: await factsOf(sizes) } as FileRow;
  const rulesWith = async (coverFileId: string | null) => {
    const found = await findingsOf(nothingDeeper, shippedSpecs, file, order, { pageCount: 25, coverFileId });
    return found.ok ? found.findings.map(({ ruleId }) => ruleId) : found.reason;
  };
  expect(await rulesWith(null)).toEqual(['book.coverWithin']);
  expect(await rulesWith('f_cover')).toEqual(
    expect.arrayContaining(['book.pagesIncrement', 'size.width', 'size.height']),
  );
});
