import { z } from 'zod';
import { movedBox } from '../composition/lengths.ts';
import type { BoxMm } from '../specs/book-geometry.ts';
import { surfaceOf, type LayoutDocument, type SurfaceId } from './document.ts';
import { layoutIdSchema } from './names.ts';
import { picturesOf } from './picture-numbers.ts';
import { proofPlaces, type LaidPlace, type ProofKind } from './proof-places.ts';
import { isPanel, type SurfacePlace } from './spreads.ts';
import { framesInOrder } from './surface-change.ts';

/** What a comment is about. A page keeps its id wherever it comes to lie, so that the comment goes with it. */
export const commentPlaceSchema = z.object({
  /** A page or a panel of the cover; null: the book. */
  surfaceId: layoutIdSchema.max(16).nullable(),
  /** One of its frames; null: all of it. */
  frameId: layoutIdSchema.max(16).nullable(),
  /** As the proof numbers them: the page, and which of its pictures; null: it is no page, no picture. */
  page: z.int().min(1).max(2_000).nullable(),
  picture: z.int().min(1).max(500).nullable(),
});
export type CommentPlace = z.infer<typeof commentPlaceSchema>;

export const foundCommentSchema = commentPlaceSchema.extend({
  /** Empty: something is drawn there, without words. */
  text: z.string().max(5_000),
  author: z.string().max(200).nullable(),
  isDone: z.boolean(),
});
/** What a customer said of a proof. */
export type FoundComment = z.infer<typeof foundCommentSchema>;

/** The last time that a clock can tell. */
const LAST_MS = 8.64e15;

export const commentSchema = foundCommentSchema.extend({
  id: z.string().min(1).max(40),
  /** The number of the proof. */
  proof: z.int().min(1).max(1_000_000),
  /** When it was taken over. */
  atMs: z.number().min(0).max(LAST_MS),
});
export type LayoutComment = z.infer<typeof commentSchema>;

export const WHOLE_BOOK: CommentPlace = { surfaceId: null, frameId: null, page: null, picture: null };

/** Which of them are new: a file that is read again brings nothing twice, and two strokes without words are two. */
export function newAmong(known: readonly FoundComment[], found: readonly FoundComment[]): boolean[] {
  const left = new Map<string, number>();
  for (const comment of known) left.set(sayingOf(comment), (left.get(sayingOf(comment)) ?? 0) + 1);
  return found.map((comment) => {
    const saying = sayingOf(comment);
    const times = left.get(saying) ?? 0;
    left.set(saying, times - 1);
    return times <= 0;
  });
}

/** Whoever ticked it. */
const sayingOf = ({ surfaceId, frameId, text, author }: FoundComment): string =>
  JSON.stringify([surfaceId, frameId, text, author]);

/** Where on a proof somebody wrote, in millimetres from the top left of a page, which counts from 0. */
export interface NotePoint extends Point {
  readonly page: number;
}

/** Tells what notes on the pages of a proof are about: the frame below each, else the page. Beside every spread of a contact sheet it is the nearest one. */
export function commentPlacesOn(document: LayoutDocument, kind: ProofKind): (note: NotePoint) => CommentPlace {
  const pages = new Map<number, LaidPlace[]>();
  for (const place of proofPlaces(document, kind)) pages.set(place.page, [...(pages.get(place.page) ?? []), place]);
  return (note) => {
    const onPage = pages.get(note.page) ?? [];
    const place = nearestOf(onPage, boxOnPage, note);
    if (place === undefined || (kind === 'contactSheet' && isHeading(onPage, note))) return WHOLE_BOOK;
    const at = { xMm: (note.xMm - place.xMm) / place.scale, yMm: (note.yMm - place.yMm) / place.scale };
    const surface = nearestOf(place.surfaces, (one) => one, at);
    if (surface === undefined) return WHOLE_BOOK;
    return placeOf(document, surface.surfaceId, frameUnder(document, place, surface, at));
  };
}

/** Above the first row of a contact sheet stands what is said of all of it. */
const isHeading = (places: readonly LaidPlace[], { yMm }: Point): boolean =>
  yMm < Math.min(...places.map((place) => place.yMm));

const boxOnPage = ({ xMm, yMm, scale, size }: LaidPlace): BoxMm => ({
  xMm,
  yMm,
  widthMm: size.widthMm * scale,
  heightMm: size.heightMm * scale,
});

interface Point {
  readonly xMm: number;
  readonly yMm: number;
}

const beyond = (at: number, from: number, length: number): number => Math.max(from - at, at - from - length, 0);
const distance = ({ xMm, yMm }: Point, box: BoxMm): number =>
  Math.hypot(beyond(xMm, box.xMm, box.widthMm), beyond(yMm, box.yMm, box.heightMm));

function nearestOf<T>(all: readonly T[], boxOf: (one: T) => BoxMm, at: Point): T | undefined {
  return all.toSorted((one, other) => distance(at, boxOf(one)) - distance(at, boxOf(other)))[0];
}

/** The frame that is seen there: of its page first, then one that goes on over the fold. */
function frameUnder(
  document: LayoutDocument,
  place: LaidPlace,
  own: SurfacePlace,
  at: Point,
): [SurfaceId, string] | null {
  const surfaces = [own, ...place.surfaces.filter((other) => other !== own)];
  for (const { surfaceId, xMm, yMm } of surfaces) {
    const surface = surfaceOf(document, surfaceId);
    const frames = surface === undefined ? [] : framesInOrder(surface);
    const found = frames.findLast(([, frame]) => distance(at, movedBox(frame.box, xMm, yMm)) === 0);
    if (found !== undefined) return [surfaceId, found[0]];
  }
  return null;
}

function placeOf(document: LayoutDocument, surfaceId: SurfaceId, frame: [SurfaceId, string] | null): CommentPlace {
  const [ownerId, frameId] = frame ?? [surfaceId, null];
  const pictureAt = picturesOf(document, ownerId).findIndex(([id]) => id === frameId);
  return {
    surfaceId: ownerId,
    frameId,
    page: pageNumberOf(document, ownerId),
    picture: pictureAt < 0 ? null : pictureAt + 1,
  };
}

export const pageNumberOf = ({ order }: LayoutDocument, surfaceId: SurfaceId): number | null =>
  isPanel(surfaceId) ? null : order.indexOf(surfaceId) + 1;

/** Where a comment leads to in the book of now; null: to nothing that is still there, or to all of it. */
export function commentTarget(
  document: LayoutDocument,
  { surfaceId, frameId }: CommentPlace,
): { readonly surfaceId: SurfaceId; readonly frameId: string | null } | null {
  const surface = surfaceId === null ? undefined : surfaceOf(document, surfaceId);
  if (surfaceId === null || surface === undefined || (!isPanel(surfaceId) && !document.order.includes(surfaceId)))
    return null;
  return { surfaceId, frameId: frameId !== null && Object.hasOwn(surface.frames, frameId) ? frameId : null };
}
