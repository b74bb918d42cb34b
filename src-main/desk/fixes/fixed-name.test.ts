import { expect, test } from 'vitest';
import { unprovedPath } from '../../../src-node/fixes/write-fixed.ts';
import { fixedName } from './fixed-name.ts';

test.each(['Kim.pdf', 'Kim.fixed.pdf', 'Kim.PDF'])('%s is repaired as Kim.fixed.pdf', (name) => {
  expect(fixedName(name)).toBe('Kim.fixed.pdf');
});

test('a name as long as a disk takes it has room for what is added to it, and is cut between two syllables', () => {
  const name = `${'값'.normalize('NFD').repeat(27)}.pdf`;
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
  expect(fixedName(name)).toBe(`${'값'.repeat(27)}.fixed.pdf`);
  const long = fixedName(`${'값'.repeat(83)}.pdf`);
  expect(Buffer.byteLength(unprovedPath(long))).toBeLessThanOrEqual(255);
  expect(long).toMatch(/^값{70,}\.fixed\.pdf$/);
});
