import { standardSource, type InspectedFileCheck } from '../../check.ts';
import { hitsFinding, hitsIn, mostFirst } from '../../marks/hits.ts';
import { thresholdSource } from '../../threshold-source.ts';
import { isText } from './painted-text.ts';

/**
 * Letters that the embedded font does not have, which come out as boxes or not at all, and letters that are set wider or
 * narrower than they are (T-002).
 */
export const missingGlyphs: InspectedFileCheck = {
  id: 'text.missingGlyphs',
  rule: 'T-002',
  run: (file) => {
    const limit = file.thresholds.of('glyphWidthPercent');
    const missing = hitsIn(file, isText, ({ missingGlyphCount }) =>
      missingGlyphCount > 0 ? { measured: missingGlyphCount } : null,
    ).sort(mostFirst);
    const misfits = hitsIn(file, isText, ({ widthMisfitPercent }) =>
      widthMisfitPercent > limit.value ? { measured: widthMisfitPercent } : null,
    ).sort(mostFirst);
    const glyphs = missing.reduce((sum, { measured }) => sum + (measured ?? 0), 0);
    const worst = Math.round(misfits[0]?.measured ?? 0);
    const remedies = [{ key: 'findings.remedy.exportFontsAgain' }];
    return [
      ...hitsFinding(file, missing, {
        ruleId: 'text.missingGlyphs',
        severity: 'error',
        measured: { value: glyphs, unit: 'count' },
        params: { glyphs, font: missing[0]?.object.font?.name ?? '' },
        source: standardSource('ISO 32000-1, 9.7.6.3'),
        remedies: [{ key: 'findings.remedy.chooseCompleteFont' }, ...remedies],
      }),
      ...hitsFinding(file, misfits, {
        ruleId: 'text.glyphWidths',
        severity: 'error',
        measured: { value: worst, unit: 'percent' },
        allowed: { value: limit.value, unit: 'percent' },
        params: { worst, allowed: limit.value, font: misfits[0]?.object.font?.name ?? '' },
        source: thresholdSource(limit, file),
        origin: limit.origin,
        remedies,
      }),
    ];
  },
};
