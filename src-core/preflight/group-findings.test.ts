import { expect, it } from 'vitest';
import { finding } from './check.ts';
import type { Severity } from './finding.ts';
import { canSignOff, groupFindings, withoutSigned } from './group-findings.ts';

const found = (ruleId: string, severity: Severity, causeKey?: string) =>
  finding('contents', {
    ruleId,
    severity,
    source: { key: 'findings.source.self' },
    ...(causeKey === undefined ? {} : { causeKey }),
  });

it('makes one group of one cause, the worst first', () => {
  const groups = groupFindings([
    found('images.profile', 'info'),
    found('images.resolution', 'warning', 'images.resolution'),
    found('size.width', 'block', 'size'),
    found('images.resolutionError', 'error', 'images.resolution'),
    found('size.height', 'block', 'size'),
    found('page.inspection', 'notChecked'),
  ]);
  expect(groups.map(({ groupKey, severity, findings }) => [groupKey, severity, findings.length])).toEqual([
    ['contents:size', 'block', 2],
    ['contents:images.resolution', 'error', 2],
    ['contents:page.inspection', 'notChecked', 1],
    ['contents:images.profile', 'info', 1],
  ]);
  expect(groups[1]?.findings.map(({ ruleId }) => ruleId)).toEqual(['images.resolutionError', 'images.resolution']);
});

it('keeps the files of a book apart', () => {
  const cover = finding('cover', {
    ruleId: 'text.small',
    severity: 'warning',
    source: { key: 'findings.source.self' },
  });
  expect(groupFindings([cover, found('text.small', 'warning')]).map(({ groupKey }) => groupKey)).toEqual([
    'cover:text.small',
    'contents:text.small',
  ]);
});

it('lets a person take on doubts, never a refusal or the unknown', () => {
  expect((['block', 'error', 'notChecked', 'warning', 'info'] as const).filter(canSignOff)).toEqual([
    'error',
    'warning',
  ]);
});

it('leaves open what nobody can take on, in a group that was signed off too', () => {
  const signed = new Map([
    ['contents:fonts', {}],
    ['contents:size', {}],
  ]);
  const open = withoutSigned(
    [
      found('text.damaged', 'error', 'fonts'),
      found('text.unread', 'notChecked', 'fonts'),
      found('size.width', 'block', 'size'),
      found('size.note', 'warning', 'size'),
    ],
    signed,
  );
  expect(open.map(({ ruleId }) => ruleId)).toEqual(['size.width', 'size.note', 'text.unread']);
});
