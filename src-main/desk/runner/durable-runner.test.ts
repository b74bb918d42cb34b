import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LogLevel } from '../../../src-core/ports.ts';
import { DurableRunner, UNFORESEEN_REST_MS, type DurableWork } from './durable-runner.ts';

interface Item {
  readonly id: string;
  readonly lane: string;
  notBeforeMs: number;
}

const CUT_OFF = new Error('cut off');
/** What stands on the disk in the desk. */
let rows: Item[];
let events: string[];
let logged: [LogLevel, string][];
let runner: DurableRunner<Item>;

/** Ends the work on an item, which is off the disk then. */
let ends: Map<string, (how: 'goOn' | 'rest' | Error) => void>;
const end = async (id: string, how: 'goOn' | 'rest' | Error = 'goOn') => {
  ends.get(id)?.(how);
  await vi.advanceTimersByTimeAsync(0);
};
const open = (more: Partial<DurableWork<Item>> = {}) => {
  const context = {
    clock: { nowMs: () => Date.now() },
    log: { write: (level: LogLevel, message: string) => void logged.push([level, message]) },
  };
  runner = new DurableRunner(context, {
    name: 'the work',
    atOnce: 1,
    lanes: () => [...new Set(rows.map(({ lane }) => lane))],
    due: (lane, nowMs, limit) => rows.filter((row) => row.lane === lane && row.notBeforeMs <= nowMs).slice(0, limit),
    nextDueMs: (lane, nowMs) => {
      const later = rows.filter((row) => row.lane === lane && row.notBeforeMs > nowMs);
      return later.length === 0 ? null : Math.min(...later.map(({ notBeforeMs }) => notBeforeMs));
    },
    idOf: ({ id }) => id,
    work: (item, signal) => {
      events.push(`begin ${item.id}`);
      return new Promise((done, failed) => {
        signal.addEventListener('abort', () => {
          events.push(`cut ${item.id}`);
          done('goOn');
        });
        ends.set(item.id, (how) => {
          if (how !== 'rest') rows = rows.filter((row) => row !== item);
          if (how instanceof Error) failed(how);
          else done(how);
        });
      });
    },
    ...more,
  });
};
const row = (id: string, lane = 'a', inMs = 0): Item => ({ id, lane, notBeforeMs: Date.now() + inMs });

beforeEach(() => {
  vi.useFakeTimers();
  rows = [];
  events = [];
  logged = [];
  ends = new Map();
});
afterEach(async () => {
  await runner.close(CUT_OFF);
  vi.useRealTimers();
});

it('works on what is due, so many of a lane at once, in their order, and on the next when one has ended', async () => {
  open({ atOnce: 2 });
  rows = [row('1'), row('2'), row('3'), row('other', 'b')];
  runner.kick();
  runner.kick();
  expect(events).toEqual(['begin 1', 'begin 2', 'begin other']);
  expect(runner.ids()).toEqual(['1', '2', 'other']);
  await end('2');
  expect(events.slice(3)).toEqual(['begin 3']);
});

it('takes up by itself what is due later, each lane at its own time', async () => {
  open();
  rows = [row('soon', 'a', 1_000), row('late', 'b', 60_000)];
  runner.kick();
  await vi.advanceTimersByTimeAsync(999);
  expect(events).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(events).toEqual(['begin soon']);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(events).toEqual(['begin soon', 'begin late']);
});

it('leaves a lane that has to rest alone until it is kicked, and goes on in the others', async () => {
  const idle: string[] = [];
  open({ onIdle: (lane) => void idle.push(lane) });
  rows = [row('1'), row('x', 'b'), row('y', 'b')];
  runner.kick();
  await end('1', 'rest');
  await end('x');
  expect(events).toEqual(['begin 1', 'begin x', 'begin y']);
  expect(idle).toEqual(['a']);
  runner.kick();
  expect(events.at(-1)).toBe('begin 1');
});

it('logs what the work did not foresee, and does not try it in a loop', async () => {
  open();
  rows = [row('1'), row('2')];
  runner.kick();
  await end('1', new Error('unforeseen'));
  expect(logged).toEqual([['error', 'the work stopped']]);
  expect(events).toEqual(['begin 1']);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(events).toEqual(['begin 1']);
  await vi.advanceTimersByTimeAsync(1);
  expect(events).toEqual(['begin 1', 'begin 2']);
});

it('goes on after half a minute too when the disk failed it between two items', async () => {
  let isFull = true;
  open({
    onEnded: () => {
      if (isFull) throw new Error('the disk is full');
    },
  });
  rows = [row('1'), row('2')];
  runner.kick();
  await end('1');
  expect(logged).toEqual([['error', 'the work stopped']]);
  isFull = false;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(events).toEqual(['begin 1', 'begin 2']);
});

it('outlives a disk that fails it while it looks for work, and looks again after half a minute', async () => {
  let isFull = true;
  open({
    due: () => {
      if (isFull) throw new Error('the disk is full');
      return rows;
    },
  });
  rows = [row('1')];
  runner.kick();
  expect(logged).toEqual([['error', 'the work stopped']]);
  isFull = false;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(events).toEqual(['begin 1']);
});

it('does not try at once what is due in two months', async () => {
  open();
  rows = [row('1', 'a', 60 * 86_400_000)];
  runner.kick();
  const looks = vi.spyOn(runner, 'kick');
  await vi.advanceTimersByTimeAsync(86_400_000);
  expect(looks).not.toHaveBeenCalled();
});

it('cuts off what it is asked to, and what is put back by that begins anew', async () => {
  open({ atOnce: 2 });
  rows = [row('1'), row('2')];
  runner.kick();
  await runner.interrupt(CUT_OFF, ['1']);
  expect(events).toEqual(['begin 1', 'begin 2', 'cut 1', 'begin 1']);
});

it('begins nothing while items that were cut off are changed, and goes on with what is left', async () => {
  open();
  rows = [row('1'), row('2')];
  runner.kick();
  await runner.aside(CUT_OFF, ['1'], async () => {
    runner.kick();
    expect(events).toEqual(['begin 1', 'cut 1']);
    rows = rows.filter(({ id }) => id !== '1');
  });
  expect(events).toEqual(['begin 1', 'cut 1', 'begin 2']);
});

it('cuts off all when it closes, waits for them, and begins nothing afterwards', async () => {
  open();
  rows = [row('1'), row('later', 'b', 1_000)];
  runner.kick();
  await runner.close(CUT_OFF);
  expect(events).toEqual(['begin 1', 'cut 1']);
  runner.kick();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(events).toEqual(['begin 1', 'cut 1']);
  expect(runner.ids()).toEqual([]);
});

it('goes on by itself where nobody could say which lanes there are, as on a full disk', async () => {
  let isFull = true;
  open({
    lanes: () => {
      if (isFull) throw new Error('disk full');
      return ['a'];
    },
  });
  rows = [row('1')];
  runner.kick();
  await vi.advanceTimersByTimeAsync(UNFORESEEN_REST_MS);
  expect([events, logged.length]).toEqual([[], 2]);
  isFull = false;
  await vi.advanceTimersByTimeAsync(UNFORESEEN_REST_MS);
  expect(events).toEqual(['begin 1']);
});
