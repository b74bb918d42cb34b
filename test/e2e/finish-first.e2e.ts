import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerWith, asked } from './support/questions.ts';
import { sendSamplesSlowly } from './support/slow-queue.ts';
import { dropDataDir, launchStudio, type Studio } from './support/studio.ts';
import { wordsIn } from './support/words.ts';

const words = wordsIn('en');
/** A machine with other work takes its time. */
const LIMIT_MS = 120_000;

let studio: Studio;
let queued: number;

beforeAll(async () => {
  studio = await launchStudio({ preferences: { language: 'en', theme: 'light', density: 'comfortable' } });
  queued = await sendSamplesSlowly(studio);
}, 300_000);
afterAll(async () => {
  await studio.close();
  dropDataDir(studio.dataDir);
});

const quit = () => studio.app.evaluate(({ app }) => app.quit());

test('a studio that is asked to finish first says so with a way back, and stays when that is taken', async () => {
  await answerWith(studio, words.text('shell.quit.finish'));
  await quit();
  const { finish } = await studio.until((status) => status.finish !== null);
  expect(await asked(studio)).toEqual([words.text('shell.quit.uploads', { uploads: finish?.left.uploads ?? 0 })]);
  expect(finish).toEqual({ left: { uploads: queued, orders: 0, exports: 0, intakes: 0, packages: 0 }, still: null });
  await studio.page.getByText(words.text('ui.finish.quits')).waitFor();
  await studio.page.getByRole('button', { name: words.text('ui.finish.stay') }).click();
  await studio.page.getByText(words.text('ui.finish.quits')).waitFor({ state: 'detached' });
  expect((await studio.call('app.status', {})).finish).toBeNull();
});

test('its window may be closed: it sends what is left and quits by itself, and nothing is left for the next start', {
  timeout: 300_000,
}, async () => {
  await quit();
  await studio.until(({ finish }) => finish !== null);
  await studio.call('queue.setLimit', { mbitPerSecond: 16, hours: null });
  const main = studio.app.process();
  const ended = new Promise<number | null>((settle) => main.once('exit', settle));
  await studio.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await expect.poll(() => studio.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(0);
  expect(main.exitCode).toBeNull();
  expect(await ended).toBe(0);
  studio = await launchStudio({ dataDir: studio.dataDir });
  const { queue } = await studio.until(({ phase }) => phase === 'ready', LIMIT_MS);
  expect([queue.state, queue.failed]).toEqual(['idle', 0]);
  const stages = (await studio.call('library.changes', { since: null })).rows.map(({ stage }) => stage);
  expect(stages.filter((stage) => stage === 'uploaded').length).toBe(queued);
});
