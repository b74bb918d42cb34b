import { copyFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isAlive } from '../acceptance/service.ts';
import { journey } from './journeys/main-job.ts';
import { chooseInDialogs, settledRows } from './support/steps.ts';
import { dropDataDir, launchStudio, type Studio } from './support/studio.ts';
import { wordsIn } from './support/words.ts';

const SAMPLES = resolve(import.meta.dirname, '../../resources/samples');

/** One life of the app after the other on one data folder: the tests build on each other, in this order. */
let studio: Studio;

beforeAll(async () => {
  studio = await launchStudio({ preferences: { language: 'ko', theme: 'dark', density: 'compact' } });
  await studio.setContentSize(1440, 900);
});

afterAll(async () => {
  await studio.close();
  dropDataDir(studio.dataDir);
});

const boardOf = async () => {
  const rows = (await studio.call('library.changes', { since: null })).rows;
  return rows.map(({ title, verdict, stage, bookUid, orderUid }) => ({ title, verdict, stage, bookUid, orderUid }));
};

test('a folder of PDFs becomes orders, and the two faulty books are held with their reasons', {
  timeout: 300_000,
}, async () => {
  const { faults, books } = await journey({
    studio,
    words: wordsIn('ko'),
    shot: async () => undefined,
    say: () => undefined,
  });
  expect(faults).toEqual([]);
  expect(books.filter(({ orderUid }) => orderUid !== null).length).toBe(books.length - 2);
});

test('the next start has everything that the last one had', { timeout: 300_000 }, async () => {
  const before = await boardOf();
  const credit = (await studio.call('credit.view', { limit: 1, offset: 0 }))?.balance.balance;
  await studio.close();
  studio = await launchStudio({ dataDir: studio.dataDir });
  await studio.until(({ phase, credit: known }) => phase === 'ready' && known !== null);
  expect(await boardOf()).toEqual(before);
  expect((await studio.call('credit.view', { limit: 1, offset: 0 }))?.balance.balance).toBe(credit);
  expect((await studio.call('app.info', {})).preferences).toMatchObject({
    language: 'ko',
    theme: 'dark',
    density: 'compact',
  });
});

test('a service that cannot start keeps nobody from the library, and starts from there', {
  timeout: 300_000,
}, async () => {
  const { dataDir } = studio;
  const before = await boardOf();
  await studio.close();
  const folder = join(dataDir, 'service');
  renameSync(folder, `${folder}.away`);
  writeFileSync(folder, 'a file where the folder was');
  studio = await launchStudio({ dataDir });
  const words = wordsIn('ko');
  await studio.until(({ phase }) => phase === 'broken');
  const rows = studio.page.getByRole('grid').getByRole('row');
  await rows.nth(1).click();
  await studio.page
    .getByRole('alert')
    .filter({ hasText: words.text('ui.service.without') })
    .waitFor();
  const book = mkdtempSync(join(dataDir, 'another-'));
  for (const part of ['cover', 'contents'])
    copyFileSync(join(SAMPLES, `Kim & Lee wedding_${part}.pdf`), join(book, `Another wedding_${part}.pdf`));
  await chooseInDialogs(studio, { open: [book], save: '' });
  const chosen = await studio.call('imports.pickFolder', {});
  const checked = await settledRows(
    studio,
    (all) => all.length > before.length && all.every(({ verdict }) => verdict !== 'notChecked'),
    60_000,
  );
  expect(checked.length).toBe(before.length + 1);
  expect(await studio.call('imports.undo', { importId: chosen?.importId ?? '' })).toEqual({ removed: 1 });
  rmSync(folder);
  renameSync(`${folder}.away`, folder);
  await studio.page.getByRole('button', { name: words.text('welcome.broken.retry') }).click();
  await studio.until(({ phase, credit }) => phase === 'ready' && credit !== null);
  expect(await boardOf()).toEqual(before);
});

test('an embedded service that is killed is started again, and the app goes on with it', {
  timeout: 300_000,
}, async () => {
  const pid = await studio.servicePid();
  expect(pid).not.toBeNull();
  process.kill(pid ?? 0, 'SIGKILL');
  await studio.until(({ phase }) => phase !== 'ready');
  await studio.until(({ phase }) => phase === 'ready');
  expect(await studio.servicePid()).not.toBe(pid);
  const { rows } = await studio.call('orders.changes', { since: null });
  expect(rows.length).toBeGreaterThan(0);
  expect((await studio.call('credit.reconciliation', {}))?.agrees).toBe(true);
});

test('an app that is killed leaves no service behind, and starts again with everything', {
  timeout: 300_000,
}, async () => {
  const before = await boardOf();
  const pid = await studio.servicePid();
  const exited = new Promise((resolve) => studio.app.process().once('exit', resolve));
  studio.app.process().kill('SIGKILL');
  await exited;
  await expect.poll(() => isAlive(pid ?? 0), { timeout: 60_000 }).toBe(false);
  studio = await launchStudio({ dataDir: studio.dataDir });
  await studio.until(({ phase, credit }) => phase === 'ready' && credit !== null);
  expect(await boardOf()).toEqual(before);
});

test('a second start on the same data folder gives way to the first', { timeout: 300_000 }, async () => {
  await expect(launchStudio({ dataDir: studio.dataDir })).rejects.toThrow();
  expect(await studio.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});
