import { contains } from '../../../pdf/inspection/geometry.ts';
import type { PageObject, PathObject } from '../../../pdf/inspection/page-objects.ts';
import type { InspectedFileCheck } from '../../check.ts';
import { hitsFinding, hitsIn, leastFirst } from '../../marks/hits.ts';
import { isWhite, lightnessOf } from '../../marks/paint-colour.ts';
import { trimOf } from '../../marks/trim-of.ts';
import { thresholdSource } from '../../threshold-source.ts';

/** Backgrounds are drawn to the trim or a hair short of it. */
const PAGE_SLACK_MM = 1;
const isField = (object: PageObject): object is PathObject => object.kind === 'path' && object.fill !== null;

/**
 * Tints so light that the press may print nothing of them (C-011). A tint under a whole page is the colour that somebody
 * chose for the paper, and what lies see-through on something else is no tint of its own.
 */
export const faintTints: InspectedFileCheck = {
  id: 'colour.faintTint',
  rule: 'C-011',
  run: (file) => {
    const limit = file.thresholds.of('faintestTintPercent');
    const hits = hitsIn(file, isField, ({ fill, state, boundsMm }, page) => {
      if (fill === null || isWhite(fill) || state.fillAlpha < 1 || state.hasSoftMask || state.blendMode !== 'Normal')
        return null;
      if (contains(boundsMm, trimOf(page, file.spec.bleedMm), PAGE_SLACK_MM)) return null;
      const lightness = lightnessOf(fill);
      // Binary fractions are no tint.
      const measured = lightness === null ? null : Number(((1 - lightness) * 100).toFixed(6));
      return measured !== null && measured > 0 && measured < limit.value ? { measured } : null;
    }).sort(leastFirst);
    const least = Math.round(hits[0]?.measured ?? 0);
    return hitsFinding(file, hits, {
      ruleId: 'colour.faintTint',
      severity: 'info',
      measured: { value: least, unit: 'percent' },
      allowed: { value: limit.value, unit: 'percent' },
      params: { least, allowed: limit.value },
      source: thresholdSource(limit, file),
      origin: limit.origin,
    });
  },
};
