import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { developmentPolicy } from '../../src-main/development/policy.ts';
import { DevelopmentRun, copyTree } from './support/development-run.ts';
import { processesIn } from './support/processes.ts';

const RULE = 'src-service/accounts/keys.ts';
const THRESHOLD = 'src-core/preflight/thresholds.ts';
const LABELS = 'resources/locales/en/library.json';
const COMPONENT = 'src-renderer/ui/toolbar.tsx';
const DEV = /node scripts\/dev\.mjs/;
const STUDIO = /electron (?!.*--type=).*--remote-debugging-port/;
const WINDOW = /--type=renderer/;
const SERVICE = /--utility-sub-type=node\.mojom\.NodeService/;
const DISPLAY = /^\d+ Xvfb/;

// Longer than any step of a run waits: what did not come says so itself. Ten times what it takes on a machine of its own.
vi.setConfig({ testTimeout: 900_000 });

let home: string;
let dev: DevelopmentRun;

beforeAll(async () => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'development-')));
  // PostgreSQL's own user walks through it when the tests run as root.
  chmodSync(home, 0o755);
  copyTree(home);
  dev = new DevelopmentRun(home);
  await dev.heard(/remote debugging: /);
  await dev.call('app.setPreferences', { language: 'en' });
  // A new working tree makes its sample books first.
}, 900_000);

