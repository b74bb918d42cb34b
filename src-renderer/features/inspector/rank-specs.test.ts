import { describe, expect, it } from 'vitest';
import { rankSpecs } from './rank-specs.ts';

describe('specs for several books', () => {
  it('puts those that fit most books first and keeps the order of the catalogue among equals', () => {
    const specs = ['A4', 'A5', 'SQ', 'LAY'].map((specUid) => ({ specUid, name: specUid }));
    const fitting = [
      { specUid: 'A4', fits: 0 },
      { specUid: 'SQ', fits: 2 },
      { specUid: 'LAY', fits: 1 },
    ];
    expect(rankSpecs(specs, fitting).map(({ specUid, fits }) => [specUid, fits])).toEqual([
      ['SQ', 2],
      ['LAY', 1],
      ['A4', 0],
      ['A5', 0],
    ]);
  });
});
