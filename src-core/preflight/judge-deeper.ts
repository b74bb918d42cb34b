import type { InspectedFileCase, RenderedFileCase } from './check.ts';
import { finding } from './check.ts';
import type { Finding } from './finding.ts';
import { INSPECTED_FILE_CHECKS, RENDERED_FILE_CHECKS } from './registry.ts';

/** What level 2 or 3 adds to the findings of `judgePdf`: only verdict B, how the file will print. */
export function judgeInspected(file: InspectedFileCase): Finding[] {
  return INSPECTED_FILE_CHECKS.flatMap((check) => orNotChecked(check, file));
}

export function judgeRendered(file: RenderedFileCase): Finding[] {
  return RENDERED_FILE_CHECKS.flatMap((check) => orNotChecked(check, file));
}

/** A rule that fails on a file has not checked it, and the others go on (preflight-rules F-022). */
function orNotChecked<Case extends InspectedFileCase>(
  check: { readonly id: string; readonly rule: string; readonly run: (file: Case) => readonly Finding[] },
  file: Case,
): readonly Finding[] {
  try {
    return check.run(file);
  } catch {
    return [
      finding(file.kind, {
        ruleId: 'check.failed',
        severity: 'notChecked',
        params: { rule: check.rule },
        source: { key: 'findings.source.self' },
        causeKey: `check.failed.${check.rule}`,
      }),
    ];
  }
}
