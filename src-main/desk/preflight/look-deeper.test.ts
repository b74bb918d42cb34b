import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CONTRACTS } from '../../../src-core/contract/profiles.ts';
import { specNamed } from '../../../test/fixtures/catalogue.ts';
import { bytesOf, goodBook } from '../../../test/fixtures/preflight/good-book.ts';
import { stampOf } from '../files/file-stamp.ts';
import { lookDeeper } from './look-deeper.ts';

const spec = specNamed('PHOTOBOOK_A5_SC');
const ORDER = { kind: 'cover', spec, pageCount: 24, contract: CONTRACTS.specified, thresholds: {} } as const;

let folder: string;
let path: string;
let kept: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'look-deeper-'));
  path = join(folder, 'cover.pdf');
  kept = join(folder, 'kept', 'pages');
  writeFileSync(path, await bytesOf(await goodBook({ spec, kind: 'cover', pageCount: 24 })));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const stampNow = () => stampOf(statSync(path));
const look = (level: 2 | 3, { stamp = stampNow(), isAnew = false, signal = new AbortController().signal } = {}) =>
  lookDeeper({ request: { ...ORDER, path, level }, measures: { path: kept, stamp, isAnew } }, signal);

it('what was measured is kept, and spares the next look all drawing, until somebody wants one', async () => {
  expect((await look(2)).level).toBe(2);
  const { keptBytes, ...first } = await look(3);
  expect(keptBytes).toBe(readFileSync(kept).length);
  expect(await look(2)).toEqual({ ...first, keptBytes: 0 });
  expect(await look(3, { isAnew: true })).toEqual({ ...first, keptBytes });
});

it('a look that was wanted and broke off leaves nothing of the former', async () => {
  await look(3);
  await expect(look(3, { isAnew: true, signal: AbortSignal.abort() })).rejects.toThrow();
  expect(existsSync(kept)).toBe(false);
  expect((await look(2)).level).toBe(2);
});

it('of a file that was written to nothing is kept, and nothing is judged by', async () => {
  const former = stampNow();
  await look(3);
  appendFileSync(path, '\n% exported again');
  expect(await look(2, { stamp: former })).toMatchObject({ level: 2 });
  rmSync(kept);
  expect(await look(3, { stamp: former })).toMatchObject({ level: 3, keptBytes: 0 });
  expect(existsSync(kept)).toBe(false);
});
