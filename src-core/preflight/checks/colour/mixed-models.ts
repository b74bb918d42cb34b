import type { ImageObject, PageObject } from '../../../pdf/inspection/page-objects.ts';
import { standardSource, type InspectedFileCheck } from '../../check.ts';
import { hitsFinding, type Hit } from '../../marks/hits.ts';
import { visibleMarks } from '../../marks/visible-marks.ts';
import { modelOf } from './painted-colours.ts';

const isPhoto = (object: PageObject): object is ImageObject => object.kind === 'image' && !object.image.isStencil;

/** RGB and CMYK photos side by side: the same sky may come out in two blues (C-009). */
export const mixedModels: InspectedFileCheck = {
  id: 'colour.mixedModels',
  rule: 'C-009',
  run: (file) => {
    const hits = file.inspection.pages.flatMap((page): Hit[] => {
      const photos = visibleMarks(page).flatMap(({ object, boundsMm }) =>
        isPhoto(object) ? [{ page, object, boundsMm, measured: null }] : [],
      );
      const models = new Set(
        photos.map(({ object }) => (object.image.colourSpace === null ? 'unknown' : modelOf(object.image.colourSpace))),
      );
      return models.has('rgb') && models.has('cmyk')
        ? photos.filter(
            ({ object }) => object.image.colourSpace !== null && modelOf(object.image.colourSpace) === 'cmyk',
          )
        : [];
    });
    return hitsFinding(file, hits, {
      ruleId: 'colour.mixedModels',
      severity: 'info',
      source: standardSource('GWG 2022, R0028'),
      causeKey: 'images.colourProfile',
    });
  },
};
