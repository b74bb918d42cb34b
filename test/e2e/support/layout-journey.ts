import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { surfaceOf, type LayoutDocument } from '../../../src-core/layout/document.ts';
import { effectivePpi } from '../../../src-core/layout/inside.ts';
import { writePhotographs } from '../../fixtures/photographs/photograph-folder.ts';
import type { Journey, JourneyContext } from '../journeys/journey.ts';
import { letAllGo, orderUploaded, outcomesOf, queuedNews, startBuiltIn } from './job-steps.ts';
import { chooseInDialogs, pause, section, settledRows } from './steps.ts';

export interface LayoutPlan {
  readonly title: string;
  /** The spec's uid: what the book is bound as. */
  readonly specUid: string;
  readonly pages: number;
  readonly pictures: number;
  /** A picture of it goes on over the fold. */
  readonly hasAcross: boolean;
}

const INTAKE_LIMIT_MS = 240_000;
const FILL_LIMIT_MS = 60_000;
const EXPORT_LIMIT_MS = 300_000;
const CHECK_LIMIT_MS = 240_000;
const UPLOAD_LIMIT_MS = 240_000;

/** From a folder of photographs to an order, made by hand: begun, filled, arranged, lettered, exported, checked, uploaded, ordered. */
export const layoutJourney =
  (plan: LayoutPlan): Journey =>
  async (context) => {
    const startedMs = performance.now();
    const folder = mkdtempSync(join(tmpdir(), 'photographs-'));
    try {
      await writePhotographs(folder, plan.pictures);
      context.say(`${plan.pictures} photographs are taken`);
      await startBuiltIn(context);
      const hand = new Hand(context);
      await beginBook(context, hand, plan);
      await takePictures(context, hand, plan, folder);
      await fillPages(context, hand);
      await workOnPages(context, hand, plan);
      await makeCover(context, hand, plan);
      const document = await keptDocument(context);
      await makePdfs(context, hand);
      const open = await checked(context);
      await upload(context);
      await orderUploaded(context, 1);
      const books = await outcomesOf(context);
      const ppi = resolutionsOf(document);
      const figures = {
        clicks: hand.clicks,
        keys: hand.keys,
        seconds: Math.round((performance.now() - startedMs) / 1000),
        leastPpi: Math.round(Math.min(...ppi)),
        pictures: ppi.length,
        bytes: await bytesOf(context),
      };
      return { books, figures, faults: [...faultsOf(plan, document, books), ...open] };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };

/** What an operator's hands do, counted. */
class Hand {
  clicks = 0;
  keys = 0;
  readonly #context: JourneyContext;

  constructor(context: JourneyContext) {
    this.#context = context;
  }
  async click(target: Locator): Promise<void> {
    this.clicks += 1;
    await target.click();
  }
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      this.keys += 1;
      await this.#context.studio.page.keyboard.press(key);
    }
  }
  async type(text: string): Promise<void> {
    this.keys += text.length;
    await this.#context.studio.page.keyboard.insertText(text);
  }
}

async function beginBook({ studio, words, shot }: JourneyContext, hand: Hand, plan: LayoutPlan): Promise<void> {
  const { page } = studio;
  const specs = await studio.call('specs.list', {});
  const spec = specs.find(({ bookSpecUid }) => bookSpecUid === plan.specUid);
  if (spec === undefined) throw new Error(`the service has no spec ${plan.specUid}`);
  await hand.click(page.getByRole('button', { name: words.text('layout.new.button') }));
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('textbox', { name: words.text('layout.titleField') }).waitFor();
  await hand.type(plan.title);
  await hand.click(sheet.getByRole('button', { name: words.text('layout.new.spec') }));
  await hand.click(page.getByRole('option', { name: spec.name, exact: false }).first());
  const pages = sheet.getByRole('textbox', { name: words.text('layout.pageCount') });
  await pages.fill(String(plan.pages));
  await pages.blur();
  await pause(page);
  await shot('new-book');
  await hand.click(sheet.getByRole('button', { name: words.text('layout.new.begin') }));
  await page.locator('[data-stage]').waitFor();
  await pause(page);
  await shot('layout-empty');
}

