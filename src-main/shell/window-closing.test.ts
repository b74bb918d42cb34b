import { beforeEach, describe, expect, test } from 'vitest';
import type { Closing } from '../../src-core/desk/closing.ts';
import { NOTHING_LEFT } from '../../src-core/desk/work-left.ts';
import type { Desk } from '../desk/desk.ts';
import type { Dialogs } from './dialogs.ts';
import { WindowClosing, hasWork, type WindowClosingDeps } from './window-closing.ts';

let kept: Closing;
let asked: number;
let answer: { way: string | null; isRemembered: boolean };
beforeEach(() => {
  kept = 'ask';
  asked = 0;
  answer = { way: 'tray', isRemembered: true };
});

const closing = (change: Partial<WindowClosingDeps> = {}) =>
  new WindowClosing({
    platform: 'win32',
    finishing: () => null,
    hasWork: () => true,
    hasTray: async () => true,
    wish: () => kept,
    keepWish: (wish) => void (kept = wish),
    dialogs: {
      choose: (async () => {
        asked += 1;
        return answer;
      }) as Dialogs['choose'],
    },
    say: () => (key: string) => key,
    ...change,
  });

const GOING = { left: NOTHING_LEFT.moving, still: null };

describe('a window that is closed', () => {
  test('on macOS leaves the studio in the dock, without a question', async () => {
    const mac = closing({ platform: 'darwin', hasTray: async () => false });
    expect([await mac.decide(), mac.staysWithoutWindow, mac.isInTray, asked]).toEqual(['close', true, false, 0]);
  });

  test('without work quits', async () => {
    const idle = closing({ hasWork: () => false });
    kept = 'tray';
    expect([await idle.decide(), idle.staysWithoutWindow, asked]).toEqual(['quit', false, 0]);
  });

  test('where no tray is shown quits, which asks by itself', async () => {
    const gnome = closing({ platform: 'linux', hasTray: async () => false });
    kept = 'tray';
    expect([await gnome.decide(), gnome.staysWithoutWindow, asked]).toEqual(['quit', false, 0]);
  });

  test('with work asks once, and the answer holds from then on', async () => {
    const one = closing();
    expect([await one.decide(), one.staysWithoutWindow, one.isInTray, kept]).toEqual(['close', true, true, 'tray']);
    expect([await one.decide(), asked]).toEqual(['close', 1]);
    kept = 'quit';
    expect([await one.decide(), one.staysWithoutWindow, asked]).toEqual(['quit', false, 1]);
  });

  test('is asked about again where that was not to be remembered', async () => {
    const one = closing();
    answer = { way: 'quit', isRemembered: false };
    expect([await one.decide(), kept]).toEqual(['quit', 'ask']);
    await one.decide();
    expect(asked).toBe(2);
  });

  test.each(['stay', null])('stays open by %s, and nothing of that is remembered', async (way) => {
    const one = closing();
    answer = { way, isRemembered: true };
    expect([await one.decide(), one.staysWithoutWindow, one.isInTray, kept]).toEqual([null, false, false, 'ask']);
  });

  test('of a studio that finishes first just goes, into the tray where there is one', async () => {
    const here = closing({ finishing: () => GOING, hasWork: () => false });
    expect([await here.decide(), here.staysWithoutWindow, here.isInTray, asked]).toEqual(['close', true, true, 0]);
    const gnome = closing({ platform: 'linux', finishing: () => GOING, hasTray: async () => false });
    expect([await gnome.decide(), gnome.staysWithoutWindow, gnome.isInTray, asked]).toEqual(['close', true, false, 0]);
  });
});

test.each([
  ['quit', 'quit'],
  ['stay', null],
])('where no tray is shown asks before work stands still that nobody would see: %s', async (way, wanted) => {
  const standing = { ...GOING, still: { key: 'desk.still.away' } };
  const gnome = closing({ platform: 'linux', finishing: () => standing, hasTray: async () => false });
  answer = { way, isRemembered: false };
  expect([await gnome.decide(), asked]).toEqual([wanted, 1]);
});

test('a studio whose confirmed orders wait has work, whatever its queue does', () => {
  const desk = {
    workLeft: () => ({ ...NOTHING_LEFT, waiting: { uploads: 0, orders: 1 } }),
    statusSnapshot: () => ({ queue: { state: 'idle', resumesAtMs: null } }),
  } as unknown as Desk;
  expect(hasWork(desk)).toBe(true);
});

test.each([
  ['running', 1, null, true],
  ['idle', 0, null, false],
  ['paused', 0, null, false],
  ['paused', 0, 1_000, true],
  ['held', 0, null, false],
  ['away', 0, null, true],
  ['later', 0, null, true],
])('a studio whose queue is %s, with %s under way, until %s, has work: %s', (state, uploads, resumesAtMs, wanted) => {
  const desk = {
    workLeft: () => ({ ...NOTHING_LEFT, moving: { ...NOTHING_LEFT.moving, uploads } }),
    statusSnapshot: () => ({ queue: { state, resumesAtMs } }),
  } as unknown as Desk;
  expect(hasWork(desk)).toBe(wanted);
});
