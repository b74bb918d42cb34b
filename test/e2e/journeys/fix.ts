import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { LibraryRow } from '../../../src-core/ipc/subjects/library.ts';
import { exportAgain, nineFaults, writeFaults, type Fault } from '../support/nine-faults.ts';
import { chooseInDialogs, pause, settledRows } from '../support/steps.ts';
import type { Journey, JourneyContext } from './journey.ts';

const LIMIT_MS = 120_000;
/** More stops than any screen has. */
const MOST_TABS = 120;

/** Nine faults, from the first F8 to a library without a problem. The mouse is not touched. */
export const journey: Journey = async (context) => {
  const { studio, say, shot } = context;
  const { page } = studio;
  const faults: string[] = [];
  const home = mkdtempSync(join(tmpdir(), 'fix-'));
  const folder = join(home, 'drop');
  try {
    const nine = await nineFaults();
    await writeFaults(folder, nine);
    await watchPointer(page);
    await watchFor(page, context.words.text('library.noProblem'));
    await importByKeys(context, folder, nine.length);
    await page.keyboard.press('F8');
    const left = new Map(nine.map((fault) => [fault.title, fault]));
    while (left.size > 0) {
      const title = await selectedTitle(context, (name) => left.has(name));
      const fault = left.get(title) as Fault;
      await page.evaluate(() => delete document.documentElement.dataset['said']);
      await readFindings(context, title);
      await pause(page);
      await shot(`fix-${nine.indexOf(fault) + 1}`);
      if (fault.fix === null) exportAgain(folder, fault);
      else await repairByKeys(context, fault.fix);
      // A file that was not there is no file that changed: its folder is added once more.
      if (fault.spoilt === null) await page.keyboard.press('Control+Shift+O');
      // A blank page at the end is asked about, also one of ours.
      if (fault.fix === 'addBlankPages') await signOffByKeys(context);
      await settledRows(studio, (rows) => rows.some((row) => row.title === title && isInOrder(row)), LIMIT_MS);
      left.delete(title);
      await readsInOrder(context, title);
      // Who has done something here may want to look at it: the way goes on by itself after another program's export.
      if (fault.fix !== null || fault.spoilt === null) await page.keyboard.press('F8');
      say(`${title}: ${fault.fix ?? 'exported again'}`);
    }
    await page.waitForFunction(() => document.documentElement.dataset['said'] === 'yes');
    await pause(page);
    await shot('fix-all-in-order');
    if (await pointerUsed(page)) faults.push('a pointer was used');
    const rows = (await studio.call('library.changes', { since: null })).rows;
    for (const row of rows.filter((one) => !isInOrder(one)))
      faults.push(`${row.title} stays ${row.verdict}, ${row.print}, ${row.stage}`);
    return { books: [], figures: { faults: nine.length, books: rows.length }, faults };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
};

const watchPointer = (page: Page): Promise<void> =>
  page.evaluate(() =>
    document.addEventListener('pointerdown', () => (document.documentElement.dataset['pointer'] = 'used'), true),
  );
const pointerUsed = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.dataset['pointer'] === 'used');

/** Notes that the window says so: it is said for a few seconds, and a busy machine may look later. */
const watchFor = (page: Page, text: string): Promise<void> =>
  page.evaluate((wanted) => {
    new MutationObserver((changes) => {
      if (changes.some(({ addedNodes }) => [...addedNodes].some((node) => node.textContent?.includes(wanted))))
        document.documentElement.dataset['said'] = 'yes';
    }).observe(document.body, { childList: true, subtree: true });
  }, text);

const isInOrder = ({ verdict, print, stage, checkedLevel }: LibraryRow): boolean =>
  verdict === 'accepted' && print === 'good' && stage === 'ready' && checkedLevel === 3;

