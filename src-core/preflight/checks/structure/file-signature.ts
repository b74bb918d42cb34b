import { commonRule, finding, type BareFileCheck } from '../../check.ts';

/** The file starts with `%PDF-`, at its first byte (specification, "PDF common validation", 1). */
export const fileSignature: BareFileCheck = {
  id: 'file.signature',
  rule: 'F-001',
  run: ({ facts, kind }) => {
    const exportAgain = { key: 'findings.remedy.exportAgain' };
    if (facts.sizeBytes === 0) {
      return [
        finding(kind, { ruleId: 'file.empty', severity: 'block', source: commonRule(1), remedies: [exportAgain] }),
      ];
    }
    const startsRight = facts.status === 'read' ? facts.header.offset === 0 : facts.reason !== 'notPdf';
    if (startsRight) return [];
    return [
      finding(kind, {
        ruleId: 'file.signature',
        severity: 'block',
        params: { format: facts.status === 'read' ? 'pdf' : (facts.format ?? 'unknown') },
        source: commonRule(1),
        remedies: [exportAgain],
        // Only where a PDF was found behind the bytes that come first.
        fixes: facts.status === 'read' ? ['dropLeadingBytes'] : [],
      }),
    ];
  },
};
