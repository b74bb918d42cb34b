import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepConverted } from './layout-picture.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'layout-picture-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const keyOf = (text: string) => createHash('sha256').update(text).digest('hex');
const keep = (name: string, text: string) => keepConverted(folder, name, keyOf(text), 'image/jpeg', Buffer.from(text));

it('two pictures of one name that are kept at the same time have a file each', async () => {
  for (let round = 0; round < 20; round += 1) {
    const texts = [`tif ${round}`, `heic ${round}`];
    const [a, b] = await Promise.all([
      keep(`DSC${round}.tif`, texts[0] ?? ''),
      keep(`DSC${round}.heic`, texts[1] ?? ''),
    ]);
    expect([a, b].map((path) => readFileSync(path, 'utf8'))).toEqual(texts);
  }
});

it('kept again it is the same file, and one that was cut short is left alone', async () => {
  const first = await keep('DSC.tif', 'whole');
  expect([basename(first), await keep('DSC.tif', 'whole')]).toEqual(['DSC.jpg', first]);
  writeFileSync(first, 'who');
  const second = await keep('DSC.tif', 'whole');
  writeFileSync(second, 'who');
  const third = await keep('DSC.tif', 'whole');
  expect(readFileSync(third, 'utf8')).toBe('whole');
  expect([await keep('DSC.tif', 'whole'), readdirSync(folder).length]).toEqual([third, 3]);
});

it('a second picture of a name that is as long as a name may be is kept', async () => {
  const name = `${'가'.repeat(83)}.heic`;
  const paths = [await keep(name, 'one'), await keep(name, 'two')];
  expect(paths.map((path) => readFileSync(path, 'utf8'))).toEqual(['one', 'two']);
});
