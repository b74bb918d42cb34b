import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AwaitedDisks } from './awaited-disks.ts';

const HALF_A_MINUTE_MS = 30_000;

let answering: Set<string>;
let asked: string[];
let taken: string[];
let awaited: AwaitedDisks<{ readonly file: { readonly path: string } }>;
beforeEach(() => {
  vi.useFakeTimers();
  [answering, asked, taken] = [new Set(), [], []];
  const disks = {
    diskOf: (path: string) => path.split('/')[0] ?? '',
    async answers(path: string) {
      asked.push(path);
      return answering.has(disks.diskOf(path));
    },
  };
  awaited = new AwaitedDisks(disks, ({ file }) => taken.push(file.path));
});
afterEach(() => {
  awaited.close();
  vi.useRealTimers();
});
const add = (key: string, path: string) => awaited.add(key, { file: { path } });

it('asks each disk once in half a minute, and takes up what waits for those that answer', async () => {
  for (const path of ['share/1', 'share/2', 'drive/1']) add(path, path);
  await vi.advanceTimersByTimeAsync(HALF_A_MINUTE_MS);
  expect([asked.length, taken]).toEqual([2, []]);
  answering.add('share');
  await vi.advanceTimersByTimeAsync(HALF_A_MINUTE_MS);
  expect(taken).toEqual(['share/1', 'share/2']);
  expect([awaited.has('share/1'), awaited.has('drive/1')]).toEqual([false, true]);
  answering.add('drive');
  await vi.advanceTimersByTimeAsync(HALF_A_MINUTE_MS);
  expect(taken).toEqual(['share/1', 'share/2', 'drive/1']);
  asked.length = 0;
  await vi.advanceTimersByTimeAsync(HALF_A_MINUTE_MS);
  expect(asked).toEqual([]);
});

it('the newest of one key is taken up, once', async () => {
  add('file', 'share/old');
  add('file', 'share/new');
  answering.add('share');
  await vi.advanceTimersByTimeAsync(HALF_A_MINUTE_MS);
  expect(taken).toEqual(['share/new']);
});
