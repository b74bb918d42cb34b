import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { CDPSession } from 'playwright-core';
import { BIG_KEY, CONNECTION_ID, placesIn, seedBigDesk, startBigService } from '../desk/support/big-desk.ts';
import type { Studio } from '../e2e/support/studio.ts';

/**
 * Ten thousand rows in the built window, on a virtual display that draws without a graphics card: how far frames are apart, and what of
 * each the window's script took, which is ours whatever draws.
 */
const BOOKS = 10_000;
const FRAMES = 300;
const GOAL_FRAME_MS = 20;
const GOAL_SCRIPT_MS = 5;

const GESTURES = ['still', 'wheel', 'drag', 'step', 'extend', 'page'] as const;
type Gesture = (typeof GESTURES)[number];
const WHAT: Readonly<Record<Gesture, string>> = {
  still: 'nothing moves',
  wheel: 'the wheel, 3 rows a frame',
  drag: 'the bar is dragged through all rows',
  step: 'a held key steps to the next row, each frame',
  extend: 'Shift and a held key choose one row more, each frame',
  page: 'a held key turns a page, each frame',
};

interface Cost {
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly scriptMs: number;
  /** Script, styles, layout and painting: all that the thread of the window did. */
  readonly taskMs: number;
}

const root = resolve(import.meta.dirname, '../..');
const home = mkdtempSync(join(tmpdir(), 'studio-bench-scroll-'));
try {
  process.exitCode = await run();
} finally {
  rmSync(home, { recursive: true, force: true });
}

async function run(): Promise<number> {
  const service = await startBigService({ orders: BOOKS });
  const dataDir = join(home, 'app');
  mkdirSync(join(dataDir, 'desk'), { recursive: true });
  seedBigDesk(join(dataDir, 'desk'), join(home, 'drop'), placesIn(root), {
    books: BOOKS,
    stage: 'mixed',
    baseUrl: service.baseUrl,
  });
  const { launchStudio } = await import('../e2e/support/studio.ts');
  const studio = await launchStudio({
    dataDir,
    preferences: { language: 'ko', theme: 'light', density: 'comfortable' },
  });
  try {
    await studio.call('connections.replaceKey', { connectionId: CONNECTION_ID, key: BIG_KEY });
    await studio.until(({ phase }) => phase === 'ready');
    await openList(studio, 'library');
    await studio.setContentSize(1280, 800);
    const goals = [];
    for (const section of ['library', 'orders'] as const) {
      await openList(studio, section);
      for (const gesture of GESTURES) {
        const { p50Ms, p95Ms, scriptMs, taskMs } = await costOf(studio, gesture);
        console.log(
          `     ${section}, ${WHAT[gesture]}: frames ${p50Ms.toFixed(1)} ms apart, p95 ${p95Ms.toFixed(1)}; script ${scriptMs.toFixed(1)} ms, the whole thread ${taskMs.toFixed(1)} ms a frame`,
        );
        if (gesture === 'still') continue;
        // No row of it was drawn in the frame before: laying out so much new text is Chromium's, and nobody reads two thousand rows a second.
        if (gesture !== 'drag')
          goals.push([`${section}, ${WHAT[gesture]}: p95 of frames, ms`, p95Ms, GOAL_FRAME_MS] as const);
        goals.push([`${section}, ${WHAT[gesture]}: script a frame, ms`, scriptMs, GOAL_SCRIPT_MS] as const);
      }
    }
    console.log(`     load of the machine: ${loadavg()[0]?.toFixed(1)}; frames come in time on an idle one`);
    for (const [what, measured, goal] of goals)
      console.log(`${measured <= goal ? 'ok  ' : 'MISS'} ${what}: ${measured.toFixed(1)} (goal ${goal})`);
    return goals.every(([, measured, goal]) => measured <= goal) ? 0 : 1;
  } finally {
    await studio.close();
    await service.close();
  }
}

/** All rows are there, and the desk has come to rest. */
async function openList({ page }: Studio, section: string): Promise<void> {
  await page.evaluate((name) => {
    window.location.hash = `/${name}`;
  }, section);
  await page.locator(`[data-table][aria-rowcount]`).first().waitFor();
  await page.waitForFunction(
    (least) => Number(document.querySelector('[data-table]')?.getAttribute('aria-rowcount')) > least,
    section === 'library' ? BOOKS : 1_000,
    { timeout: 60_000 },
  );
  await page.waitForTimeout(8_000);
}

async function costOf({ page }: Studio, gesture: Gesture): Promise<Cost> {
  const session = await page.context().newCDPSession(page);
  try {
    await session.send('Performance.enable');
    // The first ones compile.
    await page.evaluate(perform, { gesture, frames: 60 });
    const before = await spentBy(session);
    const times = await page.evaluate(perform, { gesture, frames: FRAMES });
    const after = await spentBy(session);
    const sorted = [...times].sort((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
    return {
      p50Ms: at(0.5),
      p95Ms: at(0.95),
      scriptMs: (after.scriptMs - before.scriptMs) / FRAMES,
      taskMs: (after.taskMs - before.taskMs) / FRAMES,
    };
  } finally {
    await session.detach();
  }
}

async function spentBy(session: CDPSession) {
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name: string) => (metrics.find((one) => one.name === name)?.value ?? 0) * 1_000;
  return { scriptMs: of('ScriptDuration'), taskMs: of('TaskDuration') };
}

/** In the window: the gesture, one step a frame, and how long each frame took. */
async function perform({ gesture, frames }: { readonly gesture: string; readonly frames: number }): Promise<number[]> {
  const table = document.querySelector<HTMLElement>('[data-table]');
  if (table === null) throw new Error('there is no table');
  const frame = () => new Promise<number>(requestAnimationFrame);
  const press = (key: string, shiftKey = false) =>
    table.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, repeat: true, bubbles: true, cancelable: true }));
  const rowPx = table.querySelector<HTMLElement>('[aria-rowindex="2"]')?.offsetHeight ?? 32;
  const furthest = table.scrollHeight - table.clientHeight;
  const steps: Readonly<Record<string, (at: number) => unknown>> = {
    still: () => undefined,
    wheel: () => (table.scrollTop += 3 * rowPx),
    drag: (at) => (table.scrollTop = (furthest * at) / frames),
    step: () => press('ArrowDown'),
    extend: () => press('ArrowDown', true),
    page: () => press('PageDown'),
  };
  table.focus();
  press('Home');
  table.scrollTop = 0;
  await frame();
  await frame();
  const times: number[] = [];
  let last = await frame();
  for (let at = 0; at < frames; at += 1) {
    steps[gesture]?.(at);
    const now = await frame();
    times.push(now - last);
    last = now;
  }
  if (gesture !== 'still' && table.scrollTop === 0) throw new Error(`nothing moved by ${gesture}`);
  return times;
}
