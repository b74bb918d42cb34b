import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { threadScript } from '../threads/testing/thread-script.ts';
import { openPictureDecoding } from './picture-decoding.ts';

const TASK = { path: 'a.bmp', format: 'bmp' } as const;
const limits = { pixelsAtOnce: 100, timeMs: 20_000 };

it('decodes in a thread and takes its pixels over', async () => {
  const picture = '{ widthPx: 1, heightPx: 1, channels: 3, data: new Uint8Array([1, 2, 3]), icc: null }';
  const decoding = openPictureDecoding(
    threadScript(
      `const picture = ${picture}; parentPort.postMessage({ type: 'answer', answer: picture }, [picture.data.buffer])`,
    ),
    limits,
  );
  expect(await decoding.apart(TASK)).toEqual({
    widthPx: 1,
    heightPx: 1,
    channels: 3,
    data: new Uint8Array([1, 2, 3]),
    icc: null,
  });
});

it.each([
  ['says that it could not', 'fail("broken")', /broken/],
  ['throws', 'throw new Error("off")', /off/],
  ['ends without a word', 'process.exit(3)', /ended with 3/],
  ['eats all memory', 'const all = []; for (;;) all.push(new Array(1e6).fill(task.path))', /memory/i],
])('rejects when the thread %s', async (_what, body, message) => {
  await expect(openPictureDecoding(threadScript(body), limits).apart(TASK)).rejects.toThrow(message);
});

it('ends a thread that hangs, and the process stays responsive meanwhile', async () => {
  const decoding = openPictureDecoding(threadScript('for (;;);'), { ...limits, timeMs: 400 });
  let ticks = 0;
  const ticking = setInterval(() => (ticks += 1), 10);
  await expect(decoding.apart(TASK)).rejects.toThrow('longer than 400 ms');
  clearInterval(ticking);
  expect(ticks).toBeGreaterThan(10);
});

it('lets pictures share a number of pixels, in the order of asking; a larger one than all goes alone', async () => {
  const { inTurn } = openPictureDecoding(threadScript(''), limits);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string, pixels: number) =>
    inTurn(pixels, () => new Promise<string>((resolve) => (begun.push(name), ends.set(name, () => resolve(name)))));
  const all = [work('a', 60), work('b', 40), work('huge', 1_000), work('c', 10)];
  await delay(0);
  expect(begun).toEqual(['a', 'b']);
  ends.get('b')?.();
  await delay(0);
  // The small one does not overtake: the large one would wait for ever.
  expect(begun).toEqual(['a', 'b']);
  ends.get('a')?.();
  await delay(0);
  expect(begun).toEqual(['a', 'b', 'huge']);
  ends.get('huge')?.();
  await delay(0);
  ends.get('c')?.();
  expect(await Promise.all(all)).toEqual(['a', 'b', 'huge', 'c']);
});

it('gives the room back when the work fails', async () => {
  const { inTurn } = openPictureDecoding(threadScript(''), limits);
  await expect(inTurn(100, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await inTurn(100, () => Promise.resolve('yes'))).toBe('yes');
});
