import { contains } from '../../../pdf/inspection/geometry.ts';
import type { InspectedPage } from '../../../pdf/inspection/inspection.ts';
import type { TextObject } from '../../../pdf/inspection/page-objects.ts';
import { standardSource, type InspectedFileCheck } from '../../check.ts';
import { hitsFinding, hitsIn, mostFirst } from '../../marks/hits.ts';
import { visibleMarks } from '../../marks/visible-marks.ts';
import { thresholdSource } from '../../threshold-source.ts';
import { isText } from './painted-text.ts';

/** Of the letter's height: a picture that stands for it is about as high. */
const LEAST_HIGH = 0.5;
const MOST_HIGH = 1.5;

/**
 * Programs that cannot embed the pictures of a colour font, Google's and Ghostscript among them, leave an empty letter for those
 * who search the text, and paint the picture of each emoji in its place.
 */
function isShownByPictures({ boundsMm, missingGlyphCount }: TextObject, page: InspectedPage): boolean {
  const highMm = boundsMm.bottomMm - boundsMm.topMm;
  const pictures = visibleMarks(page).filter(({ object, boundsMm: seenMm }) => {
    const pictureHighMm = seenMm.bottomMm - seenMm.topMm;
    const [x, y] = [(seenMm.leftMm + seenMm.rightMm) / 2, (seenMm.topMm + seenMm.bottomMm) / 2];
    return (
      object.kind === 'image' &&
      pictureHighMm >= LEAST_HIGH * highMm &&
      pictureHighMm <= MOST_HIGH * highMm &&
      contains(boundsMm, { leftMm: x, rightMm: x, topMm: y, bottomMm: y })
    );
  });
  return pictures.length >= missingGlyphCount;
}

/**
 * Letters that the embedded font does not have, which come out as boxes or not at all, and letters that are set wider or
 * narrower than they are (T-002).
 */
export const missingGlyphs: InspectedFileCheck = {
  id: 'text.missingGlyphs',
  rule: 'T-002',
  run: (file) => {
    const limit = file.thresholds.of('glyphWidthPercent');
    const missing = hitsIn(file, isText, (text, page) =>
      text.missingGlyphCount > 0 && !isShownByPictures(text, page) ? { measured: text.missingGlyphCount } : null,
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
