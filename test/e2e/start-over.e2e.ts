import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { HOWEVER_IT_PRINTS } from '../fixtures/print-taken.ts';
import { section } from './support/steps.ts';
import { dropDataDir, launchStudio, newDataDir, type Studio } from './support/studio.ts';

const dataDir = newDataDir();
let studio: Studio | null = null;

const open = async (): Promise<Studio> =>
  (studio = await launchStudio({ dataDir, preferences: { language: 'en', theme: 'light', density: 'comfortable' } }));
const stages = async ({ call }: Studio) =>
  (await call('library.changes', { since: null })).rows.map(({ stage }) => stage).toSorted();

afterEach(async () => {
  await studio?.close();
  studio = null;
});
afterAll(() => dropDataDir(dataDir));

test('the Sandbox is started over by its button: the studio opens again with its books ready, and the file of before is kept', async () => {
  const first = await open();
  const { page, app } = first;
  await page.getByRole('button', { name: 'Start the sandbox' }).click();
  await first.until(({ phase }) => phase === 'ready');
  await first.call('imports.addSamples', {});
  await first.until(({ counts }) => counts.all === 10 && counts.notChecked === 0);
  const ready = (await first.call('library.changes', { since: null })).rows.filter(({ stage }) => stage === 'ready');
  await first.call('queue.upload', {
    bookIds: ready.slice(0, 2).map(({ bookId }) => bookId),
    print: HOWEVER_IT_PRINTS,
  });
  await expect
    .poll(async () => (await stages(first)).filter((stage) => stage === 'uploaded'), { timeout: 60_000 })
    .toHaveLength(2);

  // Who drives this window holds every start until it listens, and would not listen to that one.
  await app.evaluate(({ app: electronApp }) => void (electronApp.relaunch = () => undefined));
  await section(page, 'Settings').click();
  await page.getByRole('button', { name: 'Start over with Sandbox' }).click();
  const sheet = page.getByRole('dialog', { name: 'Start over with the Sandbox?' });
  await sheet.getByText('Books at the service', { exact: true }).waitFor();
  const closed = app.waitForEvent('close');
  await sheet.getByRole('button', { name: 'Start over', exact: true }).click();
  await closed;
  studio = null;

  const again = await open();
  await again.until(({ phase }) => phase === 'ready');
  expect((await stages(again)).filter((stage) => stage === 'uploaded')).toEqual([]);
  const kept = readdirSync(join(dataDir, 'former-sandboxes'));
  expect(kept).toEqual([expect.stringMatching(/^sandbox-.+\.bpbackup$/)]);
  await section(again.page, 'Settings').click();
  await again.page.getByText(kept[0] ?? '').waitFor();
  const shown = await again.app.evaluate(async ({ shell }) => {
    const revealed: string[] = [];
    shell.showItemInFolder = (path) => void revealed.push(path);
    Object.assign(globalThis, { revealed });
    return revealed.length;
  });
  expect(shown).toBe(0);
  await again.page.getByRole('region', { name: 'Connections' }).getByRole('button', { name: 'Show in folder' }).click();
  await expect
    .poll(() => again.app.evaluate(() => (globalThis as { revealed?: string[] }).revealed))
    .toEqual([join(dataDir, 'former-sandboxes', kept[0] ?? '')]);
  // The same Sandbox takes the same books again.
  expect((await again.call('startOver.look', {}))?.goes).toMatchObject({ books: 0, orders: 0 });
});
