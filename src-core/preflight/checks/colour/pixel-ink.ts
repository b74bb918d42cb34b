import { finding, type RenderedFileCheck } from '../../check.ts';
import { markedAt, pagesOf } from '../../marks/marked-object.ts';
import { thresholdSource } from '../../threshold-source.ts';
import { pictureLooks } from '../images/picture-looks.ts';

/**
 * JPEGs in CMYK with more ink than dries, on average over a square of 15 mm (C-001, by their samples; GWG 2022, R0026);
 * pictures in CMYK of other formats are not measured.
 * A note: digital presses see to it themselves, and what the mean of a square hides may be higher.
 */
export const pixelInk: RenderedFileCheck = {
  id: 'colour.pictureInk',
  rule: 'C-001',
  run: (file) => {
    const limit = file.thresholds.of('totalInkPercent');
    const found = pictureLooks(file)
      .flatMap((seen) =>
        seen.look.inkPercent !== null && seen.look.inkPercent > limit.value
          ? [{ ...seen, percent: Math.round(seen.look.inkPercent) }]
          : [],
      )
      .sort((a, b) => b.percent - a.percent);
    if (found.length === 0) return [];
    const objects = found.map(({ page, boundsMm, percent }) =>
      markedAt(page, { boundsMm }, { kind: 'image', measured: percent }),
    );
    const pages = pagesOf(objects);
    const most = found[0]?.percent ?? 0;
    return [
      finding(file.kind, {
        ruleId: 'colour.pictureInk',
        severity: 'info',
        pages,
        measured: { value: most, unit: 'percent' },
        allowed: { value: limit.value, unit: 'percent' },
        params: {
          pictures: found.length,
          pages: pages.length,
          most,
          allowed: limit.value,
          squareMm: file.thresholds.of('totalInkSquareMm').value,
        },
        source: thresholdSource(limit, file),
        origin: limit.origin,
        objects,
        causeKey: 'colour.totalInk',
        remedies: [{ key: 'findings.remedy.lessInk' }],
      }),
    ];
  },
};
