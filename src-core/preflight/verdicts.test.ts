import { expect, it } from 'vitest';
import { finding } from './check.ts';
import type { Severity } from './finding.ts';
import { printVerdict } from './verdicts.ts';

const found = (...severities: Severity[]) =>
  severities.map((severity) =>
    finding('contents', { ruleId: `test.${severity}`, severity, source: { key: 'findings.source.self' } }),
  );

it('how a book prints is not known while a check of it could not run, unless it is known to print badly', () => {
  expect(printVerdict(found('warning', 'notChecked'), 3)).toBe('notChecked');
  expect(printVerdict(found('warning', 'notChecked', 'error'), 3)).toBe('bad');
  expect(printVerdict(found('notChecked'), 3)).toBe('notChecked');
  expect(printVerdict(found('warning'), 3)).toBe('look');
  expect(printVerdict(found('warning'), 1)).toBe('look');
  expect(printVerdict(found('info'), 3)).toBe('good');
  expect(printVerdict([], 1)).toBe('notChecked');
});
