import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { BUILT_IN_RULES, type NamingRules } from '../../src-core/imports/naming-rules.ts';
import { createDesk } from '../../src-main/desk/create-desk.ts';
import type { Desk } from '../../src-main/desk/desk.ts';
import { writeDeskValue } from '../../src-main/desk/store/desk-values.ts';
import { openStore } from '../../src-main/desk/store/open-store.ts';
import { plainStore } from '../../src-main/desk/store/testing/plain-store.ts';
import { depsOf, importFolder, until } from './support/desk-bench.ts';
import { SAMPLES } from './support/samples.ts';

const MIGRATIONS = resolve(import.meta.dirname, '../../src-main/desk/store/migrations');
const SAMPLE = 'Hana & Joon layflat';
const RULES: NamingRules = {
  ...BUILT_IN_RULES,
  cover: ['커버', 'jacket'],
  contents: ['속지', 'book block'],
  patterns: ['{qty}x_{title}_{role}'],
};

let dir: string;
let desk: Desk;
const drop = () => join(dir, 'drop');
const open = () =>
  createDesk(
    depsOf(join(dir, 'desk'), {
      workerFile: join(inject('deskTools'), 'desk/preflight-worker.js'),
      samplesFolder: drop(),
    }),
  );
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'desk-rules-'));
  await mkdir(drop());
  desk = await open();
});
afterEach(async () => {
  await desk?.close();
  await rm(dir, { recursive: true, force: true });
});

/** A cover and contents of a sample book under other names. */
const lay = async (cover: string | null, contents: string | null, folder = drop()) => {
  if (cover !== null) await cp(join(SAMPLES, `${SAMPLE}_cover.pdf`), join(folder, cover));
  if (contents !== null) await cp(join(SAMPLES, `${SAMPLE}_contents.pdf`), join(folder, contents));
};
const rows = async () => (await desk.handlers['library.changes']({ since: null })).rows;
const titles = async () => (await rows()).map(({ title, stage }) => [title, stage === 'incomplete']).sort();
const rowOf = async (title: string) => {
  const row = (await rows()).find((one) => one.title === title);
  if (row === undefined) throw new Error(`no ${title}`);
  return row;
};
const pairingOf = async (title: string) =>
  (await desk.handlers['library.book']({ bookId: (await rowOf(title)).bookId }))?.pairing;

it('a folder of foreign names becomes books by the rules of the studio, each with what read it', async () => {
  await lay('커버_001.pdf'.normalize('NFD'), '속지_001.pdf');
  await lay('0012_jacket.pdf', '0012_book block.pdf');
  await lay('3x_Kim_jacket.pdf', '3x_Kim_contents.pdf');
  for (const folder of ['커버', '속지']) await mkdir(join(drop(), folder));
  await lay('Lee.pdf', null, join(drop(), '커버'));
  await lay(null, 'Lee.pdf', join(drop(), '속지'));
  expect(await importFolder(desk, drop())).toMatchObject({ paired: 0, alone: 8 });
  await desk.handlers['imports.undo']({ importId: (await desk.importPaths([drop()])).importId });
  await desk.handlers['library.remove']({ bookIds: (await rows()).map(({ bookId }) => bookId) });

  await desk.handlers['imports.setNamingRules'](RULES);
  await desk.close();
  desk = await open();
  expect(await desk.handlers['imports.namingRules']({})).toEqual(RULES);
  expect(await importFolder(desk, drop())).toMatchObject({ paired: 4, alone: 0 });
  expect(await titles()).toEqual([
    ['001', false],
    ['0012', false],
    ['Kim', false],
    ['Lee', false],
  ]);
  expect(await pairingOf('0012')).toMatchObject({
    key: 'library.pairing.own',
    params: { by: 'words', words: 'jacket, book block' },
  });
  expect(await pairingOf('Kim')).toMatchObject({
    key: 'library.pairing.tokensOwn',
    params: { said: 'copies', patterns: '{qty}x_{title}_{role}' },
  });
  expect(await rowOf('Kim')).toMatchObject({ quantity: 3 });
});

it('another rule changes no book that is there, joins what waited when its folder comes again, and is taken back', async () => {
  await lay('Kim_cover.pdf', 'Kim_contents.pdf');
  await lay('0012_jacket.pdf', '0012_book block.pdf');
  await importFolder(desk, drop());
  const { bookId } = await rowOf('Kim');
  const { undoId } = await desk.handlers['imports.setNamingRules']({ ...RULES, without: ['cover'] });
  expect(await rowOf('Kim')).toMatchObject({ bookId, stage: 'ready' });
  expect(await importFolder(desk, drop())).toMatchObject({ paired: 1 });
  expect(await titles()).toEqual([
    ['0012', false],
    ['Kim', false],
  ]);
  expect((await rowOf('Kim')).bookId).toBe(bookId);

  const { undoId: again } = await desk.handlers['steps.takeBack']({ undoId: undoId ?? '' });
  expect(await desk.handlers['imports.namingRules']({})).toEqual(BUILT_IN_RULES);
  await desk.handlers['steps.takeBack']({ undoId: again ?? '' });
  expect(await desk.handlers['imports.namingRules']({})).toMatchObject({ without: ['cover'] });
  expect(await desk.handlers['imports.setNamingRules']({ ...RULES, without: ['cover'] })).toEqual({ undoId: null });
});

it('names to try rules on are those of the last import, and of files without a partner', async () => {
  await lay('Kim_cover.pdf', 'Kim_contents.pdf');
  await importFolder(desk, drop());
  const later = join(dir, 'later');
  await mkdir(later);
  await lay('0012_jacket.pdf', null, later);
  await importFolder(desk, later);
  expect(await desk.handlers['imports.namesToTry']({ of: 'lastImport' })).toEqual(['later/0012_jacket.pdf']);
  expect(await desk.handlers['imports.namesToTry']({ of: 'leftOver' })).toEqual(['later/0012_jacket.pdf']);
  await importFolder(desk, drop());
  expect(await desk.handlers['imports.namesToTry']({ of: 'leftOver' })).toEqual(['later/0012_jacket.pdf']);
});

/** A hot folder in which contents wait for a cover that no built-in rule would bring. */
const waitingContents = async () => {
  const { hotFolderId } = await desk.addHotFolder(drop());
  await desk.handlers['hotFolders.set']({
    ...{ hotFolderId, whenGreen: 'nothing', afterwards: 'leave', specUid: null, language: 'ko' },
    ...{ connectionId: null, orders: null },
  });
  await lay(null, '0012_book block.pdf');
  await until(
    () => desk.handlers['hotFolders.list']({}),
    ([hot]) => hot?.books.waiting === 1,
  );
};
const becomeOneBook = () => until(titles, (now) => now.length === 1 && now[0]?.[0] === '0012' && now[0][1] === false);

it('what waits in a hot folder finds its partner by rules that came meanwhile', async () => {
  await waitingContents();
  await desk.handlers['imports.setNamingRules'](RULES);
  await lay('0012_jacket.pdf', null);
  await becomeOneBook();
});

it('what waits in a hot folder is named by the next desk where this one was killed after the rules were kept', async () => {
  await waitingContents();
  await desk.close();
  const store = openStore(join(dir, 'desk'), plainStore(MIGRATIONS));
  writeDeskValue(store.db, 'naming.rules', RULES);
  store.close(Date.now());
  desk = await open();
  await lay('0012_jacket.pdf', null);
  await becomeOneBook();
});
