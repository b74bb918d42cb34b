import { link, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { moveTo } from './put-away.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'put-away-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const at = (name: string) => join(folder, name);
const files = async () =>
  Object.fromEntries(
    await Promise.all((await readdir(folder)).map(async (name) => [name, await readFile(at(name), 'utf8')])),
  );

it('gives a file its new name', async () => {
  await writeFile(at('a.pdf'), 'a');
  expect(await moveTo(at('a.pdf'), at('b.pdf'), false)).toBe(true);
  expect(await files()).toEqual({ 'b.pdf': 'a' });
});

it.each([true, false])('writes over nothing, even where it had begun before: %s', async (isOurs) => {
  await writeFile(at('a.pdf'), 'a');
  await writeFile(at('b.pdf'), 'b');
  expect(await moveTo(at('a.pdf'), at('b.pdf'), isOurs)).toBe(false);
  expect(await files()).toEqual({ 'a.pdf': 'a', 'b.pdf': 'b' });
});

it('does not take an empty file of somebody else for its own', async () => {
  await writeFile(at('a.pdf'), 'a');
  await writeFile(at('b.pdf'), '');
  expect(await moveTo(at('a.pdf'), at('b.pdf'), false)).toBe(false);
  expect(await files()).toEqual({ 'a.pdf': 'a', 'b.pdf': '' });
});

it('finishes what an earlier life had begun, by a link or by holding the name', async () => {
  await writeFile(at('a.pdf'), 'a');
  await link(at('a.pdf'), at('b.pdf'));
  expect(await moveTo(at('a.pdf'), at('b.pdf'), true)).toBe(true);
  await writeFile(at('c.pdf'), '');
  expect(await moveTo(at('b.pdf'), at('c.pdf'), true)).toBe(true);
  expect(await files()).toEqual({ 'c.pdf': 'a' });
});

it('leaves everything as it was when there is nothing to move', async () => {
  await expect(moveTo(at('none.pdf'), at('b.pdf'), false)).rejects.toMatchObject({ code: 'ENOENT' });
  expect(await files()).toEqual({});
});
