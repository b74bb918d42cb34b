import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { crashLines, dropOldDumps } from './crash-reports.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'crashes-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A dump of Crashpad's folders, written so many days ago. */
function write(place: string, daysAgo: number): void {
  mkdirSync(join(folder, place, '..'), { recursive: true });
  writeFileSync(join(folder, place), 'MDMP');
  const atSeconds = 1_764_116_400 - daysAgo * 86_400;
  utimesSync(join(folder, place), atSeconds, atSeconds);
}

it('the newest ten are kept, wherever the handler put them, and nothing else is touched', () => {
  for (let day = 0; day < 14; day += 1) write(`${day % 2 === 0 ? 'completed' : 'pending'}/day-${day}.dmp`, day);
  write('settings.dat', 40);
  dropOldDumps(folder);
  const left = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(dmp|dat)$/.test(name));
  expect(left.map((name) => name.replace(/^.*day-/, '')).toSorted()).toEqual(
    ['settings.dat', ...Array.from({ length: 10 }, (_, day) => `${day}.dmp`)].toSorted(),
  );
});

it('without a folder, and with a dump that cannot be read, nothing is told and nothing fails', () => {
  expect(crashLines(join(folder, 'none'))).toEqual([]);
  dropOldDumps(join(folder, 'none'));
  write('pending/cut.dmp', 0);
  expect(crashLines(folder)).toEqual([]);
});
