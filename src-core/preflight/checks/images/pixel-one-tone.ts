import { finding, type RenderedFileCheck } from '../../check.ts';
import { markedAt, pagesOf } from '../../marks/marked-object.ts';
import { SPECKS_SHARE } from '../../page-pixels.ts';
import { thresholdSource } from '../../threshold-source.ts';
import { pictureLooks } from './picture-looks.ts';

/**
 * Pictures that are all black or all white (I-015): a photo that did not load, a layer that was left out. A thin drawing
 * leaves as much of the paper white; where anything stands out, something is shown.
 */
export const oneTone: RenderedFileCheck = {
  id: 'image.oneTone',
  rule: 'I-015',
  run: (file) => {
    const limit = file.thresholds.of('oneTonePercent');
    const found = pictureLooks(file)
      .map((seen) => ({ ...seen, percent: 100 * Math.max(seen.look.blackShare, seen.look.whiteShare) }))
      .filter(({ percent, look }) => percent >= limit.value && look.standsOutShare <= SPECKS_SHARE)
      .sort((a, b) => b.percent - a.percent);
    if (found.length === 0) return [];
    const objects = found.map(({ page, boundsMm, percent }) =>
      markedAt(page, { boundsMm }, { kind: 'image', measured: percent }),
    );
    const pages = pagesOf(objects);
    const black = found.filter(({ look }) => look.blackShare > look.whiteShare).length;
    return [
      finding(file.kind, {
        ruleId: 'image.oneTone',
        severity: 'info',
        pages,
        measured: { value: Math.round(found[0]?.percent ?? 0), unit: 'percent' },
        allowed: { value: limit.value, unit: 'percent' },
        params: { pictures: found.length, pages: pages.length, black, white: found.length - black },
        source: thresholdSource(limit, file),
        origin: limit.origin,
        objects,
      }),
    ];
  },
};
