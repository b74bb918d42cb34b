import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Disks } from '../../../src-node/disks/disks.ts';
import { plainDisks } from '../../../src-node/disks/testing/plain-disks.ts';
import type { Checks } from '../checks/checks.ts';
import type { Connections } from '../connections/connections.ts';
import type { DeskContext } from '../desk-context.ts';
import { stampOf } from '../files/file-stamp.ts';
import { openStore, type OpenStore } from '../store/open-store.ts';
import { books, files } from '../store/schema.ts';
import { plainStore } from '../store/testing/plain-store.ts';
import { FixDesk } from './fix-desk.ts';

let home: string;
let store: OpenStore;
let original: string;
let repaired: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'fix-desk-'));
  store = openStore(home, plainStore(join(import.meta.dirname, '../store/migrations')));
  original = join(home, 'Kim_contents.pdf');
  repaired = join(home, 'repaired/fix_1/Kim_contents.fixed.pdf');
  mkdirSync(dirname(repaired), { recursive: true });
  for (const [fileId, path, repairedFromId] of [
    ['f_1', original, null],
    ['f_2', repaired, 'f_1'],
  ] as const) {
    writeFileSync(path, fileId);
    const stamp = stampOf(statSync(path));
    store.db
      .insert(files)
      .values({
        ...{
          fileId,
          importId: 'imp_1',
          path,
          folder: [],
          name: 'Kim_contents.pdf',
          presence: 'present',
          repairedFromId,
        },
        ...stamp,
      })
      .run();
  }
  store.db
    .insert(books)
    .values({
      ...{ bookId: 'b_1', importId: 'imp_1', title: 'Kim', batch: '', quantity: 1, contentsFileId: 'f_2' },
      ...{ pairing: { key: 'none' }, stage: 'ready', verdict: 'accepted', findings: [], addedAtMs: 0 },
    })
    .run();
});
afterEach(() => {
  store.close(Date.now());
  rmSync(home, { recursive: true, force: true });
});

function fixesOver(disks: Disks): FixDesk {
  const checks = { judge: () => undefined, forgetDeeper: () => undefined } as unknown as Checks;
  const connections = { active: () => null } as unknown as Connections;
  const context = { db: store.db, disks, changed: () => undefined } as unknown as DeskContext;
  const means = { pool: null, lanes: 1, overprint: null } as never;
  return new FixDesk(context, connections, checks, means, join(home, 'repaired'));
}
const contentsOf = () => store.db.select().from(books).where(eq(books.bookId, 'b_1')).get()?.contentsFileId;

it('goes back to the customer’s file, and the repaired one goes', async () => {
  await fixesOver(plainDisks()).undo('b_1', 'contents');
  expect([contentsOf(), existsSync(repaired)]).toEqual(['f_1', false]);
});

it.each([
  ['is not there', () => Promise.resolve({ ok: true, answer: [null] } as const)],
  ['lies on a disk that does not answer', () => new Promise<never>(() => undefined)],
])('gives a repaired file not up for one that %s', async (_, ask) => {
  await expect(fixesOver(new Disks(ask)).undo('b_1', 'contents')).rejects.toMatchObject({ code: 'FILE_MISSING' });
  expect([contentsOf(), existsSync(repaired)]).toEqual(['f_2', true]);
});
