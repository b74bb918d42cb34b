import type { InspectedPage } from '../../../pdf/inspection/inspection.ts';
import type { PageObject } from '../../../pdf/inspection/page-objects.ts';
import { standardSource, type InspectedFileCheck } from '../../check.ts';
import { hitsFinding, type Hit } from '../../marks/hits.ts';
import { isWhite } from '../../marks/paint-colour.ts';
import { visibleMarks } from '../../marks/visible-marks.ts';
import { hasBeneath } from './lies-beneath.ts';
import { modelOf } from './painted-colours.ts';

/**
 * White that overprints is not printed at all: what should be left blank shows what lies beneath, and no preview without
 * overprint tells (GWG 2022, R0007 and R0008; C-004). Only where something lies beneath (D0031).
 */
export const whiteOverprint: InspectedFileCheck = {
  id: 'colour.whiteOverprint',
  rule: 'C-004',
  run: (file) => {
    const hits = file.inspection.pages.flatMap(overprintingWhite);
    const isText = ({ object }: Hit) => object.kind === 'text';
    const parts = {
      source: standardSource('GWG 2022, R0007 and R0008'),
      fixes: ['stopWhiteOverprint'],
      causeKey: 'colour.whiteOverprint',
    } as const;
    return [
      ...hitsFinding(file, hits.filter(isText), { ...parts, ruleId: 'colour.whiteOverprintText', severity: 'error' }),
      ...hitsFinding(
        file,
        hits.filter((hit) => !isText(hit)),
        { ...parts, ruleId: 'colour.whiteOverprint', severity: 'warning' },
      ),
    ];
  },
};

function overprintingWhite(page: InspectedPage): Hit[] {
  const marks = visibleMarks(page);
  return marks.flatMap(({ object, boundsMm }, index) => {
    if (!isOverprintingWhite(object)) return [];
    return hasBeneath(marks, index) ? [{ page, object, boundsMm, measured: null }] : [];
  });
}

function isOverprintingWhite(object: PageObject): boolean {
  if (object.kind !== 'text' && object.kind !== 'path') return false;
  const { state, fill, stroke } = object;
  // RGB is never overprinted. Process inks are left out where mode 1 says so, spot inks always (ISO 32000-1, 8.6.7).
  const isLeftOut = (paint: typeof fill) => {
    if (paint === null || !isWhite(paint)) return false;
    const model = modelOf(paint.space);
    return model === 'spot' || ((model === 'cmyk' || model === 'gray') && state.overprintMode === 1);
  };
  return (state.overprintsFill && isLeftOut(fill)) || (state.overprintsStroke && isLeftOut(stroke));
}
