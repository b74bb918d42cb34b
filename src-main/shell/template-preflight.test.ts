import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CONTRACTS } from '../../src-core/contract/profiles.ts';
import type { CatalogueSpec } from '../../src-core/specs/catalogue.ts';
import { coverRangesOf } from '../../src-core/specs/book-geometry.ts';
import { judgePdf } from '../../src-core/preflight/judge-pdf.ts';
import { pageCountsOf } from '../../src-core/preflight/checks/geometry/wrong-size.ts';
import { readPdfFile } from '../../src-node/pdf-file.ts';
import { preflightFile } from '../../src-node/preflight-file.ts';
import { shippedSpecs, specNamed } from '../../test/fixtures/catalogue.ts';
import { writeTemplatePdf } from './template-pdf.ts';
import { templateWordsOf } from './template-words.ts';
import { sayIn } from './texts.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'templates-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const KINDS = ['cover', 'contents'] as const;
type Kind = (typeof KINDS)[number];
const STUDIO = { say: sayIn('en'), language: 'en' } as const;
const CONTRACT_NAMES = Object.keys(CONTRACTS) as (keyof typeof CONTRACTS)[];

async function templateOf(spec: CatalogueSpec, kind: Kind, pageCount: number): Promise<string> {
  const path = join(folder, `${spec.bookSpecUid}-${kind}-${pageCount}.pdf`);
  writeFileSync(path, await writeTemplatePdf(spec, kind, pageCount, templateWordsOf(STUDIO, spec, kind, pageCount)));
  return path;
}

/** What level 1 has against a template, in words; empty when the service takes it. */
async function refusals(spec: CatalogueSpec, kind: Kind, pageCount: number): Promise<string[]> {
  const facts = readPdfFile(await templateOf(spec, kind, pageCount));
  return CONTRACT_NAMES.flatMap((name) => {
    const { verdict, findings } = judgePdf({ facts, kind, spec, pageCount, contract: CONTRACTS[name] });
    if (verdict === 'accepted') return [];
    return [`${kind} of ${pageCount} pages, ${name}: ${findings.map(({ ruleId }) => ruleId).join(', ')}`];
  });
}

test('so much is tried: five specs, 289 page counts, four ranges of covers', () => {
  const counts = shippedSpecs.map((spec) => pageCountsOf(spec).length).reduce((sum, count) => sum + count, 0);
  const ranges = shippedSpecs.map((spec) => coverRangesOf(spec).length).reduce((sum, count) => sum + count, 0);
  expect({ specs: shippedSpecs.length, counts, ranges }).toEqual({ specs: 5, counts: 289, ranges: 4 });
});

test.each(shippedSpecs.map((spec) => [spec.bookSpecUid, spec] as const))(
  'the templates of %s pass preflight for every page count, cover and contents, under both contracts',
  async (_, spec) => {
    const refused: string[] = [];
    for (const pageCount of pageCountsOf(spec))
      for (const kind of KINDS) refused.push(...(await refusals(spec, kind, pageCount)));
    expect(refused).toEqual([]);
  },
);

/** A soft cover, a hard one, and spreads. */
const WHOLLY = ['PHOTOBOOK_A5_SC', 'SQUAREBOOK_HC', 'SQUAREBOOK_LAYFLAT_HC'].map(
  (uid) => [uid, specNamed(uid)] as const,
);

test.each(WHOLLY)(
  'a template of %s goes through all three levels: it is said to be empty, and to have guides that are not printed, and no more',
  async (_, spec) => {
    for (const kind of KINDS) {
      const path = await templateOf(spec, kind, spec.pageMin);
      const { level, findings } = await preflightFile({
        path,
        kind,
        spec,
        pageCount: spec.pageMin,
        contract: CONTRACTS.specified,
        thresholds: { studio: {}, printHouse: {} },
        level: 3,
      });
      expect(level).toBe(3);
      const grave = findings
        .filter(({ severity }) => severity !== 'info')
        .map(({ ruleId, severity }) => [severity, ruleId]);
      expect(grave).toEqual([
        ['warning', kind === 'cover' ? 'page.blankCover' : 'page.blankRun'],
        ['warning', 'layers.differ'],
      ]);
    }
  },
);
