import type { BoundPicture } from '../../../src-core/composition/bound-values.ts';
import { exportedWith } from '../../../src-core/composition/embedded-parts.ts';
import { expectedBytes } from '../../../src-core/composition/expected-bytes.ts';
import { measureByWidths } from '../../../src-core/composition/text-measure.ts';
import type { ExportChoices } from '../../../src-core/ipc/subjects/layouts.ts';
import type { LayoutDocument } from '../../../src-core/layout/document.ts';
import { sketchesOf } from '../../../src-core/layout/sketches.ts';
import { isSrgb } from '../../../src-core/pdf/inspection/colour-spaces.ts';

const BYTES_A_PAGE = 2_000;

/** Texts weigh nothing beside pictures: where their lines break is of no account here. */
const ANY_MEASURE = measureByWidths(() => 0.5);

/** What the two files of a layout weigh about, in bytes. */
export function expectedExport(
  document: LayoutDocument,
  { maxPpi, colours }: ExportChoices,
): { readonly cover: number; readonly contents: number } {
  const { cover, pages } = sketchesOf(document, ANY_MEASURE);
  const fileOf = ({ blobKey }: BoundPicture) => {
    const { sizeBytes = 0, mimeType = null, profile = null } = document.pictures[blobKey] ?? {};
    return { sizeBytes, isPng: mimeType === 'image/png', hasOwnColours: profile !== null && !isSrgb(profile) };
  };
  const choices = exportedWith(maxPpi, colours);
  return {
    cover: expectedBytes([cover], choices, fileOf),
    contents: expectedBytes(pages, choices, fileOf) + pages.length * BYTES_A_PAGE,
  };
}
