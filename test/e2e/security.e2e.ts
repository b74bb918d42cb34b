import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CONTENT_SECURITY_POLICY } from '../../src-main/shell/app-scheme.ts';
import { dropDataDir, launchStudio, type Studio } from './support/studio.ts';

const API_KEY = /\b[A-Z]{2}[A-Za-z0-9]{10}\.[A-Za-z0-9_-]{32}/;

let studio: Studio;

beforeAll(async () => {
  studio = await launchStudio();
});

afterAll(async () => {
  await studio.close();
  dropDataDir(studio.dataDir);
});

const windowCount = (): Promise<number> =>
  studio.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);

test('the window is sandboxed and isolated and has no Node', async () => {
  const preferences = await studio.app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as {
      getLastWebPreferences(): Record<string, unknown>;
    };
    return contents.getLastWebPreferences();
  });
  expect(preferences).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    webviewTag: false,
  });
  const weak = [
    'nodeIntegrationInWorker',
    'allowRunningInsecureContent',
    'experimentalFeatures',
    'enableBlinkFeatures',
  ];
  expect(weak.filter((name) => Boolean(preferences[name]))).toEqual([]);
  const inPage = await studio.page.evaluate(() => [
    typeof globalThis.process,
    typeof (globalThis as { require?: unknown }).require,
    typeof (globalThis as { module?: unknown }).module,
  ]);
  expect(inPage).toEqual(['undefined', 'undefined', 'undefined']);
});

test('the page sees seven functions of the app and nothing of Electron', async () => {
  const seen = await studio.page.evaluate(() => {
    const { studio: bridge } = window as unknown as { readonly studio: Record<string, unknown> };
    return Object.entries(bridge).map(([name, value]) => [name, typeof value]);
  });
  expect(seen).toEqual([
    ['call', 'function'],
    ['onChange', 'function'],
    ['onCommand', 'function'],
    ['onLeaving', 'function'],
    ['importDropped', 'function'],
    ['packageDropped', 'function'],
    ['layoutDropped', 'function'],
    ['notesDropped', 'function'],
    ['tableDropped', 'function'],
  ]);
});

test('every answer carries the policy, and the policy holds', async () => {
  const { page } = studio;
  expect(await page.evaluate(async () => (await fetch('app://studio/')).headers.get('content-security-policy'))).toBe(
    CONTENT_SECURITY_POLICY,
  );
  const outcome = await page.evaluate(async () => {
    const attempt = async (run: () => unknown): Promise<string> => {
      try {
        await run();
        return 'allowed';
      } catch {
        return 'refused';
      }
    };
    const marked = window as unknown as { inlineRan?: boolean };
    const script = document.createElement('script');
    script.textContent = 'window.inlineRan = true';
    document.body.append(script);
    return {
      // Later, because what the test itself runs is exempt from the policy.
      text: await new Promise<string>((resolve) =>
        setTimeout(() => void attempt(() => new Function('return 1')()).then(resolve), 0),
      ),
      inline: marked.inlineRan === true ? 'allowed' : 'refused',
      outside: await attempt(() => fetch('http://127.0.0.1:9/')),
      disk: await attempt(() => fetch('file:///etc/hostname')),
      socket: await attempt(
        () =>
          new Promise((resolve, reject) => {
            const socket = new WebSocket('ws://127.0.0.1:9/');
            socket.onopen = resolve;
            socket.onerror = reject;
          }),
      ),
    };
  });
  expect(outcome).toEqual({
    text: 'refused',
    inline: 'refused',
    outside: 'refused',
    disk: 'refused',
    socket: 'refused',
  });
});

test.each([
  'http://example.invalid/',
  'http://example.invalid/?next=app://studio',
  'https://app://studio/',
  'http://studio/',
  'app://example.invalid/',
  'app://studio.example.invalid/',
  'app://studio/other.html',
  'file:///etc/passwd',
  'data:text/html,hello',
])('the window does not go to %s, and opens no second one there', async (address) => {
  const { page } = studio;
  const before = page.url();
  await page.evaluate((to) => {
    window.open(to);
    window.open(to, '_self');
    const link = document.createElement('a');
    link.href = to;
    link.target = '_blank';
    document.body.append(link);
    link.click();
    link.remove();
    window.location.href = to;
  }, address);
  await page.waitForTimeout(150);
  expect([page.url(), await windowCount(), studio.app.windows().length]).toEqual([before, 1, 1]);
  expect(await studio.page.evaluate(() => typeof (window as { studio?: unknown }).studio)).toBe('object');
});

test('a window that was emptied comes back', async () => {
  const { page } = studio;
  const back = page.waitForEvent('framenavigated', (frame) => frame.url() === 'app://studio/');
  await page.evaluate(() => {
    window.location.href = 'about:blank';
  });
  await back;
  await page.waitForLoadState('load');
  await expect(studio.call('app.info', {})).resolves.toMatchObject({ platform: process.platform });
});

test('frames and webviews stay empty', async () => {
  const { page } = studio;
  await page.evaluate(() => {
    for (const tag of ['iframe', 'webview']) {
      const element = document.createElement(tag);
      element.setAttribute('src', 'http://example.invalid/');
      element.className = 'probe';
      document.body.append(element);
    }
  });
  await page.waitForTimeout(150);
  const contents = await studio.app.evaluate(({ webContents }) =>
    webContents.getAllWebContents().map((one) => one.getType()),
  );
  const frames = page.frames().filter((frame) => frame.url().startsWith('http'));
  await page.evaluate(() => {
    for (const element of document.querySelectorAll('.probe')) element.remove();
  });
  expect([contents, frames]).toEqual([['window'], []]);
});

