import type { TextRef } from '../text-ref.ts';
import type { PageFacts } from '../pdf/boxes.ts';
import type { PdfDict, PdfValue } from '../pdf/objects.ts';
import { STALE_ENTRIES } from './moved-page.ts';
import { layeredContent, type Layer } from './page-content.ts';
import { geometryEntries, withEntries, type EditablePage, type FixWork } from './page-editor.ts';

/** So far a lower layer goes on beneath the next: two edges that only touch leave a hair of paper between them. */
export const UNDERLAP_PT = 0.25;

/**
 * The dictionary of a page that shows old pages as layers, lowest first; everything else it has from `base`. Its
 * structure tree entry goes: marked content within a form is not the page's own any more (ISO 32000-1, 14.7.4.2).
 */
export function layeredPage(
  work: FixWork,
  base: EditablePage,
  layers: readonly Layer[],
  geometry: PageFacts,
  place: Pick<EditablePage, 'inherited'> = base,
  annotations: PdfValue | undefined = undefined,
): PdfDict | TextRef {
  const content = layeredContent(work, layers);
  if ('key' in content) return content;
  const entries = {
    ...STALE_ENTRIES,
    ...geometryEntries(place, geometry),
    ...content,
    StructParents: undefined,
    Annots: annotations,
  };
  return withEntries(base.dict, entries);
}
