import { finding, standardSource, type InspectedFileCheck } from '../../check.ts';

/** Every change breaks a signature, a repair too. */
export const signatures: InspectedFileCheck = {
  id: 'structure.signed',
  rule: 'F-017',
  run: ({ inspection: { document }, kind }) =>
    document.signatureCount === 0
      ? []
      : [
          finding(kind, {
            ruleId: 'structure.signed',
            severity: 'info',
            params: { count: document.signatureCount },
            source: standardSource('ISO 32000-1, 12.8'),
          }),
        ],
};
