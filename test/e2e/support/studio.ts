import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import type { Channel, Input, Output, StudioBridge } from '../../../src-core/ipc/contract.ts';
import type { Preferences, StatusView } from '../../../src-core/ipc/subjects/app.ts';

const PROJECT_ROOT = resolve(import.meta.dirname, '../../..');
/** The app that is tested: this project's, or a copy of it that nobody rebuilds meanwhile. */
const APP_ROOT = process.env['STUDIO_APP_DIR'] ?? PROJECT_ROOT;

const START_LIMIT_MS = 60_000;
/** What a window shows next is awaited so long: looks at pages take their time on a machine that does other work as well. */
const STEP_LIMIT_MS = 75_000;
const CLOSE_LIMIT_MS = 40_000;
/** Longer than the studio itself waits for its parts, which is two minutes and a quarter. */
const END_LIMIT_MS = 150_000;
/** But for the hold of orders, which would make every one of them ten seconds slower. */
const AS_SHIPPED = { language: 'system', theme: 'system', density: 'comfortable', orderHoldSeconds: 0 };

export interface StudioOptions {
  /** A folder from an earlier `launchStudio`, to start again with what it left. */
  readonly dataDir?: string;
  /** Notifications are all on, and orders are not held before they are sent unless it is said here. */
  readonly preferences?: Omit<Preferences, 'notices' | 'orderHoldSeconds' | 'closing'> &
    Partial<Pick<Preferences, 'orderHoldSeconds' | 'closing'>>;
  readonly env?: Readonly<Record<string, string>>;
  /** What the command line says besides. */
  readonly words?: readonly string[];
}

export interface Studio {
  readonly app: ElectronApplication;
  readonly page: Page;
  readonly dataDir: string;
  /** Asks the main process the way the page does. Rejects with an Error that names the wire error's code. */
  call<C extends Channel>(channel: C, input: Input<C>): Promise<Output<C>>;
  /** Polls `app.status` until it is as wanted. */
  until(wanted: (status: StatusView) => boolean, limitMs?: number): Promise<StatusView>;
  /** Process id of the embedded service. */
  servicePid(): Promise<number | null>;
  setContentSize(width: number, height: number): Promise<void>;
  close(): Promise<void>;
}

/** The end of its log. */
const lastWords = (dataDir: string): string =>
  readFileSync(join(dataDir, 'logs/studio.log'), 'utf8').trim().split('\n').slice(-8).join('\n');

/** The runtime that this machine has, as `scripts/electron-runtime.mjs` finds it. */
export const electronExecutable = (): string =>
  execFileSync(process.execPath, [join(PROJECT_ROOT, 'scripts/electron-runtime.mjs')], { encoding: 'utf8' }).trim();

/** Chromium does not run as root inside its sandbox. */
export const electronArguments = (dataDir: string): string[] => [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  APP_ROOT,
  `--data-dir=${dataDir}`,
];

/**
 * Where Playwright finds Electron: through the package, because only then it holds the app back until it listens.
 * A window that opens before that is never seen.
 */
function chooseElectron(): void {
  if (process.env['ELECTRON_OVERRIDE_DIST_PATH'] !== undefined) return;
  const executable = electronExecutable();
  process.env['ELECTRON_OVERRIDE_DIST_PATH'] =
    process.platform === 'darwin' ? resolve(executable, '../../../..') : dirname(executable);
}

/** A data folder that PostgreSQL's own user may walk through when the tests run as root. */
export function newDataDir(): string {
  const home = mkdtempSync(join(tmpdir(), 'studio-'));
  chmodSync(home, 0o755);
  return home;
}

export const dropDataDir = (dataDir: string): void => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });

/**
 * The debugger loses an answer now and then, one in thousands: V8 collects the promise that it waits for. What tests ask of the main
 * process may be asked twice.
 */
function askAgain(app: ElectronApplication): void {
  const ask = app.evaluate.bind(app) as (...asked: readonly unknown[]) => Promise<unknown>;
  const asking = (...asked: readonly unknown[]): Promise<unknown> =>
    ask(...asked).catch((error: unknown) => {
      if (!String(error).includes('promise was garbage collected')) throw error;
      return ask(...asked);
    });
  app.evaluate = asking as typeof app.evaluate;
}

