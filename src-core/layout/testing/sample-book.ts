import { specNamed } from '../../../test/fixtures/catalogue.ts';
import type { LayoutDocument } from '../document.ts';
import { difference, type StepLine } from '../history.ts';
import { newLayout } from '../new-document.ts';
import { addPictures, type KeyedPicture } from '../operations/pictures.ts';
import { isRefusal, type Outcome } from '../refusal.ts';

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** As cameras and telephones make them: mostly 3:2 and 4:3, a third upright, now and then a panorama or a square. */
const SHAPES = [
  [6000, 4000],
  [4032, 3024],
  [4000, 6000],
  [5472, 3648],
  [3024, 4032],
  [4608, 3456],
  [3000, 3000],
  [9000, 3000],
] as const;

export const keyOf = (number: number): string => number.toString(16).padStart(64, '0');

/** Pictures in the order they were taken, in bursts with hours between them. */
export function samplePictures(count: number, seed = 1): KeyedPicture[] {
  const chance = seeded(seed);
  let takenAtMs = Date.UTC(2026, 4, 2, 9);
  return Array.from({ length: count }, (_, index) => {
    takenAtMs += chance() < 0.08 ? 3 * 3_600_000 : 20_000 + chance() * 100_000;
    const [widthPx, heightPx] = SHAPES[Math.floor(chance() ** 1.5 * SHAPES.length)] ?? SHAPES[0];
    return {
      key: keyOf(index + 1),
      name: `IMG_${index + 1}.jpg`,
      path: `../photos/IMG_${index + 1}.jpg`,
      sizeBytes: 4_000_000,
      mimeType: 'image/jpeg',
      widthPx,
      heightPx,
      takenAtMs,
      profile: null,
      rating: 0,
      focus: null,
    };
  });
}

/** A page of a PDF that is cut to a size, with as much bleed around it. */
export const pdfPage = (of: {
  readonly key: string;
  readonly widthMm: number;
  readonly heightMm: number;
  readonly bleedMm: number;
}): KeyedPicture => {
  const [widthMm, heightMm] = [of.widthMm + 2 * of.bleedMm, of.heightMm + 2 * of.bleedMm];
  const trim = { xMm: of.bleedMm, yMm: of.bleedMm, widthMm: of.widthMm, heightMm: of.heightMm };
  return {
    ...{ key: of.key, name: `${of.key.slice(-3)}.pdf`, path: `pictures/${of.key}.pdf`, sizeBytes: 1_000 },
    ...{ mimeType: 'application/pdf', widthPx: Math.round(widthMm * 40), heightPx: Math.round(heightMm * 40) },
    ...{ takenAtMs: null, profile: null, rating: 0, focus: null, page: { widthMm, heightMm, trim } },
  };
};

/** What an operation gives that is not refused. */
export function done(outcome: Outcome): LayoutDocument {
  if (isRefusal(outcome)) throw new Error(`refused: ${JSON.stringify(outcome.refused)}`);
  return outcome;
}

/** A book with pictures in its tray. */
export function sampleBook({
  uid = 'SQUAREBOOK_HC',
  pageCount = 24,
  pictures = 0,
  title = '우리 가족',
}: {
  readonly uid?: string;
  readonly pageCount?: number;
  readonly pictures?: number;
  readonly title?: string;
} = {}): LayoutDocument {
  const { origin: _, ...spec } = specNamed(uid);
  const empty = newLayout({ layoutId: 'kim-and-lee', title, spec, pageCount });
  return done(addPictures(empty, { pictures: samplePictures(pictures) }));
}

/** The step that makes the one book of the other, as the window sends it. */
export const stepBetween = (before: LayoutDocument, after: LayoutDocument, label = 'change', atMs = 1): StepLine => ({
  label,
  atMs,
  set: difference(before, after),
  back: difference(after, before),
  move: 'do',
});
