import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { tmpdir } from 'node:os';
import { afterAll, expect, test } from 'vitest';
import { writePhotographs } from '../fixtures/photographs/photograph-folder.ts';
import { chooseInDialogs } from './support/steps.ts';
import { dropDataDir, launchStudio, type Studio } from './support/studio.ts';
import { wordsIn } from './support/words.ts';

const words = wordsIn('en');
/** Where to leave pictures of what is tested, for whoever wants to look. */
const shots = process.env['E2E_SHOTS'];
const PICTURES = 5;
let studio: Studio;
let folder = '';

afterAll(async () => {
  await studio?.close().catch(() => undefined);
  if (studio !== undefined) dropDataDir(studio.dataDir);
  if (folder !== '') rmSync(folder, { recursive: true, force: true });
});

const shot = async (name: string) => {
  if (shots !== undefined) await studio.page.screenshot({ path: join(shots, `${name}.png`) });
};

test('a folder of pictures that is added to the library becomes a book: its name is the title, its pictures are in the tray', {
  timeout: 300_000,
}, async () => {
  folder = mkdtempSync(join(tmpdir(), 'jeju-'));
  await writePhotographs(folder, PICTURES);
  writeFileSync(join(folder, '.DS_Store'), 'x');
  writeFileSync(join(folder, 'broken.jpg'), Buffer.from([0xff, 0xd8, 0xff]));
  studio = await launchStudio({ preferences: { language: 'en', theme: 'light', density: 'comfortable' } });
  await studio.setContentSize(1280, 800);
  const { page } = studio;
  const button = (key: string, params = {}) => page.getByRole('button', { name: words.text(key, params) });
  await button('welcome.builtIn.start').click();
  await studio.until(({ phase }) => phase === 'ready', 120_000);
  await chooseInDialogs(studio, { open: [folder], save: '' });
  await button('library.addFolder').click();
  await button('library.import.layOut', { count: PICTURES + 1 }).waitFor();
  await shot('lay-out-these');
  await button('library.import.layOut', { count: PICTURES + 1 }).click();
  const title = page.getByRole('dialog').getByRole('textbox', { name: words.text('layout.titleField') });
  await title.waitFor();
  expect(await title.inputValue()).toBe(basename(folder));
  await shot('new-book-of-pictures');
  await button('layout.new.begin').click();
  const all = page.getByRole('radio', { name: words.text('layout.tray.all', { count: PICTURES }) });
  await all.waitFor({ timeout: 120_000 });
  await page.getByText('broken.jpg', { exact: false }).waitFor();
  await shot('taken-in');
  const [row] = (await studio.call('library.changes', { since: null })).rows;
  expect(row).toMatchObject({ title: basename(folder), layout: 'notExported' });
  await studio.close();

  // The pictures are away, and so are their previews: they come back with the pictures, without anybody opening the book anew.
  const { dataDir } = studio;
  rmSync(join(dataDir, 'previews'), { recursive: true });
  renameSync(folder, `${folder} away`);
  studio = await launchStudio({ dataDir });
  await studio.until(({ phase }) => phase === 'ready', 120_000);
  await studio.page.evaluate((id) => {
    window.location.hash = `/library/layout/${id}`;
  }, row?.bookId ?? '');
  const widths = () =>
    studio.page
      .locator('[role="option"] img')
      .evaluateAll((pictures) => pictures.map((one) => (one as HTMLImageElement).naturalWidth));
  await studio.page.getByRole('option').first().waitFor();
  await studio.page.waitForTimeout(1_500);
  expect(await widths()).toEqual(Array.from({ length: PICTURES }, () => 0));
  renameSync(`${folder} away`, folder);
  await studio.page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect.poll(widths, { timeout: 30_000 }).not.toContain(0);
});
