import { appendFile, cp, mkdir, readdir, stat, truncate, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { ThresholdName } from '../../src-core/preflight/thresholds.ts';
import type { Desk } from '../../src-main/desk/desk.ts';
import { importFolder, openBench, until, type Bench } from './support/desk-bench.ts';
import { SAMPLES } from './support/samples.ts';

const STEM = '할머니 팔순';
const KINDS = ['cover', 'contents'] as const;
/** Several desks draw pages at once, and the machine may have other work. */
const LOOKED_AT_MS = 80_000;

let bench: Bench;
let desk: Desk;
let dropped: string;
beforeAll(async () => {
  bench = await openBench(join(inject('deskTools'), 'desk/preflight-worker.js'), { credit: 0 });
  desk = await bench.openDesk('desk');
  await desk.connectBuiltIn(bench.service.hello);
  dropped = join(bench.dir, 'drop');
  await mkdir(dropped);
  for (const kind of KINDS) await cp(join(SAMPLES, `${STEM}_${kind}.pdf`), join(dropped, `${STEM}_${kind}.pdf`));
  await importFolder(desk, dropped);
  await lookedAt();
});
afterAll(() => bench.close());

const book = async (of = desk) => {
  const [row] = (await of.handlers['library.changes']({ since: null })).rows;
  return (row && (await of.handlers['library.book']({ bookId: row.bookId }))) ?? expect.fail('no book');
};
/** What was found, once the book was looked at to its last level. */
async function lookedAt(of = desk) {
  await until(
    async () => (await of.handlers['library.changes']({ since: null })).rows,
    (rows) => rows.length === 1 && rows.every(({ checkedLevel, stage }) => checkedLevel === 3 && stage === 'ready'),
    LOOKED_AT_MS,
  );
  const { groups } = await book(of);
  return groups.map(({ findings }) => findings);
}
const setThreshold = (name: ThresholdName, value: number | null, of = desk) =>
  of.handlers['checks.setThreshold']({ name, value, layer: 'studio' });

/** Every kept file and when it was written: one whose pages were rendered again is another one. */
async function kept(): Promise<ReadonlyMap<string, string>> {
  const folder = join(bench.dir, 'desk', 'measures');
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('-pages')).sort();
  return new Map(
    await Promise.all(
      names.map(async (name) => {
        const { ino, mtimeNs } = await stat(join(folder, name), { bigint: true });
        return [name, `${ino} ${mtimeNs}`] as const;
      }),
    ),
  );
}

it('another threshold judges what was measured, as if the pages had been rendered for it', async () => {
  const before = await kept();
  expect(before.size).toBe(KINDS.length);
  const found = await lookedAt();
  await setThreshold('imagePpiError', 10_000);
  await setThreshold('sliverMm', 9);
  const harder = await lookedAt();
  expect(harder).not.toEqual(found);
  expect(await kept()).toEqual(before);

  const fresh = await bench.openDesk('fresh');
  await fresh.connectBuiltIn(bench.service.hello);
  await setThreshold('imagePpiError', 10_000, fresh);
  await setThreshold('sliverMm', 9, fresh);
  await importFolder(fresh, dropped);
  expect(await lookedAt(fresh)).toEqual(harder);
  await fresh.close();
});

it('the threshold that is measured by has the pages rendered, and back again it finds what was kept', async () => {
  const before = await kept();
  await setThreshold('totalInkSquareMm', 5);
  await lookedAt();
  const both = await kept();
  expect(both.size).toBe(2 * KINDS.length);
  await setThreshold('totalInkSquareMm', null);
  await lookedAt();
  expect(await kept()).toEqual(both);
  for (const [name, written] of before) expect(both.get(name)).toBe(written);
});

it('who wants a book looked at again has its pages rendered once, and other thresholds judge those', async () => {
  const before = await kept();
  const { bookId } = await book();
  await desk.handlers['library.recheck']({ bookIds: [bookId] });
  await lookedAt();
  const after = await kept();
  expect([...after].filter(([name, written]) => before.get(name) !== written)).toHaveLength(KINDS.length);
  await setThreshold('imagePpiError', 9_000);
  await lookedAt();
  expect(await kept()).toEqual(after);
});

it('a kept file that is torn is measured again', async () => {
  const folder = join(bench.dir, 'desk', 'measures');
  for (const name of (await kept()).keys()) await truncate(join(folder, name), 20);
  const before = await kept();
  const found = await lookedAt();
  // The book has none: what is found stays.
  await setThreshold('spotColours', 5);
  expect(await lookedAt()).toEqual(found);
  expect([...(await kept())].filter(([name, written]) => before.get(name) !== written)).toHaveLength(KINDS.length);
});

it('what was measured of other bytes is not judged by', async () => {
  const before = await kept();
  const contents = join(dropped, `${STEM}_contents.pdf`);
  const later = new Date(Date.now() + 60_000);
  await appendFile(contents, '\n% exported again');
  await utimes(contents, later, later);
  await until(
    async () => (await kept()).size,
    (size) => size > before.size,
    LOOKED_AT_MS,
  );
});
