import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { surfaceOf } from '../../src-core/layout/document.ts';
import { writePhotographs } from '../fixtures/photographs/photograph-folder.ts';
import { layoutJourney } from './support/layout-journey.ts';
import { chooseInDialogs, section } from './support/steps.ts';
import { dropDataDir, launchStudio, type Studio } from './support/studio.ts';
import { wordsIn } from './support/words.ts';

const studios: Studio[] = [];
const folders: string[] = [];
const words = wordsIn('en');

async function opened(options: Parameters<typeof launchStudio>[0] = {}): Promise<Studio> {
  const studio = await launchStudio({
    preferences: { language: 'en', theme: 'light', density: 'comfortable' },
    ...options,
  });
  studios.push(studio);
  await studio.setContentSize(1280, 800);
  return studio;
}

afterAll(async () => {
  for (const studio of studios) await studio.close().catch(() => undefined);
  for (const studio of studios) dropDataDir(studio.dataDir);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

test('photographs become a LAYFLAT book with a picture over the fold, which the service takes and which prints well', {
  timeout: 600_000,
}, async () => {
  const studio = await opened();
  const { faults, books } = await layoutJourney({
    title: 'Jeju 2026',
    specUid: 'SQUAREBOOK_LAYFLAT_HC',
    pages: 16,
    pictures: 16,
    hasAcross: true,
  })({ studio, words, shot: async () => undefined, say: () => undefined });
  expect(faults).toEqual([]);
  expect(books.map(({ pages, verdict, print }) => [pages, verdict, print])).toEqual([[16, 'accepted', 'good']]);
});

test('a studio that is killed while a book is made has everything but the last second, undo goes on, and a proof is made of it', {
  timeout: 300_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'photographs-'));
  folders.push(folder);
  await writePhotographs(folder, 2);
  const studio = await opened();
  const { page } = studio;
  await page.getByRole('button', { name: words.text('welcome.builtIn.start') }).click();
  await studio.until(({ phase }) => phase === 'ready', 120_000);
  const { bookId } = await studio.call('layouts.create', {
    title: 'Unfinished',
    specUid: 'SQUAREBOOK_HC',
    pageCount: 24,
  });
  await page.evaluate((id) => {
    window.location.hash = `/library/layout/${id}`;
  }, bookId);
  await page.locator('[data-stage]').waitFor();
  await chooseInDialogs(studio, { open: [folder], save: '' });
  await page
    .getByRole('button', { name: words.text('layout.tray.addFolder') })
    .first()
    .click();
  await page.getByRole('radio', { name: words.text('layout.tray.all', { count: 2 }) }).waitFor({ timeout: 120_000 });
  await page.locator('[data-pane="strip"] button').nth(2).click();
  await page.getByRole('option').first().dblclick();
  await page.locator('[data-stage] [data-frame]').first().click();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('b');
  await page.waitForTimeout(1_000);
  const bleeding = async (from: Studio): Promise<number | undefined> => {
    const { document } = await from.call('layouts.open', { bookId });
    const frames = document.order.flatMap((id) => Object.values(surfaceOf(document, id)?.frames ?? {}));
    return frames.find(({ kind }) => kind === 'picture')?.box.xMm;
  };
  studio.app.process().kill('SIGKILL');
  await studio.app.waitForEvent('close').catch(() => undefined);

  const again = await opened({ dataDir: studio.dataDir });
  await again.until(({ phase }) => phase === 'ready', 120_000);
  expect(await bleeding(again)).toBeCloseTo(-3, 6);
  await section(again.page, words.text('ui.section.library')).click();
  await again.page.getByRole('row', { name: /Unfinished/ }).dblclick();
  await again.page.locator('[data-stage]').waitFor();
  await again.page.keyboard.press('Control+z');
  await again.page.waitForTimeout(1_000);
  expect(await bleeding(again)).toBeGreaterThan(0);

  // A book for another spec is one step like any other, and worked out in a thread of the packed window.
  const specOf = async (from: Studio) => {
    const { document } = await from.call('layouts.open', { bookId });
    return [document.spec.bookSpecUid, document.order.length];
  };
  const sheet = again.page.getByRole('dialog', { name: words.text('layout.retarget.title') });
  await again.page.getByRole('button', { name: /Change the book spec/ }).click();
  await sheet.locator('button[aria-haspopup="listbox"]').click();
  await again.page.getByRole('option', { name: /A5/ }).click();
  await sheet.getByRole('button', { name: words.text('layout.retarget.accept') }).click();
  await sheet.waitFor({ state: 'detached' });
  await again.page.waitForTimeout(1_000);
  expect(await specOf(again)).toEqual(['PHOTOBOOK_A5_SC', 50]);
  again.app.process().kill('SIGKILL');
  await again.app.waitForEvent('close').catch(() => undefined);
  const last = await opened({ dataDir: studio.dataDir });
  await last.until(({ phase }) => phase === 'ready', 120_000);
  await last.page.evaluate((id) => {
    window.location.hash = `/library/layout/${id}`;
  }, bookId);
  await last.page.locator('[data-stage]').waitFor();
  expect(await specOf(last)).toEqual(['PHOTOBOOK_A5_SC', 50]);
  await last.page.keyboard.press('Control+z');
  await last.page.waitForTimeout(1_000);
  expect(await specOf(last)).toEqual(['SQUAREBOOK_HC', 24]);

  // What the customer is shown is painted by the packed thread, and is saved where the operator says.
  const saved = join(folder, 'for the customer.pdf');
  await chooseInDialogs(last, { open: [], save: saved });
  const proofs = last.page.getByRole('dialog', { name: words.text('layout.proof.title') });
  await last.page.getByRole('button', { name: words.text('layout.proof.open'), exact: true }).click();
  await proofs.getByRole('button', { name: words.text('layout.proof.make') }).click();
  await proofs.getByText(words.text('layout.proof.now')).waitFor({ timeout: 120_000 });
  await proofs.getByRole('button', { name: words.text('layout.proof.save') }).click();
  await last.page.getByText(words.text('layout.proof.saved')).waitFor();
  const told = execFileSync('pdftotext', ['-raw', saved, '-'], { encoding: 'utf8' });
  expect(told).toContain('Unfinished · proof 1 · ');
  expect(told.split('\f')).toHaveLength(1 + 13 + 1);

  // It comes back with notes: chosen in the dialog, and dropped as a file whose path the page never sees.
  const [chosen, dropped] = [join(folder, '의견 1.pdf'), join(folder, '의견 2.pdf')];
  annotate(saved, chosen, 2, '더 밝게 해 주세요');
  annotate(saved, dropped, 0, 'gold letters');
  await chooseInDialogs(last, { open: [chosen], save: '' });
  await proofs.getByRole('radio', { name: words.text('layout.proof.view.comments', { open: 0 }) }).click();
  await proofs.getByRole('button', { name: words.text('layout.comments.readPdf') }).click();
  await proofs.getByRole('button', { name: words.text('layout.comments.add', { count: 1 }) }).click();
  await proofs.getByRole('checkbox', { name: words.text('layout.comments.isDone', { place: 'page 2' }) }).waitFor();
  await last.page.evaluate(() => {
    const input = Object.assign(document.createElement('input'), { type: 'file', id: 'dropped' });
    document.body.append(input);
  });
  await last.page.locator('#dropped').setInputFiles(dropped);
  await last.page.evaluate(() => {
    const [file] = document.querySelector<HTMLInputElement>('#dropped')?.files ?? [];
    const dataTransfer = new DataTransfer();
    if (file !== undefined) dataTransfer.items.add(file);
    const into = [...document.querySelectorAll('[role="dialog"] textarea')].at(-1);
    into?.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  });
  await proofs.getByText('gold letters').waitFor();
  await proofs.getByRole('button', { name: words.text('layout.comments.add', { count: 1 }) }).click();
  await last.page.keyboard.press('Escape');
  await last.page.getByRole('button', { name: words.text('layout.comments.open', { count: 2 }) }).waitFor();
});

