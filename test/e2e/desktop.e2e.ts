import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileUrl } from '../../src-core/ipc/channels.ts';
import { HOWEVER_IT_PRINTS } from '../fixtures/print-taken.ts';
import { chooseInDialogs, section } from './support/steps.ts';
import { dropDataDir, launchStudio, type Studio } from './support/studio.ts';
import { wordsIn } from './support/words.ts';

const SAMPLES = resolve(import.meta.dirname, '../../resources/samples');

let studio: Studio;
let home: string;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'desktop-'));
  studio = await launchStudio({ preferences: { language: 'en', theme: 'light', density: 'comfortable' } });
  await studio.call('connections.startBuiltIn', {});
  await studio.until(({ phase }) => phase === 'ready');
});

afterAll(async () => {
  await studio.close();
  dropDataDir(studio.dataDir);
  rmSync(home, { recursive: true, force: true });
});

const choose = (choice: Parameters<typeof chooseInDialogs>[1]): Promise<void> => chooseInDialogs(studio, choice);

const menuLabels = (): Promise<string[]> =>
  studio.app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items.map((item) => item.label) ?? []);

test('a folder is chosen in the menu, and its books come to the library', async () => {
  await choose({ open: [], save: '' });
  expect(await studio.call('imports.pickFolder', {})).toBeNull();
  await choose({ open: [SAMPLES], save: '' });
  // The window hears the menu from the moment it shows a screen, a little after the service is ready.
  await studio.page.getByRole('heading', { name: wordsIn('en').text('ui.section.library'), exact: true }).waitFor();
  await studio.app.evaluate(({ Menu, BrowserWindow }, label) => {
    const item = Menu.getApplicationMenu()
      ?.items.flatMap((one) => one.submenu?.items ?? [])
      .find((one) => one.label === label);
    item?.click(undefined, BrowserWindow.getAllWindows()[0], undefined);
  }, wordsIn('en').text('ui.command.imports.pickFolder'));
  await expect
    .poll(
      async () =>
        (await studio.call('library.changes', { since: null })).rows.filter(({ verdict }) => verdict !== 'notChecked')
          .length,
      { timeout: 60_000 },
    )
    .toBe(10);
});

test('undo and redo in the menu say what they are about, grey where that is nothing, and do it', async () => {
  const editMenu = () =>
    studio.app.evaluate(
      ({ Menu }) =>
        Menu.getApplicationMenu()
          ?.items.find(({ label }) => label === 'Edit')
          ?.submenu?.items.slice(0, 2)
          .map(({ label, enabled }) => [label, enabled]) ?? [],
    );
  const press = (at: number) =>
    studio.app.evaluate(({ Menu, BrowserWindow }, which) => {
      const edit = Menu.getApplicationMenu()?.items.find(({ label }) => label === 'Edit');
      edit?.submenu?.items[which]?.click(undefined, BrowserWindow.getAllWindows()[0], undefined);
    }, at);
  const books = async () => (await studio.call('library.changes', { since: null })).rows.length;
  const before = await books();
  await studio.page.getByRole('grid').getByRole('row').nth(1).click();
  await studio.page.keyboard.press('Delete');
  await expect.poll(editMenu).toEqual([
    ['Undo: 1 book removed', true],
    ['Redo', false],
  ]);
  expect(await books()).toBe(before - 1);
  await press(0);
  await expect.poll(editMenu).toEqual([
    ['Undo: Files added', true],
    ['Redo: 1 book removed', true],
  ]);
  await expect.poll(books).toBe(before);
  await press(1);
  await expect.poll(books).toBe(before - 1);
  await press(0);
  await expect.poll(books).toBe(before);
});

