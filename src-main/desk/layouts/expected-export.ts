import { PLACED_PAGE, type BoundPicture } from '../../../src-core/composition/bound-values.ts';
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

export interface ExpectedExport {
  readonly cover: number;
  readonly contents: number;
  /** The larger of the two if all that pages of PDFs bring were there by another one: what they share is known when it is painted. */
  readonly largestAtLeast: number;
  /** Pages of PDFs may share what they bring: all of it is counted for each. */
  readonly isAtMost: boolean;
}

/** What the two files of a layout weigh about, in bytes. */
export function expectedExport(document: LayoutDocument, { maxPpi, colours }: ExportChoices): ExpectedExport {
  const { cover, pages } = sketchesOf(document, ANY_MEASURE);
  const fileOf = ({ blobKey }: BoundPicture) => {
    const { sizeBytes = 0, mimeType = null, profile = null } = document.pictures[blobKey] ?? {};
    return { sizeBytes, isPng: mimeType === 'image/png', hasOwnColours: profile !== null && !isSrgb(profile) };
  };
  let placed = 0;
  const withoutPages = (picture: BoundPicture) => {
    if (picture.mimeType !== PLACED_PAGE) return fileOf(picture);
    placed += 1;
    return { ...fileOf(picture), sizeBytes: 0 };
  };
  const choices = exportedWith(maxPpi, colours);
  const filesWith = (of: typeof fileOf) => ({
    cover: expectedBytes([cover], choices, of),
    contents: expectedBytes(pages, choices, of) + pages.length * BYTES_A_PAGE,
  });
  const least = filesWith(withoutPages);
  return { ...filesWith(fileOf), largestAtLeast: Math.max(least.cover, least.contents), isAtMost: placed > 1 };
}
