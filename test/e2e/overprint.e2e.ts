import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LOST_WHITE_AT, withLostWhite } from '../fixtures/pdf/lost-white.ts';
import { chooseInDialogs, openBook, settledRows } from './support/steps.ts';
import { dropDataDir, launchStudio, type Studio } from './support/studio.ts';
import { wordsIn } from './support/words.ts';

const SAMPLES = resolve(import.meta.dirname, '../../resources/samples');
const STEM = '할머니 팔순';
const LOOK_LIMIT_MS = 120_000;
/** Where to leave pictures of what is tested, for whoever wants to look. */
const shots = process.env['E2E_SHOTS'];

let studio: Studio;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'overprint-'));
  const cover = await withLostWhite(readFileSync(join(SAMPLES, `${STEM}_cover.pdf`)));
  writeFileSync(join(folder, `${STEM}_cover.pdf`), cover);
  copyFileSync(join(SAMPLES, `${STEM}_contents.pdf`), join(folder, `${STEM}_contents.pdf`));
  studio = await launchStudio({ preferences: { language: 'en', theme: 'light', density: 'comfortable' } });
  await studio.call('connections.startBuiltIn', {});
  await studio.until(({ phase }) => phase === 'ready');
});

afterAll(async () => {
  await studio?.close();
  if (studio !== undefined) dropDataDir(studio.dataDir);
  rmSync(folder, { recursive: true, force: true });
});

/** What the page view shows where the white lies: red, green and blue; null while it is drawn. */
const shown = (): Promise<readonly number[] | null> =>
  studio.page.evaluate(({ x, y }) => {
    const canvas = [...document.querySelectorAll<HTMLCanvasElement>('canvas[role="img"]')].find(
      ({ width }) => width > 0,
    );
    const pixel = canvas?.getContext('2d')?.getImageData(canvas.width * x, canvas.height * y, 1, 1).data;
    return pixel === undefined || pixel[3] === 0 ? null : [...pixel.slice(0, 3)];
  }, LOST_WHITE_AT);

const shot = async (name: string) => {
  if (shots !== undefined) await studio.page.screenshot({ path: join(shots, `${name}.png`) });
};

test('white that overprints is not to be seen in the window, which says so in both languages', {
  timeout: 300_000,
}, async () => {
  await chooseInDialogs(studio, { open: [folder], save: '' });
  await studio.call('imports.pickFolder', {});
  await settledRows(studio, (rows) => rows[0]?.coverBytesId?.endsWith('@printed') === true, LOOK_LIMIT_MS);
  const words = wordsIn('en');
  await openBook(studio, words, STEM);
  await studio.page.getByText(words.text('library.view.overprint'), { exact: true }).waitFor();
  // Cyan as pdf.js shows it: no red, and nothing of the white.
  await expect.poll(async () => (await shown())?.[0] ?? 255, { timeout: 30_000 }).toBeLessThan(60);
  await shot('overprint-en');
  await studio.call('app.setPreferences', { language: 'ko', theme: 'dark' });
  await studio.page.getByText(wordsIn('ko').text('library.view.overprint'), { exact: true }).waitFor();
  await shot('overprint-ko');
  // The contents do not overprint.
  await studio.page
    .getByRole('radio', { name: /내지/ })
    .or(studio.page.getByRole('tab', { name: /내지/ }))
    .first()
    .click();
  await expect
    .poll(() => studio.page.getByText(wordsIn('ko').text('library.view.overprint'), { exact: true }).count())
    .toBe(0);
});
