import type { CheckLevel, PrintVerdict, Verdict } from '../ipc/views.ts';
import type { Finding } from './finding.ts';

/**
 * Verdict A with a flag for a person's eye: `refused` and `notChecked` speak of the service, `warning` of a book that it
 * takes and that somebody should look at. `levelOne` decides on acceptance; the rest can only add the flag.
 */
export function bookVerdict(levelOne: readonly Finding[], deeper: readonly Finding[] = []): Verdict {
  if (has(levelOne, 'block')) return 'refused';
  if (has(levelOne, 'notChecked')) return 'notChecked';
  return needsLook([...levelOne, ...deeper]) ? 'warning' : 'accepted';
}

/**
 * Verdict B. Whatever was not looked at is not good: a book at level 1 is `notChecked` unless something bad is known
 * of it already.
 */
export function printVerdict(findings: readonly Finding[], checkedLevel: CheckLevel): PrintVerdict {
  if (has(findings, 'error')) return 'bad';
  if (has(findings, 'warning')) return 'look';
  return checkedLevel === 1 || has(findings, 'notChecked') ? 'notChecked' : 'good';
}

const has = (findings: readonly Finding[], severity: Finding['severity']) => findings.some((found) => found.severity === severity);
const needsLook = (findings: readonly Finding[]) => has(findings, 'error') || has(findings, 'warning');
