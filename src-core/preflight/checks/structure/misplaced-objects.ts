import { finding, standardSource, type InspectedFileCheck } from '../../check.ts';
import { DAMAGE_CAUSE } from './file-damaged.ts';

/**
 * The table of objects leads to the pages, and elsewhere for what they paint (F-003): this program found it by searching, others
 * show the pages without it. A file whose pages are elsewhere is told by level 1.
 */
export const misplacedObjects: InspectedFileCheck = {
  id: 'structure.misplacedObjects',
  rule: 'F-003',
  run: ({ inspection: { facts }, kind }) => {
    const misplaced = facts.damage.find(({ code }) => code === 'objectMisplaced');
    if (misplaced === undefined || facts.recovery !== 'none') return [];
    return [
      finding(kind, {
        ruleId: 'structure.misplacedObjects',
        severity: 'error',
        measured: { value: misplaced.count, unit: 'count' },
        params: { count: misplaced.count },
        source: standardSource('ISO 32000-1, 7.5.4'),
        causeKey: DAMAGE_CAUSE,
        remedies: [{ key: 'findings.remedy.exportAgain' }],
        fixes: ['rebuildTable'],
      }),
    ];
  },
};
