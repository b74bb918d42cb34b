import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { NOTHING_LEFT, type WorkLeft } from '../../src-core/desk/work-left.ts';
import type { Desk } from '../desk/desk.ts';
import { closeBeforeQuit, type QuitDeps, type Quitting } from './quit.ts';
import type { ServiceHost } from './service-host.ts';

/** Electron's side of quitting: it asks by an event that may be prevented, and ends when nobody does. */
let app: EventEmitter & { quit(): void };
let power: EventEmitter;

let events: string[];
let takenBack: number;
let moving: WorkLeft['moving'];
let answer: 'finish' | 'quit' | 'stay';
let offered: string[];
let ended: Promise<void>;

beforeEach(() => {
  events = [];
  takenBack = 0;
  moving = NOTHING_LEFT.moving;
  answer = 'quit';
  offered = [];
  ended = new Promise((settle) => {
    app = Object.assign(new EventEmitter(), {
      quit: () => {
        let isPrevented = false;
        app.emit('before-quit', { preventDefault: () => void (isPrevented = true) });
        if (isPrevented) return;
        app.emit('quit');
        events.push('ended');
        settle();
      },
    });
  });
  power = new EventEmitter();
});

/** The parts of a desk that quitting asks. */
const desk = {
  workLeft: () => ({ ...NOTHING_LEFT, moving }),
  close: async () => void events.push('desk closed'),
} as unknown as Desk;

function quitting(change: Partial<QuitDeps> = {}) {
  return closeBeforeQuit({
    electron: { app, powerMonitor: power, BrowserWindow: { getAllWindows: () => [] } },
    desk: () => desk,
    service: () => null,
    dialogs: {
      choose: async ({
        title,
        ways,
      }: {
        readonly title: string;
        readonly ways: readonly { readonly way: string }[];
      }) => {
        events.push(`asked: ${title}`);
        offered = ways.map(({ way }) => way);
        return { way: answer, isRemembered: false };
      },
    } as unknown as QuitDeps['dialogs'],
    finishFirst: { begin: () => void events.push('finishes first'), takeBack: () => void (takenBack += 1) },
    staysWithoutWindow: () => false,
    takeLeave: async () => true,
    stays: () => undefined,
    silence: () => undefined,
    afterRest: async () => void events.push('installs'),
    nextStart: { isWanted: false, begin: () => undefined },
    heldBy: async () => 0,
    heldNow: () => 0,
    endByForce: () => void events.push('killed'),
    say: () => (key: string) => key,
    log: { write: () => undefined },
    ...change,
  } as unknown as QuitDeps);
}

describe('a person who closes the studio', () => {
  test('has what is ready installed once everything is closed', async () => {
    quitting();
    app.quit();
    await ended;
    expect(events).toEqual(['desk closed', 'installs', 'ended']);
  });

  test.each([
    ['sent', { uploads: 2 }, 'quit.uploads'],
    ['ordered', { orders: 2 }, 'quit.orders'],
    ['sent and ordered', { uploads: 2, orders: 2, exports: 1 }, 'quit.both'],
    ['exported', { exports: 1 }, 'quit.exports'],
    ['taken into a layout', { intakes: 1 }, 'quit.intakes'],
    ['packed', { packages: 1 }, 'quit.packages'],
  ])('while something is %s has it stopped and nothing installed', async (_what, now, asked) => {
    moving = { ...moving, ...now };
    quitting();
    app.quit();
    await ended;
    expect(events).toEqual([`asked: ${asked}`, 'desk closed', 'ended']);
    expect(offered).toEqual(['finish', 'quit', 'stay']);
  });

  test('and would rather stay has nothing closed', async () => {
    moving = { ...moving, uploads: 1 };
    answer = 'stay';
    quitting();
    app.quit();
    await expect.poll(() => [events, takenBack]).toEqual([['asked: quit.uploads'], 1]);
    moving = NOTHING_LEFT.moving;
    app.quit();
    await ended;
    expect(events).toEqual(['asked: quit.uploads', 'desk closed', 'installs', 'ended']);
  });

  test('and loses nothing in its window rather than quit does not quit by itself later', async () => {
    quitting({ takeLeave: async () => false });
    app.quit();
    await expect.poll(() => takenBack).toBe(1);
    expect(events).toEqual([]);
  });

  test('while it asks already has that question stay, and the next one asked', async () => {
    moving = { ...moving, uploads: 1 };
    answer = 'stay';
    const { quitNow } = quitting();
    app.quit();
    quitNow();
    await expect.poll(() => takenBack).toBe(1);
    answer = 'quit';
    app.quit();
    await ended;
    expect(events).toEqual(['asked: quit.uploads', 'asked: quit.uploads', 'desk closed', 'ended']);
  });

  test('and would rather finish first has nothing closed before that is done', async () => {
    moving = { ...moving, uploads: 1 };
    answer = 'finish';
    quitting();
    app.quit();
    await expect.poll(() => events).toEqual(['asked: quit.uploads', 'finishes first']);
    moving = NOTHING_LEFT.moving;
    app.quit();
    await ended;
    expect(events.slice(2)).toEqual(['desk closed', 'installs', 'ended']);
  });

  test('now is not asked again, once: what is quit later is asked about', async () => {
    moving = { ...moving, uploads: 1 };
    let mayLeave = false;
    const { quitNow } = quitting({ takeLeave: async () => mayLeave });
    quitNow();
    await new Promise(setImmediate);
    mayLeave = true;
    app.quit();
    await ended;
    expect(events).toEqual(['asked: quit.uploads', 'desk closed', 'ended']);
  });
});

