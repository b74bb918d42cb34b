import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BIG_KEY, startBigService } from '../desk/support/big-desk.ts';
import { chooseInDialogs } from './support/steps.ts';
import { dropDataDir, electronArguments, electronExecutable, launchStudio, type Studio } from './support/studio.ts';
import { wordsIn } from './support/words.ts';

const words = wordsIn('en');
/** A machine with other work takes its time. */
const WITHIN = { timeout: 30_000 };
/** Where to leave pictures of what is tested, for whoever wants to look. */
const shots = process.env['E2E_SHOTS'];

let studio: Studio;
let home: string;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'arrivals-'));
  studio = await launchStudio({ preferences: { language: 'en', theme: 'light', density: 'comfortable' } });
  await studio.call('connections.startBuiltIn', {});
  await studio.until(({ phase }) => phase === 'ready');
});
afterAll(async () => {
  await studio.close();
  dropDataDir(studio.dataDir);
  rmSync(home, { recursive: true, force: true });
});

/** As a double click or a link does while the studio runs: another start, which hands over and ends. */
async function startAgain(...opened: readonly string[]): Promise<void> {
  const second = spawn(electronExecutable(), [...electronArguments(studio.dataDir), ...opened], {
    stdio: 'ignore',
    cwd: home,
  });
  expect(await once(second, 'exit')).toEqual([0, null]);
}

const hash = () => new URL(studio.page.url()).hash;
const titles = async () => (await studio.call('library.changes', { since: null })).rows.map(({ title }) => title);
const shot = async (name: string) => {
  if (shots !== undefined) await studio.page.screenshot({ path: join(shots, `${name}.png`) });
};

test('a job package is opened by a double click in the window that is there, once, and again on macOS’s way', async () => {
  await studio.call('imports.addSamples', {});
  await expect.poll(async () => (await titles()).length, WITHIN).toBe(10);
  const [first, second] = (await studio.call('library.changes', { since: null })).rows;
  const chosen = [first?.bookId ?? '', second?.bookId ?? ''];
  const place = join(home, '가을 작업.bpjob');
  await chooseInDialogs(studio, { open: [], save: place });
  expect(await studio.call('packages.save', { bookIds: chosen })).toEqual({ books: 2, left: 0 });
  await studio.call('library.remove', { bookIds: chosen });
  await expect.poll(async () => (await titles()).length).toBe(8);

  await studio.page.evaluate(() => (window.location.hash = '/settings'));
  await startAgain('가을 작업.bpjob');
  await expect.poll(async () => (await titles()).length, WITHIN).toBe(10);
  await expect.poll(hash, WITHIN).toBe('#/library');
  const said = words.text('library.package.opened', { added: 2, known: 0, differing: 0 });
  await studio.page.getByText(said).waitFor();
  await shot('package-by-double-click');
  expect(await studio.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  expect(await studio.call('arrivals.waiting', {})).toEqual([]);

  await studio.app.evaluate(({ app }, path) => app.emit('open-file', { preventDefault: () => undefined }, path), place);
  await studio.page.getByText(words.text('library.package.opened', { added: 0, known: 2, differing: 0 })).waitFor();
  expect((await titles()).length).toBe(10);
});

test('a layout is opened by its document, and one of another library is told where it belongs', async () => {
  const { bookId } = await studio.call('layouts.create', {
    title: 'Kim & Lee',
    specUid: 'SQUAREBOOK_HC',
    pageCount: 24,
  });
  const project = join(studio.dataDir, 'layouts/Kim & Lee');
  await startAgain(pathToFileURL(join(project, 'Kim & Lee.bkprep')).href);
  await expect.poll(hash, WITHIN).toBe(`#/library/layout/${bookId}`);
  await studio.page.evaluate(() => (window.location.hash = '/library'));

  cpSync(project, join(home, 'Kim & Lee'), { recursive: true });
  await startAgain('Kim & Lee/Kim & Lee.bkprep');
  const elsewhere = { name: 'Kim & Lee.bkprep', folder: join(studio.dataDir, 'layouts') };
  await studio.page.getByText(words.text('errors.LAYOUT_ELSEWHERE', elsewhere)).first().waitFor();
  await shot('layout-of-another-library');
});

test('a link leads to its place and does nothing, and one that says more is not read', async () => {
  const service = await startBigService({ orders: 3 });
  const added = await studio.call('connections.add', {
    name: 'Print house',
    baseUrl: service.baseUrl,
    environment: 'sandbox',
    key: BIG_KEY,
  });
  if (!added.ok) throw new Error(JSON.stringify(added));
  await studio.call('connections.activate', { connectionId: added.connection.connectionId });
  const orders = async () => (await studio.call('orders.changes', { since: null })).rows;
  await expect.poll(async () => (await orders()).length, WITHIN).toBe(3);
  const orderUid = (await orders())[1]?.orderUid ?? '';
  await startAgain(`bookprint://orders/${orderUid}`);
  await expect.poll(hash, WITHIN).toBe('#/orders');
  await expect.poll(() => studio.page.locator('[data-filter]').inputValue(), WITHIN).toBe(orderUid);
  await expect.poll(() => studio.page.locator('[role="grid"] [role="row"][aria-selected]').count(), WITHIN).toBe(1);
  await shot('order-by-link');
  await studio.page.locator('[data-filter]').fill('');
  // It is on this very board, and the link says that it is not.
  await startAgain(`bookprint://orders/${orderUid}?env=live`);
  await studio.page.getByText(words.text('orders.link.elsewhere', { environment: 'Live' })).waitFor();
  expect(await studio.page.locator('[data-filter]').inputValue()).toBe('');
  await shot('order-of-live-by-link');
  await startAgain(`bookprint://orders/${orderUid}?env=sandbox`);
  await expect.poll(() => studio.page.locator('[data-filter]').inputValue(), WITHIN).toBe(orderUid);
  await startAgain(`bookprint://orders/or_nowhere?env=sandbox`, `bookprint://orders/${orderUid}?env=live&cancel=1`);
  await studio.page.getByText('or_nowhere').waitFor();
  await startAgain('bookprint://settings?theme=dark', 'bookprint://queue/pause', 'bookprint://app.setPreferences');
  await startAgain('bookprint://queue');
  await expect.poll(hash, WITHIN).toBe('#/queue');
  await service.close();
  expect((await studio.call('app.info', {})).preferences.theme).toBe('light');
});

test('what starts the studio is shown when there is a window for it', async () => {
  await studio.close();
  studio = await launchStudio({ dataDir: studio.dataDir, words: ['bookprint://credit'] });
  await expect.poll(hash, WITHIN).toBe('#/credit');
});
