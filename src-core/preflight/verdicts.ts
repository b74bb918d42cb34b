import { z } from 'zod';
import type { Finding } from './finding.ts';

export const verdictSchema = z.enum(['accepted', 'warning', 'refused', 'notChecked']);
export type Verdict = z.infer<typeof verdictSchema>;

/** Verdict B, kept apart from whether the service accepts: how the book will print. */
export const printVerdictSchema = z.enum(['good', 'look', 'bad', 'notChecked']);
export type PrintVerdict = z.infer<typeof printVerdictSchema>;

/** How deep a check went: 1 structure and sizes, 2 everything that pages paint, 3 what pages look like. */
export const checkLevelSchema = z.union([z.literal(1), z.literal(2), z.literal(3)]);
export type CheckLevel = z.infer<typeof checkLevelSchema>;

/** A person took a warning on, for these very bytes and this spec; another file or spec reopens it. */
export const signOffSchema = z.object({ name: z.string(), reason: z.string(), atMs: z.number() });
export type SignOff = z.infer<typeof signOffSchema>;

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
 * Verdict B. Whatever was not looked at is not good: a book at level 1 is `notChecked` unless something is known of it
 * already. A check that could not run may have hidden something worse than the warnings that the others found.
 */
export function printVerdict(findings: readonly Finding[], checkedLevel: CheckLevel): PrintVerdict {
  if (has(findings, 'error')) return 'bad';
  if (has(findings, 'notChecked')) return 'notChecked';
  if (has(findings, 'warning')) return 'look';
  return checkedLevel === 1 ? 'notChecked' : 'good';
}

const has = (findings: readonly Finding[], severity: Finding['severity']) =>
  findings.some((found) => found.severity === severity);
const needsLook = (findings: readonly Finding[]) => has(findings, 'error') || has(findings, 'warning');
