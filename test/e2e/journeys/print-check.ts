import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import type { BookDetail } from '../../../src-core/ipc/subjects/library.ts';
import type { FixName } from '../../../src-core/preflight/finding.ts';
import { TITLES, writePrintCheckBooks } from '../support/print-check-books.ts';
import { chooseInDialogs, importEnd, openBook, pause, section, settledRows } from '../support/steps.ts';
import type { Journey, JourneyContext } from './journey.ts';

const CHECK_LIMIT_MS = 180_000;
const REPAIR_LIMIT_MS = 60_000;
const FILE_LIMIT_MS = 60_000;

/** What the operator finds before the print house does: marks on pages, a signature, a repair, a limit of the studio's own. */
export const journey: Journey = async (context) => {
  const { studio, say } = context;
  const home = mkdtempSync(join(tmpdir(), 'print-check-'));
  const faults: string[] = [];
  try {
    const folder = join(home, 'drop');
    await writePrintCheckBooks(folder);
    await importFolder(context, folder);
    await stepThroughFindings(context);
    await signOffWorst(context, {
      name: 'Mina Park',
      reason: context.words.text('preflight.signOff.reason.customerKnows'),
    });
    await previewRepair(context, TITLES.turned, 'turnUpright');
    await applyRepair(context);
    await takeRepairBack(context);
    await exportReport(context, TITLES.coarse, 'pdf', join(home, 'report.pdf'));
    await setThreshold(context, 'stretchErrorPercent', '40');
    const coarse = await untilBook(context, TITLES.coarse, ({ print }) => print === 'look');
    say(`${coarse.title} is worth a look after a signature and another limit`);
    await section(studio.page, context.words.text('ui.section.library')).click();
    await openBook(studio, context.words, TITLES.coarse);
    await pause(studio.page);
    await context.shot('print-check-decided');
  } catch (error) {
    faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
  return { books: [], faults };
};

/** Imports the folder and waits until every book of it was rendered. Starts the built-in service when nothing is connected. */
export async function importFolder({ studio, words, shot, say }: JourneyContext, folder: string): Promise<void> {
  const { page } = studio;
  if ((await studio.call('app.status', {})).phase === 'needsConnection')
    await studio.call('connections.startBuiltIn', {});
  await studio.until(({ phase }) => phase === 'ready', CHECK_LIMIT_MS);
  await section(page, words.text('ui.section.library')).click();
  await chooseInDialogs(studio, { open: [folder], save: '' });
  await page.getByRole('button', { name: words.text('library.addFolder') }).click();
  await importEnd(page, words);
  const titles: readonly string[] = Object.values(TITLES);
  const rows = await settledRows(
    studio,
    (all) => titles.every((title) => all.some((row) => row.title === title && row.checkedLevel === 3)),
    CHECK_LIMIT_MS,
  );
  for (const { title, verdict, print } of rows.filter((row) => titles.includes(row.title)))
    say(`${title}: service ${verdict}, print ${print}`);
  // The inspector begins at what is worst when a book is chosen: the coarse one may have been on screen before anything was found.
  for (const title of [TITLES.good, TITLES.coarse]) await openBook(studio, words, title);
  await pause(page);
  await shot('print-check-marks');
}

/** The mark that is looked at, as the pages show it. */
export const selectedMark = ({ studio, words }: JourneyContext): Locator =>
  studio.page.getByRole('button', { name: words.pattern('preflight.mark.name', ['number', 'what']), pressed: true });

/** Over the marks and the findings of the coarse book with the keyboard. */
export async function stepThroughFindings(context: JourneyContext): Promise<void> {
  const { studio, words, shot } = context;
  await openBook(studio, words, TITLES.coarse);
  await selectedMark(context).waitFor();
  await studio.page.keyboard.press('n');
  await pause(studio.page);
  await shot('print-check-next-mark');
  await studio.page.keyboard.press(']');
  await selectedMark(context).waitFor();
  await pause(studio.page);
  await shot('print-check-next-finding');
  await studio.page.keyboard.press('[');
  await studio.page.keyboard.press('Space');
  await studio.page.getByRole('dialog').waitFor();
  await pause(studio.page);
  await shot('print-check-large');
  await studio.page.keyboard.press('Escape');
  await studio.page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Takes the finding that is open on, by name. */
export async function signOffWorst(
  { studio: { page }, words, shot }: JourneyContext,
  { name, reason }: { readonly name: string; readonly reason: string },
): Promise<void> {
  await page.getByRole('button', { name: words.text('preflight.signOff.ask'), exact: true }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('textbox', { name: words.text('preflight.signOff.name'), exact: true }).fill(name);
  await sheet.getByRole('textbox', { name: words.text('preflight.signOff.reason'), exact: true }).fill(reason);
  await shot('print-check-sign-off');
  await sheet.getByRole('button', { name: words.text('preflight.signOff.do') }).click();
  await sheet.waitFor({ state: 'detached' });
  await page.getByRole('region', { name: words.text('preflight.signed', { count: 1 }) }).waitFor();
  await pause(page);
  await shot('print-check-signed');
}

/** Has the repair made aside and looks at the pages before and after. */
export async function previewRepair(
  { studio, words, shot }: JourneyContext,
  title: string,
  fix: FixName,
): Promise<void> {
  const { page } = studio;
  await openBook(studio, words, title);
  await page
    .getByRole('button', {
      name: words.text('preflight.fix.previewOf', { fix: words.text(`preflight.fix.name.${fix}`) }),
    })
    .click();
  // Of a long book it takes a while: something is said from the first moment on.
  await page.getByRole('progressbar', { name: words.text('preflight.fix.making') }).waitFor();
  const sheet = page.getByRole('dialog');
  await sheet.waitFor({ timeout: REPAIR_LIMIT_MS });
  for (const side of ['before', 'after'] as const) {
    await sheet
      .getByRole('img', {
        name: words.text('preflight.compare.label', { name: words.text(`preflight.compare.${side}`), page: 1 }),
      })
      .waitFor();
  }
  await pause(page);
  await shot('print-check-repair');
}

/** Goes on with the repaired file. */
export async function applyRepair({ studio: { page }, words, shot }: JourneyContext): Promise<void> {
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: words.text('preflight.fix.apply') }).click();
  await sheet.waitFor({ state: 'detached' });
  const made = page.getByRole('list', { name: words.text('preflight.fix.made') });
  await made.waitFor();
  await made.scrollIntoViewIfNeeded();
  await pause(page);
  await shot('print-check-repaired');
}

export async function takeRepairBack({ studio: { page }, words }: JourneyContext): Promise<void> {
  await page.getByRole('button', { name: words.text('preflight.fix.backToOriginal') }).click();
  await page.getByRole('list', { name: words.text('preflight.fix.made') }).waitFor({ state: 'detached' });
}

/** Chooses a format in the book's own menu, and waits for the file. */
export async function exportReport(
  { studio, words }: JourneyContext,
  title: string,
  format: 'pdf' | 'csv',
  place: string,
): Promise<void> {
  const { page } = studio;
  await openBook(studio, words, title);
  await chooseInDialogs(studio, { open: [], save: place });
  await page.getByRole('button', { name: words.text('preflight.export.title', { count: 1 }), exact: true }).click();
  await page.getByRole('menuitem', { name: words.text(`preflight.export.${format}`) }).click();
  const endMs = performance.now() + FILE_LIMIT_MS;
  while (!existsSync(place)) {
    if (performance.now() > endMs) throw new Error(`no ${format} came to ${place}`);
    await page.waitForTimeout(100);
  }
}

/** Sets a limit of the studio's own, the way the settings take it. */
export async function setThreshold(
  { studio, words, shot }: JourneyContext,
  name: string,
  value: string,
): Promise<void> {
  const { page } = studio;
  const title = words.text(`preflight.threshold.${name}`);
  await section(page, words.text('ui.section.settings')).click();
  const checks = page.getByRole('region', { name: words.text('settings.checks.title'), exact: true });
  await checks.getByRole('searchbox', { name: words.text('settings.checks.search') }).fill(title);
  const field = checks.getByRole('textbox', { name: title, exact: true });
  await field.fill(value);
  await field.press('Enter');
  await checks.getByRole('button', { name: words.text('settings.checks.reset', { name: title }) }).waitFor();
  await checks.getByRole('searchbox', { name: words.text('settings.checks.search') }).fill('');
  await checks.scrollIntoViewIfNeeded();
  const fold = checks
    .getByRole('region', { name: words.text('preflight.section.images'), exact: true })
    .getByRole('button')
    .first();
  await fold.click();
  await fold.evaluate((element) => element.scrollIntoView({ block: 'start' }));
  await pause(page);
  await shot('print-check-settings');
}

/** Polls a book until it is as wanted. */
export async function untilBook(
  { studio }: JourneyContext,
  title: string,
  isWanted: (book: BookDetail) => boolean,
  limitMs = CHECK_LIMIT_MS,
): Promise<BookDetail> {
  const endMs = performance.now() + limitMs;
  for (;;) {
    const row = (await studio.call('library.changes', { since: null })).rows.find((one) => one.title === title);
    const book = row === undefined ? null : await studio.call('library.book', { bookId: row.bookId });
    if (book !== null && isWanted(book)) return book;
    if (performance.now() > endMs) {
      throw new Error(
        `${title} stays ${JSON.stringify(book === null ? null : { verdict: book.verdict, print: book.print, level: book.checkedLevel, groups: book.groups.map(({ groupKey }) => groupKey) })}`,
      );
    }
    await studio.page.waitForTimeout(200);
  }
}
