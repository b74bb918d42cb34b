import type { ChildProcess } from 'node:child_process';
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import type { StudioBridge } from '../../src-core/ipc/contract.ts';
import type { Studio } from '../e2e/support/studio.ts';
import { ALONE, networksOf, wayInto } from './alone.ts';
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
export async function startPacked(installed: Installed): Promise<PackedStudio> {
  const dataDir = join(installed.data, 'data');
  const preferences = join(dataDir, 'preferences.json');
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(
    preferences,
    JSON.stringify({ language: 'en', theme: 'light', density: 'comfortable', orderHoldSeconds: 0 }),
  );
  if (process.getuid?.() === 0) for (const path of [dataDir, preferences]) chownSync(path, NOBODY, NOBODY);
  return started(startOnDesktop(installed, wordsFor(installed, dataDir)), dataDir);
}

/** For the first time, with no network but its own loopback: `mayBeAlone` says whether it can be. `name`: of its data. */
export async function startAlone(installed: Installed, name: string): Promise<PackedStudio> {
  const dataDir = join(installed.data, name);
  const child = startOnDesktop(installed, wordsFor(installed, dataDir), ALONE);
  const ways: (() => void)[] = [];
  const studio = await started(child, dataDir, async (address) => {
    const way = await wayInto(child, address, join(installed.data, '../debugger.sock'));
    ways.push(way.close);
    const networks = networksOf(child);
    if (networks.join() !== 'lo') throw new Error(`it is not alone: ${networks.join()}`);
    return way.address;
  });
  const close = () => studio.close().finally(() => ways.forEach((end) => end()));
  return { ...studio, close };
}

const wordsFor = ({ home }: Installed, dataDir: string): string[] => [
  join(home, 'book-print-studio'),
  '--remote-debugging-port=0',
  `--data-dir=${dataDir}`,
];

async function started(
  child: ChildProcess,
  dataDir: string,
  reach: (address: string) => Promise<string> = async (address) => address,
): Promise<PackedStudio> {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += String(text)));
  const ended = new Promise<number | null>((settle) => child.once('exit', settle));
  try {
    const browser = await connected(() => output, ended, reach);
    const page = await firstPage(browser);
    return studioOf(page, { dataDir, output: () => output, close: () => closed(page, child, ended) });
  } catch (error) {
    endGroup(child);
    throw new Error(`the installed studio did not start:\n${output}`, { cause: error });
  }
}

async function connected(
  output: () => string,
  ended: Promise<unknown>,
  reach: (address: string) => Promise<string>,
): Promise<Browser> {
  let isOver = false;
  let reached: string | null = null;
  void ended.then(() => (isOver = true));
  for (const endMs = performance.now() + START_LIMIT_MS; performance.now() < endMs && !isOver; ) {
    const address = /DevTools listening on (ws:\S+)/.exec(output())?.[1];
    // A program that has just begun to listen may take a connection and answer nothing on it.
    if (address !== undefined) reached ??= await reach(address);
    const browser =
      reached === null ? null : await chromium.connectOverCDP(reached, { timeout: CONNECT_LIMIT_MS }).catch(() => null);
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
