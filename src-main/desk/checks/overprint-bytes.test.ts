import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { plainDisks } from '../../../src-node/disks/testing/plain-disks.ts';
import type { OverprintAnswer } from '../preflight/tasks.ts';
import type { WorkerPool } from '../preflight/worker-pool.ts';
import { bytesIdOf } from '../store/bytes-id.ts';
import { openStore, type OpenStore } from '../store/open-store.ts';
import { deeperChecks } from '../store/schema.ts';
import { plainStore } from '../store/testing/plain-store.ts';
import { OverprintBytes, overprintOf } from './overprint-bytes.ts';

const BEHIND = Buffer.from('an update');
const WHOLE: OverprintAnswer = { behind: BEHIND, simulated: [1, 3], notSimulated: [] };

let folder: string;
let path: string;
let store: OpenStore;
let changes: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overprint-bytes-'));
  path = join(folder, 'book.pdf');
  writeFileSync(path, '%PDF-1.7');
  store = openStore(folder, plainStore(join(import.meta.dirname, '../store/migrations')));
  changes = 0;
});
afterEach(() => {
  store.close(Date.now());
  rmSync(folder, { recursive: true, force: true });
});

const look = (summary: { overprintPages: number[]; notSimulatedPages?: number[] }) =>
  store.db
    .insert(deeperChecks)
    .values({
      fileId: 'f_1',
      kind: 'contents',
      contextKey: 'any',
      level: 2,
      findings: [],
      summary: { firstPageWords: ['word'], ...summary } as never,
    })
    .run();

const nameOfBytes = (isAsPrinted: boolean) => {
  const { size, mtimeMs } = statSync(path);
  return bytesIdOf({ fileId: 'f_1', sizeBytes: size, modifiedAtMs: mtimeMs, rewrites: 0 }, isAsPrinted);
};

function over(answer: OverprintAnswer | null): OverprintBytes {
  const run = async () => (answer === null ? { ok: false, reason: 'timeLimit' } : { ok: true, answer });
  return new OverprintBytes(store.db, plainDisks(), { run } as unknown as WorkerPool, () => changes++);
}

const pages = () => overprintOf(store.db, 'f_1');

it('hands over what simulates the pages of which the library says so', async () => {
  look({ overprintPages: [1, 3], notSimulatedPages: [2] });
  expect(await over(WHOLE).toShow(nameOfBytes(true), path)).toBe(BEHIND);
  expect([pages(), changes]).toEqual([{ simulated: [1, 3], notSimulated: [2] }, 0]);
});

it.each([
  ['fails', null],
  ['is not possible', { behind: null, simulated: [], notSimulated: [1, 3] }],
  ['is not possible for one of them', { ...WHOLE, simulated: [1] }],
])(
  'where it %s the pages are told as not simulated, in the window and in the next look at the book',
  async (_, answer) => {
    look({ overprintPages: [1, 3], notSimulatedPages: [2] });
    expect(await over(answer).toShow(nameOfBytes(true), path)).toBe('notAsSaid');
    expect([pages(), changes]).toEqual([{ simulated: [], notSimulated: [1, 2, 3] }, 1]);
    // What else was found out about the file stays.
    expect(store.db.select().from(deeperChecks).get()?.summary?.firstPageWords).toEqual(['word']);
  },
);

it('takes what an earlier version has kept', async () => {
  look({ overprintPages: [1] });
  expect(pages()).toEqual({ simulated: [1], notSimulated: [] });
  await over(null).toShow(nameOfBytes(true), path);
  expect(pages()).toEqual({ simulated: [], notSimulated: [1] });
});

it('a file that is written to meanwhile, or a studio that closes, says nothing of its overprint', async () => {
  look({ overprintPages: [1] });
  const before = nameOfBytes(true);
  const closing = over(null);
  closing.close();
  await closing.toShow(before, path);
  writeFileSync(path, '%PDF-1.7 and more');
  expect(await over(null).toShow(before, path)).toBe('notAsSaid');
  expect([pages().simulated, changes]).toEqual([[1], 0]);
});

it('a repaired file, of which the library says nothing, is drawn as it is where nothing of it overprints', async () => {
  expect(await over({ behind: null, simulated: [], notSimulated: [] }).toShow(nameOfBytes(true), path)).toBeNull();
});
