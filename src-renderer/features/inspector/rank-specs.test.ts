import { describe, expect, it } from 'vitest';
import { rankSpecs } from './rank-specs.ts';

const choice = (specUid: string, fits: boolean) => ({ specUid, name: specUid, fits, reason: null });

describe('specs for several books', () => {
  it('puts those that fit most books first and keeps the order of the catalogue among equals', () => {
    const specs = ['A4', 'A5', 'SQ', 'LAY'].map((specUid) => ({ specUid, name: specUid }));
    const books = [{ specChoices: [choice('SQ', true), choice('A4', false)] }, { specChoices: [choice('SQ', true), choice('LAY', true)] }];
    expect(rankSpecs(specs, books).map(({ specUid, fits }) => [specUid, fits])).toEqual([
      ['SQ', 2],
      ['LAY', 1],
      ['A4', 0],
      ['A5', 0],
    ]);
  });
});
