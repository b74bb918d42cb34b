import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Background } from './background.ts';

const never = () => {
  throw new Error('no error was expected');
};

it('goes on at once while there is more, then sleeps until it is woken', async () => {
  let left = 3;
  let rounds = 0;
  const background = new Background(
    [{ name: 'work', everyMs: 60_000, run: async () => ((rounds += 1), (left -= 1) > 0) }],
    never,
  );
  background.start();
  await delay(20);
  expect(rounds).toBe(3);
  left = 1;
  background.wake('work');
  await delay(20);
  expect(rounds).toBe(4);
  await background.stop();
});

it('hears what is announced while a round is under way', async () => {
  let rounds = 0;
  let endRound = () => {};
  const background = new Background(
    [
      {
        name: 'work',
        everyMs: 60_000,
        run: () => ((rounds += 1), new Promise<boolean>((done) => (endRound = () => done(false)))),
      },
    ],
    never,
  );
  background.start();
  await delay(5);
  background.wake('work');
  endRound();
  await delay(5);
  expect(rounds).toBe(2);
  endRound();
  await background.stop();
});

it('reports a round that throws, and goes on at the pace of the task', async () => {
  const errors: unknown[] = [];
  let rounds = 0;
  const run = async () => {
    rounds += 1;
    if (rounds === 1) throw new Error('once');
    return false;
  };
  const background = new Background([{ name: 'work', everyMs: 10, run }], (task, error) =>
    errors.push([task, (error as Error).message]),
  );
  background.start();
  await delay(60);
  await background.stop();
  expect(errors).toEqual([['work', 'once']]);
  expect(rounds).toBeGreaterThan(1);
});

it('stops only after the round under way', async () => {
  let ended = false;
  const background = new Background(
    [
      {
        name: 'work',
        everyMs: 1,
        run: async (ending) => (await delay(30), (ended = true), expect(ending.aborted).toBe(true), false),
      },
    ],
    never,
  );
  background.start();
  await background.stop();
  expect(ended).toBe(true);
});

it('has as many rounds at a time as the task allows, and wakes all of them', async () => {
  let underWay = 0;
  let most = 0;
  let left = 0;
  const background = new Background(
    [
      {
        name: 'work',
        everyMs: 60_000,
        atOnce: 3,
        run: async () => {
          underWay += 1;
          most = Math.max(most, underWay);
          await delay(10);
          underWay -= 1;
          return (left -= 1) > 0;
        },
      },
    ],
    never,
  );
  background.start();
  await delay(40);
  expect([most, underWay]).toEqual([3, 0]);
  [most, left] = [0, 9];
  background.wake('work');
  await delay(40);
  expect(most).toBe(3);
  await background.stop();
});