test('a studio that is opened while it closes says that it closes, installs nothing and is started again last of all', async () => {
  let isWanted = false;
  const closing: Quitting = quitting({
    desk: () =>
      ({
        ...desk,
        close: async () => {
          isWanted = closing.isClosing;
          events.push('desk closed');
        },
      }) as unknown as Desk,
    nextStart: {
      get isWanted() {
        return isWanted;
      },
      begin: () => void events.push('next start'),
    },
  });
  expect(closing.isClosing).toBe(false);
  app.quit();
  await ended;
  expect(events).toEqual(['desk closed', 'next start', 'ended']);
});

test('the last window that is closed ends the studio, but not one that stays without it', async () => {
  let stays = true;
  quitting({ staysWithoutWindow: () => stays });
  app.emit('window-all-closed');
  await new Promise(setImmediate);
  expect(events).toEqual([]);
  stays = false;
  app.emit('window-all-closed');
  await ended;
});

test('a computer that shuts down waits neither for work nor for an installation', async () => {
  moving = { ...moving, uploads: 5 };
  quitting();
  power.emit('shutdown');
  app.quit();
  await ended;
  expect(events).toEqual(['desk closed', 'ended']);
});

test('a computer that shuts down does not wait for an answer either', async () => {
  moving = { ...moving, uploads: 5 };
  quitting({
    dialogs: { choose: () => new Promise(() => undefined) } as unknown as QuitDeps['dialogs'],
  });
  app.quit();
  power.emit('shutdown');
  await ended;
  expect(events).toEqual(['desk closed', 'ended']);
});

test('nor for one about what the window could not keep', async () => {
  const takeLeave = vi.fn(({ asks }: { readonly asks: boolean }) =>
    asks ? new Promise<boolean>(() => undefined) : Promise.resolve(true),
  );
  quitting({ takeLeave });
  app.quit();
  await new Promise(setImmediate);
  expect(events).toEqual([]);
  power.emit('shutdown');
  await ended;
  expect(events).toEqual(['desk closed', 'ended']);
  expect(takeLeave).toHaveBeenCalledTimes(2);
});

test('a desk that never closes keeps neither the program nor the rest of it open, installs nothing, and is written down', async () => {
  vi.useFakeTimers();
  try {
    const stuck = { ...desk, close: () => new Promise(() => undefined) } as unknown as Desk;
    const log = { write: vi.fn() };
    quitting({
      desk: () => stuck,
      service: () => ({ close: async () => void events.push('service closed') }) as unknown as ServiceHost,
      log,
    });
    app.quit();
    await vi.advanceTimersByTimeAsync(60_000);
    await ended;
    expect(events).toEqual(['service closed', 'killed', 'ended']);
    expect(log.write.mock.calls.map(([level, message]) => `${level}: ${message}`)).toEqual([
      'info: closing',
      'error: the desk did not close',
      'info: the service is closed',
    ]);
  } finally {
    vi.useRealTimers();
  }
});

test('what holds the process is not waited for once everything is closed', async () => {
  quitting({ heldNow: () => 1 });
  app.quit();
  await ended;
  expect(events).toEqual(['desk closed', 'installs', 'killed', 'ended']);
});

test('what fails once everything is closed keeps nothing open, and is written down', async () => {
  const log = { write: vi.fn() };
  quitting({ afterRest: () => Promise.reject(new Error('ENOSPC')), log });
  app.quit();
  await ended;
  expect(events).toEqual(['desk closed', 'ended']);
  expect(log.write).toHaveBeenCalledWith('error', expect.any(String), { error: new Error('ENOSPC') });
});

test('a window that does not go keeps the program for ten seconds', async () => {
  vi.useFakeTimers();
  try {
    quitting();
    app.quit = () => void app.emit('before-quit', { preventDefault: () => undefined });
    app.quit();
    await vi.advanceTimersByTimeAsync(9_000);
    expect(events).toEqual(['desk closed', 'installs']);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(events).toEqual(['desk closed', 'installs', 'killed']);
  } finally {
    vi.useRealTimers();
  }
});

describe('quitting for something', () => {
  test('opens what was restored, and installs nothing before that', async () => {
    const { quitAfter } = quitting();
    expect(await quitAfter(async () => void events.push('decided'))).toBe(true);
    await ended;
    expect(events).toEqual(['decided', 'desk closed', 'ended']);
  });

  test('stays open when what comes before fails, and says why', async () => {
    const { quitAfter } = quitting();
    await expect(quitAfter(() => Promise.reject(new Error('no room')))).rejects.toThrow('no room');
    expect(events).toEqual([]);
    expect(await quitAfter(async () => undefined)).toBe(true);
  });

  test('has the window asked again that took leave before it failed', async () => {
    let mayClose = false;
    const { quitAfter } = quitting({
      takeLeave: async () => (mayClose = true),
      stays: () => void (mayClose = false),
    });
    const failing = () => (mayClose ? Promise.reject(new Error('no room')) : Promise.resolve());
    await expect(quitAfter(failing)).rejects.toThrow('no room');
    expect(mayClose).toBe(false);
  });

  test('an update installs it', async () => {
    const { quitAfter } = quitting();
    expect(await quitAfter(async () => undefined, { isForUpdate: true })).toBe(true);
    await ended;
    expect(events).toEqual(['desk closed', 'installs', 'ended']);
  });

  test('asks whether what is under way may be stopped, and cannot finish it first', async () => {
    moving = { ...moving, uploads: 1 };
    const { quitAfter } = quitting();
    expect(await quitAfter(async () => undefined)).toBe(true);
    expect(offered).toEqual(['quit', 'stay']);
  });

  test('an update is put off when work began by itself meanwhile, and nobody is asked to stop that', async () => {
    const { quitAfter } = quitting();
    moving = { ...moving, uploads: 1 };
    expect(await quitAfter(async () => undefined, { isForUpdate: true })).toBe(false);
    expect(events).toEqual([]);
  });
});
