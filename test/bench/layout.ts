import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { arrangements } from '../../src-core/arranging/arrange.ts';
import type { Shot } from '../../src-core/arranging/shot.ts';
import { layoutDocumentSchema } from '../../src-core/layout/document.ts';
import { fill } from '../../src-core/layout/operations/fill.ts';
import { catalogueSchema } from '../../src-core/specs/catalogue.ts';
import { exportedWith } from '../../src-core/composition/embedded-parts.ts';
import { paintLayout, type LayoutOrder } from '../../src-node/painting/paint-layout.ts';
import { cpuOf, frameCost, GESTURES, windowPids, type FrameCost, type Gesture } from '../e2e/support/frame-costs.ts';
import { writeLaidBook } from '../e2e/support/laid-book.ts';
import type { Studio } from '../e2e/support/studio.ts';

/**
 * What laying out costs, in CPU time: what the clock says on a busy machine tells nothing. The window is the built one, on a virtual
 * display, drawn without a graphics card. Frames are counted over all of the window's processes, and beside one in which nothing
 * happens.
 */
const PAGES = 200;
const PICTURES = 400;
/** As pictures of a camera are in the window, once their previews are there; the export has its own of 24 megapixels. */
const SHOWN_PX = [1_800, 1_200] as const;
const PRINTED_PX = [6_000, 4_000] as const;
/** A spread with an arrangement of several pictures. */
const WORKED_ON = 12;

const GOAL_MS: Readonly<Record<Exclude<Gesture, 'still'>, number>> = {
  drag: 5,
  panInside: 5,
  pan: 14,
  zoom: 14,
  refill: 14,
  strip: 7,
};

type Goal = readonly [what: string, measured: number, goal: number, unit: string];

const root = resolve(import.meta.dirname, '../..');
const [asked, ...words] = process.argv.slice(2);

async function run(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'studio-bench-layout-'));
  try {
    const goals = [
      ...arranging(),
      ...(await inTheWindow(join(folder, 'studio'))),
      ...(await exports(join(folder, 'export'))),
    ];
    for (const [what, measured, goal, unit] of goals)
      console.log(`${measured <= goal ? 'ok  ' : 'MISS'} ${what}: ${measured.toFixed(1)} ${unit} (goal ${goal})`);
    return goals.every(([, measured, goal]) => measured <= goal) ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const welcome = JSON.parse(readFileSync(join(root, 'resources/locales/en/welcome.json'), 'utf8')) as Readonly<
  Record<string, string>
>;

const specNamed = (uid: string) => {
  const catalogue: unknown = JSON.parse(readFileSync(join(root, 'resources/catalogue/book-specs.json'), 'utf8'));
  const found = catalogueSchema.parse(catalogue).specs.find(({ bookSpecUid }) => bookSpecUid === uid);
  if (found === undefined) throw new Error(`no spec ${uid}`);
  return found;
};

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** The least of several runs, since the first ones compile. */
function least(work: () => unknown, runs = 5): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < runs; round += 1) {
    const from = cpuMs();
    work();
    best = Math.min(best, cpuMs() - from);
  }
  return best;
}

function arranging(): Goal[] {
  const shots: Shot[] = Array.from({ length: 6 }, (_, index) => ({
    id: `f${index}`,
    widthPx: index % 3 === 1 ? 4_000 : 6_000,
    heightPx: index % 3 === 1 ? 6_000 : 4_000,
    weight: 1,
  }));
  const room = { xMm: 15, yMm: 15, widthMm: 213, heightMm: 218, foldXMm: null, mayCrossFold: false };
  const style = { gapMm: 4, smallestSideMm: 35, leastPpi: 200, mostCrop: 0.02, isFull: false };
  return [['an arrangement of 6 pictures, CPU', least(() => arrangements(shots, room, style)), 30, 'ms']];
}

async function inTheWindow(dataDir: string): Promise<Goal[]> {
  const { launchStudio } = await import('../e2e/support/studio.ts');
  mkdirSync(dataDir, { recursive: true });
  let fillMs = 0;
  const spec = specNamed('PHOTOBOOK_A4_SC');
  const book = await writeLaidBook(join(dataDir, 'layouts'), {
    name: 'Bench',
    spec,
    pageCount: PAGES,
    pictures: PICTURES,
    sizePx: SHOWN_PX,
    fill: (document) => {
      const from = cpuMs();
      const filled = fill(document);
      fillMs = cpuMs() - from;
      return filled;
    },
  });
  console.log(`a book of ${book.order.length} pages and ${book.pictureOrder.length} pictures`);
  const studio = await launchStudio({
    dataDir,
    preferences: { language: 'en', theme: 'light', density: 'comfortable' },
  });
  try {
    await studio.setContentSize(1280, 800);
    await studio.page.getByRole('button', { name: welcome['builtIn.start'] ?? '' }).click();
    await studio.until(({ phase }) => phase === 'ready', 120_000);
    const row = (await studio.call('library.changes', { since: null })).rows[0];
    if (row === undefined) throw new Error('the book has no row');
    await openLayout(studio, row.bookId);
    // The first time previews are made, of which the second time tells nothing.
    await goTo(studio, WORKED_ON);
    await leave(studio);
    const opening = await timed(studio, () => openLayout(studio, row.bookId));
    await goTo(studio, WORKED_ON);
    console.log(`     opening the book: ${opening.cpuMs.toFixed(0)} ms CPU of the window and the main process`);
    const costs: FrameCost[] = [];
    for (const gesture of GESTURES) costs.push(await frameCost(studio, gesture));
    return [
      [`a book of ${PICTURES} pictures fills ${PAGES} pages, CPU`, fillMs / 1000, 8, 's'],
      [`opening it, until a whole spread stands: by the clock`, opening.wallMs, 1_000, 'ms'],
      ...framesOf(costs),
    ];
  } finally {
    await studio.close();
  }
}

