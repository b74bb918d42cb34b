import type { ChildProcess } from 'node:child_process';
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import type { StudioBridge } from '../../src-core/ipc/contract.ts';
import type { Studio } from '../e2e/support/studio.ts';
import { NOBODY, startOnDesktop, type Installed } from './install.ts';

const START_LIMIT_MS = 60_000;
const CONNECT_LIMIT_MS = 15_000;
const STATUS_LIMIT_MS = 120_000;

/** What can be asked of a studio whose main process is closed to everybody: its page. */
export type PackedStudio = Pick<Studio, 'page' | 'dataDir' | 'call' | 'until'> & {
  /** What it wrote so far, and whatever it runs in. */
  output(): string;
  /** As a person closes the window. The code that it ended with. */
  close(): Promise<number | null>;
};

/** Starts the installed studio and takes hold of its page, by Chromium's own debugger: Node's is fused off. */
export async function startPacked(installed: Installed, more: readonly string[] = []): Promise<PackedStudio> {
  const dataDir = join(installed.data, 'data');
  mkdirSync(dataDir, { recursive: true });
  const preferences = join(dataDir, 'preferences.json');
  writeFileSync(
    preferences,
    JSON.stringify({ language: 'en', theme: 'light', density: 'comfortable', orderHoldSeconds: 0 }),
  );
  if (process.getuid?.() === 0) for (const path of [dataDir, preferences]) chownSync(path, NOBODY, NOBODY);
  const program = join(installed.home, 'book-print-studio');
  const child = startOnDesktop(installed, [program, '--remote-debugging-port=0', `--data-dir=${dataDir}`, ...more]);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += String(text)));
  const ended = new Promise<number | null>((settle) => child.once('exit', settle));
  try {
    const browser = await connected(() => output, ended);
    const page = await firstPage(browser);
    return studioOf(page, { dataDir, output: () => output, close: () => closed(page, child, ended) });
  } catch (error) {
    endGroup(child);
    throw new Error(`the installed studio did not start:\n${output}`, { cause: error });
  }
}

async function connected(output: () => string, ended: Promise<unknown>): Promise<Browser> {
  let isOver = false;
  void ended.then(() => (isOver = true));
  for (const endMs = performance.now() + START_LIMIT_MS; performance.now() < endMs && !isOver; ) {
    const address = /DevTools listening on (ws:\S+)/.exec(output())?.[1];
    // A program that has just begun to listen may take a connection and answer nothing on it.
    const browser =
      address === undefined
        ? null
        : await chromium.connectOverCDP(address, { timeout: CONNECT_LIMIT_MS }).catch(() => null);
    if (browser !== null) return browser;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('no debugger listens');
}

async function firstPage(browser: Browser): Promise<Page> {
  const [context] = browser.contexts();
  if (context === undefined) throw new Error('no page can be had');
  const page = context.pages()[0] ?? (await context.waitForEvent('page', { timeout: START_LIMIT_MS }));
  await page.waitForFunction(() => 'studio' in globalThis && document.readyState === 'complete', null, {
    timeout: START_LIMIT_MS,
  });
  return page;
}

function studioOf(page: Page, rest: Pick<PackedStudio, 'dataDir' | 'output' | 'close'>): PackedStudio {
  const call = (async (channel: string, input: object) => {
    const reply = await page.evaluate(
      async ([name, value]) => {
        const { studio } = window as unknown as { readonly studio: StudioBridge };
        return studio.call(name as never, value as never).then(
          (answer) => ({ ok: true as const, value: answer as unknown }),
          (error: unknown) => ({ ok: false as const, value: error }),
        );
      },
      [channel, input] as const,
    );
    if (!reply.ok) throw new Error(`${channel}: ${JSON.stringify(reply.value)}`);
    return reply.value;
  }) as PackedStudio['call'];
  return {
    ...rest,
    page,
    call,
    until: async (wanted, limitMs = STATUS_LIMIT_MS) => {
      for (const endMs = performance.now() + limitMs; ; ) {
        const status = await call('app.status', {});
        if (wanted(status)) return status;
        if (performance.now() > endMs) throw new Error(`the studio did not get there: ${JSON.stringify(status)}`);
        await page.waitForTimeout(150);
      }
    },
  };
}

async function closed(page: Page, child: ChildProcess, ended: Promise<number | null>): Promise<number | null> {
  await page.evaluate(() => window.close()).catch(() => undefined);
  const limit = setTimeout(() => endGroup(child), 30_000);
  const code = await ended;
  clearTimeout(limit);
  endGroup(child);
  return code;
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGTERM');
  } catch {
    // It has ended by itself.
  }
}
