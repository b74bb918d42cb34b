import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { openPrivateFile, readSmallJson, writeSmallFile } from './small-file.ts';

let folder: string;
let umask: number;
beforeEach(() => {
  umask = process.umask();
  folder = mkdtempSync(join(tmpdir(), 'small-file-'));
  chmodSync(folder, 0o777);
});
afterEach(() => {
  process.umask(umask);
  rmSync(folder, { recursive: true, force: true });
});

const modeOf = (path: string) => statSync(path).mode & 0o777;

it.each([0o000, 0o022, 0o077, 0o777])(
  'only its owner reads and writes it, under umask %i and in a folder that everybody writes',
  (mask) => {
    process.umask(mask);
    const file = join(folder, 'state.json');
    writeSmallFile(file, 'one');
    writeSmallFile(file, 'two');
    openPrivateFile(join(folder, 'store.db'));
    expect([
      modeOf(file),
      modeOf(join(folder, 'store.db')),
      readFileSync(file, 'utf8'),
      readdirSync(folder).toSorted(),
    ]).toEqual([0o600, 0o600, 'two', ['state.json', 'store.db']]);
  },
);

it('what an earlier version left open to others is closed with the next write', () => {
  for (const name of ['state.json', 'state.json.next', 'store.db'])
    writeFileSync(join(folder, name), 'old', { mode: 0o644 });
  writeSmallFile(join(folder, 'state.json'), 'new');
  openPrivateFile(join(folder, 'store.db'));
  expect([
    modeOf(join(folder, 'state.json')),
    modeOf(join(folder, 'store.db')),
    readFileSync(join(folder, 'store.db'), 'utf8'),
  ]).toEqual([0o600, 0o600, 'old']);
});

it('a link that lies where the next one is written leads nowhere', () => {
  const elsewhere = join(folder, 'elsewhere');
  writeFileSync(elsewhere, 'theirs');
  symlinkSync(elsewhere, join(folder, 'state.json.next'));
  writeSmallFile(join(folder, 'state.json'), 'ours');
  expect([readFileSync(elsewhere, 'utf8'), lstatSync(join(folder, 'state.json')).isSymbolicLink()]).toEqual([
    'theirs',
    false,
  ]);
});

it('a write that fails leaves what was there', () => {
  const file = join(folder, 'state.json');
  writeSmallFile(file, 'old');
  expect(() => writeSmallFile(join(folder, 'missing/state.json'), 'new')).toThrow(/ENOENT/);
  expect([readFileSync(file, 'utf8'), existsSync(join(folder, 'missing'))]).toEqual(['old', false]);
});

it.each([
  ['', 'empty'],
  ['{"pid":', 'torn'],
  ['{"pid":"x"}', 'of another form'],
  ['\0\0\0\0', 'zeroed'],
])('a file that says %j is %s and counts as none', (text) => {
  const file = join(folder, 'owner.json');
  expect(readSmallJson(file, z.object({ pid: z.int() }))).toBeNull();
  writeFileSync(file, text);
  expect(readSmallJson(file, z.object({ pid: z.int() }))).toBeNull();
  writeFileSync(file, '{"pid":7}');
  expect(readSmallJson(file, z.object({ pid: z.int() }))).toEqual({ pid: 7 });
});

it('what could not be written leaves nothing behind', () => {
  mkdirSync(join(folder, 'state.json'));
  expect(() => writeSmallFile(join(folder, 'state.json'), 'new')).toThrow();
  expect(readdirSync(folder)).toEqual(['state.json']);
});
