import { sizeMmOf, spineWidthMm, toleranceMmOf, type Mm2 } from '../../../specs/book-geometry.ts';
import { finding, mm, specSource, type ReadFileCase, type ReadFileCheck } from '../../check.ts';
import type { Finding } from '../../finding.ts';
import { visibleSizesMm } from '../../page-sizes.ts';
import { thresholdSource } from '../../threshold-source.ts';
import { resolveThresholds } from '../../thresholds.ts';
import { sizeCauseOf } from './size-cause.ts';
import { exportRemedy, type SizeCause } from './wrong-size.ts';
import { isWithin } from '../../marks/within.ts';
import { boxSizeMm, visibleBox, type PageFacts, type PdfRectangle } from '../../../pdf/boxes.ts';

const AXES = ['widthMm', 'heightMm'] as const;
type Axis = (typeof AXES)[number];

/**
 * Every page is as wide and as high as the spec asks, within the tolerance, both ends inclusive
 * (specification, "PDF common validation", 5). Measured is the MediaBox cut by the CropBox, after Rotate and UserUnit
 * (contract-decisions). One finding an axis: its numbers are those of the first page that is off.
 */
export const pageSize: ReadFileCheck = {
  id: 'page.size',
  rule: 'G-004',
  run: (file) => {
    const allowed = sizeMmOf(file.spec, file.kind, file.pageCount);
    const tolerance = toleranceMmOf(file.spec, file.kind, file.contract);
    const sizes = visibleSizesMm(file.facts);
    const offOn = (axis: Axis) => indexesWhere(sizes, (size) => !isWithin(size[axis], allowed[axis], tolerance[axis]));
    const off = { widthMm: offOn('widthMm'), heightMm: offOn('heightMm') };
    const firstOff = Math.min(off.widthMm[0] ?? Infinity, off.heightMm[0] ?? Infinity);
    if (firstOff === Infinity) return nearMisses(file, sizes, allowed);
    const cause = sizeCauseOf(file, sizes, firstOff);
    const boxes = boxTableOf(file, firstOff, allowed);
    return AXES.flatMap((axis) => {
      const first = off[axis][0];
      if (first === undefined) return [];
      const measuredMm = sizes[first]?.[axis] ?? 0;
      return [
        finding(file.kind, {
          ruleId: axis === 'widthMm' ? 'size.width' : 'size.height',
          severity: 'block',
          pages: off[axis].map((index) => index + 1),
          measured: mm(measuredMm),
          allowed: mm(allowed[axis]),
          tolerance: mm(tolerance[axis]),
          params: {
            measuredMm: mm(measuredMm).value,
            allowedMm: allowed[axis],
            toleranceMm: tolerance[axis],
            pages: off[axis].length,
            boxes: first === firstOff ? boxes : boxTableOf(file, first, allowed),
            sum: axis === 'widthMm' ? coverSum(file) : NO_SUM,
          },
          source: specSource(file.spec, file.pageCount),
          origin: 'specification',
          box: 'visible',
          ...curesOf(file, cause),
        }),
      ];
    });
  },
};

/** Sizes of equal pages are one object (`visibleSizesMm`), so that each distinct one is asked once. */
function indexesWhere(sizes: readonly Mm2[], isWanted: (size: Mm2) => boolean): number[] {
  const asked = new Map<Mm2, boolean>();
  const found: number[] = [];
  for (const [index, size] of sizes.entries()) {
    const answer = asked.get(size) ?? isWanted(size);
    asked.set(size, answer);
    if (answer) found.push(index);
  }
  return found;
}

function curesOf(file: ReadFileCase, found: SizeCause | null) {
  return {
    cause: found?.cause ?? null,
    remedies: found?.remedies ?? [exportRemedy(file)],
    fixes: found?.fixes ?? [],
    // Both axes of one mistake are one thing to decide, and so are the pages counted double by it.
    causeKey: found === null ? 'size' : sizeCauseKey(found.cause.key),
  };
}

export const sizeCauseKey = (causeTextKey: string): string => causeTextKey.replace('findings.cause.', 'size.');

function boxTableOf({ facts }: ReadFileCase, index: number, wanted: Mm2): string {
  const page = facts.pages[index];
  return page === undefined ? '' : boxTable(page, wanted);
}

/** Stands for no sum in messages that choose by it. */
const NO_SUM = 'none';

