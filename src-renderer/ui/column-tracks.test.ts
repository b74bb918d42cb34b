import { expect, it } from 'vitest';
import { COLUMNS_AS_THEY_WERE } from '../../src-core/desk/table-views.ts';
import { leastPxOf, shownColumns, templateOf } from './column-tracks.ts';

const COLUMNS = [
  { id: 'album', track: 'minmax(124px, 2fr)', isRowHeader: true },
  { id: 'recipient', track: 'minmax(56px, 0.7fr)', isAway: true },
  { id: 'since', track: '80px' },
];

it('leaves out what is hidden and what has no room, never what names the row, and keeps the places', () => {
  const shown = shownColumns(COLUMNS, { hidden: ['album', 'since'], widths: [] });
  expect(shown.map(({ column, index }) => [column.id, index])).toEqual([['album', 1]]);
  expect(shownColumns(COLUMNS, COLUMNS_AS_THEY_WERE).map(({ index }) => index)).toEqual([1, 3]);
});

it('gives a column that was drawn its width and the others their share', () => {
  const view = { hidden: [], widths: [{ id: 'since', px: 140 }] };
  const shown = shownColumns(COLUMNS, view);
  expect(templateOf(shown, view)).toBe('minmax(124px, 2fr) 140px');
  expect(leastPxOf(shown, view)).toBe(264);
});
