import { describe, expect, it } from 'vitest';
import type { FindingGroup } from '../../../src-core/ipc/subjects/library.ts';
import type { Severity } from '../../../src-core/preflight/finding.ts';
import {
  coverPagesWithin,
  inReadingOrder,
  isUndivided,
  MAX_DECISIONS,
  offersOf,
  sortGroups,
} from './finding-groups.ts';
import { findingOf, groupOf } from './testing/finding-samples.ts';

const group = (groupKey: string, severity: Severity, more: Partial<FindingGroup> = {}): FindingGroup =>
  groupOf(groupKey, [findingOf({ severity })], more);
const keys = (groups: readonly FindingGroup[]): string[] => groups.map(({ groupKey }) => groupKey);
const signOff = { name: '이정민', reason: 'meant', atMs: 0 };

describe('groups as decisions', () => {
  it('stand worst first, and what was not checked before what is only likely a flaw', () => {
    const { decisions } = sortGroups([
      group('w', 'warning'),
      group('n', 'notChecked'),
      group('b', 'block'),
      group('e', 'error'),
    ]);
    expect(keys(decisions)).toEqual(['b', 'e', 'n', 'w']);
  });

  it('keep their order among equals', () => {
    expect(
      keys(sortGroups([group('second', 'warning'), group('first', 'error'), group('third', 'warning')]).decisions),
    ).toEqual(['first', 'second', 'third']);
  });

  it('are seven at most; the rest can wait', () => {
    const sorted = sortGroups(Array.from({ length: 9 }, (_, index) => group(`g${index}`, 'warning')));
    expect(sorted.decisions).toHaveLength(MAX_DECISIONS);
    expect(keys(sorted.notes)).toEqual(['g7', 'g8']);
  });

  it('are not made of what is only worth knowing, nor of what was taken on', () => {
    const sorted = sortGroups([
      group('note', 'info'),
      group('open', 'warning'),
      group('taken', 'warning', { signOff }),
    ]);
    expect([keys(sorted.decisions), keys(sorted.signed), keys(sorted.notes)]).toEqual([['open'], ['taken'], ['note']]);
    expect(keys(inReadingOrder(sorted))).toEqual(['open', 'taken', 'note']);
  });

  it('make room for the next one when one is signed off', () => {
    const groups = Array.from({ length: 8 }, (_, index) =>
      group(`g${index}`, 'warning', index === 0 ? { signOff } : {}),
    );
    expect(keys(sortGroups(groups).decisions)).toEqual(['g1', 'g2', 'g3', 'g4', 'g5', 'g6', 'g7']);
  });

  it('are asked again when a sign-off holds no more', () => {
    const again = sortGroups([group('seen again', 'warning', { reopened: signOff })]);
    expect(keys(again.decisions)).toEqual(['seen again']);
  });
});

it('the cover of a book in one file is where its finding says', () => {
  const within = (pages: number[]) => [
    group('other', 'warning'),
    groupOf('within', [findingOf({ ruleId: 'book.coverWithin', pages })]),
  ];
  expect(coverPagesWithin(within([25]))).toEqual([25]);
  expect(coverPagesWithin(within([1, 26]))).toEqual([1, 26]);
  expect(isUndivided(within([25]))).toBe(true);
  expect(isUndivided([group('other', 'warning')])).toBe(false);
});

describe('what a group offers', () => {
  it('has each remedy and each repair once', () => {
    const remedy = { key: 'findings.remedy.exportAgain' };
    const { remedies, fixes } = offersOf(
      groupOf('g', [
        findingOf({ remedies: [remedy], fixes: ['turnPages'] }),
        findingOf({
          remedies: [remedy, { key: 'findings.remedy.addPages', params: { n: 2 } }],
          fixes: ['bakeRotation', 'turnPages'],
        }),
      ]),
    );
    expect(remedies.map(({ key }) => key)).toEqual(['findings.remedy.exportAgain', 'findings.remedy.addPages']);
    expect(fixes.map(({ fix }) => fix)).toEqual(['turnPages', 'bakeRotation']);
  });

  it('repairs the file that the finding is about, and offers nothing for a book as a whole', () => {
    const { fixes } = offersOf(
      groupOf('g', [
        findingOf({ kind: 'cover', fixes: ['scaleToFit'] }),
        findingOf({ kind: 'contents', fixes: ['scaleToFit'] }),
        findingOf({ kind: null, fixes: ['addBlankPages'] }),
      ]),
    );
    expect(fixes).toEqual([
      { kind: 'cover', fix: 'scaleToFit' },
      { kind: 'contents', fix: 'scaleToFit' },
    ]);
  });
});
