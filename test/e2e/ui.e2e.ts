import { spawn, type ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const FIRST_PAGE_MS = 180_000;

let ui: ChildProcess;
let browser: Browser;
let address = '';

beforeAll(async () => {
  ui = spawn('npm', ['run', 'ui', '--', '--port', '0'], {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  ui.stdout?.on('data', (text: Buffer) => (output += text.toString()));
  for (let looks = 0; address === '' && looks < 600; looks += 1, await delay(100))
    [, address = ''] = /(http:\/\/127\.0\.0\.1:\d+\/)/.exec(stripVTControlCharacters(output)) ?? [];
  browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
});

afterAll(async () => {
  await browser.close();
  const ended = new Promise((settle) => ui.once('exit', settle));
  if (ui.pid !== undefined) process.kill(-ui.pid, 'SIGINT');
  await ended;
  await expect(fetch(address)).rejects.toThrow();
});

test('npm run ui shows the window in an ordinary browser: a full library, with the pages of a sample book', async () => {
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  // The server builds its modules for the first page.
  await page.goto(`${address}?scenario=full&lang=en#/library`, { timeout: FIRST_PAGE_MS });
  await page.getByRole('heading', { name: 'Library' }).waitFor();
  await page.getByRole('grid').getByRole('row').nth(5).click();
  // Pages are drawn by pdf.js, from a file that the server gives by ranges.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('canvas')].some(
      (canvas) => canvas.width > 100 && canvas.getContext('2d')?.getImageData(50, 50, 1, 1).data[3] === 255,
    ),
  );
  await page.goto(`${address}?scenario=welcome&lang=ko`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(errors).toEqual([]);
});
