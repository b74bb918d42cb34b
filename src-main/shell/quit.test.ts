import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Desk } from '../desk/desk.ts';
import { closeBeforeQuit, type QuitDeps } from './quit.ts';
import type { ServiceHost } from './service-host.ts';

/** Electron's side of quitting: it asks by an event that may be prevented, and ends when nobody does. */
let app: EventEmitter & { quit(): void };
let power: EventEmitter;

let events: string[];
let work: { isBusy: boolean; exports: number; packages: number };
let answers: boolean;
let ended: Promise<void>;

beforeEach(() => {
  events = [];
  work = { isBusy: false, exports: 0, packages: 0 };
  answers = true;
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
  isBusy: () => work.isBusy,
  exportsRunning: () => work.exports,
  packagesRunning: () => work.packages,
  statusSnapshot: () => ({ queue: { total: 3, done: 1, failed: 0 } }),
  close: async () => void events.push('desk closed'),
} as unknown as Desk;

function quitting(change: Partial<QuitDeps> = {}) {
  return closeBeforeQuit({
    electron: { app, powerMonitor: power, BrowserWindow: { getAllWindows: () => [] } },
    desk: () => desk,
    service: () => null,
    dialogs: {
      confirm: async () => {
        events.push('asked');
        return answers;
      },
    } as unknown as QuitDeps['dialogs'],
    takeLeave: async () => true,
    silence: () => undefined,
    afterRest: async () => void events.push('installs'),
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
    ['sent', { isBusy: true }],
    ['exported', { exports: 1 }],
    ['packed', { packages: 1 }],
  ])('while something is %s has it stopped and nothing installed', async (_what, now) => {
    Object.assign(work, now);
    quitting();
    app.quit();
    await ended;
    expect(events).toEqual(['asked', 'desk closed', 'ended']);
  });

  test('and would rather stay has nothing closed', async () => {
    work.isBusy = true;
    answers = false;
    quitting();
    app.quit();
    await expect.poll(() => events).toEqual(['asked']);
    work.isBusy = false;
    app.quit();
    await ended;
    expect(events).toEqual(['asked', 'desk closed', 'installs', 'ended']);
  });
});

test('a computer that shuts down is not held up by an installation', async () => {
  quitting();
  power.emit('shutdown');
  app.quit();
  await ended;
  expect(events).toEqual(['desk closed', 'ended']);
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

  test('an update installs it', async () => {
    const { quitAfter } = quitting();
    expect(await quitAfter(async () => undefined, { isForUpdate: true })).toBe(true);
    await ended;
    expect(events).toEqual(['desk closed', 'installs', 'ended']);
  });

  test('an update is put off when work began by itself meanwhile, and nobody is asked to stop that', async () => {
    const { quitAfter } = quitting();
    work.isBusy = true;
    expect(await quitAfter(async () => undefined, { isForUpdate: true })).toBe(false);
    expect(events).toEqual([]);
  });
});
