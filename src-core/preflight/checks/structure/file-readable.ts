import type { UnreadableReason } from '../../../pdf/read-facts.ts';
import { commonRule, finding, type BareFileCheck } from '../../check.ts';

/** Reasons that another check reports in words of its own. */
const REPORTED_ELSEWHERE: readonly UnreadableReason[] = ['empty', 'notPdf', 'encrypted'];
/** The reading was stopped, not the file found wanting: nothing may be concluded. */
const STOPPED: readonly UnreadableReason[] = [
  'tooManyPages',
  'tooManyObjects',
  'tooDeep',
  'tooLarge',
  'tooCostly',
  'timeLimit',
  'readFailed',
];

/** The PDF is parseable (specification, "PDF common validation", 3). */
export const fileReadable: BareFileCheck = {
  id: 'file.readable',
  rule: 'F-003',
  run: ({ facts, kind }) => {
    if (facts.status !== 'unreadable' || REPORTED_ELSEWHERE.includes(facts.reason)) return [];
    const { reason } = facts;
    const source = commonRule(3);
    if (STOPPED.includes(reason)) {
      // A drive that fails is no fault of the file.
      const remedies = reason === 'readFailed' ? [] : [{ key: 'findings.remedy.exportAgain' } as const];
      return [
        finding(kind, { ruleId: 'file.notChecked', severity: 'notChecked', params: { reason }, source, remedies }),
      ];
    }
    return [
      finding(kind, {
        ruleId: 'file.unreadable',
        severity: 'block',
        params: { reason, atByte: facts.atByte ?? -1 },
        source,
        remedies: [{ key: 'findings.remedy.exportAgain' }],
      }),
    ];
  },
};
