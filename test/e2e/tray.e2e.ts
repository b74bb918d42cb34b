import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerWith, asked } from './support/questions.ts';
import { sendSamplesSlowly } from './support/slow-queue.ts';
import { dropDataDir, electronArguments, electronExecutable, launchStudio, type Studio } from './support/studio.ts';
import { wordsIn } from './support/words.ts';

const words = wordsIn('en');
/** A machine with other work takes its time. */
const LIMIT_MS = 120_000;

let studio: Studio;
let tools: string;

beforeAll(async () => {
  // No desktop runs here: whoever asks the bus for a tray is told that there is one.
  tools = mkdtempSync(join(tmpdir(), 'tools-'));
  const bus = join(tools, 'dbus-send');
  writeFileSync(bus, '#!/bin/sh\necho "   variant       boolean true"\n');
  chmodSync(bus, 0o755);
  studio = await launchStudio({
    preferences: { language: 'en', theme: 'light', density: 'comfortable' },
    env: { PATH: `${tools}:${process.env['PATH'] ?? ''}` },
  });
  await sendSamplesSlowly(studio);
}, 300_000);
afterAll(async () => {
  await studio.close();
  dropDataDir(studio.dataDir);
  rmSync(tools, { recursive: true, force: true });
});

const windows = () => studio.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
const closeWindow = () => studio.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());

test('a window that is closed with work in hand asks once; the studio works on, and is opened again as it was', {
  timeout: 300_000,
}, async () => {
  await answerWith(studio, words.text('shell.quit.stay'));
  await closeWindow();
  await expect.poll(() => asked(studio)).toEqual([words.text('shell.close.title')]);
  expect(await windows()).toBe(1);

  await answerWith(studio, words.text('shell.close.tray'));
  const before = (await studio.call('app.status', {})).queue.done;
  await closeWindow();
  await expect.poll(windows).toBe(0);
  const opened = studio.app.waitForEvent('window');
  // It is a desktop's second start, as its icon in the launcher makes it.
  const second = spawn(electronExecutable(), electronArguments(studio.dataDir), { stdio: 'ignore' });
  expect(await once(second, 'exit')).toEqual([0, null]);
  await opened;
  expect(await windows()).toBe(1);
  const read = () =>
    studio.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript("window.studio.call('app.status', {})"),
    ) as Promise<{ readonly queue: { readonly done: number; readonly failed: number; readonly state: string } }>;
  await expect.poll(async () => (await read()).queue.done, { timeout: LIMIT_MS }).toBeGreaterThan(before);
  expect((await read()).queue).toMatchObject({ state: 'running', failed: 0 });

  await closeWindow();
  await expect.poll(windows).toBe(0);
  expect(await asked(studio), 'the answer was kept').toEqual([words.text('shell.close.title')]);
});
