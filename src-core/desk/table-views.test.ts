import { expect, it } from 'vitest';
import {
  LEAST_COLUMN_PX,
  MOST_COLUMN_PX,
  TABLE_AS_IT_WAS,
  TABLES_AS_THEY_WERE,
  tableViewSchema,
  tableViewsSchema,
  withColumnWidth,
  withFilter,
  withHiddenColumns,
  withoutFilter,
} from './table-views.ts';

it('keeps one width a column, in whole pixels that can be read and fit, and gives the room back', () => {
  const drawn = [120.4, 300.6, 1, 9_999].map((px) => withColumnWidth(TABLE_AS_IT_WAS, 'album', px).widths);
  expect(drawn.map(([width]) => width?.px)).toEqual([120, 301, LEAST_COLUMN_PX, MOST_COLUMN_PX]);
  const twice = withColumnWidth(withColumnWidth(TABLE_AS_IT_WAS, 'album', 200), 'album', 220);
  expect(twice.widths).toEqual([{ id: 'album', px: 220 }]);
  expect(withColumnWidth(twice, 'album', null)).toEqual(TABLE_AS_IT_WAS);
});

it('makes only what is kept again at the next start', () => {
  const view = withHiddenColumns(withColumnWidth(TABLE_AS_IT_WAS, 'album', 0), ['since', 'since']);
  const kept = withFilter(view, { name: 'Kim', text: 'ㄱㅁㅅ', fold: null });
  expect(tableViewSchema.parse(kept)).toEqual(kept);
  expect(kept.hidden).toEqual(['since']);
});

it('takes a view of before there was a grouping', () => {
  const { groupBy: _, ...former } = TABLE_AS_IT_WAS;
  expect(tableViewSchema.parse(former)).toEqual(TABLE_AS_IT_WAS);
  expect(tableViewSchema.parse({ ...former, groupBy: 'day' }).groupBy).toBe('day');
});

it('takes a file of before queue and address book could be arranged, and loses nothing of it', () => {
  const library = withColumnWidth(TABLE_AS_IT_WAS, 'title', 300);
  const former = { library, orders: TABLE_AS_IT_WAS };
  expect(tableViewsSchema.parse(former)).toEqual({ ...TABLES_AS_THEY_WERE, library });
});

it('has one filter of a name, in its place', () => {
  const of = (name: string, text: string) => ({ name, text, fold: null });
  const two = withFilter(withFilter(TABLE_AS_IT_WAS, of('a', '1')), of('b', '2'));
  expect(withFilter(two, of('a', '3')).filters).toEqual([of('a', '3'), of('b', '2')]);
  expect(withoutFilter(two, 'a').filters).toEqual([of('b', '2')]);
});
