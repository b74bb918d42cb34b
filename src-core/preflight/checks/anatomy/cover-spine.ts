import { coverSizeMm, sizeMmOf, spineWidthMm, toleranceMmOf } from '../../../specs/book-geometry.ts';
import { finding, mm, type ReadFileCheck } from '../../check.ts';
import { visibleSizesMm } from '../../page-sizes.ts';
import { thresholdSource } from '../../threshold-source.ts';
import { resolveThresholds } from '../../thresholds.ts';
import { coverSum } from '../geometry/page-size.ts';
import { pageCountsOf } from '../geometry/wrong-size.ts';
import { isWithin } from '../../marks/within.ts';

/**
 * A cover whose width the service takes, but whose spine is off all the same: made for another page count (B-010). The
 * tolerance of a millimetre is that of some twenty pages of a soft cover.
 */
export const spineDrift: ReadFileCheck = {
  id: 'cover.spineDrift',
  rule: 'B-010',
  run: (file) => {
    const { kind, spec, pageCount, contract } = file;
    const size = visibleSizesMm(file.facts)[0];
    if (kind !== 'cover' || size === undefined) return [];
    const wanted = sizeMmOf(spec, kind, pageCount);
    // The rest of the width does not depend on the page count, so that what is over or short is the spine's.
    const driftMm = size.widthMm - wanted.widthMm;
    const threshold = (file.thresholds ?? resolveThresholds()).of('spineDriftMm');
    if (isWithin(driftMm, 0, threshold.value) || !isWithin(driftMm, 0, toleranceMmOf(spec, kind, contract).widthMm))
      return [];
    const spineMm = spineWidthMm(spec, pageCount);
    const nearest = pageCountsOf(spec).filter((pages) =>
      isWithin(coverSizeMm(spec, pages).widthMm, size.widthMm, SAME_SPINE_MM),
    );
    const minPage = nearest[0];
    const maxPage = nearest.at(-1);
    return [
      finding('cover', {
        ruleId: 'cover.spineDrift',
        severity: 'warning',
        pages: [1],
        measured: mm(spineMm + driftMm),
        allowed: mm(spineMm),
        tolerance: mm(threshold.value),
        params: {
          spineMm: mm(spineMm + driftMm).value,
          wantedMm: spineMm,
          driftMm: mm(Math.abs(driftMm)).value,
          pages: pageCount,
          sum: coverSum(file),
        },
        cause:
          minPage === undefined || maxPage === undefined
            ? null
            : { key: 'findings.cause.coverForOtherPages', params: { minPage, maxPage } },
        source: thresholdSource(threshold, file),
        origin: threshold.origin,
        box: 'visible',
        remedies: [{ key: 'findings.remedy.exportCoverForPages', params: { pages: pageCount, ...wanted } }],
      }),
    ];
  },
};

/** Sizes are published in tenths; half of one either way is the same spine. */
const SAME_SPINE_MM = 0.06;