/**
 * What a cover's width is made of, for people to add up: `2 × (243 + 10 + 17 − 3) + 10 = 544` is board, hinge, wrap
 * and spine of a hard cover, `2 × (210 + 3) + 2.3 = 428.3` page, bleed and spine of a soft one (preflight-rules B-009).
 */
export function coverSum({ spec, kind, pageCount }: Pick<ReadFileCase, 'spec' | 'kind' | 'pageCount'>): string {
  if (kind !== 'cover') return NO_SUM;
  const { innerTrimWidthMm: page, bleedMm: bleed, hingeGapMm: hinge = 0, caseWrapMarginMm: wrap = 0 } = spec;
  const half = spec.coverType === 'Hardcover' ? `${page} + ${hinge} + ${wrap} − ${bleed}` : `${page} + ${bleed}`;
  return `2 × (${half}) + ${spineWidthMm(spec, pageCount)} = ${sizeMmOf(spec, kind, pageCount).widthMm}`;
}

/**
 * Sizes that the service takes and that are still further off than rounding explains: what is cut off or missing is
 * told before it is printed. A cover's width is the spine's to explain (`cover.spineDrift`).
 */
function nearMisses(file: ReadFileCase, sizes: readonly Mm2[], allowed: Mm2): Finding[] {
  const threshold = (file.thresholds ?? resolveThresholds()).of('sizeNoteMm');
  const axes = file.kind === 'cover' ? (['heightMm'] as const) : AXES;
  const distanceOf = (size: Mm2) => Math.max(...axes.map((axis) => Math.abs(size[axis] - allowed[axis])));
  const off = indexesWhere(sizes, (size) => !isWithin(distanceOf(size), 0, threshold.value)).map((index) => ({
    index,
    size: sizes[index] ?? allowed,
  }));
  const worst = off.reduce<(typeof off)[number] | undefined>(
    (most, one) => (most === undefined || distanceOf(one.size) > distanceOf(most.size) ? one : most),
    undefined,
  );
  if (worst === undefined) return [];
  const offMm = mm(distanceOf(worst.size));
  return [
    finding(file.kind, {
      ruleId: 'size.near',
      severity: 'info',
      pages: off.map(({ index }) => index + 1),
      measured: offMm,
      allowed: mm(threshold.value),
      params: {
        offMm: offMm.value,
        pages: off.length,
        widthMm: mm(worst.size.widthMm).value,
        heightMm: mm(worst.size.heightMm).value,
        boxes: boxTableOf(file, worst.index, allowed),
      },
      source: thresholdSource(threshold, file),
      origin: threshold.origin,
      box: 'visible',
      remedies: [exportRemedy(file)],
    }),
  ];
}

const BOXES = [
  ['MediaBox', 'mediaBox'],
  ['CropBox', 'cropBox'],
  ['BleedBox', 'bleedBox'],
  ['TrimBox', 'trimBox'],
  ['ArtBox', 'artBox'],
] as const;

/**
 * Every box that a page states, with its size after Rotate and UserUnit and how far that is from the size asked for:
 * `MediaBox 243.0 × 248.0 mm (−6.0, −6.0)`. Box names and figures read the same in every language.
 */
function boxTable(page: PageFacts, wanted: Mm2): string {
  const rows = BOXES.flatMap(([name, key]) => {
    const box = page[key];
    return box === null ? [] : [row(name, boxSizeMm(box, page), wanted)];
  });
  const visible = visibleBox(page);
  // The CropBox may stick out of the sheet; what is seen and measured is then neither of the two.
  if (visible !== null && visible !== page.mediaBox && !isSame(visible, page.cropBox))
    rows.push(row('MediaBox ∩ CropBox', boxSizeMm(visible, page), wanted));
  return rows.join(' · ');
}

const row = (name: string, { widthMm, heightMm }: Mm2, wanted: Mm2): string =>
  `${name} ${widthMm.toFixed(1)} × ${heightMm.toFixed(1)} mm (${signed(widthMm - wanted.widthMm)}, ${signed(heightMm - wanted.heightMm)})`;

function signed(valueMm: number): string {
  const tenths = Math.round(valueMm * 10) / 10;
  return tenths < 0 ? `−${(-tenths).toFixed(1)}` : tenths === 0 ? '0.0' : `+${tenths.toFixed(1)}`;
}

const isSame = (a: PdfRectangle, b: PdfRectangle | null): boolean =>
  b !== null && a.left === b.left && a.bottom === b.bottom && a.right === b.right && a.top === b.top;
