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

  test('damage to the table of objects, not to a flag of a page', () => {
    expect(why({ ...sound, recovery: 'tailSearch' })).toBe('fixes.problem.damaged');
    for (const code of ['xrefDamaged', 'endMarkerMissing', 'pageTreeLoop', 'streamLengthWrong'] as const) {
      expect(why(damaged(code))).toBe('fixes.problem.damaged');
    }
    for (const code of ['rotateInvalid', 'boxMalformed', 'countWrong'] as const) expect(why(damaged(code))).toBeNull();
  });

  test('objects elsewhere than the table says, for all repairs but the one that writes another table', () => {
    expect(why(damaged('objectMisplaced'))).toBe('fixes.problem.rebuildTableFirst');
    expect(why(damaged('objectMisplaced'), plain, 'rebuildTable')).toBeNull();
    expect(why({ ...sound, recovery: 'rebuilt' }, plain, 'rebuildTable')).toBe('fixes.problem.damaged');
  });

  test('bytes before the header, for all repairs but the one that takes them away', () => {
    expect(why(damaged('junkBeforeHeader'))).toBe('fixes.problem.leadingBytesFirst');
    expect(why(damaged('junkBeforeHeader'), plain, 'dropLeadingBytes')).toBeNull();
  });
});
