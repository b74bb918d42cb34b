import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LibraryRow } from '../../../src-core/ipc/subjects/library.ts';
import { countVerdicts, filterRows, nextProblem, workLeft } from './library-filter.ts';

const row = (bookId: string, more: Partial<LibraryRow> = {}): LibraryRow => ({
  bookId,
  title: bookId,
  batch: 'September',
  specUid: null,
  specName: null,
  specOrigin: null,
  pageCount: null,
  quantity: 1,
  recipients: [],
  print: 'good',
  checkedLevel: 3,
  verdict: 'accepted',
  stage: 'ready',
  layout: null,
  version: 1,
  headline: null,
  coverFileId: null,
  coverBytesId: null,
  bytesKey: '',
  contentsFileId: null,
  bookUid: null,
  orderUid: null,
  unitPrice: null,
  addedAtMs: 0,
  ...more,
});

const rows = [
  row('김민수'),
  row('Lee', { verdict: 'refused', stage: 'blocked' }),
  row('Park', { verdict: 'warning' }),
  row('Choi', { verdict: 'notChecked', stage: 'incomplete', batch: '제주' }),
  row('Yoon', { stage: 'uploaded' }),
];

afterEach(() => vi.restoreAllMocks());

describe('library filter', () => {
  it('counts and filters by verdict', () => {
    expect(countVerdicts(rows)).toEqual({ all: 5, accepted: 2, warning: 1, refused: 1, notChecked: 1 });
    expect(filterRows(rows, { query: '', verdict: 'refused' }).map(({ bookId }) => bookId)).toEqual(['Lee']);
  });

  it('looks at title and folder', () => {
    expect(filterRows(rows, { query: 'ㅈㅈ', verdict: 'all' }).map(({ bookId }) => bookId)).toEqual(['Choi']);
  });

  it('looks at the names of those it goes to', () => {
    const all = [row('a', { recipients: ['이서연'] }), row('b', { recipients: ['Lee', '박지훈'] }), row('c')];
    expect(filterRows(all, { query: 'ㅂㅈㅎ', verdict: 'all' }).map(({ bookId }) => bookId)).toEqual(['b']);
    expect(filterRows(all, { query: '이서', verdict: 'all' }).map(({ bookId }) => bookId)).toEqual(['a']);
  });

  it('does not find what is half in the title and half in the folder', () => {
    expect(filterRows(rows, { query: 'lee sept', verdict: 'all' })).toEqual([]);
    expect(filterRows([row('김', { batch: '민수' })], { query: 'ㄱㅁㅅ', verdict: 'all' })).toEqual([]);
  });

  it('prepares a row once, however many letters are typed', () => {
    const many = Array.from({ length: 1_000 }, (_, at) => row(`김민수 ${at}`));
    filterRows(many, { query: 'ㄱ', verdict: 'all' });
    const normalize = vi.spyOn(String.prototype, 'normalize');
    expect(filterRows(many, { query: 'ㄱㅁ', verdict: 'all' })).toHaveLength(1_000);
    // The query alone.
    expect(normalize.mock.calls.length).toBeLessThanOrEqual(1);
  });

  it('goes from problem to problem, round the end, both ways', () => {
    expect(nextProblem(rows, '김민수', 1)?.bookId).toBe('Lee');
    expect(nextProblem(rows, 'Choi', 1)?.bookId).toBe('Lee');
    expect(nextProblem(rows, 'Lee', -1)?.bookId).toBe('Choi');
    expect(nextProblem(rows, null, 1)?.bookId).toBe('Lee');
    expect(nextProblem([row('a')], 'a', 1)).toBeNull();
  });

  it('leaves what is ordered alone, but for what will print badly and can be cancelled', () => {
    const ordered = { stage: 'ordered', verdict: 'warning', print: 'look' } as const;
    expect(nextProblem([row('a', ordered), row('b', { ...ordered, stage: 'ordering' })], null, 1)).toBeNull();
    expect(nextProblem([row('a', ordered), row('b', { ...ordered, print: 'bad' })], null, 1)?.bookId).toBe('b');
    expect(nextProblem([row('a', { ...ordered, stage: 'uploaded' })], null, 1)?.bookId).toBe('a');
  });

  it('says what is left to do', () => {
    const left = workLeft(rows);
    expect(left.ready.map(({ bookId }) => bookId)).toEqual(['김민수', 'Park']);
    expect(left.orderable.map(({ bookId }) => bookId)).toEqual(['Yoon']);
    expect([left.needYou, left.blocked]).toEqual([1, 1]);
  });
});
