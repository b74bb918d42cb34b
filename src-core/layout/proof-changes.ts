import { surfaceOf, type LayoutDocument, type LayoutFrame, type Surface } from './document.ts';
import { difference, written } from './history.ts';
import type { ChangeNote, SurfaceChange } from './retarget-changes.ts';
import type { TextMeasure } from '../composition/sketch.ts';
import { framesInOrder, surfaceIds } from './surface-change.ts';
import { themedCover, themedPage } from './themed/surface.ts';

/**
 * What was done to a book since a proof of it, page for page: the cover first, then its pages in their order, then those that went. What
 * looks the same is not told, by whichever frames it is shown. `measure`: null while the faces of templates are not there, and then what
 * these make is not told.
 */
export function changesSince(proof: LayoutDocument, now: LayoutDocument, measure: TextMeasure | null): SurfaceChange[] {
  const moved = movedPages(proof, now);
  const shows = (document: LayoutDocument, surfaceId: string): string | null => {
    if (measure === null || document.themed === null) return null;
    const made =
      surfaceId === 'front'
        ? themedCover(document, measure, 'printed')
        : themedPage(document, surfaceId, measure, 'printed');
    return made === null ? null : JSON.stringify([made.ground, made.items.map(({ item }) => item)]);
  };
  const stays = surfaceIds(now).map((surfaceId): SurfaceChange => {
    const [was, is] = [surfaceOf(proof, surfaceId), surfaceOf(now, surfaceId)];
    if (was === undefined || is === undefined) return { surfaceId, notes: [note('comes')] };
    const wrap = surfaceId === 'front' && written(proof.cover.wrap) !== written(now.cover.wrap);
    const page = moved.get(surfaceId);
    return {
      surfaceId,
      notes: [
        ...(page === undefined ? [] : [note('moved', { page })]),
        ...notesOf(was, is),
        ...(wrap ? [note('wrap')] : []),
        ...(shows(proof, surfaceId) === shows(now, surfaceId) ? [] : [note('template')]),
      ],
    };
  });
  const goes = proof.order
    .filter((id) => now.pages[id] === undefined)
    .map((surfaceId): SurfaceChange => ({ surfaceId, notes: [note('goes')] }));
  return [...stays.filter(({ notes }) => notes.length > 0), ...goes];
}

const note = (what: string, params: Readonly<Record<string, number>> = {}): ChangeNote => ({
  severity: 'info',
  text: { key: `layout.since.${what}`, params },
});

/** Pages that lie elsewhere among those of both, with their former numbers: as few as explain the order that there is. */
function movedPages(proof: LayoutDocument, now: LayoutDocument): ReadonlyMap<string, number> {
  const former = new Map(proof.order.map((id, index) => [id, index]));
  const common = now.order.filter((id) => former.has(id));
  const places = common.map((id) => former.get(id) ?? 0);
  const stays = longestRising(places);
  return new Map(common.flatMap((id, at) => (stays.has(at) ? [] : [[id, (places[at] ?? 0) + 1] as const])));
}

/** Where the longest part of the list stands that rises, its others left out. */
function longestRising(list: readonly number[]): ReadonlySet<number> {
  /** By its length less one, where the part of that length ends that ends the lowest. */
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  for (const [at, value] of list.entries()) {
    let [from, to] = [0, ends.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((list[ends[middle] ?? 0] ?? 0) < value) from = middle + 1;
      else to = middle;
    }
    before.push(ends[from - 1]);
    ends[from] = at;
  }
  const rising = new Set<number>();
  for (let at = ends.at(-1); at !== undefined; at = before[at]) rising.add(at);
  return rising;
}

function notesOf(was: Surface, is: Surface): ChangeNote[] {
  // Of most pages nothing changed: what they show is not written out then.
  if (difference(was, is).length === 0) return [];
  const [former, next] = [shownOn(was), shownOn(is)];
  const pictures = changesOf(former.pictures, next.pictures);
  const counts = {
    picturesCome: pictures.come,
    picturesGo: pictures.go,
    placed: pictures.otherwise,
    texts: changedOf(former.texts, next.texts),
    fields: changedOf(former.fields, next.fields),
  };
  const notes = Object.entries(counts).flatMap(([what, count]) => (count === 0 ? [] : [note(what, { count })]));
  const isStacked = notes.length === 0 && former.inOrder.join('\n') !== next.inOrder.join('\n');
  return [...notes, ...(isStacked ? [note('stacked')] : []), ...(was.ground === is.ground ? [] : [note('ground')])];
}

/** What a surface shows, each as it looks: what is locked, or heavier when it is arranged anew, looks the same. */
interface Shown {
  /** By the picture's key. */
  readonly pictures: ReadonlyMap<string, readonly string[]>;
  readonly texts: readonly string[];
  readonly fields: readonly string[];
  /** In paint order. */
  readonly inOrder: readonly string[];
}

function shownOn(surface: Surface): Shown {
  const pictures = new Map<string, string[]>();
  const kinds: Record<'text' | 'field', string[]> = { text: [], field: [] };
  const inOrder: string[] = [];
  for (const [, frame] of framesInOrder(surface)) {
    // A frame that waits for its picture or its text is not printed.
    if (frame.kind === 'picture' ? frame.picture === null : frame.kind === 'text' && frame.text.trim() === '') continue;
    const look = lookOf(frame);
    inOrder.push(look);
    if (frame.kind !== 'picture') kinds[frame.kind].push(look);
    else if (frame.picture !== null) pictures.set(frame.picture, [...(pictures.get(frame.picture) ?? []), look]);
  }
  return { pictures, texts: kinds.text, fields: kinds.field, inOrder };
}

const lookOf = (frame: LayoutFrame): string => written({ ...frame, locked: false, weight: 1 });

function changesOf(was: Shown['pictures'], is: Shown['pictures']) {
  const all = [...new Set([...was.keys(), ...is.keys()])].map((key) => {
    const [former, next] = [was.get(key) ?? [], is.get(key) ?? []];
    const common = Math.min(former.length, next.length);
    return {
      come: next.length - common,
      go: former.length - common,
      otherwise: common - Math.min(common, next.length - lacking(next, former)),
    };
  });
  const sum = (of: 'come' | 'go' | 'otherwise') => all.reduce((total, one) => total + one[of], 0);
  return { come: sum('come'), go: sum('go'), otherwise: sum('otherwise') };
}

const changedOf = (was: readonly string[], is: readonly string[]): number =>
  Math.max(lacking(was, is), lacking(is, was));

/** How many of these the others lack. */
function lacking(these: readonly string[], others: readonly string[]): number {
  const left = [...others];
  return these.filter((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  }).length;
}
