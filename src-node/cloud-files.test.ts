import { closeSync, ftruncateSync, mkdirSync, mkdtempSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isKeptElsewhere, nameBehindStub, stubOf } from './cloud-files.ts';
import type { Found } from './disks/found.ts';
import { PLAIN_DISK, type WalkedDisk } from './disks/walked-disk.ts';
import { PDFS, walkPaths, type WalkedFile } from './walk-folder.ts';

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'cloud-'));
  mkdirSync(join(home, '앨범'));
  writeFileSync(join(home, '앨범/kim_cover.pdf'), '%PDF-1.4');
  writeFileSync(join(home, '앨범/.kim_contents.pdf.icloud'), 'stub');
  writeFileSync(join(home, '앨범/.DS_Store.icloud'), 'stub');
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

test.each([
  ['.kim_contents.pdf.icloud', 'kim_contents.pdf'],
  ['.표지.pdf.icloud', '표지.pdf'],
  ['kim.pdf.icloud', null],
  ['.icloud', null],
  ['.kim.pdf', null],
])('%s stands for %s', (stub, name) => expect(nameBehindStub(stub)).toBe(name));

test('a stub lies beside where its file would', () =>
  expect(stubOf(join('a', 'kim.pdf'))).toBe(join('a', '.kim.pdf.icloud')));

const CLOUD = {
  darwin: '/Users/kim/Library/CloudStorage/OneDrive-Studio/앨범/kim.pdf',
  win32: 'C:\\Users\\kim\\OneDrive - Studio\\앨범\\kim.pdf',
  linux: '/home/kim/OneDrive/앨범/kim.pdf',
} as const;

test.each([
  ['darwin', 80_000_000, 0, true],
  ['win32', 80_000_000, 0, true],
  ['linux', 80_000_000, 0, false],
  ['darwin', 80_000_000, 156_250, false],
  ['darwin', 0, 0, false],
  ['win32', 600, 0, false],
] as const)(
  'on %s a file of %i bytes in %i blocks of a cloud’s folder is kept elsewhere: %s',
  (platform, size, blocks, wanted) => expect(isKeptElsewhere({ size, blocks }, CLOUD[platform], platform)).toBe(wanted),
);

test.each([
  ['darwin', '/Users/kim/Library/Mobile Documents/com~apple~CloudDocs/kim.pdf', true],
  ['darwin', '/Users/kim/Desktop/kim.pdf', true],
  ['darwin', '/Volumes/NAS/Desktop/kim.pdf', false],
  ['darwin', '/Volumes/OneDrive/kim.pdf', false],
  ['win32', 'D:\\iCloudDrive\\kim.pdf', true],
  ['win32', '\\\\nas\\albums\\kim.pdf', false],
  ['win32', 'D:\\OneDriveless\\kim.pdf', false],
] as const)('on %s a file without blocks at %s is kept elsewhere: %s', (platform, path, wanted) =>
  expect(isKeptElsewhere({ size: 80_000_000, blocks: 0 }, path, platform)).toBe(wanted),
);

test('a file of nothing but holes is read on Linux', () => {
  const path = join(home, 'holes.pdf');
  const file = openSync(path, 'w');
  ftruncateSync(file, 1_000_000);
  closeSync(file);
  expect([statSync(path).blocks, isKeptElsewhere(statSync(path), CLOUD.linux, 'linux')]).toEqual([0, false]);
  expect(isKeptElsewhere(statSync(path), CLOUD.darwin, 'darwin')).toBe(true);
});

async function walked(disk: WalkedDisk, isToldApart: boolean) {
  const found: WalkedFile[] = [];
  const elsewhere: WalkedFile[] = [];
  const ignored: string[] = [];
  await walkPaths([join(home, '앨범')], {
    wanted: PDFS,
    disk,
    onFile: (file) => found.push(file),
    ...(isToldApart ? { onElsewhere: (file: WalkedFile) => void elsewhere.push(file) } : {}),
    onIgnored: ({ name, reason }) => ignored.push(`${name}: ${reason.key}`),
    signal: new AbortController().signal,
  });
  const names = (files: readonly WalkedFile[]) => files.map(({ name }) => name);
  return { found: names(found), elsewhere: names(elsewhere), ignored };
}

test('a stub is found under the name of its file, and what is no wanted file stays hidden', async () => {
  expect(await walked(PLAIN_DISK, true)).toEqual({
    found: ['kim_cover.pdf'],
    elsewhere: ['kim_contents.pdf'],
    ignored: ['.DS_Store.icloud: desk.ignored.hidden'],
  });
});

test('a stub beside the file that it stood for is a hidden file like others: the file itself is found, once', async () => {
  const stub = join(home, '앨범/.kim_cover.pdf.icloud');
  writeFileSync(stub, 'stub');
  const told = await walked(PLAIN_DISK, true).finally(() => rmSync(stub));
  expect(told).toEqual({
    found: ['kim_cover.pdf'],
    elsewhere: ['kim_contents.pdf'],
    ignored: ['.DS_Store.icloud: desk.ignored.hidden', '.kim_cover.pdf.icloud: desk.ignored.hidden'],
  });
});

test('whoever cannot wait for files is told to download them first, and opens none', async () => {
  const cloud: WalkedDisk = {
    ...PLAIN_DISK,
    stat: async (path) => {
      const found = await PLAIN_DISK.stat(path);
      return found === null ? null : ({ ...found, isElsewhere: !found.isFolder } satisfies Found);
    },
  };
  expect(await walked(cloud, false)).toEqual({
    found: [],
    elsewhere: [],
    ignored: [
      '.DS_Store.icloud: desk.ignored.hidden',
      'kim_contents.pdf: desk.ignored.elsewhere',
      'kim_cover.pdf: desk.ignored.elsewhere',
    ],
  });
});
