import { beforeEach, describe, expect, test } from 'vitest';
import { NOTHING_LEFT, type WorkLeft } from '../../src-core/desk/work-left.ts';
import { FinishFirst, type FinishView } from './finish-first.ts';

let work: WorkLeft;
let events: string[];
let look: () => void;
let finish: FinishFirst;
/** What the window was told to show. */
let shown: (FinishView | null)[];
beforeEach(() => {
  events = [];
  shown = [];
  finish = new FinishFirst({
    work: () => work,
    every: (_, run) => {
      look = run;
      return () => void (look = () => undefined);
    },
    changed: () => shown.push(finish.view),
    standsStill: (left) => events.push(`told of ${left}`),
    goesOn: () => events.push('taken back'),
    connectionChanged: () => events.push('told of the connection'),
    quit: () => events.push('quits'),
  });
  work = moving({ uploads: 12, orders: 3 });
});

const moving = (some: Partial<WorkLeft['moving']>): WorkLeft => ({
  ...NOTHING_LEFT,
  moving: { ...NOTHING_LEFT.moving, ...some },
});
const standing = (uploads: number): WorkLeft => ({
  ...NOTHING_LEFT,
  waiting: { uploads, orders: 0 },
  why: { uploads: { key: 'desk.still.away' }, orders: null },
});
const looks = (count: number): void => {
  for (let left = count; left > 0; left -= 1) look();
};

describe('a studio that finishes first', () => {
  test.each(['uploads', 'orders', 'exports', 'packages'] as const)('waits for %s', (what) => {
    work = moving({ [what]: 1 });
    finish.begin();
    looks(1_000);
    expect([events, finish.view?.left[what]]).toEqual([[], 1]);
  });

  test('quits once nothing was under way for a moment, in which an order may follow from a book', () => {
    finish.begin();
    work = NOTHING_LEFT;
    looks(2);
    work = moving({ orders: 1 });
    looks(1);
    work = NOTHING_LEFT;
    looks(2);
    expect(events).toEqual([]);
    looks(1);
    expect(events).toEqual(['quits']);
    looks(3);
    expect(events, 'a question kept it open').toEqual(['quits', 'quits']);
  });

  test('stays when somebody would rather', () => {
    finish.begin();
    finish.takeBack();
    work = NOTHING_LEFT;
    looks(10);
    expect([events, finish.view]).toEqual([[], null]);
  });
});

const PAUSED_BEFORE: WorkLeft['why'] = { uploads: { key: 'desk.still.paused' }, orders: null };

describe('work that does not go on', () => {
  test.each<[string, WorkLeft['waiting'], WorkLeft['why'], number]>([
    ['orders', { uploads: 40, orders: 2 }, { ...PAUSED_BEFORE, orders: { key: 'desk.still.away' } }, 2],
    [
      'books that wait for the service',
      { uploads: 40, orders: 0 },
      { uploads: { key: 'desk.still.away' }, orders: null },
      40,
    ],
  ])('keeps it open for %s although the queue was paused before', (_, waiting, why, told) => {
    work = { ...moving({ orders: 2 }), waiting: { uploads: 40, orders: 0 }, why: PAUSED_BEFORE };
    finish.begin();
    work = { ...NOTHING_LEFT, waiting, why };
    looks(30);
    expect([events, finish.view?.still]).toEqual([[`told of ${told}`], { key: 'desk.still.away' }]);
  });

  test('because it failed meanwhile is told of, what failed before is not', () => {
    work = { ...moving({ uploads: 3 }), failed: 1 };
    finish.begin();
    work = { ...NOTHING_LEFT, failed: 3 };
    looks(30);
    expect([events, finish.view?.still]).toEqual([['told of 2'], { key: 'desk.still.failed' }]);
  });

  test('because another connection is in use takes the wish back and says so', () => {
    work = { ...work, connectionId: 'sandbox' };
    finish.begin();
    work = { ...NOTHING_LEFT, connectionId: 'live' };
    looks(10);
    expect([events, finish.view]).toEqual([['told of the connection'], null]);
  });

  test('keeps it open, is told of once, not for a hiccup, and is taken back when it goes on', () => {
    finish.begin();
    work = standing(9);
    looks(29);
    expect([events, finish.view?.still]).toEqual([[], null]);
    looks(100);
    expect(events).toEqual(['told of 9']);
    expect(finish.view).toMatchObject({ left: { uploads: 9 }, still: { key: 'desk.still.away' } });
    work = moving({ uploads: 9 });
    looks(1);
    expect([events.at(-1), finish.view?.still]).toEqual(['taken back', null]);
    work = NOTHING_LEFT;
    looks(3);
    expect(events.at(-1)).toBe('quits');
  });

  test('because it was paused before is not waited for: what is in hand is ended', () => {
    work = { ...moving({ uploads: 2 }), waiting: { uploads: 40, orders: 0 }, why: PAUSED_BEFORE };
    finish.begin();
    work = { ...work, moving: NOTHING_LEFT.moving };
    expect(finish.view?.left.uploads).toBe(2);
    looks(3);
    expect(events).toEqual(['quits']);
    expect(finish.view?.left.uploads).toBe(0);
  });

  test('says what is left as it changes, and why by now', () => {
    finish.begin();
    work = standing(9);
    looks(40);
    work = { ...standing(9), why: { uploads: { key: 'desk.still.paused' }, orders: null } };
    looks(2);
    expect(events).toEqual(['told of 9']);
    expect(shown.map((view) => [view?.left.uploads, view?.still?.key ?? null])).toEqual([
      [12, null],
      [9, null],
      [9, 'desk.still.away'],
      [9, 'desk.still.paused'],
    ]);
  });

  test('for want of credit is told of, what was not placed before is not', () => {
    work = { ...moving({ orders: 3 }), notPlaced: 1 };
    finish.begin();
    work = { ...NOTHING_LEFT, notPlaced: 3 };
    looks(30);
    expect([events, finish.view?.still]).toEqual([['told of 2'], { key: 'desk.still.notPlaced' }]);
  });
});
