import type { ImageFacts } from '../../../pdf/inspection/image-facts.ts';
import { standardSource, type InspectedFileCheck } from '../../check.ts';
import { hitsFinding, hitsIn, isImage, type Hit } from '../../marks/hits.ts';

type Damage = 'cut' | 'broken' | 'inverted' | 'sizeDiffers' | NonNullable<ImageFacts['problem']>;

/**
 * Pictures that will come out wrong or not at all: a JPEG without its end or with markers that lead nowhere, components
 * that do not match the colour space (of a JPEG 2000 its own one too), data that is too short, another size than the PDF says, and
 * CMYK JPEGs whose inversion is not undone (I-011).
 */
export const damagedPictures: InspectedFileCheck = {
  id: 'images.damaged',
  rule: 'I-011',
  run: (file) => {
    const byDamage = new Map<Damage, Hit[]>();
    for (const hit of hitsIn(file, isImage, ({ image }) => (damageOf(image) === null ? null : { measured: null }))) {
      const damage = damageOf(hit.object.image);
      if (damage !== null) byDamage.set(damage, [...(byDamage.get(damage) ?? []), hit]);
    }
    return [...byDamage].flatMap(([damage, hits]) =>
      hitsFinding(file, hits, {
        ruleId: 'images.damaged',
        severity: 'error',
        params: { damage },
        source: standardSource('ITU-T T.81 and T.800; ISO 32000-1, 8.9.5'),
        remedies: [{ key: 'findings.remedy.replacePicture' }],
      }),
    );
  },
};

/** What the dictionary and the markers of a picture tell against it; null when nothing does. */
export function damageOf(image: ImageFacts): Damage | null {
  if (image.problem !== null) return image.problem;
  if (image.jpeg === null) return null;
  if (image.jpeg.damage !== 'none') return image.jpeg.damage;
  // A height of 0 is told behind the first scan (ITU-T T.81, B.2.5).
  const isHigherOrLower = image.jpeg.heightPx > 0 && image.jpeg.heightPx !== image.heightPx;
  if (isHigherOrLower || image.jpeg.widthPx !== image.widthPx) return 'sizeDiffers';
  const { adobeTransform, components, isPictureFile } = image.jpeg;
  // CMYK files of picture editors hold inverted values, which /Decode has to turn back. What a PDF writer encoded itself
  // has the same mark of Adobe, and is not inverted.
  return isPictureFile && adobeTransform !== null && components === 4 && image.decode === null ? 'inverted' : null;
}
