import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nineFaults, writeFaults } from './support/nine-faults.ts';
import { chooseInDialogs, openBook, section, settledRows } from './support/steps.ts';
import { dropDataDir, launchStudio, type Studio } from './support/studio.ts';
import { wordsIn } from './support/words.ts';

const words = wordsIn('en');
const TITLES = ['Autumn', 'Spring', 'Summer'];

let studio: Studio;
let home: string;
let fix: string;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'alike-'));
  studio = await launchStudio({ preferences: { language: 'en', theme: 'light', density: 'comfortable' } });
  await studio.setContentSize(1280, 800);
  await studio.call('connections.startBuiltIn', {});
  await studio.until(({ phase }) => phase === 'ready');
  const [fault] = (await nineFaults()).filter((one) => one.fix !== null);
  if (fault === undefined) throw new Error('no fault has a repair');
  fix = fault.fix ?? '';
  const folder = join(home, 'drop');
  await writeFaults(
    folder,
    TITLES.map((title) => ({ ...fault, title })),
  );
  await chooseInDialogs(studio, { open: [folder], save: '' });
  await studio.call('imports.pickFolder', {});
  await section(studio.page, words.text('ui.section.library')).click();
  await settledRows(
    studio,
    // Whether they stand on their heads is seen at the deepest look.
    (rows) => rows.length === TITLES.length && rows.every(({ checkedLevel }) => checkedLevel === 3),
    120_000,
  );
}, 200_000);

afterAll(async () => {
  await studio?.close();
  if (studio !== undefined) dropDataDir(studio.dataDir);
  rmSync(home, { recursive: true, force: true });
});

async function repaired(): Promise<string[]> {
  const { rows } = await studio.call('library.changes', { since: null });
  const books = await Promise.all(rows.map(({ bookId }) => studio.call('library.book', { bookId })));
  return books.flatMap((book) => (book?.files.some(({ fixes }) => fixes.length > 0) ? [book.title] : [])).sort();
}

test('one repair that is taken over is offered for the others, made for them, and taken back as one step', {
  timeout: 300_000,
}, async () => {
  const { page } = studio;
  await openBook(studio, words, 'Spring');
  const name = words.text(`preflight.fix.name.${fix}`);
  await page
    .getByRole('button', { name: words.text('preflight.fix.previewOf', { fix: name }) })
    .first()
    .click();
  await page.getByRole('button', { name: words.text('preflight.fix.apply') }).click();
  const offer = page.getByRole('dialog', { name: words.text('preflight.alike.title', { fix: name, count: 2 }) });
  await offer.waitFor();
  expect(await offer.getByRole('listitem').allInnerTexts()).toEqual(
    ['Autumn', 'Summer'].map((title) => expect.stringContaining(title)),
  );
  expect(await repaired()).toEqual(['Spring']);
  // The focus is on it: Enter is enough.
  await page.keyboard.press('Enter');
  await page
    .getByText(words.text('preflight.alike.repaired', { count: 2 }))
    .first()
    .waitFor();
  await offer.waitFor({ state: 'detached' });
  expect(await repaired()).toEqual(TITLES);
  await page.getByRole('grid').first().focus();
  await page.keyboard.press('Control+z');
  await expect.poll(repaired, { timeout: 75_000 }).toEqual(['Spring']);
  await page.keyboard.press('Control+z');
  await expect.poll(repaired, { timeout: 75_000 }).toEqual([]);
});
