import { sizeMmOf, toleranceMmOf, type Mm2 } from '../../../specs/book-geometry.ts';
import { finding, mm, type ReadFileCheck } from '../../check.ts';
import { visibleSizesMm } from '../../page-sizes.ts';
import { thresholdSource } from '../../threshold-source.ts';
import { resolveThresholds } from '../../thresholds.ts';
import { isWithin } from '../../marks/within.ts';

/**
 * Pages of one file that differ in size though each is within the tolerance (G-007); those beyond it are
 * `page.size`'s to refuse. Measured against the size that most pages have.
 */
export const mixedSizes: ReadFileCheck = {
  id: 'size.mixed',
  rule: 'G-007',
  run: (file) => {
    const wanted = sizeMmOf(file.spec, file.kind, file.pageCount);
    const tolerance = toleranceMmOf(file.spec, file.kind, file.contract);
    const sizes = visibleSizesMm(file.facts);
    const isTaken = (size: Mm2) =>
      isWithin(size.widthMm, wanted.widthMm, tolerance.widthMm) &&
      isWithin(size.heightMm, wanted.heightMm, tolerance.heightMm);
    const usual = mostCommon(sizes.filter(isTaken));
    if (usual === undefined) return [];
    const threshold = (file.thresholds ?? resolveThresholds()).of('mixedSizeMm');
    const distanceOf = (size: Mm2) =>
      Math.max(Math.abs(size.widthMm - usual.widthMm), Math.abs(size.heightMm - usual.heightMm));
    const off = sizes.flatMap((size, index) =>
      isTaken(size) && !isWithin(distanceOf(size), 0, threshold.value) ? [index] : [],
    );
    const [first] = off;
    if (first === undefined) return [];
    const offSize = sizes[first] ?? usual;
    return [
      finding(file.kind, {
        ruleId: 'size.mixed',
        severity: 'warning',
        pages: off.map((index) => index + 1),
        measured: mm(off.reduce((most, index) => Math.max(most, distanceOf(sizes[index] ?? usual)), 0)),
        allowed: mm(threshold.value),
        params: {
          pages: off.length,
          widthMm: mm(offSize.widthMm).value,
          heightMm: mm(offSize.heightMm).value,
          usualWidthMm: mm(usual.widthMm).value,
          usualHeightMm: mm(usual.heightMm).value,
        },
        source: thresholdSource(threshold, file),
        origin: threshold.origin,
        box: 'visible',
        remedies: [{ key: 'findings.remedy.exportAtSize', params: { ...wanted } }],
      }),
    ];
  },
};

function mostCommon(sizes: readonly Mm2[]): Mm2 | undefined {
  const counts = new Map<string, { size: Mm2; count: number }>();
  for (const size of sizes) {
    const key = `${Math.round(size.widthMm * 100)},${Math.round(size.heightMm * 100)}`;
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { size, count: 1 });
    else known.count++;
  }
  let most: { size: Mm2; count: number } | undefined;
  for (const entry of counts.values()) if (most === undefined || entry.count > most.count) most = entry;
  return most?.size;
}
