import { describe, expect, it } from 'vitest';
import type { PrintVerdict } from '../preflight/verdicts.ts';
import { DEFAULT_PRINT_RULE, goesAsItIs, knownPrint, receiptOf } from './print-gate.ts';

const BY = { name: 'Mina', reason: 'Proof seen' };

describe('what is known of a print', () => {
  it.each([
    ['good', 3, 'good'],
    ['look', 3, 'look'],
    ['good', 2, 'notChecked'],
    ['look', 1, 'notChecked'],
    ['bad', 1, 'bad'],
    ['notChecked', 3, 'notChecked'],
    ['good', null, 'notChecked'],
  ] as const)('%s at level %s is %s', (print, checkedLevel, known) =>
    expect(knownPrint({ print, checkedLevel })).toBe(known),
  );
});

describe('a book that was let go', () => {
  const goes = (seen: PrintVerdict, now: PrintVerdict, by: typeof BY | null = null, rule = DEFAULT_PRINT_RULE) =>
    receiptOf(rule, seen, now, by, 7);

  it('goes as it was seen, or better', () => {
    expect(goes('notChecked', 'notChecked')).toEqual({ print: 'notChecked', by: null });
    expect(goes('notChecked', 'good')).toEqual({ print: 'good', by: null });
    expect(goes('bad', 'look', BY)).toEqual({ print: 'look', by: null });
  });

  it('stays when it turned out worse, whoever signed for others', () => {
    expect(goes('notChecked', 'bad', BY)).toBeNull();
    expect(goes('good', 'look', BY)).toBeNull();
  });

  it('goes by a name and a reason where the rule asks for them, and not by those that were given for others', () => {
    expect(goes('bad', 'bad')).toBeNull();
    expect(goes('bad', 'bad', BY)).toEqual({ print: 'bad', by: { ...BY, atMs: 7 } });
    expect(goes('notChecked', 'look', BY, { look: true, bad: true, notChecked: false })).toBeNull();
  });
});

it('nobody is asked about what is good, or worth a look where the rule lets that go', () => {
  const asked = (['good', 'look', 'bad', 'notChecked'] as const).filter(
    (print) => !goesAsItIs(DEFAULT_PRINT_RULE, print),
  );
  expect(asked).toEqual(['bad', 'notChecked']);
  expect(goesAsItIs({ ...DEFAULT_PRINT_RULE, look: true }, 'look')).toBe(false);
});
