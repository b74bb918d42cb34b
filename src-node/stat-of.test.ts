import { mkdtempSync, rmSync, writeFileSync, type Stats } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { DiskStats, statOf } from './stat-of.ts';

const FOUND = {} as Stats;

/** Disks of which some do not answer until they are told to. */
function someDisks(isSilent: (path: string) => boolean) {
  const asked: string[] = [];
  const silent: (() => void)[] = [];
  const disks = new DiskStats((path) => {
    asked.push(path);
    return isSilent(path) ? new Promise((done) => silent.push(() => done(null))) : Promise.resolve(FOUND);
  });
  return { asked, disks, answer: () => silent.splice(0).forEach((done) => done()) };
}

const many = (folder: string, count = 50) => Array.from({ length: count }, (_, nth) => `${folder}/${nth}.pdf`);

it.skipIf(process.platform === 'win32')(
  'a disk that does not answer is waited for twice, and another one answers meanwhile',
  async () => {
    const { asked, disks, answer } = someDisks((path) => path.startsWith('/mnt/gone'));
    const gone = many('/mnt/gone').map((path) => disks.of(path));
    const here = many('/home/kim').map((path) => disks.of(path));
    expect(await Promise.all(here)).toEqual(here.map(() => FOUND));
    expect(asked.filter((path) => path.startsWith('/mnt/gone'))).toEqual(['/mnt/gone/0.pdf', '/mnt/gone/1.pdf']);
    for (let round = 0; round < 50; round++) {
      answer();
      await setImmediate();
    }
    expect(await Promise.all(gone)).toEqual(gone.map(() => null));
    expect(asked.filter((path) => path.startsWith('/mnt/gone'))).toEqual(many('/mnt/gone'));
  },
);

it.skipIf(process.platform === 'win32')('however many disks are silent, one thread is left to others', async () => {
  const { asked, disks, answer } = someDisks(() => true);
  const all = ['/mnt/a', '/mnt/b', '/Volumes/c'].flatMap((disk) => many(disk, 5)).map((path) => disks.of(path));
  await setImmediate();
  expect(asked).toEqual(['/mnt/a/0.pdf', '/mnt/a/1.pdf', '/mnt/b/0.pdf']);
  for (let round = 0; round < 15; round++) {
    answer();
    await setImmediate();
  }
  expect(await Promise.all(all)).toHaveLength(15);
  expect(new Set(asked).size).toBe(15);
});

it('tells of a file what there is, and nothing of one that is not there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stat-of-'));
  writeFileSync(join(folder, 'here'), 'four');
  try {
    expect((await statOf(join(folder, 'here')))?.size).toBe(4);
    expect(await statOf(join(folder, 'gone'))).toBeNull();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
