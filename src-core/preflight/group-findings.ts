import type { Finding, Severity } from './finding.ts';

/** Worst first. What could not be checked comes before what was and is only doubtful. */
export const SEVERITY_ORDER: readonly Severity[] = ['block', 'error', 'notChecked', 'warning', 'info'];

/** An operator decides this many things about a book; what comes after them can wait (preflight-rules 5, 13). */
export const MAX_DECISIONS = 7;

/** Findings of one cause in one file: one line to read and one thing to decide. */
export interface GroupedFindings {
  /** `<cover|contents|book>:<cause>`. */
  readonly groupKey: string;
  /** Worst first, at least one. */
  readonly findings: readonly Finding[];
  readonly severity: Severity;
}

/** Groups by file and cause, worst group first; within one severity in the order of the checks. */
export function groupFindings(findings: readonly Finding[]): GroupedFindings[] {
  const groups = new Map<string, Finding[]>();
  for (const found of findings) {
    const groupKey = `${found.kind ?? 'book'}:${found.causeKey === '' ? found.ruleId : found.causeKey}`;
    const group = groups.get(groupKey);
    if (group === undefined) groups.set(groupKey, [found]);
    else group.push(found);
  }
  return [...groups]
    .map(([groupKey, group]) => {
      const sorted = group.sort((a, b) => rank(a.severity) - rank(b.severity));
      return { groupKey, findings: sorted, severity: sorted[0]?.severity ?? 'info' };
    })
    .sort((a, b) => rank(a.severity) - rank(b.severity));
}

/** A refusal has to be mended and an unchecked rule to be checked: neither is a person's to take on. */
export function canSignOff(severity: Severity): boolean {
  return severity === 'error' || severity === 'warning';
}

/** Findings that nobody has taken on. A sign-off covers doubts, so what is refused or unchecked stays open beside them. */
export function withoutSigned(findings: readonly Finding[], signed: ReadonlyMap<string, unknown>): Finding[] {
  return groupFindings(findings).flatMap((group) =>
    signed.has(group.groupKey) && canSignOff(group.severity)
      ? group.findings.filter(({ severity }) => severity === 'block' || severity === 'notChecked')
      : group.findings,
  );
}

const rank = (severity: Severity) => SEVERITY_ORDER.indexOf(severity);
