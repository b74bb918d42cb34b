import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { letAllGo, orderUploaded, queuedNews, startBuiltIn } from './support/job-steps.ts';
import { section, settledRows } from './support/steps.ts';
import { dropDataDir, launchStudio, type Studio } from './support/studio.ts';
import { wordsIn } from './support/words.ts';

const words = wordsIn('en');
/** Where to leave pictures of what is tested, for whoever wants to look. */
const shots = process.env['E2E_SHOTS'];
let studio: Studio;

afterAll(async () => {
  await studio?.close().catch(() => undefined);
  if (studio !== undefined) dropDataDir(studio.dataDir);
});

const shot = async (name: string) => {
  if (shots !== undefined) await studio.page.screenshot({ path: join(shots, `${name}.png`) });
};
const button = (key: string, params = {}) => studio.page.getByRole('button', { name: words.text(key, params) });
/** From the layout that is open to the row of its files. */
async function makePdfs(): Promise<void> {
  await studio.page.locator('[data-stage]').focus();
  await studio.page.keyboard.press('Control+Enter');
  await studio.page
    .getByRole('dialog')
    .getByRole('button', { name: words.text('layout.makePdfs') })
    .waitFor();
  await studio.page.waitForTimeout(500);
  await shot('make-pdfs');
  await studio.page
    .getByRole('dialog')
    .getByRole('button', { name: words.text('layout.makePdfs') })
    .click();
  await button('layout.export.toRow').waitFor({ timeout: 120_000 });
  await button('layout.export.toRow').click();
}
async function uploadAndOrder(): Promise<void> {
  const context = { studio, words, shot: async () => undefined, say: () => undefined };
  await settledRows(studio, (rows) => rows.some(({ stage }) => stage === 'ready'), 120_000);
  await button('library.upload', { count: 1 }).click();
  await letAllGo(context, queuedNews(context));
  await settledRows(studio, (rows) => rows.some(({ stage }) => stage === 'uploaded'), 120_000);
  await orderUploaded(context, 1);
  await section(studio.page, words.text('ui.section.library')).click();
}

test('the layout of an ordered book is opened, changed and made again: a new row to order, and the ordered one as it was', {
  timeout: 400_000,
}, async () => {
  studio = await launchStudio({ preferences: { language: 'en', theme: 'light', density: 'comfortable' } });
  await studio.setContentSize(1280, 800);
  const { page } = studio;
  await startBuiltIn({ studio, words, shot: async () => undefined, say: () => undefined });
  const wish = { title: 'Kim & Lee', specUid: 'SQUAREBOOK_HC', pageCount: 24 };
  const { bookId } = await studio.call('layouts.create', wish);
  const row = page.getByRole('row', { name: /Kim & Lee/ });
  await row.click();
  await page.getByText(words.text('library.book.inLayoutText')).waitFor();
  await shot('in-layout');
  await row.dblclick();
  await page.locator('[data-stage]').waitFor();
  await makePdfs();
  await uploadAndOrder();
  const [ordered] = (await studio.call('library.changes', { since: null })).rows;
  expect(ordered).toMatchObject({ bookId, stage: 'ordered', layout: 'exported', version: 1 });

  await row.dblclick();
  await page.locator('[data-stage]').waitFor();
  await page.locator('[data-pane="strip"] button').nth(2).click();
  await page.locator('[data-stage]').focus();
  await page.keyboard.press('t');
  await page.keyboard.insertText('Second thoughts');
  await page.locator('textarea').blur();
  await page.locator('[data-stage]').focus();
  await page.keyboard.press('Escape');
  await makePdfs();
  const second = page.getByRole('row', { name: /Kim & Lee/, selected: true });
  await second.getByText(words.text('library.version', { version: 2 })).waitFor();
  await settledRows(studio, (rows) => rows.every(({ stage }) => stage === 'ready' || stage === 'ordered'), 120_000);
  await page.waitForTimeout(1_000);
  await shot('second-version');
  const rows = (await studio.call('library.changes', { since: null })).rows;
  expect(rows.map((one) => [one.version, one.stage, one.layout])).toEqual([
    [1, 'ordered', 'former'],
    [2, 'ready', 'exported'],
  ]);
  expect(rows[0]).toMatchObject({ orderUid: ordered?.orderUid, contentsFileId: ordered?.contentsFileId });

  // A finding of a book that was made here leads to its page in the layout.
  await page.locator('button[aria-expanded="false"]', { hasText: words.text('library.check.where.contents') }).click();
  await button('library.check.goToPage', { page: 5 }).click();
  await shot('finding');
  await button('preflight.openInLayout').click();
  await page.getByText(words.text('layout.spreadOf', { spread: 3, spreads: 13 })).waitFor();
  await shot('page-of-finding');
  await page.locator('[data-stage]').focus();
  await page.keyboard.press('Escape');

  await button('library.book.showVersion', { version: 1 }).click();
  await page.getByText(words.text('library.book.former')).waitFor();
  await shot('first-version');
  await uploadAndOrder();
  const both = (await studio.call('library.changes', { since: null })).rows;
  expect(both.map(({ stage }) => stage)).toEqual(['ordered', 'ordered']);
  expect(new Set(both.map(({ orderUid }) => orderUid)).size).toBe(2);
});
