import { finding } from '../../check.ts';
import type { OrderCheck } from '../../order-case.ts';

/** Books of a batch whose covers must carry their own title before the batch counts as one with names on the covers. */
const enough = (named: number, withWords: number) => named >= 2 && named * 2 >= withWords;

/**
 * In a run of personalised books the name on the cover has to be the book's own (preflight-rules J-006). Said only of a
 * batch whose covers do carry their titles, and only when the cover carries the title of another book of the batch:
 * what is merely missing may be drawn rather than written.
 */
export const coverName: OrderCheck = {
  id: 'order.coverName',
  rule: 'J-006',
  run: (book) => {
    const { title, coverWords } = book;
    if (coverWords === null || coverWords.length === 0 || carries(coverWords, title)) return [];
    // The others are asked for only now, and their words only when it comes to that: every judgement passes here.
    const { batch } = book;
    const other = batch.find((one) => one.title !== title && carries(coverWords, one.title));
    if (other === undefined) return [];
    const withWords = batch.filter((one) => one.coverWords !== null);
    const named = withWords.filter((one) => carries(one.coverWords ?? [], one.title));
    if (!enough(named.length, withWords.length)) return [];
    return [
      finding('cover', {
        ruleId: 'order.coverName',
        severity: 'warning',
        pages: [1],
        params: { title, other: other.title },
        source: { key: 'findings.source.self' },
        remedies: [{ key: 'findings.remedy.pairAgain' }],
      }),
    ];
  },
};

/** Compared without spaces, case and marks, since a title may be set in capitals or over two lines. */
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
const SHORTEST_NAME = 2;

function carries(words: readonly string[], title: string): boolean {
  const name = plain(title);
  return name.length >= SHORTEST_NAME && plain(words.join('')).includes(name);
}
