import { describe, expect, it } from 'vitest';
import type { OrderCase } from '../../order-case.ts';
import { judgeOrder } from '../../judge-order.ts';
import { resolveThresholds } from '../../thresholds.ts';

const alone: OrderCase = {
  title: 'Kim & Lee',
  sameBytes: [],
  coverWords: ['KIM', '& LEE', '2026'],
  batch: [],
  thresholds: resolveThresholds(),
};
const batch = [
  { title: 'Choi & Jung', coverWords: ['Choi & Jung'] },
  { title: '김민수_이서연', coverWords: ['김민수', '이서연'] },
  { title: 'Park family', coverWords: ['Our year'] },
];
const rules = (book: OrderCase) =>
  judgeOrder(book).map(({ ruleId, severity, kind, params }) => [kind, ruleId, severity, params]);

describe('the same bytes in another book', () => {
  const other = { title: 'Kim & Lee (1)', count: 1, orderUid: null };

  it('are a doubt in contents and a note on a cover', () => {
    expect(
      rules({
        ...alone,
        sameBytes: [
          { kind: 'contents', ...other },
          { kind: 'cover', ...other },
        ],
      }),
    ).toEqual([
      ['contents', 'order.sameBytes', 'warning', { title: 'Kim & Lee (1)', count: 1 }],
      ['cover', 'order.sameBytes', 'info', { title: 'Kim & Lee (1)', count: 1 }],
    ]);
  });

  it('name the order when one was placed', () => {
    const ordered = { kind: 'contents', title: 'Kim', count: 2, orderUid: 'or_1' } as const;
    expect(rules({ ...alone, sameBytes: [ordered] })).toEqual([
      ['contents', 'order.orderedBefore', 'warning', { title: 'Kim', count: 2, orderUid: 'or_1' }],
    ]);
  });
});

describe('the name on the cover', () => {
  it('is its own in capitals and over two lines', () => {
    expect(rules({ ...alone, batch })).toEqual([]);
  });

  it('of another book of the batch is a doubt', () => {
    expect(rules({ ...alone, coverWords: ['choi', '&', 'jung'], batch })).toEqual([
      ['cover', 'order.coverName', 'warning', { title: 'Kim & Lee', other: 'Choi & Jung' }],
    ]);
  });

  it('is nobody’s business where covers carry no titles, or none that can be read', () => {
    const drawn = batch.map((book) => ({ ...book, coverWords: ['Our year'] }));
    expect(rules({ ...alone, coverWords: ['Choi & Jung'], batch: drawn })).toEqual([]);
    expect(rules({ ...alone, coverWords: null, batch })).toEqual([]);
    expect(rules({ ...alone, coverWords: ['Summer'], batch })).toEqual([]);
  });
});
