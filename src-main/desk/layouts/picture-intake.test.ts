import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PLACED_PAGE } from '../../../src-core/composition/bound-values.ts';
import { PLAIN_DISK } from '../../../src-node/disks/walked-disk.ts';
import { sha256Of } from '../../../src-node/pictures/layout-picture.ts';
import { PictureIntake } from './picture-intake.ts';
import type { PicturePool } from './picture-pool.ts';
import { ProjectFolder } from './project-folder.ts';
import type { PictureTask } from './tasks.ts';

let root: string;
let shots: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'picture-intake-'));
  shots = join(root, 'shots');
  mkdirSync(shots);
  mkdirSync(join(root, 'project'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A project on another drive than the pictures, as Windows has them. */
class FarProject extends ProjectFolder {
  override pathTo(): null {
    return null;
  }
}

/** Takes every file for a picture, and its name for nothing; `onLook` as soon as it has been looked at. */
const poolOf = (onLook: (path: string) => void = () => undefined) =>
  ({
    run: async (task: PictureTask) => {
      if (task.task !== 'look') return task.task === 'previews' ? true : null;
      const { path } = task;
      const key = await sha256Of(path);
      onLook(path);
      const facts = { widthPx: 60, heightPx: 40, takenAtMs: null, profile: null };
      return { ok: true, picture: { key, path, sizeBytes: 1, mimeType: 'image/jpeg', ...facts }, stamp: null };
    },
  }) as unknown as PicturePool;

async function taken(pool: PicturePool) {
  const intake = intakeOf(pool, shots);
  await intake.done;
  return intake.report(0);
}

const intakeOf = (pool: PicturePool, path: string) =>
  new PictureIntake('in_1', [path], {
    pool,
    disk: PLAIN_DISK,
    folder: new FarProject(join(root, 'project')),
    cache: join(root, 'previews'),
    facesFolder: root,
    areOthersKnown: false,
    onKept: () => undefined,
    onChange: () => undefined,
    log: { write: () => undefined },
  });

it('a picture of another drive comes along into the project, whose folder of pictures nobody has made yet', async () => {
  writeFileSync(join(shots, 'a.jpg'), 'a');
  const { pictures, refused } = await taken(poolOf());
  expect(refused).toEqual([]);
  expect(pictures.map(({ name, path }) => [name, readFileSync(join(root, 'project', path), 'utf8')])).toEqual([
    ['a.jpg', 'a'],
  ]);
});

it('the same picture twice on another drive is copied once, and arrives', async () => {
  writeFileSync(join(shots, 'a.jpg'), 'a');
  mkdirSync(join(shots, 'again'));
  copyFileSync(join(shots, 'a.jpg'), join(shots, 'again/a.jpg'));
  expect(await taken(poolOf())).toMatchObject({ looked: 2, pictures: [{ name: 'a.jpg' }], refused: [] });
});

it('one of five that cannot be copied is named, and the four others arrive', async () => {
  for (const name of ['a', 'b', 'c', 'd', 'e']) writeFileSync(join(shots, `${name}.jpg`), name);
  // Its drive is pulled out.
  const pulled = poolOf((path) => basename(path) === 'b.jpg' && rmSync(path));
  const { found, looked, isDone, pictures, refused } = await taken(pulled);
  expect([found, looked, isDone]).toEqual([5, 5, true]);
  expect(pictures.map(({ name }) => name).sort()).toEqual(['a.jpg', 'c.jpg', 'd.jpg', 'e.jpg']);
  expect(refused).toEqual([{ name: 'b.jpg', reason: { key: 'desk.picture.notKept', params: { reason: 'ENOENT' } } }]);
});

it('pictures that are being read are stopped: what was read stays, and the others are counted', async () => {
  const names = Array.from({ length: 40 }, (_, index) => `${String(index).padStart(2, '0')}.jpg`);
  for (const name of names) writeFileSync(join(shots, name), name);
  const pool = poolOf((path) => {
    if (basename(path) === '08.jpg') intake.cancel();
  });
  const intake = intakeOf(pool, shots);
  await intake.done;
  const report = intake.report(0);
  expect([report.found, report.isDone, report.isStopped]).toEqual([40, true, true]);
  expect(report.looked).toBeGreaterThanOrEqual(9);
  expect(report.looked).toBeLessThan(20);
  expect(report.pictures).toHaveLength(report.looked);
  expect(intake.report(report.looked)).toMatchObject({ pictures: [] });
  expect(intake.isToldToEnd).toBe(true);
});

it('a PDF of two thousand pages is stopped, and of no more of its pages anything is made', async () => {
  const path = join(root, 'long.pdf');
  writeFileSync(path, 'pages');
  const asked: number[] = [];
  const facts = { widthPx: 60, heightPx: 40, takenAtMs: null, profile: null, mimeType: PLACED_PAGE, sizeBytes: 1 };
  const pool = {
    run: async (task: PictureTask) => {
      if (task.task === 'countPages') return { ok: true, pages: 2_000 };
      if (task.task !== 'lookAtPages') return true;
      asked.push(...task.pages);
      if (asked.length >= 64) intake.cancel();
      return task.pages.map((page) => {
        const made = join(root, `p${page}.pdf`);
        writeFileSync(made, String(page));
        return { ok: true, picture: { key: String(page).padStart(64, '0'), path: made, ...facts }, stamp: null };
      });
    },
  } as unknown as PicturePool;
  const intake = intakeOf(pool, path);
  await intake.done;
  const { found, looked, isStopped, pictures } = intake.report(0);
  expect([found, isStopped, asked.length]).toEqual([2_000, true, 64]);
  expect(looked).toBeGreaterThan(40);
  expect(looked).toBeLessThanOrEqual(64);
  expect(pictures).toHaveLength(looked);
});
