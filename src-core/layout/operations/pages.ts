import { bindingOf } from '../../composition/page-frame.ts';
import { surfaceOf, type LayoutDocument, type LayoutFrame, type Surface, type SurfaceId } from '../document.ts';
import { emptySurface } from '../new-document.ts';
import { withLiveFollowing, withLiveJoined } from '../live.ts';
import { tornPages, withAside, withOrder } from '../page-order.ts';
import { isRefusal, refused, type Outcome } from '../refusal.ts';
import { spreadOf } from '../spreads.ts';
import {
  framesInOrder,
  liveOwnerOf,
  openSurface,
  uncrossed,
  withBox,
  withFrameOn,
  withSurface,
} from '../surface-change.ts';

/**
 * Blank pages before a page, or at the end. Without a count: as many as the spec's page rule steps by. Another count is filled up
 * with blank pages at the end until the spec takes it. Of a LAYFLAT book, before the spread of that page.
 */
export function insertPages(
  document: LayoutDocument,
  { before, count = document.spec.pageIncrement }: { readonly before: string | null; readonly count?: number },
): Outcome {
  const at = before === null ? document.order.length : placeBefore(document, before);
  if (at === null) return refused({ key: 'layout.refused.noSurface' });
  const ids = Array.from({ length: count }, (_, index) => `p${document.nextId + index}`);
  const order = document.order.toSpliced(at, 0, ...ids);
  const added = Object.fromEntries(ids.map((id) => [id, emptySurface()]));
  return withOrder({ ...document, nextId: document.nextId + count }, order, added);
}

/** Where something that is put before a page begins. */
function placeBefore(document: LayoutDocument, pageId: string): number | null {
  const at = document.order.indexOf(pageId);
  if (at < 0) return null;
  return bindingOf(document.spec) === 'LAYFLAT' ? at - (at % 2) : at;
}

/**
 * Takes pages out; what is on them is set aside. Blank pages at the end keep the count one that the spec takes, or one of them in
 * their place where pictures over folds behind would end. Refused for locked pages.
 */
export function removePages(document: LayoutDocument, { pageIds }: { readonly pageIds: readonly string[] }): Outcome {
  const gone = wholeSpreads(document, pageIds);
  if (gone.size === 0) return refused({ key: 'layout.refused.noSurface' });
  if ([...gone].some((id) => document.pages[id]?.locked === true))
    return refused({ key: 'layout.refused.surfaceLocked' });
  return withOrder(
    document,
    document.order.filter((id) => !gone.has(id)),
    {},
    document.order.findIndex((id) => gone.has(id)),
  );
}

/** The pages that there are, of a LAYFLAT book with the others of their spreads: a spread is one sheet. */
function wholeSpreads(document: LayoutDocument, pageIds: readonly string[]): ReadonlySet<string> {
  const known = pageIds.filter((id) => document.pages[id] !== undefined);
  if (bindingOf(document.spec) === 'PUR') return new Set(known);
  return new Set(
    known.flatMap((id) => {
      const spread = spreadOf(document, id);
      return [spread?.left ?? null, spread?.right ?? null].filter((pageId) => pageId !== null);
    }),
  );
}

/** Copies of pages behind the last of them, with all that is on them; not locked. */
export function duplicatePages(
  document: LayoutDocument,
  { pageIds }: { readonly pageIds: readonly string[] },
): Outcome {
  const copied = wholeSpreads(document, pageIds);
  const sources = document.order.filter((id) => copied.has(id));
  const last = sources.at(-1);
  if (last === undefined) return refused({ key: 'layout.refused.noSurface' });
  let { nextId } = document;
  const added = sources.map((id): [string, Surface] => {
    const page = document.pages[id] ?? emptySurface();
    const names = new Map(page.order.map((frameId) => [frameId, `f${nextId++}`]));
    return [`p${nextId++}`, renamed(page, names)];
  });
  const at = document.order.indexOf(last) + 1;
  const order = document.order.toSpliced(at, 0, ...added.map(([id]) => id));
  return withOrder({ ...document, nextId }, order, Object.fromEntries(added), at + added.length);
}

