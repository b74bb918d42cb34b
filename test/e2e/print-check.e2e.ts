import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument, rgb } from 'pdf-lib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JourneyContext } from './journeys/journey.ts';
import {
  applyRepair,
  exportReport,
  importFolder,
  previewRepair,
  selectedMark,
  setThreshold,
  signOffWorst,
  stepThroughFindings,
  takeRepairBack,
  untilBook,
} from './journeys/print-check.ts';
import { COARSE_PAGES, STRETCHED_PAGE, TITLES, writePrintCheckBooks } from './support/print-check-books.ts';
import { openBook, pause, section } from './support/steps.ts';
import { dropDataDir, launchStudio, type Studio } from './support/studio.ts';
import { wordsIn } from './support/words.ts';

const words = wordsIn('en');
const SIGNATURE = { name: 'Mina Park', reason: 'The customer has no better photo' };

/** One life of the app after the other on one data folder: the tests build on each other, in this order. */
let studio: Studio;
let home: string;
let output = '';

const context = (): JourneyContext => ({ studio, words, shot: async () => undefined, say: () => undefined });
const drop = (name: string): string => join(home, 'drop', name);
const hashOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

async function open(dataDir?: string): Promise<void> {
  studio = await launchStudio(
    dataDir === undefined ? { preferences: { language: 'en', theme: 'light', density: 'comfortable' } } : { dataDir },
  );
  const process = studio.app.process();
  for (const stream of [process.stdout, process.stderr])
    stream?.on('data', (bytes: Buffer) => (output += bytes.toString()));
  await studio.setContentSize(1440, 900);
}

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'print-check-'));
  await writePrintCheckBooks(join(home, 'drop'));
  await open();
});

afterAll(async () => {
  await studio.close();
  dropDataDir(studio.dataDir);
  rmSync(home, { recursive: true, force: true });
});

test('a folder is looked at down to its pixels, and each book has two verdicts', { timeout: 300_000 }, async () => {
  await importFolder(context(), join(home, 'drop'));
  const books = await Promise.all(
    Object.values(TITLES).map((title) => untilBook(context(), title, ({ isCheckingDeeper }) => !isCheckingDeeper)),
  );
  expect(books.map(({ title, print, checkedLevel }) => [title, print, checkedLevel])).toEqual([
    [TITLES.good, 'good', 3],
    [TITLES.coarse, 'bad', 3],
    [TITLES.turned, 'look', 3],
  ]);
  const notChecked = books.flatMap(({ groups }) =>
    groups.flatMap(({ findings }) => findings.filter(({ severity }) => severity === 'notChecked')),
  );
  expect(notChecked).toEqual([]);
});

test.runIf(process.platform === 'linux')(
  'pixels are looked at without the native picture library, whose GLib is not Electron’s',
  () => {
    const maps = readFileSync(`/proc/${studio.app.process().pid}/maps`, 'utf8');
    const libraries = new Set(maps.split('\n').map((line) => line.split('/').at(-1) ?? ''));
    expect([...libraries].filter((name) => /^libglib/.test(name))).not.toEqual([]);
    expect([...libraries].filter((name) => /^sharp-linux|^libvips/.test(name))).toEqual([]);
    expect(output).not.toMatch(/GLib/);
  },
);

