import { describe, expect, it } from 'vitest';
import { readThreshold } from './threshold-value.ts';

describe('a threshold as it is typed', () => {
  it.each([
    ['3', 'mm', 3],
    [' 3.175 ', 'mm', 3.175],
    ['.5', 'pt', 0.5],
    ['0', 'count', 0],
    ['1,200', 'ppi', 1200],
    ['３．５', 'mm', 3.5],
    ['320', 'percent', 320],
    ['1.7', 'count', 1.7],
    ['471.8592', 'bytes', 471_859_200],
  ] as const)('reads %j %s as %d', (text, unit, value) => {
    expect(readThreshold(text, unit)).toEqual({ value });
  });

  it.each([
    ['', 'mm', 'notANumber'],
    ['-1', 'mm', 'notANumber'],
    ['3 mm', 'mm', 'notANumber'],
    ['3,5', 'mm', 'notANumber'],
    ['1e3', 'ppi', 'notANumber'],
    ['2.5', 'pages', 'notWhole'],
    ['471859200', 'bytes', 'tooLarge'],
    ['401', 'percent', 'tooLarge'],
    ['99999', 'ppi', 'tooLarge'],
  ] as const)('says what is wrong with %j %s', (text, unit, fault) => {
    expect(readThreshold(text, unit)).toMatchObject({ fault });
  });
});