/** The same page with frames of other names; an arrangement of the spread stays with the pages that it was made of. */
function renamed(page: Surface, names: ReadonlyMap<string, string>): Surface {
  const nameOf = (id: string) => names.get(id) ?? id;
  const { arrangement } = page;
  const isOwn = arrangement !== null && arrangement.surface === 'page';
  return {
    ...page,
    locked: false,
    order: page.order.map(nameOf),
    frames: Object.fromEntries(framesInOrder(page).map(([id, frame]) => [nameOf(id), frame])),
    arrangement: isOwn
      ? { ...arrangement, signature: arrangement.signature.replace(/f\d+/g, (id) => nameOf(id)) }
      : null,
  };
}

/**
 * Pages before another one, or to the end; in LAYFLAT with the others of their spreads. Refused where pictures that go over a fold
 * would have none there, or lose it to pages that came between.
 */
export function movePages(
  document: LayoutDocument,
  { pageIds, before }: { readonly pageIds: readonly string[]; readonly before: string | null },
): Outcome {
  const moving = wholeSpreads(document, pageIds);
  if (moving.size === 0) return refused({ key: 'layout.refused.noSurface' });
  const at = before === null ? document.order.length : placeBefore(document, before);
  if (at === null) return refused({ key: 'layout.refused.noSurface' });
  const stays = (id: string) => !moving.has(id);
  const order = [
    ...document.order.slice(0, at).filter(stays),
    ...document.order.filter((id) => moving.has(id)),
    ...document.order.slice(at).filter(stays),
  ];
  if (order.every((id, index) => id === document.order[index])) return document;
  const torn = tornPages(document, order).length;
  return torn > 0
    ? refused({ key: 'layout.refused.tornSpreads', params: { count: torn } })
    : withOrder(document, order);
}

/** The colour under everything, bleed included. */
export function setGround(
  document: LayoutDocument,
  { surfaceIds, ground }: { readonly surfaceIds: readonly SurfaceId[]; readonly ground: string },
): Outcome {
  const open = surfaceIds.flatMap((surfaceId) => {
    const surface = openSurface(document, surfaceId);
    return isRefusal(surface) ? [] : [[surfaceId, surface] as const];
  });
  const [first] = surfaceIds;
  if (open.length === 0) {
    const reason = openSurface(document, first ?? '');
    return isRefusal(reason) ? reason : document;
  }
  return open.reduce(
    (now, [surfaceId, surface]) =>
      surface.ground === ground ? now : withSurface(now, surfaceId, { ...surface, ground }),
    document,
  );
}

/** A locked page, or panel, is left alone by everything but this. */
export function lockSurface(
  document: LayoutDocument,
  { surfaceId, locked }: { readonly surfaceId: SurfaceId; readonly locked: boolean },
): Outcome {
  const surface = surfaceOf(document, surfaceId);
  if (surface === undefined) return refused({ key: 'layout.refused.noSurface' });
  return surface.locked === locked ? document : withSurface(document, surfaceId, { ...surface, locked });
}

/**
 * The layout of a page on others: its frames' places and looks, filled with what is on those pages in its order. What finds no frame
 * is set aside; frames for more pictures than there are wait for theirs, texts for theirs.
 */
export function copyLayout(
  document: LayoutDocument,
  { from, to }: { readonly from: SurfaceId; readonly to: readonly SurfaceId[] },
): Outcome {
  const source = surfaceOf(document, from);
  if (source === undefined) return refused({ key: 'layout.refused.noSurface' });
  return to
    .filter((surfaceId) => surfaceId !== from)
    .reduce<Outcome>((now, surfaceId) => (isRefusal(now) ? now : withLayoutOf(now, source, surfaceId)), document);
}