test('the keyboard goes over findings and marks, and the mark lies on the page', { timeout: 300_000 }, async () => {
  const { page } = studio;
  await openBook(studio, words, TITLES.coarse);
  const mark = selectedMark(context());
  await mark.waitFor();
  const stage = page.getByRole('group', { name: words.text('library.view.page'), exact: true });
  const number = (): Promise<string | null> => mark.textContent();
  const pageShown = (at: number): Promise<void> =>
    page
      .getByText(words.text('library.view.of', { page: at, pages: 24 }), { exact: true })
      .first()
      .waitFor();
  const first = await untilBook(context(), TITLES.coarse, () => true);
  const coarse = first.groups.flatMap(({ findings }) => findings).find(({ ruleId }) => ruleId === 'images.resolution');
  const [worst, next] = coarse?.objects.map((object) => object.page) ?? [];
  expect([worst, next].sort((a, b) => (a ?? 0) - (b ?? 0))).toEqual(COARSE_PAGES);
  await pageShown(worst ?? 0);
  const [onMark, onStage] = [await mark.boundingBox(), await stage.boundingBox()];
  expect(onMark?.x).toBeGreaterThan(onStage?.x ?? Infinity);
  expect((onMark?.y ?? Infinity) + (onMark?.height ?? 0)).toBeLessThan((onStage?.y ?? 0) + (onStage?.height ?? 0));
  expect(await number()).toBe('1');
  await page.keyboard.press('n');
  await pageShown(next ?? 0);
  expect(await number()).toBe('2');
  await page.keyboard.press('Shift+N');
  await pageShown(worst ?? 0);
  await page.keyboard.press(']');
  await pageShown(STRETCHED_PAGE);
  await page.keyboard.press('[');
  await pageShown(worst ?? 0);
  await stepThroughFindings(context());
});

test('a finding is signed off by name and reason, and the next start still knows it', {
  timeout: 300_000,
}, async () => {
  await signOffWorst(context(), SIGNATURE);
  await studio.close();
  await open(studio.dataDir);
  await studio.until(({ phase }) => phase === 'ready');
  await openBook(studio, words, TITLES.coarse);
  const signed = studio.page.getByRole('region', { name: words.text('preflight.signed', { count: 1 }) });
  await signed.getByRole('button').first().click();
  await signed.getByText(words.text('preflight.signOff.by', { name: SIGNATURE.name })).waitFor();
  await signed.getByText(SIGNATURE.reason).waitFor();
});

test('a repair is seen before it counts, takes the finding away and can be taken back; the customer’s file stays', {
  timeout: 300_000,
}, async () => {
  const original = drop(`${TITLES.turned}_contents.pdf`);
  const before = hashOf(original);
  const isTurned = (groups: readonly { readonly findings: readonly { readonly ruleId: string }[] }[]): boolean =>
    groups.some(({ findings }) => findings.some(({ ruleId }) => ruleId === 'page.rotated'));
  await previewRepair(context(), TITLES.turned, 'turnUpright');
  expect(isTurned((await untilBook(context(), TITLES.turned, () => true)).groups)).toBe(true);
  await applyRepair(context());
  const repaired = await untilBook(
    context(),
    TITLES.turned,
    ({ groups, checkedLevel, isCheckingDeeper }) => !isTurned(groups) && checkedLevel === 3 && !isCheckingDeeper,
  );
  expect(repaired).toMatchObject({ verdict: 'accepted', print: 'good' });
  expect(hashOf(original)).toBe(before);
  await takeRepairBack(context());
  const back = await untilBook(context(), TITLES.turned, ({ groups }) => isTurned(groups));
  expect(back.files.find(({ role }) => role === 'contents')).toMatchObject({
    name: `${TITLES.turned}_contents.pdf`,
    fixes: [],
  });
  expect(hashOf(original)).toBe(before);
});

