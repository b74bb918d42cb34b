import { beforeEach, describe, expect, it } from 'vitest';
import type { DeskStatus } from '../desk/desk.ts';
import { Taskbar, taskbarOf } from './taskbar.ts';

type Queue = DeskStatus['queue'];

const status = (queue: Partial<Queue>, late = 0): Pick<DeskStatus, 'queue' | 'orders'> => ({
  queue: {
    state: 'running',
    heldReason: null,
    done: 20,
    total: 80,
    failed: 0,
    bytesPerSecond: 0,
    etaMs: null,
    etaBound: null,
    resumesAtMs: null,
    later: null,
    limit: null,
    ...queue,
  },
  orders: { checkedAtMs: null, nextCheckAtMs: null, changedSinceSeen: 0, late, unread: [] },
});

describe('what dock and task bar show', () => {
  it('is how much of the queue is sent', () => {
    expect(taskbarOf(status({}))).toEqual({ share: 0.25, mode: 'normal', badge: 0 });
    expect(taskbarOf(status({ state: 'idle', done: 80 })).share).toBeNull();
    expect(taskbarOf(status({ total: 0, done: 0 })).share).toBeNull();
  });

  it('is red with a number once somebody is needed, by a book that stopped or a refused key', () => {
    expect(taskbarOf(status({ failed: 3 }))).toEqual({ share: 0.25, mode: 'error', badge: 3 });
    expect(taskbarOf(status({ state: 'held' }))).toMatchObject({ mode: 'error', badge: 1 });
    expect(taskbarOf(status({ state: 'idle', failed: 2 }, 4))).toEqual({ share: null, mode: 'normal', badge: 6 });
  });

  it('is yellow while the queue rests and goes on by itself or by a press', () => {
    for (const state of ['paused', 'away', 'later'] as const) expect(taskbarOf(status({ state })).mode).toBe('paused');
    expect(taskbarOf(status({ state: 'held', resumesAtMs: 60_000 }))).toMatchObject({ mode: 'paused', badge: 0 });
  });
});

describe('the task bar', () => {
  let told: unknown[];
  let bar: Taskbar;
  beforeEach(() => {
    told = [];
    bar = new Taskbar({
      setProgress: (share, mode) => told.push([share, mode]),
      setBadge: (count) => told.push(count),
    });
  });

  it('is told what changed, once', () => {
    bar.show({ share: 0.25, mode: 'normal', badge: 0 });
    bar.show({ share: 0.25, mode: 'normal', badge: 0 });
    bar.show({ share: 0.25, mode: 'error', badge: 1 });
    bar.show({ share: null, mode: 'normal', badge: 0 });
    expect(told).toEqual([[0.25, 'normal'], [0.25, 'error'], 1, [-1, 'normal'], 0]);
  });

  it('is shown again to a window that was opened anew, where there is a bar', () => {
    bar.showAgain();
    bar.show({ share: 0.5, mode: 'paused', badge: 0 });
    bar.showAgain();
    expect(told).toEqual([
      [0.5, 'paused'],
      [0.5, 'paused'],
    ]);
  });
});
