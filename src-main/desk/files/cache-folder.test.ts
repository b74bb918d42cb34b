import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { previewFile } from '../../../src-node/pictures/picture-previews.ts';
import { CacheFolder } from './cache-folder.ts';

const NOW_MS = Date.UTC(2026, 10, 1);
const HOUR_MS = 3_600_000;
const keyOf = (digit: number) => String(digit).repeat(64);
const clock = { nowMs: () => NOW_MS };

let folder: string;
let faults: unknown[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'previews-'));
  faults = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** 1,000 bytes that were looked at last so many hours ago. */
function keep(digit: number, hoursAgo: number): string {
  const path = previewFile(folder, keyOf(digit), 320);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, Buffer.alloc(1_000));
  const atS = (NOW_MS - hoursAgo * HOUR_MS) / 1000;
  utimesSync(path, atS, atS);
  return path;
}
const cacheOf = (budgetBytes: number, inUse: readonly number[] = []) =>
  new CacheFolder(
    folder,
    {
      clock,
      log: { write: (_level, message) => faults.push(message) },
      inUse: () => new Set(inUse.map(keyOf)),
    },
    budgetBytes,
  );
const left = (paths: readonly string[]) => paths.map((path) => existsSync(path));

it('over its budget it drops what was not looked at for longest, down to nine tenths; what is in use stays', async () => {
  const paths = [keep(1, 5), keep(2, 4), keep(3, 3), keep(4, 2), keep(5, 1)];
  await cacheOf(5_000).sweep();
  expect(left(paths), 'within').toEqual([true, true, true, true, true]);
  await cacheOf(4_000, [1]).sweep();
  expect(left(paths)).toEqual([true, false, false, true, true]);
  await cacheOf(100, [1, 4, 5]).sweep();
  expect(left(paths), 'more than there may be, and all of it in use').toEqual([true, false, false, true, true]);
  expect(faults).toEqual([]);
});

it('looking at a preview keeps it from being the next to go', async () => {
  const [first, second] = [keep(1, 9), keep(2, 8)];
  const cache = cacheOf(1_500);
  await cache.used(first);
  expect(statSync(first).mtimeMs).toBe(NOW_MS);
  await cache.sweep();
  expect(left([first, second])).toEqual([true, false]);
});

it('what a former life left is counted with the first that is made, and then nothing until a tenth came together', async () => {
  const old = keep(1, 9);
  const cache = cacheOf(1_000);
  keep(2, 0);
  cache.grown(1_000);
  await cache.sweep();
  expect(left([old])).toEqual([false]);
  const again = keep(3, 9);
  cache.grown(50);
  expect(left([again])).toEqual([true]);
});

it('a folder that is not there, and files of other names, are left alone', async () => {
  const stranger = join(folder, 'aa', 'notes.txt');
  mkdirSync(dirname(stranger), { recursive: true });
  writeFileSync(stranger, Buffer.alloc(5_000));
  await cacheOf(10).sweep();
  expect(existsSync(stranger)).toBe(true);
  rmSync(folder, { recursive: true });
  await cacheOf(10).sweep();
  expect(faults).toEqual([]);
});
