import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import type { BoundPicture, BoundValues } from '../../../src-core/composition/bound-values.ts';
import { placeEntry, type ComposedEntry } from '../../../src-core/composition/compose.ts';
import { EMPTY_BOOK } from '../../../src-core/composition/flow.ts';
import { CONTRACTS } from '../../../src-core/contract/profiles.ts';
import { isGallery, type Template } from '../../../src-core/contract/templates.ts';
import type { CatalogueSpec } from '../../../src-core/specs/catalogue.ts';
import { openTypefaces } from '../../../src-node/typefaces/open-typefaces.ts';
import { paletteOf } from '../../../test/fixtures/pdf/palettes.ts';
import { SCENES, drawPicture } from '../../../test/fixtures/pdf/pictures.ts';
import { loadCatalogue, loadSpecProfiles } from '../../specs/load-catalogue.ts';
import { loadTemplates } from '../../templates/load-templates.ts';
import type { RenderOrder } from '../render-order.ts';

const resources = resolve(import.meta.dirname, '../../../resources');
export const FONTS_FOLDER = join(resources, 'fonts');

/** The shipped catalogue, read as the service reads it. */
export async function shippedCatalogue() {
  const specs = await loadCatalogue(join(resources, 'catalogue/book-specs.json'));
  const profiles = await loadSpecProfiles(join(resources, 'catalogue/spec-profiles.json'), specs);
  const { all } = await loadTemplates(join(resources, 'templates'), specs, profiles);
  return { specs: [...specs.values()], templates: all, themes: [...new Set(all.map(({ theme }) => theme))] };
}

export interface SamplePicture {
  readonly picture: BoundPicture;
  readonly bytes: Uint8Array;
}

/**
 * `large` is sharp at 300 pixels an inch over the highest page of the catalogue with its bleed, and over a hard cover's
 * board; `small` is so beside another one in a gallery.
 */
const PICTURE_PX = { large: { width: 4800, height: 3700 }, small: { width: 2700, height: 2000 } };
const PICTURES_A_SIZE = 7;

export interface SamplePictures {
  readonly large: readonly SamplePicture[];
  readonly small: readonly SamplePicture[];
}

/** Different photographs, some of them high and turned by their EXIF orientation only, as cameras write them. */
export async function samplePictures(): Promise<SamplePictures> {
  return { large: await drawn('large', 11), small: await drawn('small', 31) };
}

async function drawn(size: keyof typeof PICTURE_PX, firstSeed: number): Promise<SamplePicture[]> {
  const { width, height } = PICTURE_PX[size];
  const pictures: SamplePicture[] = [];
  for (let index = 0; index < PICTURES_A_SIZE; index++) {
    const isHigh = index % 3 === 2;
    const scene = SCENES[index % SCENES.length] ?? 'hills';
    const [seenWidth, seenHeight] = [800, Math.round((800 * height) / width)];
    const sketch = await drawPicture({ scene, palette: paletteOf(index), seed: firstSeed + index, widthPx: isHigh ? seenHeight : seenWidth, heightPx: isHigh ? seenWidth : seenHeight });
    const bytes = await sharp(await sharp(sketch).rotate(isHigh ? 270 : 0).toBuffer()).resize(width, height, { fit: 'fill', kernel: 'cubic' }).withIccProfile('srgb').withMetadata(isHigh ? { orientation: 6 } : {}).jpeg({ quality: 84 }).toBuffer();
    const [widthPx, heightPx] = isHigh ? [height, width] : [width, height];
    pictures.push({ bytes, picture: { blobKey: createHash('sha256').update(bytes).digest('hex'), mimeType: 'image/jpeg', widthPx, heightPx } });
  }
  return pictures;
}

export const TITLE = '여름 여행';
const WORDS = ['여름의 끝에서', '바다를 보러 간 날', '할머니의 정원', '다섯 식구의 저녁', '새벽 안개 속으로'];
export const PARAGRAPH =
  '아침 일찍 길을 나섰다. 창밖으로 낮은 산과 논이 지나가고, 아이들은 어느새 잠이 들었다. The road was long, and nobody minded. 바다에 닿았을 때는 해가 높이 떠 있었고, 우리는 신발을 벗고 오래 걸었다.';

/** A value for every parameter of a template. */
function valuesFor({ parameters }: Template, next: (size: keyof SamplePictures) => BoundPicture, place: number): BoundValues {
  return Object.fromEntries(
    Object.entries(parameters.definitions).map(([name, { binding, type, minItems, maxItems }]): [string, BoundValues[string]] => {
      if (binding === 'file') return [name, { kind: 'picture', picture: next('large') }];
      if (isGallery(binding)) {
        const count = Math.min(Math.max(minItems ?? 1, 2 + (place % 4)), maxItems ?? 9);
        return [name, { kind: 'pictures', pictures: Array.from({ length: count }, () => next('small')) }];
      }
      if (type === 'boolean') return [name, { kind: 'boolean', value: true }];
      const isLong = /body|text|note|letter|story/i.test(name);
      return [name, { kind: 'text', text: type === 'string' ? (isLong ? PARAGRAPH : (WORDS[place % WORDS.length] ?? '')) : String(2026) }];
    }),
  );
}

/** A book of one theme: its first fitting cover, then all of its pages by turns until the book is long enough. */
export async function sampleOrder(spec: CatalogueSpec, templates: readonly Template[], theme: string, pictures: SamplePictures, bookNumber = 0): Promise<RenderOrder> {
  const { measure } = await openTypefaces(FONTS_FOLDER);
  const own = templates.filter((template) => template.bookSpecUid === spec.bookSpecUid && template.theme === theme && template.specProfileUid === null);
  let taken = bookNumber;
  const next = (size: keyof SamplePictures) => (pictures[size][taken++ % PICTURES_A_SIZE] as SamplePicture).picture;
  const covers = own.filter(({ templateKind }) => templateKind === 'cover');
  const cover = covers[bookNumber % covers.length];
  if (cover === undefined) throw new Error(`${theme} has no cover for ${spec.bookSpecUid}`);
  const inside = own.filter(({ templateKind, layout }) => templateKind !== 'cover' && layout.elements.length > 0);
  const publish = inside.filter(({ templateKind }) => templateKind === 'publish');
  const pages = inside.filter(({ templateKind }) => templateKind !== 'publish');
  const entries: ComposedEntry[] = [];
  let cursor = EMPTY_BOOK;
  const add = (template: Template) => {
    const wish = { breakBefore: template.layoutRules.flow === undefined ? ('page' as const) : ('none' as const), side: null };
    const entry = { template, values: valuesFor(template, next, entries.length), wish };
    cursor = placeEntry({ ...entry, spec, cursor, measure }).cursor;
    entries.push(entry);
  };
  const isEnough = () => cursor.pages >= spec.pageMin - publish.length && (spec.pageMin - cursor.pages - publish.length) % spec.pageIncrement === 0;
  for (let place = 0; !isEnough(); place++) add(pages[place % pages.length] as Template);
  publish.forEach(add);
  return {
    bookUid: `bk_sample${bookNumber}`,
    title: TITLE,
    spec,
    contract: CONTRACTS.specified,
    pageCount: cursor.pages,
    cover: { template: cover, values: valuesFor(cover, next, 0) },
    contents: entries,
    system: { bookTitle: TITLE, year: 2026, month: 11, date: 21 },
    madeAtMs: Date.UTC(2026, 10, 21),
    fontsFolder: FONTS_FOLDER,
    graphicsFolder: join(resources, 'templates/graphics'),
  };
}
