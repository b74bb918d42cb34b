import { finding, standardSource, type InspectedFileCheck } from '../../check.ts';

/** The restrictions of an encrypted file forbid printing, or allow it at low resolution only. */
export const printPermission: InspectedFileCheck = {
  id: 'structure.printPermission',
  rule: 'F-007',
  run: ({ inspection: { document }, kind }) => {
    const { printPermission: permission } = document;
    if (permission === null || permission === 'full') return [];
    return [
      finding(kind, {
        ruleId: 'structure.printPermission',
        severity: permission === 'none' ? 'error' : 'warning',
        params: { permission },
        source: standardSource('ISO 32000-1, table 22'),
        remedies: [{ key: 'findings.remedy.removePassword' }],
        causeKey: 'file.restricted',
      }),
    ];
  },
};
