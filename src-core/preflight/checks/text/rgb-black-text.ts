import type { Paint } from '../../../pdf/inspection/colour-facts.ts';
import type { InspectedFileCheck } from '../../check.ts';
import { hitsFinding, hitsIn } from '../../marks/hits.ts';
import { modelOf } from '../colour/painted-colours.ts';
import { isText } from './painted-text.ts';
import { paintsOfText } from './text-inks.ts';

/** One step of 255 is 0.0039. */
const BLACK_WITHIN = 0.005;

/**
 * Black letters in RGB, which conversion turns into black of four inks (T-009). Usual in books that are printed from RGB;
 * a doubt in a file that is made for CMYK, which its output intent tells.
 */
export const rgbBlackText: InspectedFileCheck = {
  id: 'text.rgbBlack',
  rule: 'T-009',
  run: (file) => {
    const isMadeForInks = file.inspection.document.outputIntents.some(({ profile }) => profile?.colourSpace === 'CMYK');
    const hits = hitsIn(file, isText, (text) => (paintsOfText(text).some(isRgbBlack) ? { measured: null } : null));
    return hitsFinding(file, hits, {
      ruleId: 'text.rgbBlack',
      severity: isMadeForInks ? 'warning' : 'info',
      source: { key: 'findings.source.self' },
      remedies: [{ key: 'findings.remedy.oneInkText' }],
    });
  },
};

function isRgbBlack({ space, values, pattern }: Paint): boolean {
  return (
    pattern === null &&
    modelOf(space) === 'rgb' &&
    values.length === 3 &&
    values.every((value) => value <= BLACK_WITHIN)
  );
}
