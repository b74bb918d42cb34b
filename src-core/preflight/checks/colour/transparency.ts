import type { InspectedPage } from '../../../pdf/inspection/inspection.ts';
import type { PaintState } from '../../../pdf/inspection/page-objects.ts';
import { finding, standardSource, type InspectedFileCheck } from '../../check.ts';
import { hitsFinding, hitsIn, isAny } from '../../marks/hits.ts';
import { visibleMarks } from '../../marks/visible-marks.ts';
import { modelOf } from './painted-colours.ts';

/** Transparency is allowed and common; it is told because other print houses ask for none (C-006). */
export const transparency: InspectedFileCheck = {
  id: 'colour.transparency',
  rule: 'C-006',
  run: (file) =>
    hitsFinding(
      file,
      hitsIn(file, isAny, (object) =>
        isTransparent(object.state) || (object.kind === 'image' && object.image.softMask !== null)
          ? { measured: null }
          : null,
      ),
      { ruleId: 'colour.transparency', severity: 'info', source: standardSource('ISO 15930-7 (PDF/X-4)') },
    ),
};

/** Transparency that is mixed in CMYK on pages of RGB pictures changes their colours where it lies (GWG 2022, R0030). */
export const blendSpace: InspectedFileCheck = {
  id: 'colour.blendSpace',
  rule: 'C-006',
  run: (file) => {
    const pages = file.inspection.pages.filter((page) => mixesElsewhere(page)).map(({ index }) => index + 1);
    if (pages.length === 0) return [];
    return [
      finding(file.kind, {
        ruleId: 'colour.blendSpace',
        severity: 'warning',
        pages,
        params: { pages: pages.length },
        source: standardSource('GWG 2022, R0030'),
      }),
    ];
  },
};

function isTransparent(state: PaintState): boolean {
  return state.fillAlpha < 1 || state.strokeAlpha < 1 || state.hasSoftMask || state.blendMode !== 'Normal';
}

function mixesElsewhere(page: InspectedPage): boolean {
  const space = page.group?.space ?? null;
  if (space === null || modelOf(space) !== 'cmyk') return false;
  const objects = visibleMarks(page).map(({ object }) => object);
  const isMixed = objects.some(
    (object) => isTransparent(object.state) || (object.kind === 'image' && object.image.softMask !== null),
  );
  return (
    isMixed &&
    objects.some(
      (object) =>
        object.kind === 'image' && object.image.colourSpace !== null && modelOf(object.image.colourSpace) === 'rgb',
    )
  );
}
