import type { InspectedFileCheck } from '../../check.ts';
import { hitsFinding, hitsIn } from '../../marks/hits.ts';
import type { PageObject } from '../../../pdf/inspection/page-objects.ts';
import { thresholdSource } from '../../threshold-source.ts';
import { spacesOf, spotNamesOf } from './painted-colours.ts';

const any = (object: PageObject): object is PageObject => object.kind !== 'text' || object.renderingMode !== 3;
const NAMED = 3;

/** Inks of their own: the print house has four, and mixes what it has no name for (GWG 2022, R0020; C-002). */
export const spotColours: InspectedFileCheck = {
  id: 'colour.spot',
  rule: 'C-002',
  run: (file) => {
    const limit = file.thresholds.of('spotColours');
    const hits = hitsIn(file, any, (object) =>
      spacesOf(object).some((space) => spotNamesOf(space).length > 0) ? { measured: null } : null,
    );
    const names = [...new Set(hits.flatMap(({ object }) => spacesOf(object).flatMap(spotNamesOf)))];
    if (names.length <= limit.value) return [];
    return hitsFinding(file, hits, {
      ruleId: 'colour.spot',
      severity: 'warning',
      measured: { value: names.length, unit: 'count' },
      allowed: { value: limit.value, unit: 'count' },
      params: { names: names.slice(0, NAMED).join(', '), inks: names.length },
      source: thresholdSource(limit, file),
      origin: limit.origin,
      remedies: [{ key: 'findings.remedy.convertSpot' }],
    });
  },
};
