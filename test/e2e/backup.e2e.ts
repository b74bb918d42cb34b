import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { chooseInDialogs, section } from './support/steps.ts';
import { dropDataDir, launchStudio, newDataDir, type Studio } from './support/studio.ts';

const dataDir = newDataDir();
const elsewhere = newDataDir();
const file = join(elsewhere, 'studio.bpbackup');
let studio: Studio | null = null;

const open = async (): Promise<Studio> =>
  (studio = await launchStudio({ dataDir, preferences: { language: 'en', theme: 'light', density: 'comfortable' } }));
const titles = async ({ call }: Studio) =>
  (await call('library.changes', { since: null })).rows.map(({ title }) => title).toSorted();
const answerQuestions = ({ app }: Studio, yes: boolean) =>
  app.evaluate(
    ({ app: electronApp, dialog }, response) => {
      const counted = electronApp as typeof electronApp & { questions?: number };
      counted.questions = 0;
      dialog.showMessageBox = async () => {
        counted.questions = (counted.questions ?? 0) + 1;
        return { response, checkboxChecked: false };
      };
      // Who drives this window holds every start until it listens, and would not listen to that one.
      electronApp.relaunch = () => undefined;
    },
    yes ? 0 : 1,
  );
const questionsAsked = ({ app }: Studio) =>
  app.evaluate(({ app: electronApp }) => (electronApp as typeof electronApp & { questions?: number }).questions);

afterEach(async () => {
  await studio?.close();
  studio = null;
});
afterAll(() => [dataDir, elsewhere].forEach(dropDataDir));

test('a studio is backed up while it is open and restored by its buttons, and what was there is set aside', async () => {
  const first = await open();
  const { page } = first;
  await page.getByRole('button', { name: 'Start the sandbox' }).click();
  await first.until(({ phase }) => phase === 'ready');
  await first.call('imports.addSamples', {});
  await first.until(({ counts }) => counts.all === 10);
  const before = await titles(first);
  await chooseInDialogs(first, { open: [], save: file });
  await section(page, 'Settings').click();
  await page.getByRole('button', { name: 'Back up…' }).click();
  await page.getByText('The backup holds 10 books and 0 orders').waitFor();
  expect(readdirSync(elsewhere)).toEqual(['studio.bpbackup']);
  await page.getByText(/, studio\.bpbackup$/).waitFor();

  const { rows } = await first.call('library.changes', { since: null });
  await first.call('library.remove', { bookIds: rows.slice(0, 3).map(({ bookId }) => bookId) });
  expect(await titles(first)).toHaveLength(7);
  await chooseInDialogs(first, { open: [file], save: '' });
  await answerQuestions(first, false);
  await page.getByRole('button', { name: 'Restore…' }).click();
  await expect.poll(() => questionsAsked(first), { timeout: 30_000 }).toBe(1);
  await expect.poll(() => page.getByRole('button', { name: 'Restore…' }).isEnabled(), { timeout: 30_000 }).toBe(true);
  expect(readdirSync(dataDir).filter((name) => name.includes('restore'))).toEqual([]);
  expect(await titles(first)).toHaveLength(7);

  await answerQuestions(first, true);
  const closed = first.app.waitForEvent('close');
  await page.getByRole('button', { name: 'Restore…' }).click();
  await closed;
  studio = null;

  const again = await open();
  expect(await titles(again)).toEqual(before);
  await again.until(({ phase }) => phase === 'ready');
  expect(readdirSync(dataDir).filter((name) => name.includes('restore'))).toEqual([
    expect.stringMatching(/^before-restore-/) as string,
  ]);
});
