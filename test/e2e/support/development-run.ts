import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { chromium, type Browser, type Page } from 'playwright-core';
import type { Channel, Input, Output, StudioBridge } from '../../../src-core/ipc/contract.ts';
import { processesIn } from './processes.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const LOOK_MS = 50;
const START_LIMIT_MS = 600_000;
/** A window that was found while it came or went may never answer: it is looked for anew. */
const ANSWER_LIMIT_MS = 30_000;
const END_LIMIT_MS = 30_000;

const NO_ANSWER = Symbol('no answer');

/** What `npm run dev` reads. */
const COPIED = [
  ...['src-core', 'src-node', 'src-main', 'src-service', 'src-renderer', 'resources', 'scripts', 'test/fixtures'],
  ...['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts'],
];

/** Of ten sample books the shortest: each studio that starts anew goes on looking at the pages of them all. */
const SAMPLES = join(ROOT, 'resources/samples');
const KEPT_SAMPLE = 'Hana & Joon layflat';
const isCopied = (path: string): boolean => dirname(path) !== SAMPLES || basename(path).startsWith(KEPT_SAMPLE);

/** A working tree of its own in `home`, to be edited, with one sample book; the packages are this tree's. */
export function copyTree(home: string): void {
  for (const path of COPIED) {
    if (!existsSync(join(ROOT, path))) continue;
    mkdirSync(join(home, path, '..'), { recursive: true });
    cpSync(join(ROOT, path), join(home, path), { recursive: true, filter: isCopied });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(home, 'node_modules'));
}

/** `npm run dev` in a working tree, on a virtual display of its own, with its window in reach. */
export class DevelopmentRun {
  readonly #home: string;
  readonly #child: ChildProcess;
  readonly #ended: Promise<number | null>;
  #output = '';
  #browser: Browser | null = null;
  #page: Page | null = null;

  constructor(home: string) {
    this.#home = home;
    // Its own group, as a terminal would give it: Ctrl+C goes to all of that.
    this.#child = spawn('npm', ['run', 'dev', '--', '--virtual'], {
      cwd: home,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (text: Buffer) => (this.#output += text.toString()));
    this.#ended = new Promise((settle) => this.#child.once('exit', settle));
  }

  /** What it has said, without the colours that it says it in where it takes its reader for a terminal. */
  get output(): string {
    return stripVTControlCharacters(this.#output);
  }

  /** How often it has said that; for `heard`. */
  times(pattern: RegExp): number {
    return this.output.match(new RegExp(pattern, 'g'))?.length ?? 0;
  }

  /** Waits until it has said that more than `before` times. Rejects with all that it said. */
  async heard(pattern: RegExp, before = 0, limitMs = START_LIMIT_MS): Promise<void> {
    const limit = performance.now() + limitMs;
    for (; this.times(pattern) <= before; await delay(LOOK_MS)) {
      if (performance.now() > limit) throw new Error(`npm run dev did not say ${pattern}:\n${this.output}`);
    }
  }

  /** The window of the studio that runs now. */
  async page(): Promise<Page> {
    if (this.#page !== null && !this.#page.isClosed() && this.#browser?.isConnected() === true) return this.#page;
    await this.heard(/remote debugging: /);
    const [, address = ''] = /remote debugging: (\S+)/.exec(this.output) ?? [];
    let seen = 'no answer';
    for (const limit = performance.now() + START_LIMIT_MS; performance.now() < limit; await delay(LOOK_MS)) {
      const browser = await chromium.connectOverCDP(address).catch(() => null);
      const page = browser
        ?.contexts()[0]
        ?.pages()
        .find((one) => one.url().startsWith('app://'));
      if (browser === null || page === undefined) {
        seen = browser === null ? 'no answer' : 'no window';
        await browser?.close();
        continue;
      }
      const isThere = await page
        .locator('h1')
        .first()
        .waitFor({ timeout: ANSWER_LIMIT_MS })
        .then(
          () => true,
          () => false,
        );
      if (!isThere) {
        const content = await Promise.race([page.content().catch(String), delay(LOOK_MS, 'silent', { ref: false })]);
        seen = `${page.url()} ${content}`;
        await browser.close();
        continue;
      }
      this.#browser = browser;
      this.#page = page;
      return page;
    }
    throw new Error(`the window was not found, but ${seen}:\n${this.output}`);
  }

  /** What may be asked twice. */
  async call<C extends Channel>(channel: C, input: Input<C>): Promise<Output<C>> {
    for (const limit = performance.now() + START_LIMIT_MS; ; ) {
      const page = await this.page();
      const asked = page.evaluate(
        ([name, given]) => (window as unknown as { readonly studio: StudioBridge }).studio.call(name, given as never),
        [channel, input as object] as const,
      );
      // Nobody may be waiting for it any more.
      asked.catch(() => undefined);
      const value = await Promise.race([asked, delay(ANSWER_LIMIT_MS, NO_ANSWER, { ref: false })]);
      if (value !== NO_ANSWER) return value as Output<C>;
      if (performance.now() > limit) throw new Error(`${channel} was not answered:\n${this.output}`);
      const browser = this.#browser;
      this.#page = null;
      await browser?.close();
    }
  }

  /** Writes another text into a file of the working tree; throws when it does not hold what is to be changed. */
  edit(file: string, from: string, to: string): void {
    const path = join(this.#home, file);
    const text = readFileSync(path, 'utf8');
    if (!text.includes(from)) throw new Error(`${file} does not hold ${from}`);
    writeFileSync(path, text.replace(from, to));
  }

  /** Process ids in the working tree by `<pid> <command line>`. */
  async processes(part: RegExp): Promise<readonly number[]> {
    return (await processesIn(this.#home)).filter((line) => part.test(line)).map((line) => Number(line.split(' ')[0]));
  }

  /** Ctrl+C, unless it has ended already. Answers npm's exit code. */
  async interrupt(): Promise<number | null> {
    const { pid, exitCode, signalCode } = this.#child;
    if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGINT');
    return this.ended();
  }

  ended(): Promise<number | null> {
    return this.#ended;
  }

  /** What still runs in the working tree, once it had time to end. */
  async strays(): Promise<readonly string[]> {
    const limit = performance.now() + END_LIMIT_MS;
    for (;;) {
      const found = await processesIn(this.#home);
      if (found.length === 0 || performance.now() > limit) return found;
      await delay(LOOK_MS);
    }
  }
}
