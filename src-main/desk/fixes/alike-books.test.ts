import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { BOOK_TRANSITIONS, type BookStage } from '../../../src-core/desk/book-machine.ts';
import { findingSchema, type FixName } from '../../../src-core/preflight/finding.ts';
import type { Checks } from '../checks/checks.ts';
import { openStore, type OpenStore } from '../store/open-store.ts';
import { books, deliveries } from '../store/schema.ts';
import { plainStore } from '../store/testing/plain-store.ts';
import { alikeBooks, withFinding } from './alike-books.ts';

const CONNECTION = 'c_1';
let home: string;
let store: OpenStore;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'alike-books-'));
  store = openStore(home, plainStore(join(import.meta.dirname, '../store/migrations')));
});
afterEach(() => {
  store.close(0);
  rmSync(home, { recursive: true, force: true });
});

const finding = (causeKey: string, fixes: readonly FixName[], kind: 'cover' | 'contents' = 'contents') =>
  findingSchema.parse({
    ...{ ruleId: causeKey, severity: 'error', kind, pages: [1], measured: null, allowed: null, tolerance: null },
    ...{ params: {}, cause: null, remedies: [], source: { key: 'none' }, causeKey, fixes },
  });
const TURNED = finding('page.rotated', ['bakeRotation', 'turnPages']);

function keep(title: string, findings = [TURNED], stage: BookStage | null = null): void {
  store.db
    .insert(books)
    .values({
      ...{ bookId: title, importId: 'i', title, batch: 'autumn', quantity: 1, pairing: { key: 'none' } },
      ...{ stage: 'needsYou', verdict: 'refused', findings, addedAtMs: 0 },
    })
    .run();
  if (stage !== null) store.db.insert(deliveries).values({ connectionId: CONNECTION, bookId: title, stage }).run();
}
async function alikeTo(title: string, fix: FixName = 'bakeRotation') {
  const checks = { openFindings: (book: { findings: unknown }) => book.findings } as unknown as Checks;
  const book = store.db.select().from(books).where(eq(books.bookId, title)).get();
  if (book === undefined) throw new Error(`no ${title}`);
  const found = await alikeBooks(store.db, checks, { book, kind: 'contents', fix, connectionId: CONNECTION });
  return found.map((one) => one.title);
}

it('are those with the same cause and repair in the same file, whatever else they have', async () => {
  keep('An');
  keep('Baek', [finding('bleed', ['bleedByMirror']), TURNED]);
  keep('Cho', [finding('page.rotated', ['bakeRotation'], 'cover')]);
  keep('Do', [finding('page.rotated', ['turnPages'])]);
  keep('Eom', [finding('page.upsideDown', ['bakeRotation'])]);
  expect(await alikeTo('An')).toEqual(['Baek']);
  expect(await alikeTo('An', 'turnPages')).toEqual(['Baek', 'Do']);
  expect(await alikeTo('An', 'bleedByMirror')).toEqual([]);
});

it('are none that the service has or gets: with another file they would have to be sent again', async () => {
  keep('An');
  const stages = Object.keys(BOOK_TRANSITIONS) as BookStage[];
  for (const stage of stages) keep(stage, [TURNED], stage);
  expect(await alikeTo('An')).toEqual(['blocked', 'checking', 'failed', 'incomplete', 'needsYou', 'ready']);
});

it('are two thousand as they are two, a slice at a time', async () => {
  store.db.transaction(() => {
    for (let at = 0; at < 2_000; at += 1) keep(String(at).padStart(4, '0'), at % 2 === 0 ? [TURNED] : []);
  });
  expect(await alikeTo('0000')).toHaveLength(999);
});

it('are asked for by their ids: a slice is no search through the whole library', () => {
  const asked = withFinding(store.db, ['a', 'b'], { kind: 'contents', fix: 'bakeRotation', causes: ['page.rotated'] });
  const plan = store.db.all<{ detail: string }>(sql`explain query plan ${asked.getSQL()}`);
  const ofBooks = plan.filter(({ detail }) => /\bbooks\b/.test(detail)).map(({ detail }) => detail);
  expect(ofBooks).toEqual([expect.stringMatching(/^SEARCH books USING .*\(book_id=\?\)/)]);
});