function withLayoutOf(document: LayoutDocument, source: Surface, surfaceId: SurfaceId): Outcome {
  const target = openSurface(document, surfaceId);
  if (isRefusal(target)) return target;
  if (framesInOrder(target).some(([, frame]) => frame.locked))
    return refused({ key: 'layout.refused.locked', params: { count: 1 } });
  let { nextId } = document;
  const own = framesInOrder(target).filter(([, frame]) => frame.kind !== 'field');
  const used = new Set<string>();
  const frames = framesInOrder(source).map(([, frame]): [string, LayoutFrame] => {
    const match = own.find(([id, other]) => other.kind === frame.kind && !used.has(id));
    if (match !== undefined) used.add(match[0]);
    return [match?.[0] ?? `f${nextId++}`, poured(uncrossed(document, frame), match?.[1])];
  });
  const lost = own.flatMap(([id, frame]) => (used.has(id) ? [] : [[id, uncrossed(document, frame)] as const]));
  const laid = withSurface(document, surfaceId, {
    ...target,
    order: frames.map(([id]) => id),
    frames: Object.fromEntries(frames),
    arrangement: null,
  });
  return { ...laid, nextId, setAside: withAside(document.setAside, lost) };
}

/** The frame of the layout with what the page's own frame holds. */
function poured(frame: LayoutFrame, own: LayoutFrame | undefined): LayoutFrame {
  const free = { ...frame, locked: false };
  if (free.kind === 'text') return { ...free, text: own?.kind === 'text' ? own.text : '' };
  if (free.kind === 'field') return free;
  const given = own?.kind === 'picture' ? own : null;
  return {
    ...free,
    picture: given?.picture ?? null,
    zoom: 1,
    focusX: given?.focusX ?? 0.5,
    focusY: given?.focusY ?? 0.5,
    turnDeg: given?.turnDeg ?? 0,
    straightenDeg: 0,
  };
}

/**
 * Puts a frame that was set aside onto a page again: with its middle at a point, or where it was on its own page. A picture joins a page
 * that is live, which makes room for it.
 */
export function takeFromAside(
  document: LayoutDocument,
  {
    frameId,
    surfaceId,
    at,
    place,
  }: {
    readonly frameId: string;
    readonly surfaceId: SurfaceId;
    /** Millimetres from the top left of the page's trim. */
    readonly at?: { readonly xMm: number; readonly yMm: number };
    /** Of a picture that joins a live page, as `placePicture` has it. */
    readonly place?: number;
  },
): Outcome {
  const frame = document.setAside[frameId];
  if (frame === undefined) return refused({ key: 'layout.refused.noFrame' });
  const surface = openSurface(document, surfaceId);
  if (isRefusal(surface)) return surface;
  const { [frameId]: _, ...setAside } = document.setAside;
  const put = withFrameOn({ ...document, setAside }, surfaceId, frameId, { ...frame, locked: false });
  const { box } = frame;
  if (at === undefined || (frame.kind === 'picture' && liveOwnerOf(document, surfaceId) !== undefined))
    return frame.kind !== 'picture' || place === undefined
      ? withLiveFollowing(document, put)
      : withLiveJoined(document, put, { surfaceId, frameId, place });
  return withBox(
    put,
    { surfaceId, frameId },
    { ...box, xMm: at.xMm - box.widthMm / 2, yMm: at.yMm - box.heightMm / 2 },
  );
}

/** Gives up frames that were set aside; their pictures stay in the tray. */
export function discardAside(
  document: LayoutDocument,
  { frameIds }: { readonly frameIds: readonly string[] },
): Outcome {
  const gone = new Set(frameIds.filter((id) => document.setAside[id] !== undefined));
  if (gone.size === 0) return refused({ key: 'layout.refused.noFrame' });
  return {
    ...document,
    setAside: Object.fromEntries(Object.entries(document.setAside).filter(([id]) => !gone.has(id))),
  };
}
