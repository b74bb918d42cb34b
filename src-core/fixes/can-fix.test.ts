import { describe, expect, test } from 'vitest';
import type { DamageCode } from '../pdf/damage.ts';
import type { PdfFacts, ReadablePdf } from '../pdf/read-facts.ts';
import { whyNotFix } from './can-fix.ts';

const sound: ReadablePdf = {
  status: 'read',
  header: { version: '1.7', offset: 0 },
  pageCount: 1,
  pages: [],
  damage: [],
  recovery: 'none',
  encrypted: null,
  linearized: false,
  trailerId: null,
  sizeBytes: 1,
  bytesRead: 1,
  reads: 1,
};
type Document = NonNullable<Parameters<typeof whyNotFix>[2]>;
const plain: Document = { isPortfolio: false, xfa: 'none', signatureCount: 0 };
const damaged = (code: DamageCode): PdfFacts => ({ ...sound, damage: [{ code, atByte: null, count: 1 }] });
const why = (
  facts: PdfFacts,
  document: Document | null = plain,
  fix: Parameters<typeof whyNotFix>[0] = 'setTrimAndBleed',
) => whyNotFix(fix, facts, document)?.key ?? null;

describe('why a repair is not made', () => {
  test('nothing speaks against a sound file', () => {
    expect(why(sound)).toBeNull();
    expect(why(sound, null)).toBeNull();
  });

  test('locked, signed, XFA and portfolio, whatever the repair', () => {
    expect(why({ ...sound, encrypted: { method: 'AES-256', opensWithoutPassword: true } })).toBe(
      'fixes.problem.encrypted',
    );
    expect(why(sound, { ...plain, signatureCount: 1 })).toBe('fixes.problem.signed');
    expect(why(sound, { ...plain, xfa: 'static' })).toBe('fixes.problem.xfa');
    expect(why(sound, { ...plain, isPortfolio: true })).toBe('fixes.problem.portfolio');
  });

  test('unreadable files, locked ones by name', () => {
    const unreadable: PdfFacts = {
      status: 'unreadable',
      reason: 'noPages',
      atByte: null,
      header: null,
      damage: [],
      encrypted: null,
      sizeBytes: 1,
      bytesRead: 1,
      reads: 1,
    };
    expect(why(unreadable)).toBe('fixes.problem.unreadable');
    expect(why({ ...unreadable, encrypted: { method: 'RC4', opensWithoutPassword: false } })).toBe(
      'fixes.problem.encrypted',
    );
  });

  test('damage beyond the table of objects, not to a flag of a page', () => {
    for (const code of ['objectEndless', 'pageTreeLoop', 'streamLengthWrong', 'streamDamaged'] as const)
      for (const fix of ['setTrimAndBleed', 'rebuildTable', 'dropLeadingBytes'] as const)
        expect(why(damaged(code), plain, fix)).toBe('fixes.problem.damaged');
    expect(why({ ...sound, recovery: 'pagesCollected' }, plain, 'rebuildTable')).toBe('fixes.problem.pagesGuessed');
    for (const code of ['rotateInvalid', 'boxMalformed', 'countWrong'] as const) expect(why(damaged(code))).toBeNull();
  });

  test('a table that leads elsewhere or was searched for, for all repairs but the one that writes another', () => {
    const searched = { ...damaged('endMarkerMissing'), recovery: 'tailSearch' } as const;
    for (const file of [damaged('objectMisplaced'), damaged('xrefDamaged'), damaged('startxrefWrong'), searched]) {
      expect(why(file)).toBe('fixes.problem.rebuildTableFirst');
      expect(why(file, plain, 'rebuildTable')).toBeNull();
    }
    const prefixed = { ...damaged('junkBeforeHeader'), recovery: 'rebuilt' } as const;
    expect(why(prefixed, plain, 'rebuildTable')).toBe('fixes.problem.leadingBytesFirst');
    expect(why(prefixed, plain, 'dropLeadingBytes')).toBeNull();
  });

  test('bytes before the header, for all repairs but the one that takes them away', () => {
    expect(why(damaged('junkBeforeHeader'))).toBe('fixes.problem.leadingBytesFirst');
    expect(why(damaged('junkBeforeHeader'), plain, 'dropLeadingBytes')).toBeNull();
  });
});
