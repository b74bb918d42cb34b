import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CONTRACTS } from '../../../src-core/contract/profiles.ts';
import { Disks } from '../../../src-node/disks/disks.ts';
import { plainDisks } from '../../../src-node/disks/testing/plain-disks.ts';
import { shippedSpecs, specNamed } from '../../../test/fixtures/catalogue.ts';
import type { Checks } from '../checks/checks.ts';
import type { Order } from '../checks/order-key.ts';
import type { Connections } from '../connections/connections.ts';
import type { DeskContext } from '../desk-context.ts';
import { stampOf } from '../files/file-stamp.ts';
import type { PackedFacts } from '../files/packed-facts.ts';
import type { Outcome, Task } from '../preflight/tasks.ts';
import { openStore, type OpenStore } from '../store/open-store.ts';
import { books, files } from '../store/schema.ts';
import { plainStore } from '../store/testing/plain-store.ts';
import { systemClock, systemIds } from '../system-ports.ts';
import { FixDesk } from './fix-desk.ts';

const UNREADABLE: PackedFacts = {
  ...{ status: 'unreadable', reason: 'noPages', atByte: null, header: null, damage: [], encrypted: null },
  ...{ sizeBytes: 1, bytesRead: 0, reads: 0 },
};

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
  vi.restoreAllMocks();
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

describe('a repair that is shown', () => {
  const order: Order = {
    kind: 'contents',
    spec: specNamed('SQUAREBOOK_SC'),
    pageCount: 24,
    contract: CONTRACTS.specified,
    thresholds: {},
  };
  let orderNow: Order;
  /** What becomes of it while its findings are looked for, the customer's file first. */
  let looks: (() => Outcome<'deeper'>)[];
  let factsAfter: Outcome<'facts'>;
  beforeEach(() => {
    factsAfter = { ok: true, answer: UNREADABLE };
    orderNow = order;
    const found: Outcome<'deeper'> = { ok: true, answer: { level: 2, findings: [], summary: null, keptBytes: 0 } };
    looks = [() => found, () => found];
    store.db.update(files).set({ facts: UNREADABLE }).run();
    store.db.update(books).set({ contentsFileId: 'f_1' }).run();
  });

  /** Makes every repair that it is asked for, out of nothing. */
  const pool = {
    run: async (task: Task) => {
      if (task.task === 'fixBegin') return { ok: true, answer: { toSee: [], stateBefore: '' } };
      if (task.task === 'fixDraft') {
        writeFileSync(task.request.outputPath, 'repaired');
        return { ok: true, answer: { ok: true, draft: { toCompare: [] } } };
      }
      if (task.task === 'fixSettle')
        return { ok: true, answer: { ok: true, edits: [], pages: [1], pageCountBefore: 24, pageCountAfter: 24 } };
      if (task.task === 'deeper') return looks.shift()?.();
      return factsAfter;
    },
  };
  function desk(): FixDesk {
    const fileNamed = (fileId: string) => store.db.select().from(files).where(eq(files.fileId, fileId)).get() ?? null;
    const checks = {
      ...{ judge: () => undefined, forgetDeeper: () => undefined, hashFile: async () => true },
      filesOf: () => ({ cover: null, contents: fileNamed('f_1') }),
      orderOf: () => orderNow,
    } as unknown as Checks;
    const connections = { active: () => null, specs: () => shippedSpecs } as unknown as Connections;
    const context = { db: store.db, disks: plainDisks(), changed: () => undefined, ids: systemIds, clock: systemClock };
    const means = { pool, lanes: 1, overprint: null } as never;
    return new FixDesk(context as unknown as DeskContext, connections, checks, means, join(home, 'repaired'));
  }
  async function shown(fixes: FixDesk) {
    const outcome = await fixes.preview('b_1', 'contents', 'bakeRotation');
    if (!outcome.ok) return expect.fail(outcome.problem.key);
    return outcome.preview;
  }
  const folders = () => readdirSync(join(home, 'repaired')).filter((name) => name !== 'fix_1');

  it.each([
    ['the other half cannot be made', (task: Task) => task.task === 'fixDraft' && task.request.target.kind === 'cover'],
    ['what was made cannot be read', (task: Task) => task.task === 'facts'],
  ])('leaves nothing lying where the disk is full: %s', async (_, isFull) => {
    const make = pool.run;
    vi.spyOn(pool, 'run').mockImplementation(async (task) => {
      if (isFull(task)) throw new Error('ENOSPC');
      return make(task);
    });
    await expect(desk().preview('b_1', 'contents', 'takeCoverOut')).rejects.toThrow('ENOSPC');
    expect([contentsOf(), folders(), store.db.select().from(files).all().length]).toEqual(['f_1', [], 2]);
  });

  it('is taken over as it was shown', async () => {
    const fixes = desk();
    const { previewId, fixedFileId } = await shown(fixes);
    await fixes.apply(previewId);
    expect([contentsOf(), folders()]).toEqual([fixedFileId, [previewId]]);
  });

  it.each([
    ['meanwhile', () => undefined, () => writeFileSync(original, 'saved anew')],
    ['while it was checked', () => writeFileSync(original, 'saved anew'), () => undefined],
    ['with its former time', () => undefined, () => (writeFileSync(original, 'f_2'), utimesSync(original, 1, 1))],
  ])('is not taken over for a file that was saved anew %s', async (_, whileChecked, afterwards) => {
    const [first] = looks;
    if (first !== undefined) looks[0] = () => (whileChecked(), first());
    utimesSync(original, 1, 1);
    const fixes = desk();
    const { previewId } = await shown(fixes);
    afterwards();
    await expect(fixes.apply(previewId)).rejects.toMatchObject({
      code: 'FILE_CHANGED',
      text: { key: 'fixes.problem.originalChanged' },
    });
    expect([contentsOf(), fixes.isOpen(previewId), folders()]).toEqual(['f_1', false, []]);
  });

  it('is not taken over for a book of another page count', async () => {
    const fixes = desk();
    const { previewId } = await shown(fixes);
    orderNow = { ...order, pageCount: 26 };
    await expect(fixes.apply(previewId)).rejects.toMatchObject({ code: 'FIX_UNKNOWN' });
    expect([contentsOf(), fixes.isOpen(previewId), folders()]).toEqual(['f_1', false, []]);
  });

  it.each([
    ['the customer’s file', 0],
    ['the repaired file', 1],
  ])('is not shown when %s could not be looked into: nobody knows what it solves or brings', async (_, nth) => {
    looks[nth] = () => ({ ok: false, reason: 'timeLimit', isOfDisk: false });
    expect(await desk().preview('b_1', 'contents', 'bakeRotation')).toEqual({
      ok: false,
      problem: { key: 'desk.fix.timeLimit' },
    });
    expect([contentsOf(), folders(), store.db.select().from(files).all().length]).toEqual(['f_1', [], 2]);
  });

  it('is not shown when what was written could not be read', async () => {
    factsAfter = { ok: false, reason: 'tooLarge', isOfDisk: false };
    expect(await desk().preview('b_1', 'contents', 'bakeRotation')).toEqual({
      ok: false,
      problem: { key: 'desk.fix.readFailed' },
    });
    expect([contentsOf(), folders()]).toEqual(['f_1', []]);
  });

  it('waits while nobody can tell whether the file is still the same', async () => {
    const fixes = desk();
    const { previewId } = await shown(fixes);
    renameSync(original, `${original}.away`);
    await expect(fixes.apply(previewId)).rejects.toMatchObject({ code: 'FILE_MISSING' });
    expect([contentsOf(), fixes.isOpen(previewId)]).toEqual(['f_1', true]);
  });
});
