import { LIMITS } from '../../../contract/limits.ts';
import { commonRule, finding, type FileCheck } from '../../check.ts';

/** The file starts with `%PDF-`, at its first byte (specification, "PDF common validation", 1). */
export const fileSignature: FileCheck = {
  id: 'file.signature',
  rule: 'F-001',
  run: ({ facts, kind }) => {
    if (facts.sizeBytes === 0) {
      return [finding(kind, { ruleId: 'file.empty', severity: 'block', source: commonRule(1), remedies: [{ key: 'findings.remedy.exportAgain' }] })];
    }
    const startsRight = facts.status === 'read' ? facts.header.offset === 0 : facts.reason !== 'notPdf';
    if (startsRight) return [];
    return [finding(kind, { ruleId: 'file.signature', severity: 'block', source: commonRule(1), remedies: [{ key: 'findings.remedy.exportAgain' }] })];
  },
};

/** The file has at most 500 MB (specification, "PDF common validation", 2). */
export const fileSize: FileCheck = {
  id: 'file.size',
  rule: 'F-002',
  run: ({ facts: { sizeBytes }, kind }) =>
    sizeBytes <= LIMITS.pdfMaxBytes
      ? []
      : [
          finding(kind, {
            ruleId: 'file.size',
            severity: 'block',
            measured: { value: sizeBytes, unit: 'bytes' },
            allowed: { value: LIMITS.pdfMaxBytes, unit: 'bytes' },
            params: { limitMb: LIMITS.pdfMaxBytes / (1024 * 1024) },
            source: commonRule(2),
            remedies: [{ key: 'findings.remedy.exportAgain' }],
          }),
        ],
};
