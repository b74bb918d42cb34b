import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dragWithPointer, openDropTarget, type DropTarget } from './support/drop-target.ts';
import { nineFaults, writeFaults } from './support/nine-faults.ts';
import { chooseInDialogs, openBook, section, settledRows } from './support/steps.ts';
import { dropDataDir, launchStudio, type Studio } from './support/studio.ts';
import { wordsIn } from './support/words.ts';

// The system's own pointer carries what the studio makes to a window of another program, which says what came of it.

const words = wordsIn('en');
const onLinux = test.skipIf(process.platform !== 'linux');

let studio: Studio;
let target: DropTarget;
let home: string;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'drag-out-'));
  studio = await launchStudio({ preferences: { language: 'en', theme: 'light', density: 'comfortable' } });
  await studio.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setPosition(0, 0));
  await studio.setContentSize(1280, 800);
  await studio.call('connections.startBuiltIn', {});
  await studio.until(({ phase }) => phase === 'ready');
  target = await openDropTarget({ x: 1_500, y: 100 });
  const folder = join(home, 'drop');
  const faults = (await nineFaults()).filter(({ fix }) => fix !== null);
  await writeFaults(folder, faults);
  await chooseInDialogs(studio, { open: [folder], save: '' });
  await studio.call('imports.pickFolder', {});
  await section(studio.page, words.text('ui.section.library')).click();
  await settledRows(
    studio,
    (rows) => rows.length === faults.length && rows.every(({ verdict }) => verdict !== 'notChecked'),
    60_000,
  );
}, 200_000);

afterAll(async () => {
  await target?.close();
  await studio?.close();
  if (studio !== undefined) dropDataDir(studio.dataDir);
  rmSync(home, { recursive: true, force: true });
});

/** What another program gets when something is carried to it. */
async function carried(what: Locator): Promise<string> {
  const before = target.heard();
  await dragWithPointer(studio, what, target.middle, () => target.heard().overs > before.overs);
  await expect.poll(() => target.heard().paths.length, { timeout: 60_000 }).toBe(before.paths.length + 1);
  return target.heard().paths.at(-1) ?? '';
}
/** A kind of template in the open menu of its button. */
async function offered(menu: Locator, format: 'pdf' | 'svg'): Promise<Locator> {
  const item = studio.page.getByRole('menuitem', { name: new RegExp(`^${words.text(`specs.template.${format}`)}`) });
  if (!(await item.isVisible())) await menu.click();
  await item.waitFor();
  return item;
}
const rows = async () => (await studio.call('library.changes', { since: null })).rows;
const sha256 = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

onLinux(
  'a template is dragged into another program as a PDF and as an SVG of its name',
  { timeout: 90_000 },
  async () => {
    const { page } = studio;
    await section(page, words.text('ui.section.specs')).click();
    const cover = page.getByRole('button', { name: words.text('specs.template.cover') });
    const pdf = await offered(cover, 'pdf');
    const path = await carried(pdf);
    expect(basename(path)).toMatch(/^[A-Z0-9_]+_\d+p_[0-9a-f]{12}_cover\.pdf$/);
    const sizeOf = async (file: string) => (await PDFDocument.load(readFileSync(file))).getPage(0).getSize();
    const size = await sizeOf(path);
    expect(size.width).toBeGreaterThan(2 * size.height * 0.6);
    const drawing = await carried(await offered(cover, 'svg'));
    expect(basename(drawing)).toBe(basename(path).replace(/pdf$/, 'svg'));
    const widthMm = Number(/<svg[^>]* width="([\d.]+)mm"/.exec(readFileSync(drawing, 'utf8'))?.[1]);
    expect((widthMm * 72) / 25.4).toBeCloseTo(size.width, 2);
    // Nothing was pressed: no dialog asks where to.
    expect(await page.getByText(words.text('specs.template.saved')).count()).toBe(0);
    // It is not held down since: pressed, it saves, by a hand too that slips.
    const place = join(home, 'pressed.pdf');
    await chooseInDialogs(studio, { open: [], save: place });
    await offered(cover, 'pdf');
    await pdf.hover();
    await page.mouse.down();
    const box = await pdf.boundingBox();
    await page.mouse.move((box?.x ?? 0) + 12, (box?.y ?? 0) + 12, { steps: 5 });
    await page.mouse.up();
    await page.getByText(words.text('specs.template.saved')).first().waitFor();
    expect(await sizeOf(place)).toEqual(size);
  },
);