test('the page reads a file of the library in ranges, by its identifier', async () => {
  const [row] = (await studio.call('library.changes', { since: null })).rows;
  const book = await studio.call('library.book', { bookId: row?.bookId ?? '' });
  const file = book?.files[0];
  const bytes = readFileSync(join(SAMPLES, file?.name ?? ''));
  const seen = await studio.page.evaluate(
    async (address) => {
      const part = await fetch(address, { headers: { range: 'bytes=0-7' } });
      const whole = await fetch(address);
      return {
        status: part.status,
        range: part.headers.get('content-range'),
        head: await part.text(),
        type: whole.headers.get('content-type'),
        size: (await whole.arrayBuffer()).byteLength,
      };
    },
    fileUrl(file?.bytesId ?? ''),
  );
  expect(seen).toEqual({
    status: 206,
    range: `bytes 0-7/${bytes.byteLength}`,
    head: bytes.subarray(0, 8).toString('latin1'),
    type: 'application/pdf',
    size: bytes.byteLength,
  });
});

test('a template is written where the operator says, and nowhere when the dialog is cancelled', async () => {
  const [spec] = await studio.call('specs.list', {});
  const wish = { specUid: spec?.bookSpecUid ?? '', pages: spec?.pageMin ?? 0, kind: 'contents' } as const;
  const save = (pages: number, format: 'pdf' | 'svg' = 'pdf') =>
    studio.call('documents.save', { document: { what: 'template', ...wish, pages, format } });
  await choose({ open: [], save: '' });
  expect(await save(wish.pages)).toEqual({ saved: false });
  const place = join(home, 'template.pdf');
  await choose({ open: [], save: place });
  expect(await save(wish.pages)).toEqual({ saved: true });
  expect((await PDFDocument.load(readFileSync(place))).getPageCount()).toBeGreaterThan(0);
  const drawing = join(home, 'template.svg');
  await choose({ open: [], save: drawing });
  expect(await save(wish.pages, 'svg')).toEqual({ saved: true });
  expect(readFileSync(drawing, 'utf8')).toContain(`${spec?.name} (${spec?.bookSpecUid})`);
  await expect(save(wish.pages + 1_000)).rejects.toThrow('IPC_BAD_INPUT');
  await choose({ open: [], save: join(home, 'no-such-folder/template.pdf') });
  await expect(save(wish.pages)).rejects.toThrow('DOCUMENT_NOT_WRITTEN');
});

test('Mod+C copies the exact numbers of the fault on screen, from the row and by the menu', async () => {
  const { page, app } = studio;
  const clipboard = () => app.evaluate(({ clipboard: own }) => own.readText());
  const copies = async (copy: () => Promise<unknown>) => {
    await app.evaluate(({ clipboard: own }) => own.writeText('what was there'));
    await copy();
    await expect.poll(clipboard).toMatch(/^W \d+\.\d\d × H \d+\.\d\d mm, /);
  };
  const row = page.getByRole('grid').getByText('Choi & Jung wedding').first();
  await row.click();
  await page
    .getByRole('button', { name: wordsIn('en').text('library.check.copy'), exact: true })
    .first()
    .waitFor();
  await copies(() => page.keyboard.press('ControlOrMeta+c'));
  await copies(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.copy()));
});