/** From the welcome to a folder whose books were looked at as they print. */
async function importByKeys({ studio, words, shot }: JourneyContext, folder: string, count: number): Promise<void> {
  const { page } = studio;
  await page.getByRole('button', { name: words.text('welcome.builtIn.start') }).waitFor();
  await tabTo(studio.page, words.text('welcome.builtIn.start'));
  await page.keyboard.press('Enter');
  await studio.until(({ phase }) => phase === 'ready', LIMIT_MS);
  await page.getByRole('heading', { name: words.text('library.empty.title') }).waitFor();
  await chooseInDialogs(studio, { open: [folder], save: '' });
  await page.keyboard.press('Control+Shift+O');
  await settledRows(
    studio,
    (rows) =>
      rows.length === count &&
      rows.every(
        ({ checkedLevel, stage, verdict }) =>
          checkedLevel === 3 || stage === 'incomplete' || stage === 'needsYou' || verdict === 'refused',
      ),
    LIMIT_MS,
  );
  await pause(page);
  await shot('fix-nine-faults');
}

/** The book that is looked at, once it is one of those: the way goes on by itself. */
async function selectedTitle({ studio: { page } }: JourneyContext, isOne: (title: string) => boolean): Promise<string> {
  const endMs = performance.now() + LIMIT_MS;
  for (;;) {
    const [row = ''] = await page.getByRole('grid').getByRole('row', { selected: true }).allTextContents();
    const heading = (await page.getByRole('complementary').getByRole('heading').first().textContent()) ?? '';
    if (isOne(heading) && row.includes(heading)) return heading;
    if (performance.now() > endMs) throw new Error(`the way stopped at “${heading}”`);
    await page.waitForTimeout(100);
  }
}

/** What speaks against the book stands in the inspector, with its figures. */
async function readFindings({ studio, words }: JourneyContext, title: string): Promise<void> {
  const row = (await studio.call('library.changes', { since: null })).rows.find((one) => one.title === title);
  const book = row === undefined ? null : await studio.call('library.book', { bookId: row.bookId });
  if (book === null) throw new Error(`${title} is not in the library`);
  const worst = book.groups
    .flatMap(({ findings }) => findings)
    .find(({ severity }) => severity === 'block' || severity === 'error');
  if (worst === undefined) return;
  const said = words.text(`findings.${worst.ruleId}.title`, worst.params);
  await studio.page.getByRole('complementary').getByText(said).first().waitFor();
}

/** The window knows what the desk knows: F8 before would lead to the book once more. */
const readsInOrder = ({ studio: { page }, words }: JourneyContext, title: string): Promise<void> =>
  page
    .getByRole('row', {
      name: words.pattern('library.rowName', [], { title, verdict: words.text('ui.verdict.accepted') }),
    })
    .filter({ hasText: words.text('ui.print.good') })
    .first()
    .waitFor();

async function repairByKeys({ studio: { page }, words }: JourneyContext, fix: string): Promise<void> {
  const name = words.text('preflight.fix.previewOf', { fix: words.text(`preflight.fix.name.${fix}`) });
  await tabTo(page, name);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ timeout: LIMIT_MS });
  await tabTo(page, words.text('preflight.fix.apply'));
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached', timeout: LIMIT_MS });
}

async function signOffByKeys({ studio: { page }, words, shot }: JourneyContext): Promise<void> {
  await tabTo(page, words.text('preflight.signOff.ask'));
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog');
  await sheet.waitFor();
  await page.keyboard.type('Mina Park');
  await page.keyboard.press('Tab');
  await page.keyboard.type(words.text('preflight.signOff.reason.customerKnows'));
  await shot('fix-sign-off');
  await tabTo(page, words.text('preflight.signOff.do'));
  await page.keyboard.press('Enter');
  await sheet.waitFor({ state: 'detached' });
}

/** Steps with Tab until what is called so has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const goal = page.getByRole('button', { name, exact: true }).first();
  await goal.waitFor();
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    if (await goal.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not come to “${name}”`);
}
