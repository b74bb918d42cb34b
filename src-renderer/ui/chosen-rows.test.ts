import { expect, it } from 'vitest';
import { chosenRows, placesOf } from './chosen-rows.ts';

it('gives the chosen rows in the order of the table, and none that is not in it', () => {
  const rows = ['c', 'a', 'b'].map((id) => ({ id }));
  const places = placesOf(rows, ({ id }) => id);
  expect(chosenRows(rows, places, new Set(['b', 'gone', 'c']))).toEqual([{ id: 'c' }, { id: 'b' }]);
  expect(chosenRows(rows, places, new Set())).toEqual([]);
});
