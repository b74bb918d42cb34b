import { resolve } from 'node:path';
import type { BoundPicture, BoundValue, PictureSubject } from '../../../src-core/composition/bound-values.ts';
import { composeContents, composeCover, type ComposedEntry } from '../../../src-core/composition/compose.ts';
import { panelsOf } from '../../../src-core/composition/cover-panels.ts';
import { overlapOf } from '../../../src-core/composition/lengths.ts';
import { seenBox, type PictureItem } from '../../../src-core/composition/picture-place.ts';
import type { PaintItem } from '../../../src-core/composition/sketch.ts';
import type { FoundFace } from '../../../src-core/faces/find-faces.ts';
import type { BoxMm } from '../../../src-core/specs/book-geometry.ts';
import type { CatalogueSpec } from '../../../src-core/specs/catalogue.ts';
import { findSubject } from '../../../src-node/pictures/find-subject.ts';
import { openFaceNet } from '../../../src-node/pictures/picture-faces.ts';
import { shippedTemplates, typefaces } from '../../fixtures/layout/shipped-templates.ts';
import type { AlbumEntry, AlbumPlan } from './album-plans.ts';
import type { AlbumPicture } from './family-words.ts';

/** Of a head beside its face, in its heights and widths, what has to be seen once a book is cut and bound. */
const HEAD = { above: 0.375, below: 0.15, aside: 0.14 };
/** Smaller than this, by the largest of the picture, a face is a passer-by's. */
const LEAST_OF_LARGEST = 0.4;
/** So much of a picture at each of its ends, in shares of it, is not asked for, whoever lies there: a picture that fills its page loses
 * about that to the bleed. A smaller one at the page's edge loses as many millimetres, which are more of it. */
const END_OF_PICTURE = 0.02;
const TOLERANCE_MM = 0.1;
const LETTERS_MM = 0.5;

export interface SeenFaces {
  /** In pictures as often as they are printed. */
  readonly faces: number;
  /** Where a frame, the trim of a page, or that of its side of the cover cuts a head that counts, but for the ends of pictures
   * (`END_OF_PICTURE`). The fold of a spread is not looked at. */
  readonly cut: readonly string[];
  /** Faces that letters or cards lie on. */
  readonly covered: readonly string[];
}

/** Where the product finds somebody, by the picture's day. */
export type Subjects = ReadonlyMap<string, PictureSubject>;

export async function subjectsOf(pictures: readonly AlbumPicture[]): Promise<Subjects> {
  const net = await openFaceNet(resolve('resources/faces'));
  const subjects = new Map<string, PictureSubject>();
  for (const { day, jpeg } of pictures) subjects.set(day, await findSubject(net, jpeg));
  return subjects;
}

/**
 * The faces of a printed book against what is seen of its pictures: it is composed once more from its plan. Throws where its pages are
 * not those that the service counted.
 */
export function seenFaces(
  plan: AlbumPlan,
  spec: CatalogueSpec,
  printed: { readonly pages: number },
  subjects: Subjects,
): SeenFaces {
  const book = {
    spec,
    pageCount: printed.pages,
    system: { bookTitle: plan.title, year: 2027, month: 2, date: 28 },
    measure: typefaces.measure,
  };
  const found = { faces: 0, cut: [] as string[], covered: [] as string[] };
  const look = (items: readonly PaintItem[], trims: readonly BoxMm[], where: string) => {
    for (const [place, item] of items.entries()) {
      if (item.kind !== 'picture') continue;
      const trim = trims.toSorted((a, b) => apart(a, item.box) - apart(b, item.box))[0] as BoxMm;
      const seen = overlapOf(seenBox(item), trim);
      const faces = item.picture.subject?.faces ?? [];
      const largest = Math.max(0, ...faces.map(({ height }) => height));
      for (const face of faces.filter(({ height }) => height >= LEAST_OF_LARGEST * largest)) {
        found.faces += 1;
        if (!isWithin(placed(face, item, HEAD, spec.bleedMm), seen)) found.cut.push(where);
        const own = placed(face, item, { above: 0, below: 0, aside: 0 }, spec.bleedMm);
        if (items.slice(place + 1).some((other) => other.kind !== 'picture' && meets(inked(other), own)))
          found.covered.push(where);
      }
    }
  };
  const cover = entryOf(plan.cover, plan, spec, subjects);
  const panels = panelsOf(spec, printed.pages);
  look(
    composeCover({ ...book, template: cover.template, values: cover.values }).items,
    [panels.back, panels.front],
    'cover',
  );
  const entries = plan.contents.map((entry) => entryOf(entry, plan, spec, subjects));
  const trim = { xMm: 0, yMm: 0, widthMm: spec.innerTrimWidthMm, heightMm: spec.innerTrimHeightMm };
  for (const { pageNum, items } of composeContents({ ...book, entries })) look(items, [trim], `page ${pageNum}`);
  return found;
}

