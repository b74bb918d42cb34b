import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { writePhotographs } from '../fixtures/photographs/photograph-folder.ts';
import { chooseInDialogs } from './support/steps.ts';
import { dropDataDir, launchStudio, type Studio } from './support/studio.ts';
import { wordsIn } from './support/words.ts';

const PUPILS = 24;
const words = wordsIn('ko');
let studio: Studio;
const folder = mkdtempSync(join(tmpdir(), 'class-'));

afterAll(async () => {
  await studio.close().catch(() => undefined);
  dropDataDir(studio.dataDir);
  rmSync(folder, { recursive: true, force: true });
});

test('a class list of 24 rows becomes a yearbook by templates: pages, pictures, a cover, PDFs that print well; one undo takes the rows back', {
  timeout: 400_000,
}, async () => {
  await writePhotographs(folder, PUPILS);
  const shots = readdirSync(folder).sort();
  const rows = shots.map((shot, at) => `학생 ${at + 1};${shot};${at === 3 ? '' : `한마디 ${at + 1}`}`);
  const list = join(folder, '명단.csv');
  writeFileSync(list, `\uFEFF이름;사진;한마디\r\n${rows.join('\r\n')}\r\n`);
  studio = await launchStudio({ preferences: { language: 'ko', theme: 'light', density: 'comfortable' } });
  await studio.setContentSize(1280, 800);
  const { page } = studio;
  const button = (key: string) => page.getByRole('button', { name: words.text(key), exact: true });
  await button('welcome.builtIn.start').click();
  await studio.until(({ phase }) => phase === 'ready', 120_000);
  const wish = { title: '햇살초 6학년 3반', specUid: 'SQUAREBOOK_HC', pageCount: 24 };
  const { bookId } = await studio.call('layouts.create', wish);
  await page.evaluate((id) => {
    window.location.hash = `/library/layout/${id}`;
  }, bookId);
  await page.locator('[data-stage]').waitFor();
  await chooseInDialogs(studio, { open: [folder], save: '' });
  await button('layout.tray.addFolder').first().click();
  const all = page.getByRole('radio', { name: words.text('layout.tray.all', { count: PUPILS }) });
  await all.waitFor({ timeout: 120_000 });

  // Rows of the list, by the columns that were found.
  await button('layout.theme.open').click();
  const sheet = page.getByRole('dialog', { name: words.text('layout.theme.title.add') });
  await sheet.getByRole('button', { name: '졸업앨범' }).click();
  await sheet.getByRole('button', { name: /내지_소개/ }).click();
  await sheet.getByRole('button', { name: words.text('layout.theme.table') }).click();
  await chooseInDialogs(studio, { open: [list], save: '' });
  const table = page.getByRole('dialog', { name: words.text('layout.table.title') });
  await table.getByRole('button', { name: words.text('layout.table.choose') }).click();
  await table.getByRole('button', { name: words.text('layout.table.add', { count: PUPILS }) }).click();
  await table.waitFor({ state: 'detached' });
  await page.locator('[data-stage] [aria-label="학생 1"]').waitFor();
  const kept = async () => (await studio.call('layouts.open', { bookId })).document;
  await expect.poll(async () => (await kept()).themed?.order.length).toBe(PUPILS);
  await page.locator('[data-stage]').focus();
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await kept()).themed).toBeNull();
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(async () => (await kept()).themed?.pages).toBe(PUPILS);

  // The PDFs are not made of a cover that lacks its words.
  await page.locator('[data-pane="strip"] button').first().click();
  await button('layout.theme.coverBy').click();
  const covers = page.getByRole('dialog', { name: words.text('layout.theme.title.cover') });
  await covers.getByRole('button', { name: '졸업앨범' }).click();
  await covers.getByRole('button', { name: /표지_숫자/ }).click();
  await covers.getByRole('button', { name: words.text('layout.theme.take.cover') }).click();
  await covers.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+Enter');
  const make = page.getByRole('dialog', { name: words.text('layout.export.title') });
  await make.getByRole('heading', { name: words.text('layout.export.unfinished', { count: 2 }) }).waitFor();
  await page.keyboard.press('Escape');
  await make.waitFor({ state: 'detached' });
  await page.getByRole('textbox', { name: '졸업하는 해', exact: true }).fill('2026');
  await page.getByRole('textbox', { name: '제목', exact: true }).fill('우리들의 졸업');
  await page.locator('[data-stage] [aria-label="우리들의 졸업"]').waitFor();
  await button('layout.makePdfs').click();
  await make.getByRole('button', { name: words.text('layout.makePdfs') }).click();
  await make.getByRole('button', { name: words.text('layout.export.toRow') }).click({ timeout: 120_000 });
  const row = async () => (await studio.call('library.changes', { since: null })).rows[0];
  await expect.poll(async () => (await row())?.stage, { timeout: 120_000 }).toBe('ready');
  expect(['accepted', 'warning']).toContain((await row())?.verdict);

  const made = join(studio.dataDir, 'layouts', wish.title, 'exports/0001');
  const told = execFileSync('pdftotext', ['-raw', join(made, 'contents.pdf'), '-'], { encoding: 'utf8' }).split('\f');
  expect(told.slice(0, PUPILS).map((text, at) => text.includes(`학생 ${at + 1}\n`))).toEqual(
    Array.from({ length: PUPILS }, () => true),
  );
  expect(execFileSync('pdftotext', ['-raw', join(made, 'cover.pdf'), '-'], { encoding: 'utf8' })).toContain(
    '우리들의 졸업',
  );
  const images = execFileSync('pdfimages', ['-list', join(made, 'contents.pdf')], { encoding: 'utf8' });
  const pages = images.split('\n').flatMap((line) => (/^\s*(\d+)\s+\d+ image/.exec(line) ?? [])[1] ?? []);
  expect(pages.map(Number)).toEqual(Array.from({ length: PUPILS }, (_, at) => at + 1));
});
