import { finding, standardSource, type RenderedFileCheck } from '../../check.ts';
import type { Severity } from '../../finding.ts';
import { markedAt, pagesOf } from '../../marks/marked-object.ts';
import type { PictureDamage } from '../../page-pixels.ts';
import { damageOf } from './damaged-pictures.ts';
import { pictureLooks, type SeenLook } from './picture-looks.ts';

const SEVERITIES: readonly (readonly [PictureDamage, Severity])[] = [
  ['cut', 'error'],
  ['broken', 'error'],
  // All of it is there, and some programs write wrong checksums.
  ['changed', 'warning'],
];

/**
 * Pictures whose data end before they do or cannot be unpacked, JPEGs and what Flate packs (I-011): renderers show as much as there
 * is and say nothing. What level 2 has told of a picture is not told again.
 */
export const damagedData: RenderedFileCheck = {
  id: 'image.damagedData',
  rule: 'I-011',
  run: (file) => {
    const seen = pictureLooks(file).filter(({ look, image }) => look.damage !== null && damageOf(image) === null);
    return SEVERITIES.flatMap(([damage, severity]) => {
      const found: readonly SeenLook[] = seen.filter(({ look }) => look.damage === damage);
      if (found.length === 0) return [];
      const objects = found.map(({ page, boundsMm, image }) =>
        markedAt(
          page,
          { boundsMm },
          { kind: 'image', excerpt: `${image.widthPx} × ${image.heightPx} px`, measured: null },
        ),
      );
      const pages = pagesOf(objects);
      return [
        finding(file.kind, {
          ruleId: 'image.damagedData',
          severity,
          pages,
          params: { count: found.length, pages: pages.length, damage },
          source: standardSource('ITU-T T.81; ISO 32000-1, 7.4'),
          objects,
          causeKey: `image.damagedData.${damage}`,
          remedies: [{ key: 'findings.remedy.replacePicture' }],
        }),
      ];
    });
  },
};