test('the order list is a CSV that Excel reads as UTF-8', async () => {
  const place = join(home, 'orders.csv');
  await choose({ open: [], save: place });
  expect(await studio.call('documents.save', { document: { what: 'orders', orderUids: [], kind: 'csv' } })).toEqual({
    saved: true,
  });
  expect([...readFileSync(place).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
});

test('the title has the word of the environment, and the language changes title and menu at once', async () => {
  const title = (): Promise<string> =>
    studio.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getTitle() ?? '');
  await expect.poll(title).toBe('Book Print Studio · SANDBOX');
  expect((await menuLabels())[0]).toBe(wordsIn('en').text('shell.menu.file'));
  await studio.call('app.setPreferences', { language: 'ko', theme: 'dark' });
  expect([await title(), (await menuLabels())[0]]).toEqual([
    '북프린트 스튜디오 · 샌드박스',
    wordsIn('ko').text('shell.menu.file'),
  ]);
  expect(await studio.app.evaluate(({ nativeTheme }) => nativeTheme.shouldUseDarkColors)).toBe(true);
});

test('the computer is kept awake while files are sent, and let go when nothing is under way', async () => {
  await studio.app.evaluate(({ powerSaveBlocker }) => {
    const told: string[] = [];
    Object.assign(globalThis, { told });
    const start = powerSaveBlocker.start.bind(powerSaveBlocker);
    const stop = powerSaveBlocker.stop.bind(powerSaveBlocker);
    powerSaveBlocker.start = (type) => {
      const id = start(type);
      told.push(`start ${type} ${powerSaveBlocker.isStarted(id)}`);
      return id;
    };
    powerSaveBlocker.stop = (id) => {
      stop(id);
      told.push(`stop ${powerSaveBlocker.isStarted(id)}`);
      return true;
    };
  });
  const told = () =>
    studio.app.evaluate(() => (globalThis as unknown as { readonly told: readonly string[] }).told.join(', '));
  const { queued } = await studio.call('queue.upload', { bookIds: [], print: HOWEVER_IT_PRINTS });
  expect(queued).toBeGreaterThan(0);
  await studio.until(({ queue }) => queue.state === 'idle');
  await expect.poll(told).toBe('start prevent-app-suspension true, stop false');
});

test('a computer that wakes up has the orders swept once, at once', async () => {
  const sweeps = async () =>
    (await studio.call('activity.list', {})).filter(({ path }) => path.startsWith('/orders?')).length;
  await studio.call('orders.refresh', {});
  const before = await sweeps();
  await studio.app.evaluate(({ powerMonitor }) => {
    powerMonitor.emit('suspend');
    powerMonitor.emit('resume');
  });
  // By itself the next one comes half a minute after the last.
  await expect.poll(sweeps, { timeout: 25_000 }).toBe(before + 1);
  await studio.page.waitForTimeout(1_000);
  expect(await sweeps()).toBe(before + 1);
});

test('another contract profile starts the built-in service anew, and the choice stays', async () => {
  const pid = await studio.servicePid();
  await studio.call('connections.startBuiltIn', { contract: 'public-2026-09' });
  await studio.until(({ phase }) => phase === 'ready');
  expect(await studio.servicePid()).not.toBe(pid);
  expect((await studio.call('app.info', {})).service).toEqual({
    contract: 'public-2026-09',
    allowLocalAddresses: false,
  });
});

test('the settings let the built-in service call this computer: it starts anew with that, under the same contract', async () => {
  const words = wordsIn('ko');
  const pid = await studio.servicePid();
  await section(studio.page, words.text('ui.section.settings')).click();
  const settings = studio.page.getByRole('region', { name: words.text('settings.service.title'), exact: true });
  await settings.getByRole('button', { name: words.text('settings.service.webhooks') }).click();
  await studio.page.getByRole('option', { name: words.text('settings.service.webhooks.local') }).click();
  await settings.getByText(words.text('settings.service.webhooksNote.local')).last().waitFor();
  await settings.getByRole('button', { name: words.text('settings.service.apply') }).click();
  await studio.page.getByText(words.text('settings.service.applied')).waitFor();
  await studio.until(({ phase }) => phase === 'ready');
  expect(await studio.servicePid()).not.toBe(pid);
  expect((await studio.call('app.info', {})).service).toEqual({
    contract: 'public-2026-09',
    allowLocalAddresses: true,
  });
  await settings.getByRole('button', { name: words.text('settings.service.apply') }).waitFor({ state: 'detached' });
});

test('a window that is closed takes its place with it, and the logs hold no key', async () => {
  await studio.close();
  expect(JSON.parse(readFileSync(join(studio.dataDir, 'window.json'), 'utf8'))).toMatchObject({ maximized: false });
  for (const name of ['studio.log', 'service.log']) {
    const log = join(studio.dataDir, 'logs', name);
    expect(existsSync(log) ? readFileSync(log, 'utf8') : '').not.toMatch(/[A-Z]{2}[A-Za-z0-9]{10}\.[A-Za-z0-9_-]{32}/);
  }
  studio = await launchStudio({ dataDir: studio.dataDir });
});
