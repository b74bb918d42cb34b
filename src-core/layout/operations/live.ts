import { relaid, type Arranged } from '../../arranging/arrange.ts';
import { surfaceOf, type Arrangement, type LayoutDocument, type SurfaceId } from '../document.ts';
import {
  filledAnew,
  liveSurface,
  shotsOf,
  usualArrangement,
  waysOf,
  withArranged,
  type Asked,
  type LiveSurface,
} from '../live.ts';
import { isRefusal, refused, type Outcome, type Refusal } from '../refusal.ts';
import type { LaidCut } from '../../arranging/slicing-tree.ts';
import { liveOwnerOf, madeByHand } from '../surface-change.ts';

type ArrangeChange = Partial<Pick<Arrangement, 'surface' | 'bleed' | 'gapMm' | 'marginMm'>> & Asked;

/** Arranges the pictures of a page, or of a spread, in the best way; from then on it is live. */
export function arrange(
  document: LayoutDocument,
  { surfaceId, ...change }: { readonly surfaceId: SurfaceId } & ArrangeChange,
): Outcome {
  const arrangement = { ...usualArrangement(document), ...change };
  const free = madeByHand(document, surfaceId);
  const live = liveSurface(free, surfaceId, arrangement);
  if (isRefusal(live)) return live;
  // A page of its own is no part of the spread that it was arranged in.
  return filledAnew(live.right === null ? free : madeByHand(free, live.right), surfaceId, arrangement);
}

function presentLive(document: LayoutDocument, surfaceId: SurfaceId, asked: Asked = {}): LiveSurface | Refusal {
  const owner = liveOwnerOf(document, surfaceId);
  const arrangement = owner === undefined ? null : (surfaceOf(document, owner)?.arrangement ?? null);
  if (owner === undefined || arrangement === null) return refused({ key: 'layout.refused.notLive' });
  return liveSurface(document, owner, { ...arrangement, ...asked });
}

/** What a live surface may look like, the best first, and which of it it is: -1 when its cuts were moved or its pictures have changed since. */
export function arrangementsOf(
  document: LayoutDocument,
  surfaceId: SurfaceId,
  asked: Asked = {},
): { readonly ways: readonly Arranged[]; readonly current: number } | Refusal {
  const live = presentLive(document, surfaceId, asked);
  if (isRefusal(live)) return live;
  const ways = waysOf(document, live);
  return { ways, current: ways.findIndex(({ signature }) => signature === live.arrangement.signature) };
}

/** The next or the one before of the ways that a surface may look, round and round. A surface made by hand is arranged first. */
export function nextArrangement(
  document: LayoutDocument,
  { surfaceId, by, ...asked }: { readonly surfaceId: SurfaceId; readonly by: 1 | -1 } & Asked,
): Outcome {
  const live = presentLive(document, surfaceId, asked);
  if (isRefusal(live))
    return liveOwnerOf(document, surfaceId) === undefined ? arrange(document, { surfaceId, ...asked }) : live;
  const ways = waysOf(document, live);
  const current = ways.findIndex(({ signature }) => signature === live.arrangement.signature);
  const next = ways[(current < 0 ? 0 : current + by + ways.length) % Math.max(1, ways.length)];
  return next === undefined ? refused({ key: 'layout.refused.noArrangement' }) : withArranged(document, live, next);
}

/** The cuts of a live surface as they lie, from its top left. */
export function cutsOf(document: LayoutDocument, surfaceId: SurfaceId): readonly LaidCut[] {
  const live = presentLive(document, surfaceId);
  return isRefusal(live) ? [] : (laidNow(document, live)?.cuts ?? []);
}

function laidNow(document: LayoutDocument, live: LiveSurface) {
  const shots = new Map(shotsOf(document, live).map((shot) => [shot.id, shot]));
  return relaid(live.arrangement.signature, shots, live.room, live.style, live.arrangement.cuts);
}

const LEAST_SHARE = 0.02;

/** Moves a cut: the parts on both its sides follow, and the other cuts beside it stay where they are. */
export function moveCut(
  document: LayoutDocument,
  { surfaceId, cut, share }: { readonly surfaceId: SurfaceId; readonly cut: string; readonly share: number },
): Outcome {
  const live = presentLive(document, surfaceId);
  if (isRefusal(live)) return live;
  const laid = laidNow(document, live);
  const beside = (laid?.cuts ?? []).filter((other) => nodeOf(other.cut) === nodeOf(cut));
  const at = beside.findIndex((other) => other.cut === cut);
  if (at < 0) return refused({ key: 'layout.refused.noCut' });
  const least = (beside[at - 1]?.share ?? 0) + LEAST_SHARE * 2;
  const most = (beside[at + 1]?.share ?? 1) - LEAST_SHARE * 2;
  const pinned = Object.fromEntries(beside.map((other) => [other.cut, other.share]));
  const next = Math.min(Math.max(share, least), most);
  return filledAnew(document, live.owner, {
    ...live.arrangement,
    cuts: { ...live.arrangement.cuts, ...pinned, [cut]: next },
  });
}

const nodeOf = (cut: string): string => cut.slice(0, cut.lastIndexOf(':'));

/** Gap, margins or bleed of a live surface: it is laid anew. Where that leaves no room, it is arranged anew. */
export function setLive(
  document: LayoutDocument,
  { surfaceId, ...change }: { readonly surfaceId: SurfaceId } & Omit<ArrangeChange, 'surface'>,
): Outcome {
  const live = presentLive(document, surfaceId);
  if (isRefusal(live)) return live;
  const { arrangement } = live;
  const next = { ...arrangement, ...change };
  if (next.bleed === arrangement.bleed && next.gapMm === arrangement.gapMm && next.marginMm === arrangement.marginMm)
    return document;
  const isSameStyle = next.bleed === arrangement.bleed;
  return filledAnew(document, live.owner, isSameStyle ? next : { ...next, signature: '', cuts: {} });
}