/** Opens the built app in a real window, with a data folder of its own. */
export async function launchStudio(options: StudioOptions = {}): Promise<Studio> {
  const dataDir = options.dataDir ?? newDataDir();
  const preferencesFile = join(dataDir, 'preferences.json');
  if (options.preferences !== undefined || !existsSync(preferencesFile)) {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(preferencesFile, JSON.stringify({ ...AS_SHIPPED, ...options.preferences }));
  }
  chooseElectron();
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  const app = await _electron.launch({
    args: [...electronArguments(dataDir), ...(options.words ?? [])],
    env: { ...inherited, ...options.env },
    timeout: START_LIMIT_MS,
  });
  askAgain(app);
  const page = await app.firstWindow({ timeout: START_LIMIT_MS });
  await page.waitForLoadState('load', { timeout: START_LIMIT_MS });
  page.setDefaultTimeout(STEP_LIMIT_MS);
  const call: Studio['call'] = async (channel, input) => {
    const reply = await page.evaluate(
      async ([name, value]) => {
        const { studio } = window as unknown as { readonly studio: StudioBridge };
        try {
          return { ok: true as const, value: await studio.call(name, value as never) };
        } catch (error) {
          return { ok: false as const, error };
        }
      },
      // Of the input's own type the compiler would follow what a step of a layout may hold without end.
      [channel, input as object] as const,
    );
    if (!reply.ok) throw new Error(`${channel}: ${JSON.stringify(reply.error)}`);
    // The main process has checked it against the contract.
    return reply.value as Output<typeof channel>;
  };
  return {
    app,
    page,
    dataDir,
    call,
    until: async (wanted, limitMs = START_LIMIT_MS) => {
      const endMs = performance.now() + limitMs;
      for (;;) {
        const status = await call('app.status', {});
        if (wanted(status)) return status;
        if (performance.now() > endMs)
          throw new Error(`the studio did not get there within ${limitMs / 1000} s: ${JSON.stringify(status)}`);
        await page.waitForTimeout(150);
      }
    },
    servicePid: () =>
      app.evaluate(
        ({ app: electronApp }) =>
          electronApp
            .getAppMetrics()
            .find((one) => one.name === 'Book Print Service' || one.serviceName === 'Book Print Service')?.pid ?? null,
      ),
    setContentSize: (width, height) =>
      app.evaluate(({ BrowserWindow }, [w, h]) => BrowserWindow.getAllWindows()[0]?.setContentSize(w, h), [
        width,
        height,
      ] as const),
    close: async () => {
      const main = app.process();
      const ended = new Promise((settle) => main.once('exit', settle));
      // Quitting asks when uploads are on their way, and nobody is here to answer.
      const asked = app
        .evaluate(({ dialog }) => {
          // Escape takes the last button, and the one before it leaves.
          dialog.showMessageBox = (async (...given: unknown[]) => {
            const { buttons } = given.at(-1) as { readonly buttons: readonly string[] };
            return { response: Math.max(0, buttons.length - 2), checkboxChecked: false };
          }) as typeof dialog.showMessageBox;
        })
        .then(() => app.close());
      // Where the process ends first nobody waits for it any more.
      asked.catch(() => undefined);
      // The debugger may lose a question as it loses answers. The system's own wish takes the same way out.
      const again = setTimeout(() => main.kill('SIGTERM'), CLOSE_LIMIT_MS);
      let isStuck = false;
      const atLast = setTimeout(() => {
        isStuck = true;
        main.kill('SIGKILL');
      }, END_LIMIT_MS);
      try {
        await (main.exitCode === null ? Promise.race([asked, ended]) : asked);
      } catch (error) {
        if (!isStuck) throw error;
      } finally {
        clearTimeout(again);
        clearTimeout(atLast);
      }
      if (isStuck) throw new Error(`the studio did not end within ${END_LIMIT_MS} ms: ${lastWords(dataDir)}`);
    },
  };
}