afterAll(async () => {
  await dev.interrupt();
  await dev.strays();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

/** Its one process, once those of a run that ended before have had their time to close. */
const theOne = async (part: RegExp): Promise<number> => {
  const found = () => dev.processes(part);
  await expect.poll(async () => [part, (await found()).length], { timeout: 120_000 }).toEqual([part, 1]);
  const [first = 0] = await found();
  return first;
};
const ready = () =>
  expect.poll(async () => (await dev.call('app.status', {})).phase, { timeout: 300_000 }).toBe('ready');
const ppiWarning = async () =>
  (await dev.call('checks.thresholds', {})).find(({ name }) => name === 'imagePpiWarning')?.builtIn;
/** What the service says to a caller without a key, over HTTP. */
const refusal = async (): Promise<string> => {
  const [connection] = await dev.call('connections.list', {});
  return (await fetch(new URL('/v1/books', connection?.host))).text();
};

test('the window keeps scheme, sandbox and policy; what differs is what the development policy names', async () => {
  const page = await dev.page();
  expect(page.url()).toBe('app://studio/');
  const policy =
    (await page.evaluate(async () => (await fetch('app://studio/')).headers.get('content-security-policy'))) ?? '';
  const [, nonce = '', socket = ''] =
    /script-src .*'nonce-([0-9a-f]{32})'; .*connect-src 'self' (ws:\/\/127\.0\.0\.1:\d+);/.exec(policy) ?? [];
  expect(policy).toBe(developmentPolicy(nonce, socket));
  const outcome = await page.evaluate(
    async (server) => {
      const refused = (attempt: Promise<unknown>) =>
        attempt.then(
          () => 'allowed',
          () => 'refused',
        );
      const script = document.createElement('script');
      script.textContent = 'window.inlineRan = true';
      document.body.append(script);
      return [
        typeof globalThis.process,
        'inlineRan' in window,
        await refused(fetch(server)),
        await refused(fetch('http://127.0.0.1:9/')),
        await refused(fetch('file:///etc/hostname')),
      ];
    },
    socket.replace('ws:', 'http:'),
  );
  expect(outcome).toEqual(['undefined', false, 'refused', 'refused', 'refused']);
});

test('a label and a component are on screen without the page being loaded anew, and what was typed stays', async () => {
  await dev.call('connections.startBuiltIn', {});
  await ready();
  await dev.call('imports.addSamples', {});
  const page = await dev.page();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  const filter = page.locator('[data-filter]');
  await filter.fill('Kim');
  for (const [file, from, to, shown] of [
    [LABELS, '"title": "Library"', '"title": "Shelf"', 'Shelf'],
    [COMPONENT, '<h1>{title}</h1>', '<h1>The {title}</h1>', 'The Shelf'],
  ] as const) {
    const beganMs = performance.now();
    dev.edit(file, from, to);
    await page.locator('h1', { hasText: shown }).waitFor({ timeout: 60_000 });
    console.log(`${file} on screen after ${Math.round(performance.now() - beganMs)} ms`);
    expect([await filter.inputValue(), await page.evaluate(() => 'isSamePage' in window)]).toEqual(['Kim', true]);
  }
  // How long it takes is the machine's affair; that one module is all that is renewed is ours.
  expect(dev.output.match(/hmr update .*/g)?.at(-1)).toBe('hmr update /ui/toolbar.tsx');
});

test('a rule of the service is built, and its process started anew under the same window', async () => {
  expect(await refusal()).toContain('API Key가 유효하지 않습니다');
  const [studio, window, service] = [await theOne(STUDIO), await theOne(WINDOW), await theOne(SERVICE)];
  const before = dev.times(/the service runs anew/);
  const beganMs = performance.now();
  dev.edit(RULE, "'API Key가 유효하지 않습니다'", "'ANOTHER RULE'");
  await dev.heard(/the service runs anew/, before);
  await ready();
  console.log(`a rule of the service answers after ${Math.round(performance.now() - beganMs)} ms`);
  expect(await refusal()).toContain('ANOTHER RULE');
  expect([await theOne(STUDIO), await theOne(WINDOW)]).toEqual([studio, window]);
  expect(await theOne(SERVICE)).not.toBe(service);
});

test('a rule of the desk is built, and the studio started anew', async () => {
  expect(await ppiWarning()).toBe(200);
  const [studio, service] = [await theOne(STUDIO), await theOne(SERVICE)];
  const before = dev.times(/the studio runs after/);
  const beganMs = performance.now();
  dev.edit(THRESHOLD, 'imagePpiWarning: { value: 200', 'imagePpiWarning: { value: 210');
  await dev.heard(/the studio runs after/, before);
  expect(await ppiWarning()).toBe(210);
  console.log(`a threshold is in the window after ${Math.round(performance.now() - beganMs)} ms`);
  await ready();
  // Welcome stands there until the service of the new studio runs.
  await (await dev.page()).locator('h1', { hasText: 'The Shelf' }).waitFor({ timeout: 60_000 });
  expect(await theOne(STUDIO)).not.toBe(studio);
  expect(await theOne(SERVICE)).not.toBe(service);
});

test('a change that cannot be built is told, and the studio stays; the next one cures it', async () => {
  const studio = await theOne(STUDIO);
  dev.edit(THRESHOLD, 'export const', 'export konst');
  await dev.heard(/could not be built and stays as it was/);
  expect(await theOne(STUDIO)).toBe(studio);
  const before = dev.times(/the studio runs after/);
  dev.edit(THRESHOLD, 'export konst', 'export const');
  await dev.heard(/the studio runs after/, before);
});

test('a studio that was killed is told, and the next change starts it', async () => {
  // The build before may begin another studio a moment later: that one ends the former without a word.
  await ready();
  process.kill(await theOne(STUDIO), 'SIGKILL');
  await dev.heard(/the studio ended with code 128/);
  const before = dev.times(/the studio runs after/);
  dev.edit(THRESHOLD, 'value: 210', 'value: 220');
  await dev.heard(/the studio runs after/, before);
  expect(await ppiWarning()).toBe(220);
  await ready();
});

test('a second run takes the working tree over from the first', async () => {
  const first = dev;
  const second = new DevelopmentRun(home);
  dev = second;
  await second.heard(/remote debugging: /);
  await first.ended();
  expect((await second.processes(DEV)).length).toBe((await processesIn(home)).filter((line) => DEV.test(line)).length);
  await theOne(STUDIO);
  expect(await ppiWarning()).toBe(220);
  await ready();
});

test('a run that was killed leaves nothing running, and the next one has its data', async () => {
  for (const pid of await dev.processes(DEV)) process.kill(pid, 'SIGKILL');
  await dev.ended();
  dev = new DevelopmentRun(home);
  await dev.heard(/remote debugging: /);
  await ready();
  expect((await dev.call('library.changes', { since: null })).rows.length).toBeGreaterThan(0);
  for (const part of [STUDIO, SERVICE, DISPLAY]) await theOne(part);
});

test('a display that is lost ends the run with all it started', async () => {
  process.kill(await theOne(DISPLAY), 'SIGKILL');
  expect(await dev.ended()).not.toBe(0);
  expect(await dev.strays()).toEqual([]);
  dev = new DevelopmentRun(home);
  await dev.heard(/remote debugging: /);
});

test('Ctrl+C ends everything that it started', async () => {
  await ready();
  expect((await processesIn(home)).length).toBeGreaterThan(5);
  await dev.interrupt();
  expect(await dev.strays()).toEqual([]);
});
