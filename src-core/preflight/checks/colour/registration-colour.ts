import { contains, intersect, type BoundsMm } from '../../../pdf/inspection/geometry.ts';
import type { ColourSpace, Paint } from '../../../pdf/inspection/colour-facts.ts';
import type { PageObject } from '../../../pdf/inspection/page-objects.ts';
import { standardSource, type InspectedFileCase, type InspectedFileCheck } from '../../check.ts';
import { hitsFinding, hitsIn, isAny, type Hit } from '../../marks/hits.ts';
import { trimOf } from '../../marks/trim-of.ts';
import { isFourFullInks, spacesOf } from './painted-colours.ts';

/**
 * Registration colour prints on every plate at once: inside the trim it is a mistake that does not dry (GWG 2022, R0024;
 * C-003). Outside of it these are printer's marks, which the geometry rules speak of.
 */
export const registrationColour: InspectedFileCheck = {
  id: 'colour.registration',
  rule: 'C-003',
  run: (file) =>
    hitsFinding(
      file,
      hitsWithinTrim(file, (object) => spacesOf(object).some(isRegistration)),
      {
        ruleId: 'colour.registration',
        severity: 'error',
        source: standardSource('GWG 2022, R0024'),
        remedies: [{ key: 'findings.remedy.useBlack' }],
      },
    ),
};

/**
 * The same black once a program has turned it into CMYK: all four inks in full, in lines, fields and stencils of any size
 * (C-003). Letters are `text.richBlack`'s to report.
 */
export const fourFullInks: InspectedFileCheck = {
  id: 'colour.fourFullInks',
  rule: 'C-003',
  run: (file) =>
    hitsFinding(
      file,
      hitsWithinTrim(file, (object) => object.kind !== 'text' && opaquePaintsOf(object).some(isFourFullInks)),
      {
        ruleId: 'colour.fourFullInks',
        severity: 'warning',
        source: standardSource('GWG 2022, R0024'),
        causeKey: 'colour.totalInk',
        remedies: [{ key: 'findings.remedy.useBlack' }],
      },
    ),
};

function hitsWithinTrim(file: InspectedFileCase, speaksAgainst: (object: PageObject) => boolean): Hit[] {
  return hitsIn(file, isAny, (object, page) =>
    speaksAgainst(object) && isWithin(trimOf(page, file.spec.bleedMm), object) ? { measured: null } : null,
  );
}

/** What fades is not printed in full. */
function opaquePaintsOf(object: PageObject): readonly Paint[] {
  const { fillAlpha, strokeAlpha, hasSoftMask } = object.state;
  if (hasSoftMask || object.kind === 'shading') return [];
  const stroke = object.kind === 'image' || strokeAlpha < 1 ? null : object.stroke;
  return [fillAlpha < 1 ? null : object.fill, stroke].filter((paint) => paint !== null);
}

/** Palettes are made of the colours of their base. */
function isRegistration(space: ColourSpace): boolean {
  if (space.family === 'Indexed') return space.base !== null && isRegistration(space.base);
  return space.family === 'Separation' && space.colorants[0] === 'All';
}

/** A field that goes over the trim counts as within; lines may be all crop marks of a page in one, around it. */
function isWithin(trim: BoundsMm, object: PageObject): boolean {
  if (object.clippedMm === null) return false;
  const isMark = object.kind === 'path' && (object.shape !== 'rectangle' || object.fill === null);
  return isMark ? contains(trim, object.clippedMm) : intersect(trim, object.clippedMm) !== null;
}
