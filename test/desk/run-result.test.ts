import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { readTable } from '../../src-node/manifests/read-table.ts';
import type { Desk } from '../../src-main/desk/desk.ts';
import { importFolder, openBench, orderAll, uploadAll, type Bench } from './support/desk-bench.ts';
import { SAMPLES } from './support/samples.ts';

const FORMULA = '=HYPERLINK("http://evil.example","click")';

let bench: Bench;
let desk: Desk;
let runId: string;

beforeAll(async () => {
  // Enough for some of the orders.
  bench = await openBench(join(inject('deskTools'), 'desk/preflight-worker.js'), { credit: 100_000 });
  await cp(SAMPLES, join(bench.dir, 'samples'), { recursive: true });
  desk = await bench.openDesk('run');
  await importFolder(desk, join(bench.dir, 'samples'));
  await desk.connectBuiltIn(bench.service.hello);
  await uploadAll(desk);
  const { rows } = await desk.handlers['library.changes']({ since: null });
  const [first] = rows.filter(({ stage }) => stage === 'uploaded');
  await desk.handlers['library.setTitle']({ bookId: first?.bookId ?? '', title: FORMULA });
  const ordered = await orderAll(desk, { onlyFitting: true });
  runId = ordered.runId;
  expect(new Set(ordered.run.rows.map(({ state }) => state))).toEqual(new Set(['ordered', 'held']));
});
afterAll(() => bench.close());

it('tells of every book of a run what was asked for, what was charged and why it was not ordered', async () => {
  const run = await desk.handlers['orders.run']({ runId, since: null });
  for (const kind of ['csv', 'xlsx'] as const) {
    const read = await readTable(await desk.runResult(runId, kind, 'en'));
    if (!read.ok) throw new Error(read.code);
    const [head = [], ...lines] = read.table;
    const of = (cells: readonly string[], column: string) => cells[head.indexOf(column)];
    expect(lines.map((cells) => [of(cells, 'title'), of(cells, 'orderUid'), of(cells, 'charged')])).toEqual(
      run.rows.map(({ titles, orderUid, charge }) => [
        titles[0],
        orderUid ?? '',
        charge === null ? '' : String(charge),
      ]),
    );
    for (const [at, cells] of lines.entries()) {
      const isOrdered = run.rows[at]?.state === 'ordered';
      expect(of(cells, 'status')).toBe(isOrdered ? 'PDF ready' : 'Held');
      expect((of(cells, 'error') ?? '') === '').toBe(isOrdered);
      expect([of(cells, 'recipient name'), of(cells, 'zip code')]).toEqual(['홍길동', '06236']);
    }
  }
});

it('lets no spreadsheet run what a title says, and charges are figures to be added up', async () => {
  const csv = Buffer.from(await desk.runResult(runId, 'csv', 'en'));
  expect([...csv.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(csv.toString()).toContain(`"'${FORMULA.replaceAll('"', '""')}"`);
  const files = unzipSync(await desk.runResult(runId, 'xlsx', 'en'));
  const sheets = Object.entries(files).filter(([name]) => name.startsWith('xl/worksheets/sheet'));
  expect(sheets).toHaveLength(1);
  const xml = Buffer.from(sheets[0]?.[1] ?? []).toString();
  expect(xml).not.toMatch(/<f[ >]/);
  const { rows } = await desk.handlers['orders.run']({ runId, since: null });
  const charged = rows.flatMap(({ charge }) => charge ?? []);
  const figures = [...xml.matchAll(/<c (?![^>]*t=)[^>]*><v>([\d.]+)<\/v>/g)].map(([, figure]) => Number(figure));
  expect(figures.filter((figure) => figure > 1)).toEqual(charged);
});

it('can be mended and dropped again', async () => {
  const path = join(bench.dir, 'samples', 'again.csv');
  await writeFile(path, await desk.runResult(runId, 'csv', 'ko'));
  const { manifestId } = await desk.readManifest(path);
  const { lines } = await desk.handlers['manifests.lines']({ manifestId, state: null, offset: 0 });
  const { rows } = await desk.handlers['orders.run']({ runId, since: null });
  const told = lines.filter((line) => line.rows.length > 0);
  expect(told).toHaveLength(rows.length);
  expect(told.every(({ bookId, state }) => bookId !== null && state !== 'problem')).toBe(true);
});

it('is refused for a run that there is none of', async () => {
  await expect(desk.runResult('run_none', 'csv', 'en')).rejects.toMatchObject({ code: 'RUN_UNKNOWN' });
});
