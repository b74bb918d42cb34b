import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { LayoutDocument } from '../../../src-core/layout/document.ts';
import { written } from '../../../src-core/layout/history.ts';
import { newLayout } from '../../../src-core/layout/new-document.ts';
import { toBleed } from '../../../src-core/layout/operations/frames.ts';
import { addPictures, placePicture, type KeyedPicture } from '../../../src-core/layout/operations/pictures.ts';
import { isRefusal, type Outcome } from '../../../src-core/layout/refusal.ts';
import type { CatalogueSpec } from '../../../src-core/specs/catalogue.ts';
import { paletteOf } from '../../fixtures/pdf/palettes.ts';
import { drawPicture, SCENES, type Scene } from '../../fixtures/pdf/pictures.ts';

export interface LaidBook {
  readonly name: string;
  readonly spec: CatalogueSpec;
  readonly pageCount: number;
  readonly pictures: number;
  /** Pixels of the longer and the shorter side of a picture. */
  readonly sizePx: readonly [number, number];
  /** How its pages get their pictures. */
  readonly fill: (document: LayoutDocument) => Outcome;
}

/** So many scenes are drawn; the other pictures are the same ones with a comment of their own, and another hash with it. */
const DRAWN = 6;

/** Writes the project of a book with all its pictures on its pages, below `root`. */
export async function writeLaidBook(root: string, laid: LaidBook): Promise<LayoutDocument> {
  const folder = join(root, laid.name);
  const pictures = await writePictures(join(folder, 'pictures'), laid);
  const empty = newLayout({ layoutId: laid.name, title: laid.name, spec: laid.spec, pageCount: laid.pageCount });
  const filled = done(laid.fill(done(addPictures(empty, { pictures }))));
  const front = done(placePicture(filled, { surfaceId: 'front', picture: pictures[0]?.key ?? '' }));
  const book = done(toBleed(front, { surfaceId: 'front', frameId: front.cover.front.order[0] ?? '' }));
  writeFileSync(join(folder, `${laid.name}.bkprep`), written(book));
  return book;
}

/** JPEGs of photographs, a third of them upright, each with a hash of its own. */
async function writePictures(
  folder: string,
  { pictures, sizePx }: Pick<LaidBook, 'pictures' | 'sizePx'>,
): Promise<KeyedPicture[]> {
  mkdirSync(folder, { recursive: true });
  const drawn = await Promise.all(Array.from({ length: DRAWN }, (_, index) => photograph(index, sizePx)));
  return Array.from({ length: pictures }, (_, index) => {
    const { bytes: scene, widthPx, heightPx } = drawn[index % DRAWN] as Awaited<ReturnType<typeof photograph>>;
    const bytes = withComment(scene, `picture ${index}`);
    const name = `DSC${String(index).padStart(5, '0')}.jpg`;
    writeFileSync(join(folder, name), bytes);
    return {
      key: createHash('sha256').update(bytes).digest('hex'),
      name,
      path: `pictures/${name}`,
      sizeBytes: bytes.length,
      mimeType: 'image/jpeg',
      widthPx,
      heightPx,
      takenAtMs: Date.UTC(2026, 8, 12, 9) + index * 60_000 + Math.floor(index / 13) * 3_600_000,
      profile: null,
      rating: 0,
      focus: null,
    };
  });
}

async function photograph(index: number, [longPx, shortPx]: LaidBook['sizePx']) {
  const [widthPx, heightPx] = index % 3 === 1 ? [shortPx, longPx] : [longPx, shortPx];
  const small = await drawPicture({
    scene: SCENES[index % SCENES.length] as Scene,
    palette: paletteOf(index),
    seed: index,
    widthPx: Math.round((widthPx * 800) / longPx),
    heightPx: Math.round((heightPx * 800) / longPx),
  });
  const bytes = await sharp(small)
    .resize(widthPx, heightPx, { fit: 'fill', kernel: 'cubic' })
    .jpeg({ quality: 90 })
    .toBuffer();
  return { bytes, widthPx, heightPx };
}

/** A COM segment behind the beginning (ITU-T T.81, B.2.4.5). */
function withComment(jpeg: Buffer, comment: string): Buffer {
  const text = Buffer.from(comment, 'latin1');
  const head = Buffer.from([0xff, 0xfe, 0, text.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, text, jpeg.subarray(2)]);
}

function done(outcome: Outcome): LayoutDocument {
  if (isRefusal(outcome)) throw new Error(`refused: ${JSON.stringify(outcome.refused)}`);
  return outcome;
}
