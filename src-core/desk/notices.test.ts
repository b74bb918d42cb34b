import { describe, expect, it } from 'vitest';
import { noticesOf, type Notice, type Standing } from './notices.ts';

const QUIET: Standing = {
  connectionId: 'live',
  queue: { open: 0, done: 40, failed: 0, isHeld: false },
  runs: { open: 0, ordered: 12, held: 0, needsYou: 0 },
  late: 0,
  moved: {},
};
/** What is told of standings one after the other, the first of which is only looked at. */
function told(...standings: readonly Partial<Standing>[]): readonly (readonly Notice[])[] {
  let { memory } = noticesOf(null, QUIET);
  return standings.map((more) => {
    const step = noticesOf(memory, { ...QUIET, ...more });
    memory = step.memory;
    return step.notices;
  });
}
const queue = (open: number, done: number, failed = 0, isHeld = false) => ({ queue: { open, done, failed, isHeld } });
const runs = (open: number, ordered: number, held = 0, needsYou = 0) => ({ runs: { open, ordered, held, needsYou } });

describe('what an operator who is elsewhere is told', () => {
  it('is one notice for all that a sweep found, cancellations last', () => {
    expect(told({ moved: { CANCELLED_REFUND: 1, SHIPPED: 12 } })).toEqual([
      [
        {
          kind: 'orders',
          goes: 'orders.showChanged',
          parts: [
            { name: 'status.SHIPPED', count: 12 },
            { name: 'status.CANCELLED_REFUND', count: 1 },
          ],
        },
      ],
    ]);
  });

  it('is of orders that the print house stopped another one, that leads to those alone', () => {
    const [notices] = told({ moved: { SHIPPED: 2, ERROR: 1, PAID_AWAITING_CONTENT: 3 } });
    expect(notices?.map(({ kind, goes, parts }) => [kind, goes, parts.map(({ count }) => count)])).toEqual([
      ['orders', 'orders.showChanged', [2]],
      ['needsYou', 'orders.showFailed', [1]],
      ['needsYou', 'orders.showWaiting', [3]],
    ]);
  });

  it('is a batch of uploads once, at its end, and what failed of it apart', () => {
    expect(told(queue(5, 40), queue(2, 42, 1), queue(0, 44, 1))).toEqual([
      [],
      [],
      [
        { kind: 'batch', goes: 'go.queue', parts: [{ name: 'uploaded', count: 4 }] },
        { kind: 'needsYou', goes: 'go.queue', parts: [{ name: 'notUploaded', count: 1 }] },
      ],
    ]);
  });

  it('stays of what failed while that is tried again, is not told anew when it fails again, and over when it is sent', () => {
    let { memory } = noticesOf(null, { ...QUIET, ...queue(0, 40, 1) });
    const steps = [queue(1, 40), queue(0, 40, 1), queue(1, 40), queue(0, 41)].map((more) => {
      const step = noticesOf(memory, { ...QUIET, ...more });
      memory = step.memory;
      return [step.notices.map(({ kind }) => kind), step.over.filter((kind) => kind === 'needsYou')];
    });
    expect(steps).toEqual([
      [[], []],
      [[], []],
      [[], []],
      [['batch'], ['needsYou']],
    ]);
  });

  it('is a run of orders once, with what the credit did not cover as money', () => {
    expect(told(runs(3, 12), runs(0, 13, 1, 1))[1]).toEqual([
      { kind: 'batch', goes: 'go.orders', parts: [{ name: 'ordered', count: 1 }] },
      { kind: 'needsYou', goes: 'go.orders', parts: [{ name: 'notOrdered', count: 1 }] },
      { kind: 'money', goes: 'go.credit', parts: [{ name: 'noCredit', count: 1 }] },
    ]);
  });

  it('is a queue that waits for a person once', () => {
    const held = queue(3, 40, 0, true);
    expect(told(held, held).map((notices) => notices.map(({ kind }) => kind))).toEqual([['needsYou'], []]);
  });

  it('is late orders again only when there are more of them', () => {
    const counts = told({ late: 2 }, { late: 2 }, { late: 1 }, { late: 3 });
    expect(counts.map((notices) => notices.flatMap(({ parts }) => parts.map(({ count }) => count)))).toEqual([
      [2],
      [],
      [],
      [3],
    ]);
  });

  it('is nothing of a batch that somebody took out of the queue', () => {
    expect(told(queue(5, 40), queue(0, 40))).toEqual([[], []]);
  });

  it('is nothing of how things stood at the start or at another connection, and a batch under way there is told from then on', () => {
    const standing = { ...QUIET, late: 4, ...queue(2, 7) };
    const first = noticesOf(null, standing);
    expect(first.notices).toEqual([]);
    expect(noticesOf(first.memory, { ...standing, ...queue(0, 9) }).notices).toMatchObject([
      { kind: 'batch', parts: [{ name: 'uploaded', count: 2 }] },
    ]);
    const switched = noticesOf(first.memory, { ...standing, connectionId: 'other', late: 9 });
    expect(switched.notices).toEqual([]);
    expect(switched.over).toContain('late');
  });
});

describe('what is no longer true', () => {
  const over = (before: Partial<Standing>, after: Partial<Standing>) =>
    noticesOf(noticesOf(null, { ...QUIET, ...before }).memory, { ...QUIET, ...after }).over;

  it('are late orders when none is late, failures when none is left, and an end when it goes on', () => {
    expect(over({ late: 2 }, {})).toEqual(['late']);
    expect(over({ late: 2 }, { late: 1 })).toEqual([]);
    expect(over(queue(0, 40, 2), queue(0, 40, 0))).toEqual(['needsYou']);
    expect(over(queue(1, 40, 0, true), queue(1, 40))).toEqual(['needsYou']);
    expect(over({}, queue(1, 40))).toEqual(['batch']);
  });
});