function framesOf(costs: readonly FrameCost[]): Goal[] {
  const still = costs.find(({ gesture }) => gesture === 'still')?.cpuMs ?? 0;
  return costs.flatMap(({ gesture, cpuMs: ms, windowMs, latePercent }): Goal[] => {
    console.log(
      `     ${gesture}: ${ms.toFixed(1)} ms a frame (${windowMs.toFixed(1)} in the window), ${(ms / Math.max(0.1, still)).toFixed(1)} times a still one; ${latePercent.toFixed(0)} % of frames later than 20 ms`,
    );
    return gesture === 'still' ? [] : [[`${gesture}, CPU a frame`, ms, GOAL_MS[gesture], 'ms']];
  });
}

async function openLayout({ page }: Studio, bookId: string): Promise<void> {
  await page.evaluate((id) => {
    window.location.hash = `/library/layout/${id}`;
  }, bookId);
  await standing(page);
}

/** Every picture of what lies on the stage is there, and drawn. */
async function standing(page: Studio['page']): Promise<void> {
  await page.locator('[data-layout] [data-stage] [data-frame] img').first().waitFor();
  await page.evaluate(async () => {
    const pictures = () => [...document.querySelectorAll<HTMLImageElement>('[data-layout] [data-stage] img')];
    while (!pictures().every((picture) => picture.complete && picture.naturalWidth > 0))
      await new Promise((settle) => setTimeout(settle, 5));
    await Promise.all(pictures().map((picture) => picture.decode()));
    await new Promise((settle) => requestAnimationFrame(() => requestAnimationFrame(settle)));
  });
}

async function goTo({ page }: Studio, spread: number): Promise<void> {
  await page.locator('[data-layout] [data-stage]').focus();
  for (let turned = 0; turned < spread; turned += 1) await page.keyboard.press('ArrowRight');
  await page.waitForTimeout(500);
  await standing(page);
}

async function leave({ page }: Studio): Promise<void> {
  await page.keyboard.press('Escape');
  await page.locator('[data-layout]').waitFor({ state: 'detached' });
  await page.waitForTimeout(500);
}

async function timed(studio: Studio, work: () => Promise<void>) {
  const pids = await windowPids(studio);
  const [from, fromCpuMs] = [performance.now(), cpuOf(pids)];
  await work();
  return { wallMs: performance.now() - from, cpuMs: cpuOf(pids) - fromCpuMs };
}

interface Exported {
  readonly peakMb: number;
  readonly cpuS: number;
  readonly bytes: number;
}

/** Each in a process of its own, whose memory is all that it took. */
async function exports(folder: string): Promise<Goal[]> {
  await writeLaidBook(folder, {
    name: 'Printed',
    spec: specNamed('PHOTOBOOK_A4_SC'),
    pageCount: PAGES,
    pictures: PICTURES,
    sizePx: PRINTED_PX,
    fill,
  });
  return (['untouched', '300'] as const).flatMap((how): Goal[] => {
    const told = execFileSync(process.execPath, [import.meta.filename, 'export', join(folder, 'Printed'), how], {
      encoding: 'utf8',
      cwd: root,
    });
    const { peakMb, cpuS, bytes } = JSON.parse(told) as Exported;
    const name = how === 'untouched' ? 'untouched' : 'reduced to 300 ppi';
    console.log(
      `     ${PICTURES} pictures of 24 megapixels ${name}: ${(bytes / 1e6).toFixed(0)} MB, ${cpuS.toFixed(1)} s CPU`,
    );
    return [[`export of ${PICTURES} pictures ${name}, peak memory`, peakMb, how === 'untouched' ? 350 : 800, 'MB']];
  });
}

async function exportHere([project = '', how = '']: readonly string[]): Promise<void> {
  const document = layoutDocumentSchema.parse(JSON.parse(readFileSync(join(project, 'Printed.bkprep'), 'utf8')));
  const folder = mkdtempSync(join(tmpdir(), 'studio-bench-export-'));
  try {
    const order: LayoutOrder = {
      document,
      folder,
      places: Object.fromEntries(
        Object.entries(document.pictures).map(([key, { path }]) => [key, join(project, path)]),
      ),
      pictures: exportedWith(how === 'untouched' ? null : Number(how), 'kept'),
      // What the service would not take is painted too: this is about the painter.
      maxBytes: Number.POSITIVE_INFINITY,
      madeAtMs: 0,
      producer: 'bench',
      fontsFolder: join(root, 'resources/fonts'),
      graphicsFolder: join(root, 'resources/templates/graphics'),
    };
    const none = new AbortController().signal;
    const files = await paintLayout(order, { signal: none, onSheet: () => undefined, onPicture: () => undefined });
    const bytes = files.reduce((sum, { name }) => sum + statSync(join(folder, name)).size, 0);
    // Kilobytes, of getrusage(2).
    const told: Exported = { peakMb: process.resourceUsage().maxRSS / 1000, cpuS: cpuMs() / 1000, bytes };
    console.log(JSON.stringify(told));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (asked === 'export') await exportHere(words);
else process.exitCode = await run();
