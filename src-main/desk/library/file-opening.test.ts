import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Disks } from '../../../src-node/disks/disks.ts';
import { plainDisks } from '../../../src-node/disks/testing/plain-disks.ts';
import type { DeskContext } from '../desk-context.ts';
import { openStore, type OpenStore } from '../store/open-store.ts';
import { files } from '../store/schema.ts';
import { plainStore } from '../store/testing/plain-store.ts';
import { FileOpening } from './file-opening.ts';

let home: string;
let store: OpenStore;
let opening: FileOpening;
const openingOver = (disks: Disks) =>
  new FileOpening({ db: store.db, disks } as DeskContext, {
    kept: join(home, 'desk'),
    layouts: join(home, 'layouts'),
    samples: join(home, 'samples'),
  });

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'file-opening-'));
  store = openStore(join(home, 'desk'), plainStore(join(import.meta.dirname, '../store/migrations')));
  opening = openingOver(plainDisks());
});
afterEach(() => {
  store.close(0);
  rmSync(home, { recursive: true, force: true });
});

function keep(fileId: string, place: string, repairedFromId: string | null = null): string {
  const path = join(home, place);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, fileId);
  store.db
    .insert(files)
    .values({
      ...{ fileId, importId: 'i', path, folder: [], name: '김_cover.pdf'.normalize('NFD'), sizeBytes: 1 },
      ...{ modifiedAtMs: 1, presence: 'present', repairedFromId },
    })
    .run();
  return path;
}
const stateOf = (path: string, repairedFromId: string | null = null) =>
  opening.stateOf({ path, repairedFromId }, 'present');

it("a customer's file is opened where it lies, beside the studio's folders too", async () => {
  for (const [fileId, place] of [
    ['f_1', 'customers/Kim_cover.pdf'],
    ['f_2', 'desk of Kim/Kim_cover.pdf'],
    ['f_3', '..layouts/Kim_cover.pdf'],
  ] as const) {
    const path = keep(fileId, place);
    expect(stateOf(path)).toEqual({ allowed: true, reason: null });
    expect(await opening.placeOf(fileId)).toBe(path);
  }
});

it.each([
  ['a repaired file', 'desk/repaired/fix_1/Kim_cover.fixed.pdf', 'f_0', 'repaired'],
  ['a repaired file wherever it lies', 'elsewhere/Kim_cover.fixed.pdf', 'f_0', 'repaired'],
  ['what a layout made', 'layouts/kim/exports/1/Kim_cover.pdf', null, 'made'],
  ['what came with a job package', 'desk/packages/p_1/Kim_cover.pdf', null, 'kept'],
])('%s is not opened, and the button says why', async (_, place, repairedFromId, why) => {
  const path = keep('f_1', place, repairedFromId);
  expect(stateOf(path, repairedFromId)).toEqual({ allowed: false, reason: { key: `desk.why.file.${why}` } });
  await expect(opening.placeOf('f_1')).rejects.toMatchObject({
    code: 'FILE_KEPT',
    text: { params: { name: '김_cover.pdf' } },
  });
});

it('a file that is gone, or whose disk does not answer, is named', async () => {
  const path = keep('f_1', 'customers/Kim_cover.pdf');
  const params = { name: '김_cover.pdf' };
  const silent = openingOver({ ...plainDisks(), stat: async () => 'silent' } as unknown as Disks);
  await expect(silent.placeOf('f_1')).rejects.toMatchObject({ code: 'FILE_SILENT', text: { params } });
  rmSync(path);
  await expect(opening.placeOf('f_1')).rejects.toMatchObject({ code: 'FILE_MISSING', text: { params } });
  expect(opening.stateOf({ path, repairedFromId: null }, 'missing')).toEqual({
    allowed: false,
    reason: { key: 'desk.why.file.missing' },
  });
  await expect(opening.placeOf('f_9')).rejects.toMatchObject({ code: 'FILE_UNKNOWN' });
});
