import type { FindingGroup } from '../../../../src-core/ipc/subjects/library.ts';
import type { Finding, MarkedObject } from '../../../../src-core/preflight/finding.ts';

export const findingOf = (more: Partial<Finding> = {}): Finding => ({
  ruleId: 'page.rotated',
  severity: 'warning',
  kind: 'contents',
  pages: null,
  measured: null,
  allowed: null,
  tolerance: null,
  params: {},
  cause: null,
  remedies: [],
  source: { key: 'findings.source.self' },
  origin: null,
  objects: [],
  objectCount: more.objects?.length ?? 0,
  box: null,
  causeKey: 'page.rotated',
  fixes: [],
  ...more,
});

export const groupOf = (groupKey: string, findings: Finding[], more: Partial<FindingGroup> = {}): FindingGroup => ({
  groupKey,
  findings,
  signOff: null,
  reopened: null,
  canSignOff: true,
  ...more,
});

export const objectOn = (page: number, more: Partial<MarkedObject> = {}): MarkedObject => ({
  page,
  quadMm: [10, 10, 50, 10, 50, 40, 10, 40],
  kind: 'image',
  excerpt: null,
  measured: null,
  ...more,
});