onLinux('what is let go over the studio itself does not come into the library', { timeout: 300_000 }, async () => {
  const { page } = studio;
  const before = await rows();
  const contents = page.getByRole('button', { name: words.text('specs.template.contents') });
  await page.evaluate(() =>
    addEventListener('dragover', () => (document.documentElement.dataset['over'] = 'yes'), {
      once: true,
      capture: true,
    }),
  );
  // Held over the window it is not offered to be taken in.
  let shown = 0;
  const isOver = async () => {
    shown += await page.getByText(words.text('library.drop.title')).count();
    return page.evaluate(() => document.documentElement.dataset['over'] === 'yes');
  };
  await dragWithPointer(studio, await offered(contents, 'pdf'), { x: 500, y: 400 }, isOver);
  await page.waitForTimeout(500);
  expect((await rows()).map(({ bookId }) => bookId)).toEqual(before.map(({ bookId }) => bookId));
  expect(shown).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
});

onLinux('a customer’s file is handed on as it lies, a repaired one as a copy', { timeout: 300_000 }, async () => {
  const { page } = studio;
  await section(page, words.text('ui.section.library')).click();
  const [fault] = (await nineFaults()).filter(({ fix }) => fix !== null);
  const title = fault?.title ?? '';
  await openBook(studio, words, title);
  const bookId = (await rows()).find((row) => row.title === title)?.bookId ?? '';
  const files = async () => (await studio.call('library.book', { bookId }))?.files ?? [];
  const named = (name: string) => page.getByTitle(words.text('library.book.carry', { name }));
  const [file] = (await files()).filter(({ role }) => role === 'contents');
  const asItLies = await carried(named(file?.name ?? ''));
  expect(asItLies).toBe(join(home, 'drop', file?.name ?? ''));

  const made = await studio.call('fixes.preview', { bookId, kind: 'contents', fix: fault?.fix ?? 'addBlankPages' });
  if (!made.ok) throw new Error(JSON.stringify(made));
  await studio.call('fixes.apply', { previewId: made.preview.previewId });
  await expect.poll(async () => (await files()).find(({ role }) => role === 'contents')?.name).toMatch(/\.fixed\.pdf$/);
  const [repaired] = (await files()).filter(({ role }) => role === 'contents');
  await named(repaired?.name ?? '').waitFor();
  const copy = await carried(named(repaired?.name ?? ''));
  expect(basename(copy)).toBe(repaired?.name);
  expect(copy).toContain(join(studio.dataDir, 'dragged'));
  expect((await PDFDocument.load(readFileSync(copy))).getPageCount()).toBe(repaired?.pdfPages);

  // The same by pressing; over the customer's own file nothing is written.
  const save = page.getByRole('button', { name: words.text('library.book.saveCopy') }).last();
  const place = join(home, 'saved.pdf');
  await chooseInDialogs(studio, { open: [], save: place });
  await save.click();
  await page.getByText(words.text('library.book.copySaved')).first().waitFor();
  expect(sha256(place)).toBe(sha256(copy));
  const before = sha256(asItLies);
  await chooseInDialogs(studio, { open: [], save: asItLies });
  await save.click();
  await page
    .getByText(words.text('errors.DOCUMENT_OF_LIBRARY', { name: basename(asItLies) }))
    .first()
    .waitFor();
  expect(sha256(asItLies)).toBe(before);
});

onLinux(
  'a kind is dragged out of a menu; let go before it is made it says so, and the pointer is free',
  {
    timeout: 240_000,
  },
  async () => {
    const { page } = studio;
    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+A');
    const count = (await rows()).length;
    const menu = page.getByRole('button', { name: words.text('preflight.export.title', { count }) }).last();
    await menu.click();
    const csv = page.getByRole('menuitem', { name: new RegExp(`^${words.text('preflight.export.csv')}`) });
    const table = await carried(csv);
    expect(readFileSync(table).subarray(0, 3)).toEqual(Buffer.of(0xef, 0xbb, 0xbf));

    // With pictures of every page it takes longer than a hand that is in a hurry.
    if (!(await csv.isVisible())) await menu.click();
    const report = page.getByRole('menuitem', { name: new RegExp(`^${words.text('preflight.export.pdf')}`) });
    const late = page.getByText(words.text('ui.carry.late')).first();
    const before = target.heard().paths;
    // It is told for some seconds, which may be over before the pointer's last step is answered.
    const told = late.waitFor({ timeout: 90_000 });
    await Promise.all([told, dragWithPointer(studio, report, target.middle, null)]);
    expect(target.heard().paths).toEqual(before);
    if (!(await report.isVisible())) await menu.click();
    const whole = await carried(report);
    expect(readFileSync(whole).subarray(0, 5).toString()).toBe('%PDF-');
  },
);