test('the report goes out as a table and as pages', { timeout: 300_000 }, async () => {
  const csv = join(home, 'report.csv');
  await exportReport(context(), TITLES.coarse, 'csv', csv);
  const table = readFileSync(csv);
  expect([...table.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(table.toString()).toContain('images.resolution');
  expect(table.toString()).toContain(SIGNATURE.name);
  const pdf = join(home, 'report.pdf');
  await exportReport(context(), TITLES.coarse, 'pdf', pdf);
  await expect
    .poll(() => existsSync(pdf) && readFileSync(pdf).subarray(-8).toString().includes('%%EOF'), { timeout: 30_000 })
    .toBe(true);
  const report = await PDFDocument.load(readFileSync(pdf));
  expect(report.getTitle()).toContain(TITLES.coarse);
  expect(report.getPageCount()).toBeGreaterThan(1);
});

test('a limit of the studio’s own changes the verdict', { timeout: 300_000 }, async () => {
  expect((await untilBook(context(), TITLES.coarse, () => true)).print).toBe('bad');
  await setThreshold(context(), 'stretchErrorPercent', '40');
  await untilBook(context(), TITLES.coarse, ({ print }) => print === 'look');
  await section(studio.page, words.text('ui.section.library')).click();
  await openBook(studio, words, TITLES.coarse);
  await pause(studio.page);
  await studio.page
    .getByRole('definition')
    .filter({ hasText: words.text('ui.print.look') })
    .first()
    .waitFor();
});

/** Writes a file as programs do: aside, and then in the place of the former one. */
function writeAnew(name: string, bytes: Uint8Array): void {
  writeFileSync(`${drop(name)}.part`, bytes);
  renameSync(`${drop(name)}.part`, drop(name));
}

test('a page that another program wrote anew is drawn anew', { timeout: 300_000 }, async () => {
  const { page } = studio;
  await openBook(studio, words, TITLES.good);
  await page.getByRole('radio', { name: words.text('library.book.contents') }).click();
  const canvas = page.getByRole('group', { name: words.text('library.view.page'), exact: true }).locator('canvas');
  const middle = (): Promise<string> =>
    canvas.evaluate((drawn: HTMLCanvasElement) =>
      String(drawn.getContext('2d')?.getImageData(drawn.width / 2, drawn.height / 2, 1, 1).data),
    );
  const name = `${TITLES.good}_contents.pdf`;
  const original = readFileSync(drop(name));
  await expect.poll(middle, { timeout: 20_000 }).not.toBe('0,0,0,0');
  const before = await middle();
  expect(before).not.toBe('255,0,0,255');
  const exported = await PDFDocument.load(original);
  const { width, height } = exported.getPage(0).getSize();
  exported
    .getPage(0)
    .drawRectangle({ x: width / 4, y: height / 4, width: width / 2, height: height / 2, color: rgb(1, 0, 0) });
  writeAnew(name, await exported.save());
  await expect.poll(middle, { timeout: 20_000 }).toBe('255,0,0,255');
  writeAnew(name, original);
  await expect.poll(middle, { timeout: 20_000 }).toBe(before);
});

test('a problem that is mended elsewhere turns its row, and the next one is gone to', {
  timeout: 300_000,
}, async () => {
  const { page } = studio;
  const rowOf = (title: string) =>
    page.getByRole('row', { name: words.pattern('library.rowName', ['verdict'], { title }) });
  const isChosen = (title: string) => rowOf(title).getAttribute('aria-selected');
  await untilBook(context(), TITLES.good, ({ print, isCheckingDeeper }) => print === 'good' && !isCheckingDeeper);
  await openBook(studio, words, TITLES.good);
  await page.getByRole('grid').focus();
  while ((await isChosen(TITLES.coarse)) !== 'true') {
    await page.keyboard.press('F8');
    await page.waitForTimeout(100);
  }
  const turned = page.locator('[data-turned="accepted"]').filter({ hasText: TITLES.coarse }).waitFor();
  const name = `${TITLES.coarse}_contents.pdf`;
  const coarse = readFileSync(drop(name));
  // Not the very bytes of the other book, which would be a finding.
  const document = await PDFDocument.load(readFileSync(drop(`${TITLES.good}_contents.pdf`)));
  document.setTitle(TITLES.coarse);
  const mended = await document.save();
  writeAnew(name, mended);
  await turned;
  await page.getByText(words.text('library.nowInOrder', { title: TITLES.coarse })).waitFor();
  expect(await isChosen(TITLES.turned)).toBe('true');
  // Whoever went elsewhere by hand stays there.
  await rowOf(TITLES.coarse).click();
  writeAnew(name, coarse);
  await page.locator('[data-turned]').filter({ hasText: TITLES.coarse }).waitFor();
  writeAnew(name, mended);
  await untilBook(context(), TITLES.coarse, ({ print, isCheckingDeeper }) => print === 'good' && !isCheckingDeeper);
  await pause(page);
  expect(await isChosen(TITLES.coarse)).toBe('true');
});

test('nothing of it disturbs the libraries that Electron is built on', () => {
  expect(output).not.toMatch(/GLib|GObject|SIGSEGV/);
});
