import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { createDesk } from '../../src-main/desk/create-desk.ts';
import type { Desk } from '../../src-main/desk/desk.ts';
import { depsOf, importFolder } from './support/desk-bench.ts';
import { SAMPLES } from './support/samples.ts';

let dir: string;
let desk: Desk;
const drop = () => join(dir, 'drop');
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'desk-tokens-'));
  await mkdir(drop());
  desk = await createDesk(
    depsOf(join(dir, 'desk'), {
      workerFile: join(inject('deskTools'), 'desk/preflight-worker.js'),
      samplesFolder: drop(),
    }),
  );
});
afterEach(async () => {
  await desk?.close();
  await rm(dir, { recursive: true, force: true });
});

/** Files of a sample book under another name. */
const lay = (sample: string, name: string, kinds: readonly string[] = ['cover', 'contents']) =>
  Promise.all(kinds.map((kind) => cp(join(SAMPLES, `${sample}_${kind}.pdf`), join(drop(), `${name}_${kind}.pdf`))));
const onlyRow = async () => {
  const { rows } = await desk.handlers['library.changes']({ since: null });
  expect(rows).toHaveLength(1);
  return rows[0] as (typeof rows)[number];
};
const pairingOf = async (bookId: string) => (await desk.handlers['library.book']({ bookId }))?.pairing;
const NAME = '김민수_이서연__SQ_LAYFLAT__2';

it('title, spec and copies of a book are what its name says, and the row says so', async () => {
  await lay('Hana & Joon layflat', NAME);
  expect(await importFolder(desk, drop())).toMatchObject({ paired: 1, alone: 0 });
  const row = await onlyRow();
  expect(row).toMatchObject({
    title: '김민수_이서연',
    specUid: 'SQUAREBOOK_LAYFLAT_HC',
    specOrigin: 'given',
    quantity: 2,
    stage: 'ready',
  });
  expect(await pairingOf(row.bookId)).toMatchObject({
    key: 'library.pairing.tokens',
    params: { rule: 'suffix', stem: NAME, said: 'both' },
  });
});

it('a spec that is not known is said and not taken; the pages tell it', async () => {
  await lay('Kim & Lee wedding', 'Kim__XL__3');
  await importFolder(desk, drop());
  const row = await onlyRow();
  expect(row).toMatchObject({ title: 'Kim', specOrigin: 'guessed', quantity: 3 });
  expect(await pairingOf(row.bookId)).toMatchObject({
    params: { said: 'copies', specTrouble: 'unknown', specText: 'XL' },
  });
});

it('what was set by hand stays when the folder is dropped again', async () => {
  await lay('Hana & Joon layflat', NAME);
  await importFolder(desk, drop());
  const { bookId } = await onlyRow();
  await desk.handlers['library.setQuantity']({ bookIds: [bookId], quantity: 9 });
  await desk.handlers['library.setTitle']({ bookId, title: '은혼식' });
  await importFolder(desk, drop());
  expect(await onlyRow()).toMatchObject({ bookId, title: '은혼식', quantity: 9 });
});

it('a half whose partner comes later becomes what the name of both says, but for what was set meanwhile', async () => {
  await lay('Hana & Joon layflat', NAME, ['contents']);
  await importFolder(desk, drop());
  const half = await onlyRow();
  expect(half).toMatchObject({ title: NAME, quantity: 1, stage: 'incomplete' });
  await desk.handlers['library.setTitle']({ bookId: half.bookId, title: '은혼식' });
  await lay('Hana & Joon layflat', NAME, ['cover']);
  await importFolder(desk, drop());
  expect(await onlyRow()).toMatchObject({
    bookId: half.bookId,
    title: '은혼식',
    specUid: 'SQUAREBOOK_LAYFLAT_HC',
    specOrigin: 'given',
    quantity: 2,
    stage: 'ready',
  });
});
