import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import { electronExecutable, type Studio } from './studio.ts';

const PROGRAM = resolve(import.meta.dirname, '../../fixtures/drop-target/main.cjs');
const LIMIT_MS = 40_000;
/** Of the system's pointer between two steps: X11 tells a window of them one after the other. */
const STEP_MS = 80;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A window of another process, right of the studio's. */
export interface DropTarget {
  readonly middle: Point;
  /** How often something was held over it, and the paths of what was dropped on it, in that order. */
  heard(): { readonly overs: number; readonly paths: readonly string[] };
  close(): Promise<void>;
}

/** Opens it with its corner at `at`, 300 pixels wide and high. */
export async function openDropTarget(at: Point): Promise<DropTarget> {
  const home = mkdtempSync(join(tmpdir(), 'drop-target-'));
  const told = join(home, 'dropped.json');
  const root = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const words = [...root, PROGRAM, told, String(at.x), String(at.y), '300', '300'];
  const program = spawn(electronExecutable(), words, { stdio: 'ignore' });
  const ended = new Promise((settle) => program.once('exit', settle));
  const close = async (): Promise<void> => {
    program.kill();
    await ended;
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  const endMs = performance.now() + LIMIT_MS;
  while (!existsSync(told)) {
    if (performance.now() > endMs || program.exitCode !== null) {
      await close();
      throw new Error('the window to drop on did not open');
    }
    await delay(100);
  }
  return {
    middle: { x: at.x + 150, y: at.y + 150 },
    heard: () => JSON.parse(readFileSync(told, 'utf8')) as ReturnType<DropTarget['heard']>,
    close,
  };
}

/** Where an element of the studio's page lies on the desktop. */
async function onDesktop(studio: Studio, what: Locator): Promise<Point> {
  await what.scrollIntoViewIfNeeded();
  const box = await what.boundingBox();
  if (box === null) throw new Error('it is not on the page');
  const [window] = await studio.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((one) => one.getContentBounds()),
  );
  return {
    x: Math.round((window?.x ?? 0) + box.x + box.width / 2),
    y: Math.round((window?.y ?? 0) + box.y + box.height / 2),
  };
}

const move = ({ x, y }: Point): void => void execFileSync('xdotool', ['mousemove', String(x), String(y)]);
const button = (what: 'mousedown' | 'mouseup'): void => void execFileSync('xdotool', [what, '1']);

/** Takes an element with the system's own pointer, carries it to `to` and lets it go there once it `isOver`; null lets it go at once. */
export async function dragWithPointer(
  studio: Studio,
  what: Locator,
  to: Point,
  isOver: (() => boolean | Promise<boolean>) | null,
): Promise<void> {
  const from = await onDesktop(studio, what);
  move(from);
  await delay(STEP_MS);
  button('mousedown');
  try {
    // A hand in a hurry is faster than what takes a second to make.
    const steps = isOver === null ? 2 : 12;
    for (let step = 1; step <= steps; step += 1) {
      await delay(STEP_MS);
      move({
        x: Math.round(from.x + ((to.x - from.x) * step) / steps),
        y: Math.round(from.y + ((to.y - from.y) * step) / steps),
      });
    }
    const endMs = performance.now() + LIMIT_MS;
    for (let step = 0; isOver !== null && !(await isOver()); step += 1) {
      if (performance.now() > endMs) throw new Error('nothing was carried there');
      await delay(STEP_MS);
      move({ x: to.x + (step % 2), y: to.y });
    }
    // What is over it says a moment later that it takes it.
    if (isOver !== null)
      for (const x of [2, 3, 4]) {
        move({ x: to.x + x, y: to.y });
        await delay(STEP_MS * 2);
      }
  } finally {
    button('mouseup');
  }
  await delay(STEP_MS * 4);
}
