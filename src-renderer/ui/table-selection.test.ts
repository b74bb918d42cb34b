import { describe, expect, it } from 'vitest';
import {
  keepInSelection,
  moveSelection,
  NO_SELECTION,
  selectAll,
  selectOne,
  toggleInSelection,
} from './table-selection.ts';

const ids = ['a', 'b', 'c', 'd', 'e'];

describe('table selection', () => {
  it('moves with the keys and stops at the ends', () => {
    expect(moveSelection(NO_SELECTION, ids, 1, false).focusId).toBe('a');
    expect(moveSelection(NO_SELECTION, ids, -1, false).focusId).toBe('e');
    expect(moveSelection(selectOne('d'), ids, 9, false).focusId).toBe('e');
    expect(moveSelection(selectOne('a'), [], 1, false)).toEqual(NO_SELECTION);
  });

  it('extends from the anchor and shrinks back', () => {
    const three = moveSelection(moveSelection(selectOne('b'), ids, 1, true), ids, 1, true);
    expect([...three.ids]).toEqual(['b', 'c', 'd']);
    expect([...moveSelection(three, ids, -1, true).ids]).toEqual(['b', 'c']);
  });

  it('adds with the modifier, ranges with shift', () => {
    const two = toggleInSelection(selectOne('a'), ids, 'c', { range: false, add: true });
    expect([...two.ids]).toEqual(['a', 'c']);
    expect([...toggleInSelection(two, ids, 'c', { range: false, add: true }).ids]).toEqual(['a']);
    expect([...toggleInSelection(selectOne('b'), ids, 'e', { range: true, add: false }).ids]).toEqual([
      'b',
      'c',
      'd',
      'e',
    ]);
    expect(selectAll(NO_SELECTION, ids).ids.size).toBe(5);
  });

  it('goes to the row that takes the place of a removed one', () => {
    expect(keepInSelection(selectOne('c'), ['a', 'b', 'd', 'e'], ids).focusId).toBe('d');
    expect(keepInSelection(selectOne('e'), ['a', 'b'], ids).focusId).toBe('b');
    expect(keepInSelection(selectOne('a'), [], ids)).toEqual(NO_SELECTION);
    const untouched = selectOne('a');
    expect(keepInSelection(untouched, ids, ids)).toBe(untouched);
  });
});
