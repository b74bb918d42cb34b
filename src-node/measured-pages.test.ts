import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CONTRACTS } from '../src-core/contract/profiles.ts';
import { MEASURED_BY, type MeasuredPages } from '../src-core/preflight/page-pixels.ts';
import { THRESHOLDS } from '../src-core/preflight/thresholds.ts';
import { specNamed } from '../test/fixtures/catalogue.ts';
import { MUTATIONS } from '../test/fixtures/preflight/all-mutations.ts';
import { bytesOf, goodBook, type GoodBookPlan } from '../test/fixtures/preflight/good-book.ts';
import type { Mutation } from '../test/fixtures/preflight/mutation.ts';
import { byTurns, turnOf } from '../test/fixtures/turns.ts';
import { keepMeasured, readMeasured } from './measured-pages.ts';
import { preflightFile, type PreflightRequest } from './preflight-file.ts';

const PAGES = 6;
const SPEC = specNamed('PHOTOBOOK_A5_SC');

let folder: string;
let kept: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'measured-'));
  kept = join(folder, 'ab', 'pages');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function lay(mutation: Pick<Mutation, 'kind' | 'change' | 'changeBytes'>): Promise<PreflightRequest> {
  const plan: GoodBookPlan = { spec: SPEC, kind: mutation.kind, pageCount: PAGES, ppi: 305, photos: PAGES };
  const book = await goodBook(plan);
  await mutation.change?.(book);
  const made = await bytesOf(book);
  const path = join(folder, 'book.pdf');
  writeFileSync(path, (await mutation.changeBytes?.(made)) ?? made);
  const { kind, spec, pageCount } = plan;
  return { path, kind, spec, pageCount, contract: CONTRACTS.specified, thresholds: {}, level: 3 };
}

/** Every number another one, but for the one that is measured by. */
const OTHERS = Object.fromEntries(
  Object.entries(THRESHOLDS).flatMap(([name, { value }]) =>
    name === MEASURED_BY ? [] : [[name, turnOf(2) === 0 ? value / 2 : value * 2]],
  ),
);

it.each(
  byTurns(
    MUTATIONS.filter(({ level }) => level === 3),
    3,
  ).map((mutation) => [mutation.name, mutation] as const),
)(
  'by what was kept of its pages, a book with %s is judged as by pages that are rendered for it',
  async (_, mutation) => {
    const request = await lay(mutation);
    const { findings, measured } = await preflightFile(request);
    expect(keepMeasured(kept, measured as MeasuredPages)).toBe(readFileSync(kept).length);
    const read = readMeasured(kept);
    expect(read).toEqual(measured);
    // Whatever level is asked for: nothing is left to render.
    expect(await preflightFile({ ...request, level: 2 }, { measured: read })).toMatchObject({ level: 3, findings });
    const other = { ...request, thresholds: { studio: OTHERS } };
    const { measured: anew, ...judged } = await preflightFile(other, { measured: read });
    const { measured: rendered, ...expected } = await preflightFile(other);
    expect(judged).toEqual(expected);
    expect([anew, rendered]).toEqual([null, measured]);
  },
  60_000,
);

it('measurements that are not of so many pages are not judged by', async () => {
  const request = await lay({ kind: 'cover' });
  const { measured } = await preflightFile(request);
  const others = { ...measured, pixels: [] } as MeasuredPages;
  expect((await preflightFile({ ...request, level: 2 }, { measured: others })).level).toBe(2);
  expect((await preflightFile(request, { measured: others })).measured).toEqual(measured);
});

it('nothing, a part, something else and what a drive has spoilt are read as nothing; what cannot be written is no harm', () => {
  expect(readMeasured(kept)).toBeNull();
  const measured: MeasuredPages = { pixels: [], secondOpinionPageCount: 0 };
  keepMeasured(kept, measured);
  expect(readMeasured(kept)).toEqual(measured);
  const whole = readFileSync(kept);
  for (let at = 0; at < whole.length * 8; at += 1) {
    const turned = Buffer.from(whole);
    turned[at >> 3] = (whole[at >> 3] as number) ^ (1 << (at & 7));
    writeFileSync(kept, turned);
    // The last bits of the last byte of data say nothing.
    expect([null, measured], `with bit ${at} turned`).toContainEqual(readMeasured(kept));
  }
  for (const other of [null, 'a text', {}, { pixels: 3 }]) {
    keepMeasured(kept, other as never);
    expect(readMeasured(kept)).toBeNull();
  }
  truncateSync(kept, 7);
  expect(readMeasured(kept)).toBeNull();
  writeFileSync(kept, '');
  expect(readMeasured(kept)).toBeNull();
  writeFileSync(kept, Buffer.alloc(4_096));
  expect(readMeasured(kept)).toBeNull();
  const below = join(kept, 'a file is no folder');
  expect([keepMeasured(below, measured), existsSync(below)]).toEqual([0, false]);
});
