import { finding, standardSource, type InspectedFileCheck } from '../../check.ts';

/** What the colours were made for. This service asks for none; a file that claims PDF/X has to have one (C-007). */
export const outputIntent: InspectedFileCheck = {
  id: 'colour.outputIntent',
  rule: 'C-007',
  run: ({ kind, inspection: { document } }) => {
    const { outputIntents, pdfxClaim } = document;
    const source = standardSource('ISO 15930-7, 6.2.2');
    const forPrint = outputIntents.filter(({ subtype }) => subtype === 'GTS_PDFX');
    if (pdfxClaim !== null && forPrint.length === 0) {
      return [
        finding(kind, {
          ruleId: 'colour.outputIntentMissing',
          severity: 'warning',
          params: { claim: pdfxClaim },
          source,
        }),
      ];
    }
    if (forPrint.length > 1)
      return [
        finding(kind, {
          ruleId: 'colour.outputIntentSeveral',
          severity: 'info',
          params: { count: forPrint.length },
          source,
        }),
      ];
    return [];
  },
};
