import type { PageFacts } from '../../../src-core/pdf/boxes.ts';
import type { PdfFacts, ReadablePdf, UnreadablePdf } from '../../../src-core/pdf/read-facts.ts';

/** Facts as they are kept: pages of equal geometry once, and which of them each page is. */
export type PackedFacts =
  | UnreadablePdf
  | (Omit<ReadablePdf, 'pages'> & {
      readonly geometries: readonly PageFacts[];
      readonly pageGeometry: readonly number[];
    });

export function packFacts(facts: PdfFacts): PackedFacts {
  if (facts.status === 'unreadable') return facts;
  const { pages, ...rest } = facts;
  const places = new Map<string, number>();
  const geometries: PageFacts[] = [];
  const pageGeometry = pages.map((page) => {
    const key = JSON.stringify(page);
    let place = places.get(key);
    if (place === undefined) {
      place = geometries.push(page) - 1;
      places.set(key, place);
    }
    return place;
  });
  return { ...rest, geometries, pageGeometry };
}

export function unpackFacts(packed: PackedFacts): PdfFacts {
  if (packed.status === 'unreadable') return packed;
  const { geometries, pageGeometry, ...rest } = packed;
  return { ...rest, pages: pageGeometry.flatMap((place) => geometries[place] ?? []) };
}
