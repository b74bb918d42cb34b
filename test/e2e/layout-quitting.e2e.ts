import { afterEach, expect, test } from 'vitest';
import { surfaceOf } from '../../src-core/layout/document.ts';
import { answerWith, asked } from './support/questions.ts';
import { dropDataDir, launchStudio, newDataDir, type Studio } from './support/studio.ts';
import { wordsIn } from './support/words.ts';

const words = wordsIn('en');
const studios: Studio[] = [];
afterEach(async () => {
  for (const studio of studios) await studio.close().catch(() => undefined);
  for (const dataDir of new Set(studios.splice(0).map((studio) => studio.dataDir))) dropDataDir(dataDir);
});

async function opened(dataDir = newDataDir()): Promise<Studio> {
  const preferences = { language: 'en', theme: 'light', density: 'comfortable' } as const;
  const studio = await launchStudio({ dataDir, preferences });
  studios.push(studio);
  await studio.setContentSize(1280, 800);
  return studio;
}

/** A book of empty pages whose layout is on screen. */
async function withLayout(): Promise<{ readonly studio: Studio; readonly bookId: string }> {
  const studio = await opened();
  const { page } = studio;
  await page.getByRole('button', { name: words.text('welcome.builtIn.start') }).click();
  await studio.until(({ phase }) => phase === 'ready', 120_000);
  const wish = { title: 'Last words', specUid: 'SQUAREBOOK_HC', pageCount: 24 };
  const { bookId } = await studio.call('layouts.create', wish);
  await page.evaluate((id) => {
    window.location.hash = `/library/layout/${id}`;
  }, bookId);
  await page.locator('[data-stage]').waitFor();
  return { studio, bookId };
}

const textsOf = async (studio: Studio, bookId: string): Promise<string[]> => {
  const { document } = await studio.call('layouts.open', { bookId });
  return document.order.flatMap((id) =>
    Object.values(surfaceOf(document, id)?.frames ?? {}).flatMap((frame) =>
      frame.kind === 'text' ? [frame.text] : [],
    ),
  );
};

test.each(['quit', 'close'] as const)(
  'a studio that is left by %s while a text is being written keeps it',
  {
    timeout: 240_000,
  },
  async (how) => {
    const { studio, bookId } = await withLayout();
    const { page, dataDir } = studio;
    await page.locator('[data-pane="strip"] button').nth(2).click();
    await page.locator('[data-stage]').focus();
    await page.keyboard.press('t');
    await page.keyboard.insertText('and then we drove home');
    const ended = studio.app.waitForEvent('close');
    await studio.app.evaluate(({ app, BrowserWindow }, way) => {
      // Behind this answer, which the app would take with it.
      setTimeout(() => (way === 'quit' ? app.quit() : BrowserWindow.getAllWindows()[0]?.close()), 0);
    }, how);
    await ended;
    const again = await opened(dataDir);
    await again.until(({ phase }) => phase === 'ready', 120_000);
    expect(await textsOf(again, bookId)).toEqual(['and then we drove home']);
  },
);

test('quitting while PDFs are made asks first; staying lets them be made, and then nobody is asked', {
  timeout: 300_000,
}, async () => {
  const { studio, bookId } = await withLayout();
  await answerWith(studio, words.text('shell.quit.stay'));
  const { steps } = (await studio.call('layouts.open', { bookId })).document;
  const { exportId } = await studio.call('layouts.export', { bookId, steps, maxPpi: null, colours: 'kept' });
  await studio.app.evaluate(({ app }) => app.quit());
  for (let state = 'running'; state === 'running'; await studio.page.waitForTimeout(100))
    ({ state } = (await studio.call('layouts.exportState', { exportId })) ?? { state: 'gone' });
  expect(await asked(studio)).toEqual([words.text('shell.quit.exports', { exports: 1 })]);
  const [row] = (await studio.call('library.changes', { since: null })).rows;
  expect(row).toMatchObject({ bookId, layout: 'exported' });
  const ended = studio.app.waitForEvent('close');
  await studio.app.evaluate(({ app }) => void setTimeout(() => app.quit(), 0));
  await ended;
});

test('a window that fails to keep what it holds is not left without a question', { timeout: 300_000 }, async () => {
  const { studio } = await withLayout();
  const { page } = studio;
  await page.evaluate(() => {
    window.studio.onLeaving(() => Promise.reject(new Error('a fault of the page')));
  });
  await answerWith(studio, words.text('shell.quit.stay'));
  await studio.app.evaluate(({ app }) => app.quit());
  for (let left = 100; left > 0 && (await asked(studio)).length === 0; left -= 1) await page.waitForTimeout(100);
  expect(await asked(studio)).toEqual([words.text('shell.unkept.title', { unkept: 1 })]);
  await answerWith(studio, words.text('shell.unkept.leave'));
  const ended = studio.app.waitForEvent('close');
  await studio.app.evaluate(({ app }) => void setTimeout(() => app.quit(), 0));
  await ended;
});