function entryOf(
  { template: name, texts, pictures, beginsPage = false }: AlbumEntry,
  { theme }: AlbumPlan,
  { bookSpecUid }: CatalogueSpec,
  subjects: Subjects,
): ComposedEntry {
  const template = shippedTemplates.find(
    (one) => one.theme === theme && one.templateName === name && one.bookSpecUid === bookSpecUid,
  );
  if (template === undefined) throw new Error(`${theme} has no template ${name} for ${bookSpecUid}`);
  const bound = ({ day, widthPx, heightPx }: AlbumPicture): BoundPicture => {
    const subject = subjects.get(day);
    return { blobKey: day, mimeType: 'image/jpeg', widthPx, heightPx, ...(subject && { subject }) };
  };
  const values = [
    ...Object.entries(texts).map(([key, text]): [string, BoundValue] => [key, { kind: 'text', text }]),
    ...Object.entries(pictures).map(([key, given]): [string, BoundValue] => [
      key,
      'jpeg' in given
        ? { kind: 'picture', picture: bound(given) }
        : { kind: 'pictures', pictures: given.map((picture) => bound(picture)) },
    ]),
  ];
  const isFree = template.templateKind === 'content' && !beginsPage;
  return {
    template,
    values: Object.fromEntries(values),
    wish: { breakBefore: isFree ? 'none' : 'page', side: null },
  };
}

/** A face with so much of its head, where its picture lies, without what lies at the picture's ends or beyond them. */
function placed({ x, y, width, height }: FoundFace, { whole }: PictureItem, head: typeof HEAD, bleedMm: number): BoxMm {
  const taken = (lengthMm: number) => {
    const end = Math.max(END_OF_PICTURE, bleedMm / lengthMm);
    return (value: number): number => Math.min(Math.max(value, end), 1 - end);
  };
  const [left, right] = [x - head.aside * width, x + (1 + head.aside) * width].map(taken(whole.widthMm));
  const [top, bottom] = [y - head.above * height, y + (1 + head.below) * height].map(taken(whole.heightMm));
  return {
    xMm: whole.xMm + (left ?? 0) * whole.widthMm,
    yMm: whole.yMm + (top ?? 0) * whole.heightMm,
    widthMm: ((right ?? 0) - (left ?? 0)) * whole.widthMm,
    heightMm: ((bottom ?? 0) - (top ?? 0)) * whole.heightMm,
  };
}

/** Of a text the height of its lines: its box is what it might have filled. */
function inked(item: Exclude<PaintItem, PictureItem>): BoxMm {
  if (item.kind !== 'text' || item.rotation !== 0) return item.box;
  const baselines = item.lines.map(({ baselineMm }) => baselineMm);
  if (baselines.length === 0) return { ...item.box, heightMm: 0 };
  const topMm = Math.min(...baselines) - item.sizeMm;
  return { ...item.box, yMm: topMm, heightMm: Math.max(...baselines) + 0.3 * item.sizeMm - topMm };
}

const isWithin = (inner: BoxMm, outer: BoxMm): boolean =>
  inner.xMm >= outer.xMm - TOLERANCE_MM &&
  inner.yMm >= outer.yMm - TOLERANCE_MM &&
  inner.xMm + inner.widthMm <= outer.xMm + outer.widthMm + TOLERANCE_MM &&
  inner.yMm + inner.heightMm <= outer.yMm + outer.heightMm + TOLERANCE_MM;

function meets(one: BoxMm, other: BoxMm): boolean {
  const { widthMm, heightMm } = overlapOf(one, other);
  return widthMm > LETTERS_MM && heightMm > LETTERS_MM;
}

const apart = (one: BoxMm, other: BoxMm): number => Math.abs(one.xMm + one.widthMm / 2 - other.xMm - other.widthMm / 2);
