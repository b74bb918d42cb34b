import { closeSync, copyFileSync, existsSync, mkdirSync, openSync, readdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { chooseInDialogs } from './support/steps.ts';
import { dropDataDir, launchStudio, newDataDir, type Studio } from './support/studio.ts';
import type { Language } from '../../src-core/text-ref.ts';
import { wordsIn } from './support/words.ts';

/** `STORE_PICTURES=DIR` keeps a picture of every screen, to be looked at. */
const pictures = process.env['STORE_PICTURES'];

let dataDir: string;
const elsewhere = newDataDir();
let studio: Studio | null = null;

beforeAll(async () => {
  dataDir = newDataDir();
  // A first life that closes cleanly leaves a store and its backup.
  const first = await launchStudio({
    dataDir,
    preferences: { language: 'en', theme: 'light', density: 'comfortable' },
  });
  await first.call('imports.addSamples', {});
  await first.until(({ counts }) => counts.all === 10);
  await first.close();
});
afterEach(async () => {
  await studio?.close();
  studio = null;
});
afterAll(() => [dataDir, elsewhere].forEach(dropDataDir));

const desk = (...names: string[]) => join(dataDir, 'desk', ...names);
function damage(): void {
  const file = openSync(desk('desk.db'), 'r+');
  writeSync(file, Buffer.alloc(200, 0x5a), 0, 200, 0);
  closeSync(file);
}
async function openIn(language: Language, theme: 'light' | 'dark', name: string): Promise<Studio> {
  studio = await launchStudio({ dataDir, preferences: { language, theme, density: 'comfortable' } });
  await studio.page.getByRole('heading', { name: wordsIn(language).text('store.title') }).waitFor();
  if (pictures !== undefined) {
    mkdirSync(pictures, { recursive: true });
    await studio.page.screenshot({ path: join(pictures, `${name}-${language}-${theme}.png`) });
  }
  return studio;
}
const asides = () => readdirSync(desk()).filter((name) => name.startsWith('damaged-'));

test('a damaged library has a screen in both languages and themes that says so, and changes nothing by itself', async () => {
  damage();
  for (const [language, theme] of [
    ['ko', 'dark'],
    ['en', 'light'],
    ['ko', 'light'],
  ] as const) {
    const { page } = await openIn(language, theme, 'damaged');
    const words = wordsIn(language);
    expect(await page.getByRole('alert').textContent()).toContain(
      words.text('errors.DESK_STORE_DAMAGED', { reason: '' }).trim(),
    );
    await page.getByRole('button', { name: words.pattern('store.restoreOf', ['date']) }).waitFor();
    await page.getByRole('button', { name: words.text('store.empty') }).waitFor();
    await page.getByRole('button', { name: words.text('store.retry') }).click();
    await page.getByRole('heading', { name: words.text('store.title') }).waitFor();
    await studio?.close();
    studio = null;
  }
  expect(asides()).toEqual([]);
});

test('nothing of the library is answered meanwhile, and nothing else crashes', async () => {
  const open = await openIn('en', 'dark', 'damaged');
  await expect(open.call('library.book', { bookId: 'x' })).rejects.toThrow('DESK_STORE_DAMAGED');
  await chooseInDialogs(open, { open: [], save: '' });
  expect((await open.call('app.status', {})).phase).toBe('noStore');
});

test('the backup is restored in the same window, beside the damaged file', async () => {
  const { page, call, until } = await openIn('en', 'light', 'damaged');
  await page
    .getByRole('button', { name: wordsIn('en').pattern('store.restoreOf', ['date']) })
    .first()
    .click();
  await until(({ phase }) => phase !== 'noStore');
  expect((await call('app.status', {})).counts.all).toBe(10);
  expect((await call('app.status', {})).queue.state, 'nothing is sent by itself').not.toBe('running');
  expect(existsSync(desk(asides()[0] ?? '', 'desk.db'))).toBe(true);
});

test('starting empty keeps the damaged file and opens the studio', async () => {
  damage();
  const before = asides().length;
  const { page, call, until } = await openIn('ko', 'dark', 'damaged');
  await page.getByRole('button', { name: wordsIn('ko').text('store.empty') }).click();
  await until(({ phase }) => phase !== 'noStore');
  expect((await call('app.status', {})).counts.all).toBe(0);
  expect(asides()).toHaveLength(before + 1);
});

test('a library of a later version is refused with both versions named, and offers nothing that would change it', async () => {
  const client = new Libsql(desk('desk.db'));
  client.exec(`INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('later', ${Date.UTC(2099, 0)})`);
  client.exec(`UPDATE desk_values SET value = '"9.9.9"' WHERE name = 'app.version'`);
  client.close();
  for (const [language, theme] of [
    ['ko', 'light'],
    ['en', 'dark'],
  ] as const) {
    const { page, call } = await openIn(language, theme, 'newer');
    const { version } = await call('app.info', {});
    const words = (await page.getByRole('alert').textContent()) ?? '';
    expect(words).toContain('9.9.9');
    expect(words).toContain(version);
    expect(await page.getByRole('button', { name: wordsIn(language).text('store.empty') }).count()).toBe(0);
    await call('store.recover', { how: 'startEmpty', backup: null });
    expect((await call('app.status', {})).phase, 'not even when the page asks for it').toBe('noStore');
    await studio?.close();
    studio = null;
  }
});

test('after an update that is taken back, the library of before it can be gone on with', async () => {
  const [clean = ''] = readdirSync(desk('backups')).toSorted();
  copyFileSync(desk('backups', clean), desk('backups', clean.replace('.db', '-before.db')));
  const before = asides().length;
  const { page, until } = await openIn('ko', 'light', 'taken-back');
  await page.getByText(wordsIn('ko').pattern('store.backup.before', ['date'])).waitFor();
  await page.getByRole('button', { name: wordsIn('ko').pattern('store.restoreOf', ['date']) }).click();
  await until(({ phase }) => phase !== 'noStore');
  expect(asides()).toHaveLength(before + 1);
});

test('where the whole studio was backed up, that is restored in the place of the damaged one', async () => {
  const file = join(elsewhere, 'studio.bpbackup');
  const whole = await launchStudio({ dataDir });
  await whole.call('imports.addSamples', {});
  await whole.until(({ counts }) => counts.all === 10);
  await chooseInDialogs(whole, { open: [], save: file });
  expect(await whole.call('backups.save', {})).toEqual({ books: 10, orders: 0 });
  await whole.close();
  damage();
  const { app, page } = await openIn('ko', 'dark', 'whole');
  await chooseInDialogs({ app } as Studio, { open: [file], save: '' });
  await app.evaluate(({ app: electronApp, dialog }) => {
    dialog.showMessageBox = async () => ({ response: 0, checkboxChecked: false });
    // Who drives this window holds every start until it listens, and would not listen to that one.
    electronApp.relaunch = () => undefined;
  });
  const closed = app.waitForEvent('close');
  await page.getByRole('button', { name: wordsIn('ko').text('settings.backup.restore') }).click();
  await closed;
  studio = await launchStudio({ dataDir });
  expect((await studio.until(({ phase }) => phase !== 'noStore')).counts.all).toBe(10);
});
