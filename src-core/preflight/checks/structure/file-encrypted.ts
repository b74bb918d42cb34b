import { commonRule, finding, type BareFileCheck, type BareReadCheck } from '../../check.ts';

const REMOVE_PASSWORD = { key: 'findings.remedy.removePassword' };

/** The PDF opens without a password (specification, "PDF common validation", 3). */
export const fileEncrypted: BareFileCheck = {
  id: 'file.encrypted',
  rule: 'F-005',
  run: ({ facts, kind }) => {
    const isLocked =
      facts.status === 'read'
        ? facts.encrypted !== null && facts.encrypted.opensWithoutPassword !== true
        : facts.reason === 'encrypted';
    return isLocked
      ? [
          finding(kind, {
            ruleId: 'file.encrypted',
            severity: 'block',
            source: commonRule(3),
            remedies: [REMOVE_PASSWORD],
          }),
        ]
      : [];
  },
};

/** Opens without a password and is encrypted all the same: libraries of print houses refuse such files. */
export const fileRestricted: BareReadCheck = {
  id: 'file.restricted',
  rule: 'F-006',
  run: ({ facts, kind }) =>
    facts.encrypted?.opensWithoutPassword === true
      ? [
          finding(kind, {
            ruleId: 'file.restricted',
            severity: 'error',
            source: commonRule(3),
            remedies: [REMOVE_PASSWORD],
          }),
        ]
      : [],
};
