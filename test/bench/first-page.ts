import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Studio } from '../e2e/support/studio.ts';
import { plainBook } from '../fixtures/pdf/plain-book.ts';
import { answerDialogs, openEmptyStudio, processesOf } from './app-import.ts';
import { writePhotoPages, type PhotoPages } from './photo-pages.ts';
import { median, ms, spentByProcess } from './timing.ts';

/**
 * The way through a library by keys, book after book, in the built window: how long the inspector takes from the key to the drawn page of
 * the next book or of its other file, to the page beside it, and to a book far down that nobody expected. `mutool draw` beside it
 * draws the same page, its start included.
 */
const BOOKS = 8;
const PAGES = 4;
const GOAL_FIRST_MS = 60;
const GOAL_NEXT_MS = 20;
/** Who looks at a book for so long finds what is beside it drawn. */
const REST_MS = 2_500;
/** Threads that read and render are gone by then. */
const IDLE_MS = 35_000;
const GOAL_IDLE_MB = 500;

const KINDS: Readonly<Record<string, Omit<PhotoPages, 'pages'> | null>> = {
  'text alone': null,
  'a photo over the page, 13 megapixels': { pictures: 1, hasCaption: false, quality: 85, chromaSubsampling: '4:2:0' },
  'a photo with a caption and a frame': { pictures: 1, hasCaption: true, quality: 85, chromaSubsampling: '4:2:0' },
  'twelve photos': { pictures: 12, hasCaption: true, quality: 85, chromaSubsampling: '4:2:0' },
};

const home = mkdtempSync(join(tmpdir(), 'studio-bench-page-'));
try {
  process.exitCode = await run();
} finally {
  rmSync(home, { recursive: true, force: true });
}

async function run(): Promise<number> {
  let missed = 0;
  for (const [kind, photos] of Object.entries(KINDS)) {
    const drop = join(home, `drop-${kind}`);
    mkdirSync(drop);
    for (let book = 0; book < BOOKS; book += 1) await write(join(drop, `Book ${book}`), photos, book);
    const peer = median(
      Array.from({ length: BOOKS }, (_, book) => {
        const file = join(drop, `Book ${book}_cover.pdf`);
        return spentByProcess('mutool', [
          'draw',
          '-q',
          '-w',
          '900',
          '-F',
          'pam',
          '-o',
          join(home, 'page.pam'),
          file,
          '1',
        ]).wallMs;
      }),
    );
    const { firstMs, nextMs, farMs, idleMb, walkedMb } = await turned(join(home, `app-${kind}`), drop);
    for (const [what, measured, goal] of [
      ['first page, ms', median(firstMs), GOAL_FIRST_MS],
      ['page beside it, ms', median(nextMs), GOAL_NEXT_MS],
      ['the app at rest before, MB', idleMb, GOAL_IDLE_MB],
      ['the app at rest after all books, MB', walkedMb, GOAL_IDLE_MB],
    ] as const) {
      if (measured > goal) missed += 1;
      console.log(`${measured <= goal ? 'ok  ' : 'MISS'} ${kind}, ${what}: ${measured.toFixed(1)} (goal ${goal})`);
    }
    console.log(
      `     slowest first page ${ms(Math.max(...firstMs))}; of a book far down ${ms(farMs)}; mutool draw ${ms(peer)}`,
    );
  }
  console.log(`     load of the machine: ${loadavg()[0]?.toFixed(1)}; by the clock figures are right on an idle one`);
  return missed === 0 ? 0 : 1;
}

async function write(name: string, photos: Omit<PhotoPages, 'pages'> | null, book: number): Promise<void> {
  if (photos === null) {
    const { cover, contents } = plainBook(book);
    writeFileSync(`${name}_cover.pdf`, cover);
    writeFileSync(`${name}_contents.pdf`, contents);
    return;
  }
  await writePhotoPages(`${name}_cover.pdf`, { ...photos, pages: 1 });
  await writePhotoPages(`${name}_contents.pdf`, { ...photos, pages: PAGES });
}

async function turned(dataDir: string, drop: string) {
  const { studio, close } = await openEmptyStudio(dataDir);
  try {
    await answerDialogs(studio, drop);
    await studio.call('imports.pickFolder', {});
    await studio.page.locator(`[data-table] [aria-rowindex="${BOOKS + 1}"]`).waitFor();
    // The checks and the small pictures of the table are done: what is measured is the way of a person, not the import.
    await studio.until(({ counts }) => counts.all === BOOKS);
    await resting(studio);
    const idleMb = await heldBy(studio);
    const walked = await studio.page.evaluate(walk, { books: BOOKS, restMs: REST_MS });
    await delay(IDLE_MS);
    return { ...walked, idleMb, walkedMb: await heldBy(studio) };
  } finally {
    await close();
  }
}

/** In megabytes, all processes together, pages that several of them have counted once. */
const heldBy = async (studio: Studio): Promise<number> =>
  (await processesOf(studio)).reduce((sum, { pssMb }) => sum + pssMb, 0);

/** Until the app's processes have nothing to do. */
async function resting({ app }: Studio): Promise<void> {
  for (let calm = 0; calm < 3; ) {
    await delay(1_000);
    const busy = await app.evaluate(({ app: electron }) =>
      electron.getAppMetrics().reduce((sum, { cpu }) => sum + cpu.percentCPUUsage, 0),
    );
    calm = busy < 5 ? calm + 1 : 0;
  }
}

/** In the window: from book to book, and in each of them to its contents' second page. */
async function walk({ books, restMs }: { readonly books: number; readonly restMs: number }) {
  const rest = () => new Promise((done) => setTimeout(done, restMs));
  /** From the event to the frame in which a page's canvas has other pixels. */
  const drawnAfter = async (act: () => void): Promise<number> => {
    let watcher: MutationObserver | null = null;
    const drawn = new Promise<number>((resolve, reject) => {
      watcher = new MutationObserver((changes) => {
        if (changes.some(({ target }) => target instanceof HTMLCanvasElement && target.getAttribute('role') === 'img'))
          requestAnimationFrame(() => resolve(performance.now()));
      });
      watcher.observe(document.body, { subtree: true, attributes: true, attributeFilter: ['width'] });
      setTimeout(() => reject(new Error('no page was drawn')), 20_000);
    });
    const fromMs = performance.now();
    act();
    const atMs = await drawn;
    (watcher as MutationObserver | null)?.disconnect();
    return atMs - fromMs;
  };
  const press = (selector: string, key: string) =>
    document
      .querySelector<HTMLElement>(selector)
      ?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  const firstMs: number[] = [];
  const nextMs: number[] = [];
  document.querySelector<HTMLElement>('[data-table]')?.focus();
  press('[data-table]', 'Home');
  await rest();
  const farMs = await drawnAfter(() => press('[data-table]', 'End'));
  press('[data-table]', 'Home');
  await rest();
  for (let book = 1; book < books; book += 1) {
    document.querySelector<HTMLElement>('[data-table]')?.focus();
    firstMs.push(await drawnAfter(() => press('[data-table]', 'ArrowDown')));
    await rest();
    const contents = document.querySelectorAll<HTMLElement>('[role="radio"]');
    const tab = [...contents].find((one) => /contents/i.test(one.textContent ?? ''));
    firstMs.push(await drawnAfter(() => tab?.click()));
    await rest();
    nextMs.push(await drawnAfter(() => press('[role="group"][aria-label] canvas[role="img"]', 'PageDown')));
    await rest();
  }
  return { firstMs, nextMs, farMs };
}
