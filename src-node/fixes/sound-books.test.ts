import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import type { FixTarget } from '../../src-core/fixes/fix.ts';
import { fixNameSchema } from '../../src-core/preflight/finding.ts';
import { FixBench, contentsOf, contentsPdf, coverOf, coverPdf } from '../../test/fixtures/fixes/fix-bench.ts';
import { bytesOf, goodBook } from '../../test/fixtures/preflight/good-book.ts';

const bench = new FixBench();
afterAll(() => bench.close());

const good = async ({ spec, kind, pageCount }: FixTarget) =>
  bytesOf(await goodBook({ spec, kind, pageCount, ppi: 72 }));

const SOUND: readonly (readonly [name: string, target: FixTarget, make: (target: FixTarget) => Promise<Uint8Array>])[] =
  [
    ['lay-flat spreads', contentsOf('SQUAREBOOK_LAYFLAT_HC', 6), (target) => contentsPdf(target, 3)],
    ['single pages', contentsOf('PHOTOBOOK_A5_SC', 3), (target) => contentsPdf(target)],
    ['a hard cover', coverOf('SQUAREBOOK_HC', 46), coverPdf],
    ['a soft cover', coverOf('PHOTOBOOK_A4_SC', 80), coverPdf],
    ['contents with profiles and an output intent', contentsOf('SQUAREBOOK_SC', 4), good],
    ['a cover with profiles and an output intent', coverOf('SQUAREBOOK_HC', 24), good],
  ];

describe.each(SOUND)('%s as they should be', (_, target, make) => {
  test('ask for no repair', async () => {
    const path = bench.file(await make(target));
    const outcomes: Record<string, string> = {};
    for (const fix of fixNameSchema.options) {
      const { outcome } = await bench.make(path, fix, target);
      outcomes[fix] = outcome.ok ? 'made' : outcome.problem.key;
    }
    expect(outcomes).toEqual(
      Object.fromEntries(fixNameSchema.options.map((fix) => [fix, 'fixes.problem.nothingToDo'])),
    );
  });
});

test("pages added are dropped again, and the customer's bytes stay the beginning of it all", async () => {
  const target = contentsOf('PHOTOBOOK_A4_SC', 5);
  const path = bench.file(await contentsPdf(target, 3));
  const filled = await bench.fixed(path, 'addBlankPages', target);
  expect(filled.outcome.pages).toEqual([4, 5]);
  const dropped = await bench.fixed(filled.path, 'dropTrailingBlanks', contentsOf('PHOTOBOOK_A4_SC', 3));
  const original = readFileSync(path);
  expect(dropped.bytes.subarray(0, original.length).equals(original)).toBe(true);
  expect(dropped.facts.pageCount).toBe(3);
});
