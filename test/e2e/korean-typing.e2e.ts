import { afterAll, beforeAll, expect, test } from 'vitest';
import { openHangulKeyboard, type HangulKeyboard } from './support/hangul-keyboard.ts';
import {
  importSamples,
  isGood,
  openReview,
  startBuiltIn,
  uploadReady,
  writeBatchAddress,
} from './support/job-steps.ts';
import { openBook } from './support/steps.ts';
import { dropDataDir, launchStudio, type Studio } from './support/studio.ts';
import { wordsIn } from './support/words.ts';

// ibus and its Hangul engine under the virtual display: a press of Enter that ends a composition is given back by them, and comes to
// the window as an ordinary Enter after the end.

const words = wordsIn('ko');
let keyboard: HangulKeyboard;
let studio: Studio;

beforeAll(async () => {
  keyboard = await openHangulKeyboard();
  studio = await launchStudio({
    preferences: { language: 'ko', theme: 'light', density: 'comfortable' },
    env: keyboard.env,
  });
  await studio.setContentSize(1280, 800);
  const context = { studio, words, shot: async () => undefined, say: () => undefined };
  await startBuiltIn(context);
  const good = (await importSamples(context)).filter(isGood);
  await uploadReady(context, good.length);
  await studio.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.focus());
}, 300_000);

afterAll(async () => {
  await studio?.close();
  if (studio !== undefined) dropDataDir(studio.dataDir);
  await keyboard?.close();
});

const orders = async (): Promise<number> => (await studio.call('orders.changes', { since: null })).rows.length;

test('the Enter that ends a composition in the order’s address orders nothing and closes nothing', {
  timeout: 300_000,
}, async () => {
  const { page } = studio;
  const context = { studio, words, shot: async () => undefined, say: () => undefined };
  const sheet = await openReview(context, 8);
  await writeBatchAddress(context, sheet);
  const confirm = sheet.getByRole('button', { name: words.pattern('orders.confirm', ['count', 'sum']) });
  await expect.poll(() => confirm.isEnabled(), { timeout: 20_000 }).toBe(true);
  const memo = sheet.getByRole('textbox', { name: words.pattern('orders.address.memo') });
  await memo.fill('');
  await memo.focus();
  // From Latin letters to Hangul, as the key beside the space bar does.
  await keyboard.press('Hangul', 'd', 'k', 's');
  // Nothing proves itself where the letters are not composed.
  await expect.poll(() => memo.inputValue()).toBe('안');
  await keyboard.press('Return');
  await page.waitForTimeout(1_000);
  expect(await memo.inputValue()).toBe('안');
  await keyboard.press('s', 'u', 'd', 'Return');
  await page.waitForTimeout(1_000);
  expect([await memo.inputValue(), await orders(), await sheet.isVisible()]).toEqual(['안녕', 0, true]);
  // Escape that ends a composition gives up the syllable at most, never the sheet.
  await keyboard.press('d', 'k', 'Escape');
  await page.waitForTimeout(500);
  expect([await orders(), await sheet.isVisible()]).toEqual([0, true]);
  await keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  expect(await orders()).toBe(0);
});

test('a title is saved by the next Enter, not by the one that ends its last syllable', {
  timeout: 300_000,
}, async () => {
  const { page } = studio;
  const [book] = (await studio.call('library.changes', { since: null })).rows.filter(
    ({ verdict }) => verdict === 'refused',
  );
  if (book === undefined) throw new Error('there is no book that may be renamed');
  await openBook(studio, words, book.title);
  await page.getByRole('button', { name: words.text('library.book.rename') }).click();
  const field = page.getByRole('textbox', { name: words.text('library.book.titleField') });
  await field.fill('');
  await keyboard.press('Hangul', 'q', 'h', 'a');
  await expect.poll(() => field.inputValue()).toBe('봄');
  await keyboard.press('Return');
  await page.waitForTimeout(500);
  expect(await field.isVisible()).toBe(true);
  await keyboard.press('Return');
  await field.waitFor({ state: 'detached' });
  await expect
    .poll(async () => (await studio.call('library.book', { bookId: book.bookId }))?.title, { timeout: 20_000 })
    .toBe('봄');
});
