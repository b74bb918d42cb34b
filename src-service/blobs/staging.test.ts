import * as fs from 'node:fs';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStaging } from './staging.ts';

/** A disk that takes its time to make a file, as a busy one does now and then. */
const SLOW_MS = 60;
const slow = { ...fs, open: (...how: Parameters<typeof fs.open>) => void setTimeout(() => fs.open(...how), SLOW_MS) };
const makeSlowly = (path: string, options: object) => fs.createWriteStream(path, { ...options, fs: slow });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'staging-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('what breaks off before its file is there leaves none behind', async () => {
  const { stage } = await openStaging(folder, makeSlowly);
  const breaksOff = Readable.from(
    (function* () {
      yield Buffer.alloc(100);
      throw new Error('the sender went away');
    })(),
  );
  await expect(stage(breaksOff)).rejects.toThrow('the sender went away');
  expect(readdirSync(folder)).toEqual([]);
  await new Promise((resolve) => setTimeout(resolve, 2 * SLOW_MS));
  expect(readdirSync(folder)).toEqual([]);
});

it('what comes whole is there, whatever the disk takes', async () => {
  const { stage, discard } = await openStaging(folder, makeSlowly);
  const staged = await stage(Readable.from([Buffer.from('whole')]));
  expect(staged.sizeBytes).toBe(5);
  expect(readdirSync(folder)).toHaveLength(1);
  await discard(staged);
  expect(readdirSync(folder)).toEqual([]);
});
