import { describe, expect, it } from 'vitest';
import { movedTurns, type QueueMove, type Turn } from './queue-order.ts';

const WAITING: readonly Turn[] = ['a', 'b', 'c', 'd', 'e'].map((jobId, at) => ({ jobId, turn: at * 10 }));

/** The order in which the jobs go after the move, and how many of them got another turn. */
function after(chosen: string, move: QueueMove): [order: string, changed: number] {
  const moved = movedTurns(WAITING, new Set(chosen), move, { lowest: -7, highest: 45 });
  const turns = new Map([...WAITING, ...moved].map(({ jobId, turn }) => [jobId, turn]));
  expect(new Set(turns.values()).size, 'no two jobs have one turn').toBe(WAITING.length);
  return [
    [...turns]
      .sort(([, one], [, other]) => one - other)
      .map(([jobId]) => jobId)
      .join(''),
    moved.length,
  ];
}

describe('the order of books that wait', () => {
  it.each([
    ['d', 'first', 'dabce', 1],
    ['db', 'first', 'bdace', 2],
    ['ab', 'first', 'abcde', 0],
    ['b', 'last', 'acdeb', 1],
    ['ac', 'last', 'bdeac', 2],
    ['de', 'last', 'abcde', 0],
    ['c', 'up', 'acbde', 2],
    ['cd', 'up', 'acdbe', 3],
    ['ad', 'up', 'abdce', 2],
    ['ab', 'up', 'abcde', 0],
    ['bd', 'up', 'badce', 4],
    ['c', 'down', 'abdce', 2],
    ['bc', 'down', 'adbce', 3],
    ['de', 'down', 'abcde', 0],
    ['be', 'down', 'acbde', 2],
    ['', 'first', 'abcde', 0],
    ['x', 'down', 'abcde', 0],
  ] as const)('of %j put %s is %s, with %i turns changed', (chosen, move, order, changed) => {
    expect(after(chosen, move)).toEqual([order, changed]);
  });

  it('what is put first or last goes beyond all jobs, those that are sent or failed among them', () => {
    const edges = { lowest: -3, highest: 99 };
    expect(movedTurns(WAITING, new Set('c'), 'first', edges)).toEqual([{ jobId: 'c', turn: -4 }]);
    expect(movedTurns(WAITING, new Set('c'), 'last', edges)).toEqual([{ jobId: 'c', turn: 100 }]);
  });
});
