import type { BoundsMm } from '../../../pdf/inspection/geometry.ts';
import type { ImageFacts } from '../../../pdf/inspection/image-facts.ts';
import type { InspectedPage } from '../../../pdf/inspection/inspection.ts';
import type { RenderedFileCase } from '../../check.ts';
import { seenPictures } from '../../pixels/measure-page.ts';
import type { PictureLook } from '../../page-pixels.ts';

export interface SeenLook {
  readonly page: InspectedPage;
  readonly boundsMm: BoundsMm;
  readonly image: ImageFacts;
  readonly look: PictureLook;
}

/** What was measured of every picture of the file, with where it lies, in page order. */
export function pictureLooks(file: RenderedFileCase): SeenLook[] {
  return file.inspection.pages.flatMap((page) => {
    const looks = new Map(file.pixels[page.index]?.pictures.map((look) => [look.order, look]));
    return seenPictures(page).flatMap(({ picture, boundsMm }) => {
      const look = looks.get(picture.order);
      return look === undefined ? [] : [{ page, boundsMm, image: picture.image, look }];
    });
  });
}
