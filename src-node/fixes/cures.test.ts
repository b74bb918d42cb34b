import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { CONTRACTS } from '../../src-core/contract/profiles.ts';
import type { Finding } from '../../src-core/preflight/finding.ts';
import { bookPagesOf } from '../../src-core/specs/book-geometry.ts';
import { FixBench } from '../../test/fixtures/fixes/fix-bench.ts';
import { bytesOf, goodBook, type GoodBookPlan } from '../../test/fixtures/preflight/good-book.ts';
import { judgeMade } from '../../test/fixtures/preflight/judge-made.ts';
import { ANATOMY_MUTATIONS } from '../../test/fixtures/preflight/mutations/anatomy.ts';
import { COLOUR_MUTATIONS } from '../../test/fixtures/preflight/mutations/colour.ts';
import { GEOMETRY_MUTATIONS } from '../../test/fixtures/preflight/mutations/geometry.ts';
import { OBJECT_MUTATIONS } from '../../test/fixtures/preflight/mutations/objects.ts';
import { STRUCTURE_MUTATIONS } from '../../test/fixtures/preflight/mutations/structure.ts';
import { shippedSpecs } from '../../test/fixtures/catalogue.ts';

const bench = new FixBench();
afterAll(() => bench.close());

let cured = 0;
/** Fewest PDF pages first. */
const LIGHT_SPECS = ['SQUAREBOOK_LAYFLAT_HC', 'PHOTOBOOK_A4_SC', 'SQUAREBOOK_HC', 'SQUAREBOOK_SC', 'PHOTOBOOK_A5_SC'];
const MUTATIONS = [
  ...STRUCTURE_MUTATIONS,
  ...GEOMETRY_MUTATIONS,
  ...ANATOMY_MUTATIONS,
  ...COLOUR_MUTATIONS,
  ...OBJECT_MUTATIONS,
].filter(({ level }) => level < 3);

/** As many PDF pages as the mutations ask for, and not a whole book's. */
const PDF_PAGES = 8;
/** What a repair may leave to say: the mutation's own doing, or a finding of less weight that was always there. */
const REMARKS: Readonly<Record<string, readonly string[]>> = {
  // These mutations give every page of the book another size, so that there are too few or too many of them afterwards.
  splitSpreads: ['block contents.pageCount'],
  joinSpreads: ['block contents.pageCount'],
  // Wide enough to print, and still a fine line.
  thickenLines: ['info objects.thinLine'],
};

const named = (findings: readonly Pick<Finding, 'ruleId' | 'severity'>[]) =>
  findings.map(({ ruleId, severity }) => `${severity} ${ruleId}`);

test.each(MUTATIONS.map((mutation) => [`${mutation.rule} ${mutation.name}`, mutation] as const))(
  '%s: what is offered cures it',
  async (_, mutation) => {
    const uid = LIGHT_SPECS.find((one) => mutation.specs?.(one) !== false);
    const spec = shippedSpecs.find(({ bookSpecUid }) => bookSpecUid === uid);
    if (spec === undefined) throw new Error(`no spec ${uid}`);
    const pageCount = bookPagesOf(spec, PDF_PAGES);
    // The first and the last page have their photo: a repair looks at each page twice, and most faults lie on the last.
    const plan: GoodBookPlan = { spec, kind: mutation.kind, pageCount, ppi: 72, photoEvery: 7 };
    const book = await goodBook(plan);
    await mutation.change?.(book);
    const made = await bytesOf(book);
    const bytes = (await mutation.changeBytes?.(made)) ?? made;
    const findings = await judgeMade(bytes, plan, mutation.level);
    const before = named(findings);
    const path = bench.file(bytes);
    for (const found of findings.filter(({ ruleId }) => mutation.expected.some((one) => one.ruleId === ruleId))) {
      for (const fix of found.fixes) {
        const { outcome, fixedPath } = await bench.make(path, fix, {
          kind: plan.kind,
          spec,
          pageCount,
          contract: CONTRACTS.specified,
        });
        // A page too many that shows something is not thrown away.
        if (!outcome.ok && outcome.problem.key === 'fixes.problem.pageNotBlank') continue;
        expect(outcome).toMatchObject({ ok: true });
        cured++;
        const after = named(await judgeMade(readFileSync(fixedPath), plan, mutation.level));
        expect(after).not.toContain(`${found.severity} ${found.ruleId}`);
        expect(after.filter((one) => !before.includes(one) && REMARKS[fix]?.includes(one) !== true)).toEqual([]);
      }
    }
  },
);

test('most repairs have been tried on a fault', () => {
  expect(cured).toBeGreaterThanOrEqual(30);
});