test('every permission is denied', async () => {
  const states = await studio.page.evaluate(async () => {
    const query = async (name: string): Promise<string> =>
      (await navigator.permissions.query({ name: name as PermissionName })).state;
    const media = await navigator.mediaDevices.getUserMedia({ audio: true }).then(
      () => 'granted',
      () => 'denied',
    );
    return [
      await query('geolocation'),
      await query('camera'),
      await query('microphone'),
      await query('midi'),
      await query('notifications'),
      media,
    ];
  });
  expect(states).toEqual(states.map(() => 'denied'));
});

test.each([
  '..%2f..%2fpackage.json',
  '%2e%2e/%2e%2e/package.json',
  '..%5c..%5cpackage.json',
  'files/..%2f..%2fdesk',
  'files/unknown',
  'previews/..%2f..%2fdesk/320',
  `previews/${'f'.repeat(64)}/320`,
  '%2fetc%2fpasswd',
])('app://studio/%s is refused', async (path) => {
  const status = await studio.page.evaluate(async (to) => (await fetch(`app://studio/${to}`)).status, path);
  expect(status).toBeGreaterThanOrEqual(400);
});

test('a call that the contract does not know is refused, and so are paths from the page', async () => {
  const answers = await studio.page.evaluate(async () => {
    const { studio: bridge } = window as unknown as {
      readonly studio: {
        call(channel: string, input: unknown): Promise<unknown>;
        importDropped(files: unknown[]): Promise<unknown>;
        packageDropped(file: unknown): Promise<unknown>;
        layoutDropped(bookId: string, files: unknown[]): Promise<unknown>;
        notesDropped(bookId: string, proof: number, file: unknown): Promise<unknown>;
        tableDropped(bookId: string, file: unknown): Promise<unknown>;
      };
    };
    const code = (run: Promise<unknown>): Promise<unknown> =>
      run.then(
        () => 'answered',
        (error: { code?: string }) => error.code ?? 'no code',
      );
    return [
      await code(bridge.call('nothing.here', {})),
      await code(bridge.call('__proto__', {})),
      await code(bridge.call('library.changes', { everything: true })),
      await code(bridge.call('library.setQuantity', { bookIds: ['a'], quantity: -1 })),
      await code(bridge.call('imports.addPaths', { paths: ['/etc'] })),
      await code(bridge.call('layouts.addPictures', { bookId: 'b', paths: ['/etc'] })),
      await code(bridge.call('layouts.readNotes', { bookId: 'b', proof: 1, path: '/etc/passwd' })),
      await code(bridge.call('layouts.readTable', { bookId: 'b', path: '/etc/passwd' })),
      // A file that was made by the page lies nowhere on the disk.
      await code(bridge.call('packages.openPath', { path: '/etc' })),
      await code(bridge.importDropped([new File(['x'], 'book.pdf')])),
      await code(bridge.packageDropped(new File(['x'], 'job.bpjob'))),
      await code(bridge.layoutDropped('b', [new File(['x'], 'shot.jpg')])),
      await code(bridge.notesDropped('b', 1, new File(['x'], 'notes.pdf'))),
      await code(bridge.tableDropped('b', new File(['x'], 'list.csv'))),
    ];
  });
  expect(answers).toEqual([
    'IPC_UNKNOWN_CHANNEL',
    'IPC_UNKNOWN_CHANNEL',
    'IPC_BAD_INPUT',
    'IPC_BAD_INPUT',
    'IPC_BAD_INPUT',
    'IPC_BAD_INPUT',
    'IPC_BAD_INPUT',
    'IPC_BAD_INPUT',
    'IPC_BAD_INPUT',
    'IPC_BAD_INPUT',
    'IPC_BAD_INPUT',
    'IPC_BAD_INPUT',
    'IPC_BAD_INPUT',
    'IPC_BAD_INPUT',
  ]);
});

test('no key is ever seen by the page, or written into a file of the data folder', async () => {
  await studio.call('connections.startBuiltIn', {});
  await studio.until((status) => status.phase === 'ready');
  const answers = await studio.page.evaluate(async () => {
    const { studio: bridge } = window as unknown as {
      readonly studio: { call(channel: string, input: unknown): Promise<unknown> };
    };
    const asked = [
      'app.info',
      'app.status',
      'connections.list',
      'specs.list',
      'library.changes',
      'queue.changes',
      'orders.changes',
      'activity.list',
      'app.diagnostics',
    ];
    return JSON.stringify([
      await Promise.all(
        asked.map((channel) => bridge.call(channel, channel.endsWith('.changes') ? { since: null } : {})),
      ),
      document.documentElement.outerHTML,
      { ...localStorage },
      { ...sessionStorage },
    ]);
  });
  expect(answers).toContain('"keyPrefix":"SB');
  expect(answers).not.toMatch(API_KEY);
  // PostgreSQL's own files hold what the service stored: hashes, by its own tests.
  const holders = filesBelow(studio.dataDir, ['postgres', 'window', 'Crashpad']).filter((path) =>
    API_KEY.test(readFileSync(path, 'latin1')),
  );
  expect(holders).toEqual([]);
});

function filesBelow(folder: string, except: readonly string[]): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined || except.includes(name)) return [];
    return found.isDirectory() ? filesBelow(path, except) : found.isFile() ? [path] : [];
  });
}