async function takePictures(
  { studio, words, shot, say }: JourneyContext,
  hand: Hand,
  plan: LayoutPlan,
  folder: string,
): Promise<void> {
  const { page } = studio;
  await chooseInDialogs(studio, { open: [folder], save: '' });
  await hand.click(page.getByRole('button', { name: words.text('layout.tray.addFolder') }).first());
  await page
    .getByRole('radio', { name: words.text('layout.tray.all', { count: plan.pictures }) })
    .waitFor({ timeout: INTAKE_LIMIT_MS });
  await pause(page);
  say(`${plan.pictures} pictures are in the tray`);
  await shot('pictures');
}

async function fillPages({ studio, words, shot }: JourneyContext, hand: Hand): Promise<void> {
  const { page } = studio;
  await hand.click(page.getByRole('button', { name: words.text('layout.fillBook') }));
  await page.getByText(words.text('layout.unplacedCount', { count: 0 })).waitFor({ timeout: FILL_LIMIT_MS });
  await page.locator('[data-pane="strip"] button').nth(2).click();
  await pause(page);
  await shot('filled');
}

async function workOnPages({ studio, shot }: JourneyContext, hand: Hand, plan: LayoutPlan): Promise<void> {
  const { page } = studio;
  const stage = page.locator('[data-stage]');
  await stage.focus();
  // Another arrangement of what lies there, and the next spread.
  await hand.press('ArrowDown', 'ArrowDown');
  await pause(page);
  await shot('arranged');
  await hand.press('ArrowRight');
  await pause(page);
  const frame = stage.locator('[data-frame]').first();
  await hand.click(frame);
  await pause(page);
  await shot('selected');
  await hand.press('Enter', '+', '+', 'ArrowLeft');
  await pause(page);
  await shot('inside');
  await hand.press('Escape', 'Escape');
  if (plan.hasAcross) await acrossTheFold(page.locator('[data-stage]'), hand, shot);
  await hand.press('t');
  await hand.type('2026년 9월, 제주에서');
  await page.locator('textarea').blur();
  await pause(page);
  await shot('text');
  await stage.focus();
  await hand.press('Escape', 'p');
  await pause(page);
  await shot('preview');
  await hand.press('p');
}

async function acrossTheFold(stage: Locator, hand: Hand, shot: JourneyContext['shot']): Promise<void> {
  await stage.focus();
  await hand.press('ArrowRight');
  await pause(stage.page());
  // One picture of the spread over all of it: the others go back to the tray.
  await hand.press('j', 'x', 'b');
  await pause(stage.page());
  await shot('across');
  await hand.press('Escape');
}

async function makeCover({ studio, words, shot }: JourneyContext, hand: Hand, plan: LayoutPlan): Promise<void> {
  const { page } = studio;
  const stage = page.locator('[data-stage]');
  await stage.focus();
  await hand.press('Home');
  await pause(page);
  await hand.click(page.getByRole('option').first());
  await hand.press('Enter');
  await hand.click(stage.locator('[data-frame]').first());
  await hand.press('b');
  await hand.press('Escape');
  await hand.press('t');
  await hand.type(plan.title);
  await page.locator('textarea').blur();
  await stage.focus();
  await hand.press('Escape');
  await hand.click(page.getByRole('textbox', { name: words.text('layout.spineText') }));
  await hand.type(plan.title);
  await page.getByRole('textbox', { name: words.text('layout.spineText') }).blur();
  await pause(page);
  await shot('cover');
}

