/** How a rule of the table is met that no check has for its own. */
export interface RuleWithoutCheck {
  readonly rule: string;
  readonly measures: string;
  /** Which check or which part of the desk does it; null for what nothing does yet. */
  readonly metBy: string | null;
  /** Why there is no check of its own. */
  readonly reason: string;
}

/** Every rule of the table without a check of its own, in the order of the table. */
export const RULES_WITHOUT_CHECK: readonly RuleWithoutCheck[] = [
  {
    rule: 'G-003',
    measures: 'Page count within the spec’s lowest, highest and step',
    metBy: 'judge-book.ts (`book.pagesMin`, `book.pagesMax`, `book.pagesIncrement`)',
    reason: 'A book without a valid count cannot even be created.',
  },
  {
    rule: 'G-005',
    measures: 'Width and height swapped',
    metBy: '`page.size`, as its cause',
    reason: 'A cause of a wrong size rather than a fault beside it.',
  },
  {
    rule: 'G-006',
    measures: 'The size of something else: trim without bleed, another spec, paper, slips of unit',
    metBy: '`page.size`, as its cause',
    reason: 'A cause of a wrong size rather than a fault beside it.',
  },
  {
    rule: 'G-013',
    measures: 'Spreads where single pages are wanted, or the reverse',
    metBy: '`page.size` and `contents.pageCount`, as their cause',
    reason: 'A cause of a wrong size or count rather than a fault beside it.',
  },
  {
    rule: 'B-009',
    measures: 'Cover width: back, spine, front, wrap and bleed for this page count',
    metBy: '`page.size`, with the addends',
    reason: 'The size that the service refuses is told once.',
  },
  {
    rule: 'I-006',
    measures: 'Pictures with enough pixels and too little detail',
    metBy: null,
    reason: 'Needs pictures decoded at their full size, which level 3 leaves out for speed.',
  },
  {
    rule: 'L-004',
    measures: 'Marks that nobody sees',
    metBy: 'every check, which passes over them (`marks/visible-marks.ts`)',
    reason: 'It takes findings away and makes none.',
  },
  {
    rule: 'J-001',
    measures: 'Spine of the cover against the page count of the contents',
    metBy: '`page.size` and `cover.spineDrift`',
    reason: 'Both files are judged by the page count that the contents make.',
  },
  {
    rule: 'J-002',
    measures: 'Files swapped, two covers, contents without a cover, both in one file',
    metBy:
      '`page.size`, as its cause; judge-book.ts (`book.coverMissing`, `book.contentsMissing`, and `book.coverWithin`, which offers takeCoverOut)',
    reason:
      'A cause of a wrong size rather than a fault beside it; a book in one file has one finding in the place of all sizes.',
  },
  {
    rule: 'J-004',
    measures: 'Files of a folder that fit several books or none',
    metBy: 'the import of folders, where the operator picks',
    reason: 'Decided before there is a book to check.',
  },
  {
    rule: 'J-005',
    measures: 'Spec or file changed since it passed',
    metBy: 'the desk, which checks such a book anew',
    reason: 'It takes a verdict back and makes none.',
  },
  {
    rule: 'J-007',
    measures: 'Who accepted which warning of which file, and when',
    metBy: 'the ledger of sign-offs',
    reason: 'A record, not a rule.',
  },
];
