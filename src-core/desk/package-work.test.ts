import { expect, it } from 'vitest';
import { leftMs, type PackageWork } from './package-work.ts';

const work = (doneBytes: number): PackageWork => ({
  ...{ workId: 'w', kind: 'save', name: 'a.bpjob', step: 'copying', isStopping: false },
  ...{ doneBytes, allBytes: 4_000, sinceMs: 10_000 },
});

it('tells how long it will take by its rate so far, and nothing before there is one', () => {
  expect(leftMs(work(1_000), 20_000)).toBe(30_000);
  expect(leftMs(work(4_000), 20_000)).toBe(0);
  expect(leftMs(work(0), 20_000)).toBeNull();
  expect(leftMs(work(1_000), 11_999)).toBeNull();
});
