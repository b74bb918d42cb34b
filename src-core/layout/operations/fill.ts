import { costsOfRuns, MOST_ARRANGED, type Arranged } from '../../arranging/arrange.ts';
import type { Room, Shot } from '../../arranging/shot.ts';
import type { LayoutDocument, PictureFrame, SurfaceId } from '../document.ts';
import { eventsOf } from '../events.ts';
import { isFree } from '../free-pages.ts';
import {
  liveSurface,
  sameRoom,
  usualArrangement,
  waysInto,
  waysOf,
  withArranged,
  type Asked,
  type LiveSurface,
} from '../live.ts';
import { isRefusal, refused, type Outcome, type Refusal } from '../refusal.ts';
import { withSurface } from '../surface-change.ts';
import { newPictureFrame, unplacedPictures } from './pictures.ts';

/** Which pictures each page is given, and how they lie on it. Data alone: it is worked out in a thread. */
export interface FillPlan {
  readonly asked: Asked;
  readonly pages: readonly PlannedPage[];
}

interface PlannedPage {
  readonly pageId: SurfaceId;
  /** In reading order. */
  readonly pictures: readonly string[];
  /** The names in it are of no frame yet: the n-th picture is `s` and its number. */
  readonly best: Arranged;
  /** That it was arranged in. */
  readonly room: Room;
}

/** Steps that are done of those that there are. */
type Progress = (done: number, inAll: number) => void;

/**
 * All pictures that no page shows, in the order of the tray, over the empty pages: events are kept together, each page is arranged and
 * live. What finds no room stays in the tray. Refused when there is nothing to place or nowhere to place it.
 */
export function fill(document: LayoutDocument): Outcome {
  const plan = planFill(document);
  return isRefusal(plan) ? plan : placeFill(document, plan);
}

/** What `fill` lays out. */
export interface FilledWith {
  /** Unplaced pictures; left out: all of them. */
  readonly keys?: readonly string[];
  /** Those that are not at their place. */
  readonly missing?: readonly string[];
}

/**
 * What `fill` would do, of those pictures alone: all of the work, which grows with the pictures and takes seconds for thousands. Of pictures
 * that are missing no PDF can be made: they are left out.
 */
export function planFill(
  document: LayoutDocument,
  onProgress: Progress = () => undefined,
  asked: Asked = {},
  { keys = unplacedPictures(document), missing = [] }: FilledWith = {},
): FillPlan | Refusal {
  const leftOut = new Set(missing);
  // Pages of PDFs are no pictures to be arranged beside others (`placePages`).
  const pictures = keys.filter((key) => document.pictures[key]?.page === undefined);
  if (pictures.length === 0) return refused({ key: 'layout.refused.nothingToFill' });
  const there = pictures.filter((key) => !leftOut.has(key));
  if (there.length === 0) return refused({ key: 'layout.refused.onlyMissing' });
  const pages = document.order.filter((id) => isFree(document, id));
  if (pages.length === 0) return refused({ key: 'layout.refused.noEmptyPage' });
  const used = there.slice(0, pages.length * MOST_ARRANGED);
  const surfaces = pages.slice(0, used.length).flatMap((pageId) => {
    const live = liveSurface(document, pageId, usualArrangement(document, asked));
    return isRefusal(live) ? [] : [live];
  });
  const shots = used.map((key, index): Shot => {
    const { widthPx = 3, heightPx = 2 } = document.pictures[key] ?? {};
    return { id: `s${index}`, widthPx, heightPx, weight: 1 };
  });
  const starts = eventsOf(used.map((key) => document.pictures[key]?.takenAtMs ?? null));
  const inAll = 2 * surfaces.length;
  const cuts = partedOver(shots, starts, surfaces, (done) => onProgress(done, inAll));
  const shapes: string[] = [];
  const planned: PlannedPage[] = [];
  for (const [place, live] of surfaces.entries()) {
    const [from, to] = [cuts[place], cuts[place + 1]];
    const own = shots.slice(from, to).map((shot, index) => ({ ...shot, id: `s${index}` }));
    const [best] = waysInto(live, own, { most: 1, avoid: shapes.slice(-2) });
    if (best === undefined) return refused({ key: 'layout.refused.noArrangement' });
    shapes.push(best.shape);
    planned.push({ pageId: live.owner, pictures: used.slice(from, to), best, room: live.room });
    onProgress(surfaces.length + place + 1, inAll);
  }
  return { asked, pages: planned };
}

/**
 * Does what was planned, on the document as it is now: pages that are empty no more, and pictures that were placed or taken out since, are
 * left alone; a page whose room or pictures are others now is arranged anew. Refused where nothing of the plan is left to do.
 */
