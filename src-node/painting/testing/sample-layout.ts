import type { LayoutDocument } from '../../../src-core/layout/document.ts';
import { newLayout } from '../../../src-core/layout/new-document.ts';
import { setSpineText } from '../../../src-core/layout/operations/cover.ts';
import { setAcross, toBleed } from '../../../src-core/layout/operations/frames.ts';
import { straightenPicture } from '../../../src-core/layout/operations/inside.ts';
import { arrange } from '../../../src-core/layout/operations/live.ts';
import { setGround } from '../../../src-core/layout/operations/pages.ts';
import { addPictures, placePicture } from '../../../src-core/layout/operations/pictures.ts';
import { addText } from '../../../src-core/layout/operations/text.ts';
import { spreadsOf } from '../../../src-core/layout/spreads.ts';
import { done } from '../../../src-core/layout/testing/sample-book.ts';
import { resolveThresholds, thresholdsOfSpec } from '../../../src-core/preflight/thresholds.ts';
import { spineWidthMm } from '../../../src-core/specs/book-geometry.ts';
import type { CatalogueSpec } from '../../../src-core/specs/catalogue.ts';
import type { SamplePictures } from '../../../test/fixtures/layout/sample-orders.ts';

/** What an operator might make: pages arranged calmly and to the bleed, pictures straightened and over the fold, captions, a cover. */
export function sampleLayout(spec: CatalogueSpec, pictures: SamplePictures['large']): LayoutDocument {
  const keyAt = (number: number) => pictures[number % pictures.length]?.picture.blobKey ?? '';
  const thresholds = resolveThresholds({ spec: thresholdsOfSpec(spec) });
  let book = newLayout({ layoutId: 'sample', title: '여름 여행', spec, pageCount: spec.pageMin });
  book = done(
    addPictures(book, {
      pictures: pictures.map(({ bytes, picture: { blobKey, mimeType, widthPx, heightPx } }, index) => ({
        key: blobKey,
        name: `${index}.jpg`,
        path: `pictures/${index}.jpg`,
        sizeBytes: bytes.length,
        mimeType,
        widthPx,
        heightPx,
        takenAtMs: null,
        profile: 'sRGB',
        rating: 0,
        focus: null,
      })),
    }),
  );
  // The third spread has one picture over both of its pages.
  const { left, right } = spreadsOf(book)[2] ?? { left: null, right: null };
  for (const [index, surfaceId] of book.order.entries()) {
    if (surfaceId === left || surfaceId === right) continue;
    for (let place = 0; place <= index % 3; place += 1)
      book = done(placePicture(book, { surfaceId, picture: keyAt(index + place) }));
    book = done(arrange(book, { surfaceId, bleed: index % 3 === 0 }));
  }
  book = done(placePicture(book, { surfaceId: left ?? '', picture: keyAt(4) }));
  const at = { surfaceId: left ?? '', frameId: book.pages[left ?? '']?.order[0] ?? '' };
  book = done(toBleed(done(setAcross(book, { ...at, across: true })), at));
  book = done(straightenPicture(book, { ...at, straightenDeg: 2 }));
  const widthMm = spec.innerTrimWidthMm;
  book = done(placePicture(book, { surfaceId: 'front', picture: keyAt(1) }));
  book = done(toBleed(book, { surfaceId: 'front', frameId: book.cover.front.order[0] ?? '' }));
  book = done(setGround(book, { surfaceIds: ['back', 'spine'], ground: '#e8e2d6' }));
  const caption = { xMm: widthMm / 4, yMm: 40, widthMm: widthMm / 2, heightMm: 30 };
  book = done(addText(book, { surfaceId: 'back', box: caption, text: '할머니의 정원, 2026', align: 'centre' }));
  return spineWidthMm(spec, spec.pageMin) >= thresholds.of('spineTextFromMm').value
    ? done(setSpineText(book, { text: '여름 여행' }))
    : book;
}
