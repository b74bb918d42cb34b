import type { UnreadableReason } from '../../../pdf/read-facts.ts';
import { commonRule, finding, type FileCheck } from '../../check.ts';

/** Reasons that another check reports in words of its own. */
const REPORTED_ELSEWHERE: readonly UnreadableReason[] = ['empty', 'notPdf'];
/** The reading was stopped, not the file found wanting: nothing may be concluded. */
const STOPPED: readonly UnreadableReason[] = ['tooManyPages', 'tooManyObjects', 'tooDeep', 'tooLarge', 'timeLimit', 'readFailed'];

/**
 * The PDF is parseable (specification, "PDF common validation", 3), without a password. A file that could only be read
 * by repairing it is accepted and says so: the print house's software may be less lenient (preflight-rules F-003).
 */
export const fileReadable: FileCheck = {
  id: 'file.readable',
  rule: 'F-003',
  run: ({ facts, kind }) => {
    const source = commonRule(3);
    const exportAgain = { key: 'findings.remedy.exportAgain' };
    const locked = finding(kind, { ruleId: 'file.encrypted', severity: 'block', source, remedies: [{ key: 'findings.remedy.removePassword' }] });
    if (facts.status === 'unreadable') {
      const { reason } = facts;
      if (REPORTED_ELSEWHERE.includes(reason)) return [];
      if (reason === 'encrypted') return [locked];
      if (STOPPED.includes(reason)) {
        return [finding(kind, { ruleId: 'file.notChecked', severity: 'notChecked', params: { reason }, source })];
      }
      return [
        finding(kind, {
          ruleId: 'file.unreadable',
          severity: 'block',
          params: { reason, atByte: facts.atByte ?? -1 },
          source,
          remedies: [exportAgain],
        }),
      ];
    }
    const { encrypted, damage, recovery } = facts;
    if (encrypted !== null && encrypted.opensWithoutPassword !== true) return [locked];
    return [
      ...(encrypted === null
        ? []
        : [finding(kind, { ruleId: 'file.restricted', severity: 'warning', source, remedies: [{ key: 'findings.remedy.removePassword' }] })]),
      // Bytes before the header are a refusal of their own, not damage to warn of.
      ...(damage.every((note) => note.code === 'junkBeforeHeader')
        ? []
        : [finding(kind, { ruleId: 'file.damaged', severity: 'warning', params: { tier: recovery }, source, remedies: [exportAgain] })]),
    ];
  },
};