async function makePdfs({ studio, words, shot, say }: JourneyContext, hand: Hand): Promise<void> {
  const { page } = studio;
  await page.locator('[data-stage]').focus();
  await hand.press('Control+Enter');
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('heading', { name: words.text('layout.export.title') }).waitFor();
  await pause(page);
  await shot('make-pdfs');
  await hand.click(sheet.getByRole('button', { name: words.text('layout.makePdfs') }));
  const toRow = sheet.getByRole('button', { name: words.text('layout.export.toRow') });
  await toRow
    .or(page.getByRole('alert').first())
    .waitFor({ timeout: EXPORT_LIMIT_MS })
    .catch(() => undefined);
  if (!(await toRow.isVisible()))
    throw new Error(`the PDFs were not made; the window says: ${await page.locator('body').innerText()}`);
  await shot('made');
  say('cover and contents are made');
  await hand.click(toRow);
}

/** Until every check was made; answers what somebody would have to decide. */
async function checked({ studio, words, shot, say }: JourneyContext): Promise<readonly string[]> {
  const [row] = await settledRows(
    studio,
    (rows) => rows.length === 1 && rows.every(({ checkedLevel, stage }) => checkedLevel === 3 && stage !== 'checking'),
    CHECK_LIMIT_MS,
  );
  say(`the service would say ${row?.verdict}, the press ${row?.print}`);
  await pause(studio.page);
  await shot('checked');
  const book = row === undefined ? null : await studio.call('library.book', { bookId: row.bookId });
  return (book?.groups ?? [])
    .flatMap(({ findings }) => findings)
    .filter(({ severity }) => severity !== 'info')
    .map(({ ruleId, params }) => words.text(`findings.${ruleId}.title`, params));
}

async function upload(context: JourneyContext): Promise<void> {
  const { studio, words, shot } = context;
  const { page } = studio;
  await page.getByRole('button', { name: words.text('library.upload', { count: 1 }) }).click();
  await letAllGo(context, queuedNews(context));
  await settledRows(studio, (rows) => rows.every(({ stage }) => stage === 'uploaded'), UPLOAD_LIMIT_MS);
  await section(page, words.text('ui.section.queue')).click();
  await pause(page);
  await shot('uploaded');
}

/** The book as the disk has it. */
async function keptDocument({ studio }: JourneyContext): Promise<LayoutDocument> {
  await studio.page.waitForTimeout(600);
  const [row] = (await studio.call('library.changes', { since: null })).rows;
  if (row === undefined) throw new Error('there is no book');
  return (await studio.call('layouts.open', { bookId: row.bookId })).document;
}

function resolutionsOf(document: LayoutDocument): readonly number[] {
  const surfaces = ['back', 'spine', 'front', ...document.order].map((id) => surfaceOf(document, id));
  return surfaces.flatMap((surface) =>
    Object.values(surface?.frames ?? {}).flatMap((frame) => {
      const picture = frame.kind === 'picture' && frame.picture !== null ? document.pictures[frame.picture] : undefined;
      return frame.kind !== 'picture' || picture === undefined ? [] : [effectivePpi(frame, picture)];
    }),
  );
}

async function bytesOf({ studio }: JourneyContext): Promise<number> {
  const [row] = (await studio.call('library.changes', { since: null })).rows;
  const book = row === undefined ? null : await studio.call('library.book', { bookId: row.bookId });
  return (book?.files ?? []).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}

function faultsOf(
  plan: LayoutPlan,
  document: LayoutDocument,
  books: Awaited<ReturnType<typeof outcomesOf>>,
): readonly string[] {
  const faults: string[] = [];
  const [book, second] = books;
  if (book === undefined || second !== undefined) faults.push(`${books.length} books in place of one`);
  if (book !== undefined) {
    if (book.verdict !== 'accepted') faults.push(`the service would say ${book.verdict}`);
    if (book.print !== 'good') faults.push(`it prints ${book.print}`);
    if (book.pages !== plan.pages) faults.push(`${book.pages} pages in place of ${plan.pages}`);
    if (book.orderUid === null) faults.push('it was not ordered');
  }
  const isAcross = Object.values(document.pages).some(({ frames }) =>
    Object.values(frames).some((frame) => frame.kind === 'picture' && frame.across),
  );
  if (plan.hasAcross && !isAcross) faults.push('no picture goes on over the fold');
  return faults;
}
