import type { PageFacts, PdfRectangle } from '../../../pdf/boxes.ts';
import { finding, type ReadFileCheck } from '../../check.ts';
import { thresholdSource } from '../../threshold-source.ts';
import { resolveThresholds } from '../../thresholds.ts';
import { cropCauseKey, cuts } from './crop-box.ts';

/** Trim within bleed, bleed within crop, crop within sheet; a box that is not stated is passed over (G-012). */
export const boxNesting: ReadFileCheck = {
  id: 'box.nesting',
  rule: 'G-012',
  run: (file) => {
    const threshold = (file.thresholds ?? resolveThresholds()).of('boxNestingPt');
    // Pages of a book share their geometry object, so each distinct one is looked at once.
    const looked = new Map<PageFacts, StickingOut | null>();
    const off = file.facts.pages.flatMap((page, index) => {
      const known = looked.get(page);
      const worst = known === undefined ? worstStickingOut(page) : known;
      looked.set(page, worst);
      return worst === null || worst.byPt <= threshold.value ? [] : [{ ...worst, index, page }];
    });
    const worst = off.reduce<(typeof off)[number] | undefined>(
      (most, one) => (most === undefined || one.byPt > most.byPt ? one : most),
      undefined,
    );
    if (worst === undefined) return [];
    const byPt = Math.round(worst.byPt * 1000) / 1000;
    return [
      finding(file.kind, {
        ruleId: 'box.nesting',
        severity: 'error',
        pages: off.map(({ index }) => index + 1),
        measured: { value: byPt, unit: 'pt' },
        allowed: { value: threshold.value, unit: 'pt' },
        params: { pages: off.length, inner: worst.inner, outer: worst.outer, byPt },
        source: thresholdSource(threshold, file),
        origin: threshold.origin,
        remedies: [{ key: 'findings.remedy.exportAgain' }],
        // Boxes that a crop box cuts through come right with it.
        ...(worst.outer === 'CropBox' && cuts(worst.page)
          ? { causeKey: cropCauseKey(file, worst.page), fixes: ['resetCropBox'] as const }
          : curesOf(worst)),
      }),
    ];
  },
};

const curesOf = ({ inner }: StickingOut) => ({
  fixes: inner === 'CropBox' ? (['resetCropBox'] as const) : (['setTrimAndBleed'] as const),
});

interface StickingOut {
  readonly inner: string;
  readonly outer: string;
  readonly byPt: number;
}

function worstStickingOut({ mediaBox, cropBox, bleedBox, trimBox }: PageFacts): StickingOut | null {
  const boxes: readonly (readonly [string, PdfRectangle | null])[] = [
    ['TrimBox', trimBox],
    ['BleedBox', bleedBox],
    ['CropBox', cropBox],
    ['MediaBox', mediaBox],
  ];
  const stated = boxes.flatMap(([name, box]) => (box === null ? [] : [{ name, box }]));
  let worst: StickingOut | null = null;
  for (const [index, inner] of stated.entries()) {
    const outer = stated[index + 1];
    if (outer === undefined) continue;
    const byPt = beyond(inner.box, outer.box);
    if (worst === null || byPt > worst.byPt) worst = { inner: inner.name, outer: outer.name, byPt };
  }
  return worst;
}

const beyond = (inner: PdfRectangle, outer: PdfRectangle): number =>
  Math.max(outer.left - inner.left, outer.bottom - inner.bottom, inner.right - outer.right, inner.top - outer.top, 0);
