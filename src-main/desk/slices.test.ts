import { expect, it } from 'vitest';
import { inSlices } from './slices.ts';

it('does every item in order and lets others run in between', async () => {
  const done: number[] = [];
  let turns = 0;
  const others = setInterval(() => turns++, 1);
  const slices: number[] = [];
  await inSlices(
    Array.from({ length: 60 }, (_, index) => index),
    (item) => {
      const endMs = performance.now() + 1;
      while (performance.now() < endMs);
      done.push(item);
    },
    (slice) => {
      const before = done.length;
      slice();
      slices.push(done.length - before);
    },
  );
  clearInterval(others);
  expect(done).toEqual(Array.from({ length: 60 }, (_, index) => index));
  expect(slices.length).toBeGreaterThan(3);
  expect(turns).toBeGreaterThan(0);
});

it('has nothing to do for nothing', async () => {
  await inSlices([], () => {
    throw new Error('there is no item');
  });
});
