import { describe, expect, it } from 'vitest';
import { History } from '../../../src-core/layout/history.ts';
import { addPictures } from '../../../src-core/layout/operations/pictures.ts';
import { done, sampleBook, samplePictures } from '../../../src-core/layout/testing/sample-book.ts';
import { arrivalWaitMs } from './arrival-wait.ts';

describe('pictures that were told one by one', () => {
  const PICTURES = samplePictures(2_000);
  const MOST_BYTES = 30_000_000;

  it.each([1, 3, 20])('are all in the book, and no burden to its journal, at %i a second', (aSecond) => {
    const everyMs = 1_000 / aSecond;
    let bytes = 0;
    let longestMs = 0;
    const history = new History(sampleBook(), (line) => (bytes += JSON.stringify(line).length));
    let [taken, tookAtMs] = [0, 0];
    for (let told = 1; told <= PICTURES.length; told += 1) {
      const nowMs = told * everyMs;
      const there = history.document.pictureOrder.length;
      const isLast = told === PICTURES.length;
      const waitMs = arrivalWaitMs({ there, told: told - taken, sinceMs: nowMs - tookAtMs });
      if (waitMs >= everyMs && !isLast) continue;
      const pictures = PICTURES.slice(taken, told);
      history.arrive('addPictures', (document) => done(addPictures(document, { pictures })), nowMs);
      longestMs = Math.max(longestMs, nowMs - tookAtMs);
      [taken, tookAtMs] = [told, nowMs];
    }
    expect(history.document.pictureOrder).toEqual(PICTURES.map(({ key }) => key));
    expect(bytes).toBeLessThan(MOST_BYTES);
    expect(longestMs).toBeLessThanOrEqual(20_000 + everyMs);
  });

  it('wait two seconds in a small book, longer in a large one, and not at all when they are many', () => {
    const waitMs = (there: number, told: number, sinceMs: number) => arrivalWaitMs({ there, told, sinceMs });
    expect([waitMs(0, 1, 0), waitMs(100, 10, 0), waitMs(100, 9, 0), waitMs(100, 9, 1_500)]).toEqual([0, 0, 2_000, 500]);
    expect(waitMs(100, 9, -3_600_000)).toBe(2_000);
    expect([waitMs(1_000, 99, 0), waitMs(1_000, 100, 0), waitMs(1_000, 1, 60_000)]).toEqual([10_000, 0, 0]);
  });
});