test('pages of a customer’s PDF become pages of a book, which keeps its letters and is accepted', {
  timeout: 300_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pages-'));
  folders.push(folder);
  const customers = join(folder, 'Lee 청첩장.pdf');
  writeFileSync(
    join(folder, 'pages.ps'),
    `%!PS
<< /PageSize [${(249 / 25.4) * 72} ${(254 / 25.4) * 72}] >> setpagedevice
1 1 26 {
  0 0.1 0.2 0.1 setcmykcolor 0 0 800 800 rectfill 0 0 0 1 setcmykcolor
  /Helvetica findfont 40 scalefont setfont 200 400 moveto (Chapter ) show 10 string cvs show showpage
} for`,
  );
  execFileSync('gs', [
    '-q',
    '-dBATCH',
    '-dNOPAUSE',
    '-sDEVICE=pdfwrite',
    `-sOutputFile=${customers}`,
    join(folder, 'pages.ps'),
  ]);
  const before = readFileSync(customers);
  const studio = await opened();
  const { page } = studio;
  await page.getByRole('button', { name: words.text('welcome.builtIn.start') }).click();
  await studio.until(({ phase }) => phase === 'ready', 120_000);
  const made = { title: 'Of pages', specUid: 'SQUAREBOOK_HC', pageCount: 24 };
  const { bookId } = await studio.call('layouts.create', made);
  await page.evaluate((id) => {
    window.location.hash = `/library/layout/${id}`;
  }, bookId);
  await page.locator('[data-stage]').waitFor();
  await chooseInDialogs(studio, { open: [customers], save: '' });
  await page
    .getByRole('button', { name: words.text('layout.tray.addFiles') })
    .first()
    .click();
  const place = page.getByRole('button', { name: words.text('layout.placePages', { count: 26 }) });
  await place.waitFor({ timeout: 120_000 });
  await place.click();
  // The book has two pages fewer: what is left over says so, and is placed once there is room.
  await page.getByText(words.text('layout.placePagesLeft', { placed: 24, left: 2 })).waitFor();
  await page.locator('[data-stage] [data-frame]').first().waitFor();
  await page.getByText(words.text('layout.checks.none')).waitFor();
  await page.getByRole('button', { name: words.text('layout.morePages') }).click();
  await page.getByRole('button', { name: words.text('layout.placePages', { count: 2 }) }).click();
  await page.waitForTimeout(1_000);
  const { document } = await studio.call('layouts.open', { bookId });
  expect(document.order.map((id) => document.pages[id]?.order.length)).toEqual(Array.from({ length: 26 }, () => 1));
  await studio.call('layouts.export', { bookId, steps: document.steps, maxPpi: 300, colours: 'kept' });
  const row = await studio
    .until(({ phase }) => phase === 'ready', 1_000)
    .then(async () => {
      for (;;) {
        const { rows } = await studio.call('library.changes', { since: null });
        const own = rows.find((one) => one.bookId === bookId);
        if (own?.layout === 'exported' && own.stage !== 'checking') return own;
        await page.waitForTimeout(500);
      }
    });
  expect(['accepted', 'warning']).toContain(row.verdict);
  const [exports] = readdirSync(join(studio.dataDir, 'layouts/Of pages/exports'));
  const contents = join(studio.dataDir, 'layouts/Of pages/exports', exports ?? '', 'contents.pdf');
  const told = execFileSync('pdftotext', ['-raw', contents, '-'], { encoding: 'utf8' }).split('\f');
  expect(told.slice(0, 26).map((text) => /Chapter (\d+)/.exec(text)?.[1])).toEqual(
    Array.from({ length: 26 }, (_, index) => `${index + 1}`),
  );
  expect(readFileSync(customers).equals(before)).toBe(true);
});

/** What a customer writes onto a page with another program, in points from its top left. */
function annotate(from: string, to: string, page: number, text: string): void {
  const script = `${to}.js`;
  writeFileSync(
    script,
    `var doc = new PDFDocument(${JSON.stringify(from)}); var page = doc.loadPage(${page});
     var note = page.createAnnotation("Text"); note.setRect([100, 200, 120, 220]);
     note.setContents(${JSON.stringify(text)}); note.update(); doc.save(${JSON.stringify(to)}, "incremental");`,
  );
  execFileSync('mutool', ['run', script]);
}
