import { surfaceOf, type LayoutDocument, type LayoutFrame, type Surface, type SurfaceId } from './document.ts';
import { difference } from './history.ts';
import type { ChangeNote, SurfaceChange } from './retarget-changes.ts';
import { framesInOrder, surfaceIds } from './surface-change.ts';

/**
 * What was done to a book since a proof of it, page for page: the cover first, then its pages in their order, then those that went. What
 * looks the same is not told.
 */
export function changesSince(proof: LayoutDocument, now: LayoutDocument): SurfaceChange[] {
  const stays = surfaceIds(now).map((surfaceId): SurfaceChange => {
    const [was, is] = [surfaceOf(proof, surfaceId), surfaceOf(now, surfaceId)];
    if (was === undefined || is === undefined) return { surfaceId, notes: [note('comes', 1)] };
    const wrap = surfaceId === 'front' && differs(proof.cover.wrap, now.cover.wrap) ? 1 : 0;
    return { surfaceId, notes: notesOf(was, is, wrap) };
  });
  const goes = proof.order
    .filter((id) => now.pages[id] === undefined)
    .map((surfaceId: SurfaceId): SurfaceChange => ({ surfaceId, notes: [note('goes', 1)] }));
  return [...stays.filter(({ notes }) => notes.length > 0), ...goes];
}

const note = (what: string, count: number): ChangeNote => ({
  severity: 'info',
  text: { key: `layout.since.${what}`, params: { count } },
});

const differs = (was: unknown, is: unknown): boolean => difference(was, is).length > 0;

function notesOf(was: Surface, is: Surface, wrap: number): ChangeNote[] {
  const shown = [shownOn(was), shownOn(is)] as const;
  const pairs = framesInOrder(is).flatMap(([id, frame]) => {
    const former = was.frames[id];
    return former !== undefined && former.kind === frame.kind ? [{ former, frame }] : [];
  });
  const counts = {
    picturesCome: lacking(shown[1], shown[0]),
    picturesGo: lacking(shown[0], shown[1]),
    placed: pairs.filter(({ former, frame }) => isPlacedAnew(former, frame)).length,
    texts: changedOf(was, is, 'text'),
    fields: changedOf(was, is, 'field'),
    ground: was.ground === is.ground ? 0 : 1,
    wrap,
  };
  return Object.entries(counts).flatMap(([what, count]) => (count === 0 ? [] : [note(what, count)]));
}

/** Pictures by their keys; one that is shown twice stands there twice. */
const shownOn = (surface: Surface): string[] =>
  framesInOrder(surface).flatMap(([, frame]) => (frame.kind === 'picture' ? (frame.picture ?? []) : []));

/** How many of these the others lack. */
function lacking(these: readonly string[], others: readonly string[]): number {
  const left = [...others];
  return these.filter((key) => {
    const at = left.indexOf(key);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  }).length;
}

/** The same picture elsewhere, in another size, crop or look. What is only locked looks as it did. */
const isPlacedAnew = (former: LayoutFrame, frame: LayoutFrame): boolean =>
  frame.kind === 'picture' &&
  former.kind === 'picture' &&
  frame.picture !== null &&
  former.picture === frame.picture &&
  differs(looks(former), looks(frame));

const looks = (frame: LayoutFrame) => ({ ...frame, locked: false, weight: 1 });

/** Of that kind: those that came, went, or look otherwise. */
function changedOf(was: Surface, is: Surface, kind: LayoutFrame['kind']): number {
  const ids = new Set([...was.order, ...is.order]);
  return [...ids].filter((id) => {
    const pair = [was.frames[id], is.frames[id]].map((frame) => (frame?.kind === kind ? looks(frame) : null));
    return differs(pair[0], pair[1]);
  }).length;
}
