import { readFileSync } from 'node:fs';
import type { Studio } from './studio.ts';

/** What a hand does on the stage, once a frame; `still` is nothing. */
export const GESTURES = ['still', 'drag', 'panInside', 'pan', 'zoom', 'refill', 'strip'] as const;
export type Gesture = (typeof GESTURES)[number];

export interface FrameCost {
  readonly gesture: Gesture;
  /** CPU of all of the window's processes, a frame. */
  readonly cpuMs: number;
  /** What of it the window's own process took: script, layout, painting. The rest puts it on the screen. */
  readonly windowMs: number;
  /** Frames that came later than 20 ms after the one before, of 100. */
  readonly latePercent: number;
}

/** Enough for the clock of the kernel, which counts in hundredths of a second. */
const FRAMES = 120;
const KERNEL_HZ = 100;

/** Costs of a gesture on what lies on the stage now, by the counters of the processes (Linux: proc(5), `stat`). */
export async function frameCost(studio: Studio, gesture: Gesture, frames = FRAMES): Promise<FrameCost> {
  const [pids, own] = [await windowPids(studio), await windowPids(studio, ['Tab'])];
  await studio.page.evaluate(perform, { gesture, frames: 20 });
  const [before, ownBefore] = [cpuOf(pids), cpuOf(own)];
  const times = await studio.page.evaluate(perform, { gesture, frames });
  const [cpuMs, windowMs] = [(cpuOf(pids) - before) / frames, (cpuOf(own) - ownBefore) / frames];
  const late = times.filter((ms) => ms > 20).length;
  return { gesture, cpuMs, windowMs, latePercent: (100 * late) / times.length };
}

/** Main process, window and what draws it; not the service. */
export const windowPids = ({ app }: Studio, types = ['Browser', 'Tab', 'GPU']): Promise<readonly number[]> =>
  app.evaluate(
    ({ app: electron }, wanted) =>
      electron.getAppMetrics().flatMap(({ pid, type }) => (wanted.includes(type) ? [pid] : [])),
    types,
  );

/** Milliseconds since they began. */
export const cpuOf = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number);
    return sum + (((user ?? 0) + (system ?? 0)) * 1000) / KERNEL_HZ;
  }, 0);

/** In the window: the gesture, and how long each frame took. */
async function perform({ gesture, frames }: { readonly gesture: string; readonly frames: number }): Promise<number[]> {
  const found = <E extends HTMLElement = HTMLElement>(selector: string): E => {
    const element = document.querySelector<E>(selector);
    if (element === null) throw new Error(`nothing is ${selector}`);
    return element;
  };
  const stage = '[data-layout] [data-stage]';
  const middleOf = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };
  /** A hand that holds something and moves it to and fro, and lets go without doing anything. */
  const held = (element: HTMLElement) => {
    const { x, y } = middleOf(element);
    const fire = (type: string, on: EventTarget, dx = 0, dy = 0) =>
      on.dispatchEvent(
        new PointerEvent(type, { bubbles: true, cancelable: true, button: 0, clientX: x + dx, clientY: y + dy }),
      );
    fire('pointerdown', element);
    return {
      step: (at: number) => fire('pointermove', window, Math.sin(at / 20) * 60, Math.cos(at / 17) * 40),
      end: () => fire('pointercancel', window),
    };
  };
  const wheel = (init: WheelEventInit) => {
    const { x, y } = middleOf(found(stage));
    found(stage).dispatchEvent(
      new WheelEvent('wheel', { bubbles: true, cancelable: true, clientX: x, clientY: y, ...init }),
    );
  };
  const nothing = () => undefined;
  const begin = (): { readonly step: (at: number) => unknown; readonly end: () => unknown } => {
    switch (gesture) {
      case 'drag':
        return held(found(`${stage} [data-frame] img`));
      case 'panInside':
        found(`${stage} [data-frame]`).dispatchEvent(new MouseEvent('dblclick', { bubbles: true }));
        return held(found(`${stage} [data-frame]`));
      case 'pan':
        return { step: (at) => wheel({ deltaX: Math.sin(at / 20) * 12, deltaY: Math.cos(at / 17) * 8 }), end: nothing };
      case 'zoom':
        return { step: (at) => wheel({ ctrlKey: true, deltaY: Math.sin(at / 20) * 20 }), end: nothing };
      case 'refill':
        return held(found(`${stage} [data-cut]`));
      case 'strip': {
        const scroller = found('[data-pane="strip"] > div');
        return { step: (at) => (scroller.scrollLeft = at * 60), end: () => (scroller.scrollLeft = 0) };
      }
      default:
        return { step: nothing, end: nothing };
    }
  };
  const frame = () => new Promise<number>(requestAnimationFrame);
  const act = begin();
  const times: number[] = [];
  let last = await frame();
  for (let at = 0; at < frames; at += 1) {
    act.step(at);
    const now = await frame();
    times.push(now - last);
    last = now;
  }
  act.end();
  if (gesture === 'panInside' || gesture === 'drag')
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  await frame();
  return times;
}