export function placeFill(document: LayoutDocument, plan: FillPlan): Outcome {
  const unplaced = new Set(unplacedPictures(document));
  const placed = plan.pages.reduce((now, page) => {
    const pictures = isFree(now, page.pageId) ? page.pictures.filter((key) => unplaced.has(key)) : [];
    return pictures.length === 0 ? now : withPage(now, page, pictures, plan.asked);
  }, document);
  if (placed === document) return refused({ key: 'layout.refused.nothingToFill' });
  const shown = new Set(plan.pages.flatMap(({ pictures }) => pictures));
  const left = new Set(unplacedPictures(placed));
  return withoutAside(placed, new Set([...shown].filter((key) => !left.has(key))));
}

function withPage(
  document: LayoutDocument,
  { pageId, best, room, pictures: planned }: PlannedPage,
  pictures: readonly string[],
  asked: Asked,
): LayoutDocument {
  const page = document.pages[pageId];
  if (page === undefined) return document;
  const frames = pictures.map((key, index): [string, PictureFrame] => [
    `f${document.nextId + index}`,
    newPictureFrame(key, { xMm: 0, yMm: 0, widthMm: 1, heightMm: 1 }, document.pictures[key]),
  ]);
  const given = {
    ...withSurface(document, pageId, {
      ...page,
      order: frames.map(([id]) => id),
      frames: Object.fromEntries(frames),
    }),
    nextId: document.nextId + frames.length,
  };
  const live = liveSurface(given, pageId, usualArrangement(given, asked));
  if (isRefusal(live)) return document;
  const way =
    pictures.length === planned.length && sameRoom(live.room, room)
      ? { ...best, signature: best.signature.replace(/s(\d+)/g, (_, index) => frames[Number(index)]?.[0] ?? '') }
      : waysOf(given, live)[0];
  return way === undefined ? document : withArranged(given, live, way);
}

/** A picture that is placed again is not set aside as well. */
function withoutAside(document: LayoutDocument, keys: ReadonlySet<string>): LayoutDocument {
  const kept = Object.entries(document.setAside).filter(
    ([, frame]) => frame.kind !== 'picture' || frame.picture === null || !keys.has(frame.picture),
  );
  return { ...document, setAside: Object.fromEntries(kept) };
}

/** A page may have as many more, or fewer, than the usual number. */
const MORE_OR_FEWER = 2;
const EVENT_INSIDE = 1.5;
const EVENT_APART = 0.35;
const UNEVEN = 0.8;

/** Where each page begins among the pictures, and where the last ends: the cheapest sequence, by dynamic programming. */
function partedOver(
  shots: readonly Shot[],
  starts: ReadonlySet<number>,
  surfaces: readonly LiveSurface[],
  onPlace: (done: number) => void,
): number[] {
  const [count, places] = [shots.length, surfaces.length];
  const usual = count / places;
  const [least, most] = [
    Math.max(1, Math.floor(usual) - MORE_OR_FEWER),
    Math.min(MOST_ARRANGED, Math.ceil(usual) + MORE_OR_FEWER),
  ];
  const priceOf = pricesOf(shots, starts, usual);
  const costs: number[][] = [[0]];
  const origins: number[][] = [[]];
  for (let place = 1; place <= places; place += 1) {
    const [row, origin]: [number[], number[]] = [[], []];
    const left = places - place;
    const surface = surfaces[place - 1] as LiveSurface;
    for (let to = place * least; to <= Math.min(count, place * most); to += 1) {
      if (count - to < left * least || count - to > left * most) continue;
      for (let from = to - most; from <= to - least; from += 1) {
        const before = costs[place - 1]?.[from];
        if (before === undefined) continue;
        const cost = before + priceOf(from, to, surface);
        if (cost < (row[to] ?? Infinity)) [row[to], origin[to]] = [cost, from];
      }
    }
    costs.push(row);
    origins.push(origin);
    onPlace(place);
  }
  const cuts = [count];
  for (let place = places; place > 0; place -= 1) cuts.unshift(origins[place]?.[cuts[0] as number] ?? 0);
  return cuts;
}

function countIn(starts: ReadonlySet<number>, from: number, to: number): number {
  let found = 0;
  for (let at = from; at < to; at += 1) if (starts.has(at)) found += 1;
  return found;
}

/** More than any arrangement costs: only where there is no other way. */
const NO_WAY = 1_000;

/** What a page of these pictures costs: how they lie on it, events that it cuts, how far it is from the usual number. */
function pricesOf(shots: readonly Shot[], starts: ReadonlySet<number>, usual: number) {
  const known = new Map<string, { readonly costOf: ReturnType<typeof costsOfRuns>; readonly runs: number[] }>();
  return (from: number, to: number, { room, style }: LiveSurface): number => {
    const size = `${room.widthMm} ${room.heightMm}`;
    const { costOf, runs } = known.get(size) ?? { costOf: costsOfRuns(style), runs: [] };
    known.set(size, { costOf, runs });
    const run = from * (MOST_ARRANGED + 1) + to - from;
    const price = (runs[run] ??= Math.min(costOf(shots.slice(from, to), room), NO_WAY));
    return (
      price +
      countIn(starts, from + 1, to) * EVENT_INSIDE +
      (starts.has(from) ? 0 : EVENT_APART) +
      UNEVEN * Math.log((to - from) / usual) ** 2
    );
  };
}
