import { standardSource, type InspectedFileCheck } from '../../check.ts';
import { hitsFinding, hitsIn, isAny } from '../../marks/hits.ts';

/** Transfer curves, halftones and black generation are for one press: on another they shift tones (C-008). */
export const pressControls: InspectedFileCheck = {
  id: 'colour.pressControls',
  rule: 'C-008',
  run: (file) => {
    const hits = hitsIn(file, isAny, (object) => (object.state.pressControls.length > 0 ? { measured: null } : null));
    const names = [...new Set(hits.flatMap(({ object }) => object.state.pressControls))].sort().join(', ');
    return hitsFinding(file, hits, {
      ruleId: 'colour.pressControls',
      severity: 'warning',
      params: { names },
      source: standardSource('ISO 15930-7, 6.4'),
      remedies: [{ key: 'findings.remedy.exportWithoutPressControls' }],
    });
  },
};
