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
/** Of 255. */
const INK_BELOW = 60;
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

/** What page views show where the white lies, red alone: cyan ink leaves none of it. Those that are drawn, in their order. */
const redsShown = (): Promise<readonly number[]> =>
  studio.page.evaluate(({ x, y }) => {
    return [...document.querySelectorAll<HTMLCanvasElement>('canvas[role="img"]')].flatMap((canvas) => {
      const pixel = canvas.getContext('2d')?.getImageData(canvas.width * x, canvas.height * y, 1, 1).data;
      return pixel === undefined || pixel[3] === 0 ? [] : [pixel[0] ?? 0];
    });
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
  await expect.poll(async () => (await redsShown())[0] ?? 255, { timeout: 30_000 }).toBeLessThan(INK_BELOW);
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

test('a repair is looked at as it prints: the white is not there before it, and is after it', {
  timeout: 300_000,
}, async () => {
  const words = wordsIn('ko');
  const fix = words.text('preflight.fix.name.stopWhiteOverprint');
  await studio.page.getByText(words.text('findings.colour.whiteOverprint.title')).first().click();
  await studio.page.getByRole('button', { name: fix }).first().click();
  await studio.page.getByText(words.text('preflight.compare.overprint'), { exact: true }).waitFor();
  const sheet = async () => (await redsShown()).slice(-2);
  await expect
    .poll(async () => (await sheet()).map((red) => red < INK_BELOW), { timeout: 30_000 })
    .toEqual([true, false]);
  await shot('overprint-repair-ko');
  await studio.page.getByRole('button', { name: words.text('preflight.fix.discard') }).click();
});
