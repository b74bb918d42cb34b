import { finding, type RenderedFileCheck } from '../../check.ts';
import { markedAt, pagesOf } from '../../marks/marked-object.ts';
import { looksDistance } from '../../pixels/picture-looks.ts';
import { thresholdSource } from '../../threshold-source.ts';
import { pictureLooks, type SeenLook } from './picture-looks.ts';

/** A picture on more pages is a background or an ornament, and meant to come again. */
const BACKGROUND_SHARE = 1 / 3;
const LEAST_BACKGROUND_PAGES = 4;

/** Photos that are in the book more than once (I-014), by their looks: other sizes and other compression do not hide them. */
export const samePhoto: RenderedFileCheck = {
  id: 'image.samePhoto',
  rule: 'I-014',
  run: (file) => {
    const limit = file.thresholds.of('samePhotoBits');
    const groups: SeenLook[][] = [];
    for (const seen of pictureLooks(file)) {
      if (seen.look.looks === null) continue;
      const group = groups.find(([first]) => first !== undefined && isSame(first, seen, limit.value));
      if (group === undefined) groups.push([seen]);
      else group.push(seen);
    }
    const most = Math.max(LEAST_BACKGROUND_PAGES, file.facts.pageCount * BACKGROUND_SHARE);
    const repeated = groups.filter((group) => group.length > 1 && new Set(group.map(({ page }) => page)).size <= most);
    if (repeated.length === 0) return [];
    const objects = repeated.flatMap((group) =>
      group.map(({ page, boundsMm }) => markedAt(page, { boundsMm }, { kind: 'image', measured: group.length })),
    );
    const pages = pagesOf(objects);
    return [
      finding(file.kind, {
        ruleId: 'image.samePhoto',
        severity: 'info',
        pages,
        measured: { value: repeated.length, unit: 'count' },
        params: { photos: repeated.length, pages: pages.length, first: pages[0] ?? 0 },
        source: thresholdSource(limit, file),
        origin: limit.origin,
        objects,
      }),
    ];
  },
};

/** One picture of the file, cropped as it may be, or two that look the same. */
function isSame(first: SeenLook, second: SeenLook, maxBits: number): boolean {
  if (first.image === second.image) return true;
  return (
    first.look.looks !== null &&
    second.look.looks !== null &&
    looksDistance(first.look.looks, second.look.looks) <= maxBits
  );
}
