import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CONTRACTS } from '../../../src-core/contract/profiles.ts';
import { finding } from '../../../src-core/preflight/check.ts';
import { readPdfFile } from '../../../src-node/pdf-file.ts';
import { shippedSpecs, specNamed } from '../../../test/fixtures/catalogue.ts';
import { RawPdfWriter } from '../../../test/fixtures/pdf/raw-pdf.ts';
import { packFacts } from '../files/packed-facts.ts';
import { openStore, type OpenStore } from '../store/open-store.ts';
import { books, files } from '../store/schema.ts';
import { plainStore } from '../store/testing/plain-store.ts';
import { Checks } from './checks.ts';
import type { Order } from './order-key.ts';
import { StudioThresholds } from './studio-thresholds.ts';

const TITLES = ['An', 'Baek', 'Cho'];
const spec = specNamed('SQUAREBOOK_SC');

let folder: string;
let store: OpenStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'checks-'));
  store = openStore(folder, plainStore(join(import.meta.dirname, '../store/migrations')));
  const path = join(folder, 'any.pdf');
  const writer = new RawPdfWriter().object(1, '<< /Type /Catalog /Pages 2 0 R >>');
  writer.object(2, '<< /Type /Pages /Count 1 /Kids [3 0 R] >>');
  writer.object(3, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 700 700] >>').table({ trailer: '/Root 1 0 R' });
  writeFileSync(path, writer.finish());
  const facts = packFacts(readPdfFile(path));
  const place = { path, folder: [], name: 'any.pdf', importId: 'imp', sizeBytes: 1, modifiedAtMs: 1 };
  store.db
    .insert(files)
    .values({ fileId: 'f', ...place, presence: 'present', facts })
    .run();
  for (const title of TITLES)
    store.db
      .insert(books)
      .values({
        ...{ bookId: title, importId: 'imp', title, batch: '', quantity: 1, pairing: { key: 'x' }, addedAtMs: 1 },
        ...{ coverFileId: 'f', contentsFileId: 'f', specUid: spec.bookSpecUid, specOrigin: 'given' },
        ...{ stage: 'checking', verdict: 'notChecked', findings: [] },
      })
      .run();
});
afterEach(() => {
  store.close(Date.now());
  rmSync(folder, { recursive: true, force: true });
});

/** A desk that has looked at every page, and finds of each book the number by which it was judged. */
function openChecks(connectionId = 'remote') {
  const context = { db: store.db, changed: () => undefined } as never;
  const connections = {
    ...{ active: () => ({ connectionId }), specs: () => shippedSpecs, spec: () => spec },
    contract: () => CONTRACTS.specified,
  } as never;
  const judging = { asked: 0, last: Number.POSITIVE_INFINITY };
  const found = (order: Order) =>
    finding('contents', {
      ...{ ruleId: 'test.number', severity: 'info', source: { key: 'findings.source.self' } },
      params: { number: order.thresholds.studio?.imagePpiError ?? 0, connectionId },
    });
  const deeper = {
    of: (_: unknown, order: Order) => {
      judging.asked += 1;
      if (judging.asked === judging.last) checks.close();
      return { level: 3, findings: order.kind === 'contents' ? [found(order)] : [] };
    },
  } as never;
  const signOffs = { unhashed: () => [], holding: () => new Map() } as never;
  const thresholds = new StudioThresholds(context, connections);
  const checks = new Checks(context, connections, thresholds, deeper, signOffs, {} as never);
  return {
    ...{ checks, judging },
    set: (value: number | null) => thresholds.set('imagePpiError', value, 'studio'),
    /** It ends when it has asked so often for what was found of a file. */
    endAfter: (asks: number) => (judging.last = judging.asked + asks),
  };
}
const judgedBy = (name: 'number' | 'connectionId' = 'number') =>
  store.db
    .select()
    .from(books)
    .all()
    .map(({ findings }) => findings.find(({ ruleId }) => ruleId === 'test.number')?.params[name]);

it('books that were judged to their end by the rules as they are, are not judged again', async () => {
  await openChecks().checks.open();
  expect(judgedBy()).toEqual([0, 0, 0]);
  const again = openChecks();
  await again.checks.open();
  expect(again.judging.asked).toBe(0);
});

it('a threshold of which only some books know when the desk ends is known to all when it is opened again', async () => {
  const desk = openChecks();
  await desk.checks.open();
  desk.endAfter(2);
  desk.set(80);
  expect(judgedBy()).toEqual([80, 0, 0]);
  await openChecks().checks.open();
  expect(judgedBy()).toEqual([80, 80, 80]);
});

it('so is one that was set back at once', async () => {
  const desk = openChecks();
  await desk.checks.open();
  desk.set(80);
  expect(judgedBy()[0]).toBe(80);
  desk.checks.close();
  desk.set(null);
  await openChecks().checks.open();
  expect(judgedBy()).toEqual([0, 0, 0]);
});

it('and what was judged for one connection is judged again for another that came into use', async () => {
  await openChecks().checks.open();
  await openChecks('another').checks.open();
  expect(judgedBy('connectionId')).toEqual(['another', 'another', 'another']);
});
