import { finding, mm, specSource, type ReadFileCheck } from '../../check.ts';
import { visibleSizesMm } from '../../page-sizes.ts';

/** Differences below this are the rounding of the exporting program. */
const MIXED_SIZE_FROM_MM = 0.1;

const pageNumbers = (indexes: readonly number[]) => indexes.map((index) => index + 1);

/** Pages of one file that differ in size, though each may be within the tolerance (preflight-rules G-007). */
export const mixedSizes: ReadFileCheck = {
  id: 'size.mixed',
  rule: 'G-007',
  run: ({ facts, kind, spec, pageCount }) => {
    const sizes = visibleSizesMm(facts);
    const first = sizes[0];
    if (first === undefined) return [];
    const off = sizes.flatMap((size, index) =>
      Math.abs(size.widthMm - first.widthMm) > MIXED_SIZE_FROM_MM || Math.abs(size.heightMm - first.heightMm) > MIXED_SIZE_FROM_MM
        ? [index]
        : [],
    );
    if (off.length === 0) return [];
    return [
      finding(kind, {
        ruleId: 'size.mixed',
        severity: 'warning',
        pages: pageNumbers(off),
        measured: mm(sizes[off[0] ?? 0]?.widthMm ?? 0),
        allowed: mm(first.widthMm),
        params: { pages: off.length },
        source: specSource(spec, pageCount),
      }),
    ];
  },
};

/** A CropBox smaller than the MediaBox: programs disagree on which of the two is the page (preflight-rules G-010). */
export const cropDiffers: ReadFileCheck = {
  id: 'box.cropDiffers',
  rule: 'G-010',
  run: ({ facts, kind, spec, pageCount }) => {
    const off = facts.pages.flatMap((page, index) => {
      const { mediaBox, cropBox } = page;
      if (cropBox === null || mediaBox === null) return [];
      const cuts =
        cropBox.left > mediaBox.left || cropBox.bottom > mediaBox.bottom || cropBox.right < mediaBox.right || cropBox.top < mediaBox.top;
      return cuts ? [index] : [];
    });
    if (off.length === 0) return [];
    return [
      finding(kind, {
        ruleId: 'box.cropDiffers',
        severity: 'warning',
        pages: pageNumbers(off),
        params: { pages: off.length },
        source: specSource(spec, pageCount),
        remedies: [{ key: 'findings.remedy.exportAgain' }],
      }),
    ];
  },
};

/** UserUnit: many programs leave it out of account, so the printed size may differ by this factor (G-009). */
export const userUnit: ReadFileCheck = {
  id: 'page.userUnit',
  rule: 'G-009',
  run: ({ facts, kind, spec, pageCount }) => {
    const off = facts.pages.flatMap((page, index) => (page.userUnit === 1 ? [] : [index]));
    const first = off[0];
    if (first === undefined) return [];
    const factor = facts.pages[first]?.userUnit ?? 1;
    return [
      finding(kind, {
        ruleId: 'page.userUnit',
        severity: 'warning',
        pages: pageNumbers(off),
        measured: { value: factor, unit: 'factor' },
        allowed: { value: 1, unit: 'factor' },
        params: { factor },
        source: specSource(spec, pageCount),
        remedies: [{ key: 'findings.remedy.exportAgain' }],
      }),
    ];
  },
};

/** Rotated pages print as they are shown, but imposition programs have been seen to drop the flag (G-008). */
export const rotated: ReadFileCheck = {
  id: 'page.rotated',
  rule: 'G-008',
  run: ({ facts, kind, spec, pageCount }) => {
    const off = facts.pages.flatMap((page, index) => (page.rotate === 0 ? [] : [index]));
    const first = off[0];
    if (first === undefined) return [];
    const degrees = facts.pages[first]?.rotate ?? 0;
    return [
      finding(kind, {
        ruleId: 'page.rotated',
        severity: 'warning',
        pages: pageNumbers(off),
        measured: { value: degrees, unit: 'degrees' },
        allowed: { value: 0, unit: 'degrees' },
        params: { degrees, pages: off.length },
        source: specSource(spec, pageCount),
      }),
    ];
  },
};
