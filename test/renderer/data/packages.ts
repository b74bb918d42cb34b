import type { PackageWork } from '../../../src-core/desk/package-work.ts';

const WORK: PackageWork = {
  workId: 'pw_save',
  kind: 'save',
  name: '가을 앨범 2026.bpjob',
  step: 'copying',
  doneBytes: 3_100_000_000,
  allBytes: 12_400_000_000,
  sinceMs: 0,
  isStopping: false,
};

/** Those of `wish` (`save`, `open`, `filing`), begun 40 s ago. */
export function packageWorks(wish: string | null, nowMs: number): PackageWork[] {
  const begun = { ...WORK, sinceMs: nowMs - 40_000 };
  const known: Readonly<Record<string, PackageWork>> = {
    save: begun,
    open: {
      ...begun,
      workId: 'pw_open',
      kind: 'open',
      name: 'September.bpjob',
      step: 'waiting',
      doneBytes: 0,
      allBytes: 0,
    },
    filing: {
      ...begun,
      workId: 'pw_filing',
      kind: 'open',
      name: 'September.bpjob',
      step: 'filing',
      doneBytes: 0,
      allBytes: 0,
    },
  };
  return (wish ?? '').split(',').flatMap((name) => known[name] ?? []);
}
