import type { BoxMm } from '../specs/book-geometry.ts';
import { MOST_ARRANGED } from '../arranging/arrange.ts';
import { surfaceOf, type LayoutDocument, type SurfaceId } from './document.ts';
import { liveSurface, type LiveSurface } from './live.ts';
import { isRefusal } from './refusal.ts';
import { leavesOf, readTree, type SlicingTree } from '../arranging/slicing-tree.ts';
import { aroundAll } from './spread-geometry.ts';
import { liveOwnerOf } from './surface-change.ts';

/** Where a picture may join a live surface: a line that parts what is read before it from what is read behind it. */
export interface Insertion {
  /** How many of the surface's pictures are read before it: what `placePicture` takes. */
  readonly place: number;
  /** What the line stands at, and how long it is: from the top left of the page that keeps the arrangement. */
  readonly axis: 'x' | 'y';
  readonly atMm: number;
  readonly fromMm: number;
  readonly toMm: number;
}

/** The pictures of a live surface in the order in which they are read; of one made by hand there are none. */
export const readingOrderOf = (document: LayoutDocument, surfaceId: SurfaceId): readonly string[] =>
  liveNow(document, surfaceId)?.members.map(({ frameId }) => frameId) ?? [];

/**
 * The places at which a picture may join a live surface, those that part more of it first. There are none where none may join: on a
 * surface that is made by hand, locked, full, or empty.
 */
export function insertionsOf(document: LayoutDocument, surfaceId: SurfaceId): readonly Insertion[] {
  const live = liveNow(document, surfaceId);
  const read = live === null ? null : readTree(live.arrangement.signature);
  if (live === null || read === null || live.members.length >= MOST_ARRANGED) return [];
  const leaves = read.names.map((name) => leafOf(live, name));
  // Outside of all of them a line stands as far off as the lines between them.
  const outMm = live.arrangement.gapMm / 2;
  return linesOf(read.tree, leaves, outMm, ['across', 'down']).lines;
}

function liveNow(document: LayoutDocument, surfaceId: SurfaceId): LiveSurface | null {
  const owner = liveOwnerOf(document, surfaceId);
  const arrangement = owner === undefined ? null : (surfaceOf(document, owner)?.arrangement ?? null);
  if (owner === undefined || arrangement === null) return null;
  const live = liveSurface(document, owner, arrangement);
  return isRefusal(live) ? null : live;
}

/** A part of the tree as it lies, with the places of its first picture and behind its last one. */
interface Part {
  readonly box: BoxMm;
  readonly from: number;
  readonly to: number;
}

/** Null: it was locked or taken away since the surface was arranged. */
function leafOf({ members, right, room }: LiveSurface, name: string): Part | null {
  const place = members.findIndex(({ frameId }) => frameId === name);
  const member = members[place];
  if (member === undefined) return null;
  const { box } = member.frame;
  const isRight = member.surfaceId === right;
  return {
    box: isRight ? { ...box, xMm: box.xMm + (room.foldXMm ?? 0) } : box,
    from: place,
    to: place + 1,
  };
}

type Cut = 'across' | 'down';

interface Lines {
  readonly part: Part | null;
  readonly lines: readonly Insertion[];
}

/** `ends`: which way nothing around it is parted, so that what is read first and last of it lies at an outer edge. */
function linesOf(tree: SlicingTree, leaves: readonly (Part | null)[], outMm: number, ends: readonly Cut[]): Lines {
  if (tree.cut === 'leaf') {
    const part = leaves[0] ?? null;
    // Alone on its surface: pictures are read side by side.
    const isAlone = part !== null && ends.length === 2;
    return { part, lines: isAlone ? endsOf('across', part, part, part.box, outMm) : [] };
  }
  const { cut } = tree;
  const inner = ends.filter((way) => way !== cut);
  let at = 0;
  const kids = tree.kids.map((kid) => {
    const count = leavesOf(kid);
    at += count;
    return linesOf(kid, leaves.slice(at - count, at), outMm, inner);
  });
  const parts = kids.flatMap(({ part }) => (part === null ? [] : [part]));
  const [first, last] = [parts[0], parts.at(-1)];
  if (first === undefined || last === undefined) return { part: null, lines: [] };
  const box = aroundAll(parts.map((part) => part.box));
  const between = parts.slice(1).map((part, index): Insertion => {
    const former = parts[index] as Part;
    return lineAt(cut, (endOf(former.box, cut) + startOf(part.box, cut)) / 2, box, part.from);
  });
  return {
    part: { box, from: first.from, to: last.to },
    lines: [
      ...between,
      ...(ends.includes(cut) ? endsOf(cut, first, last, box, outMm) : []),
      ...kids.flatMap(({ lines }) => lines),
    ],
  };
}

const endsOf = (cut: Cut, first: Part, last: Part, box: BoxMm, outMm: number): readonly Insertion[] => [
  lineAt(cut, startOf(box, cut) - outMm, box, first.from),
  lineAt(cut, endOf(box, cut) + outMm, box, last.to),
];

const startOf = (box: BoxMm, cut: Cut): number => (cut === 'across' ? box.xMm : box.yMm);
const endOf = (box: BoxMm, cut: Cut): number => (cut === 'across' ? box.xMm + box.widthMm : box.yMm + box.heightMm);

/** Across the whole of what it parts. */
const lineAt = (cut: Cut, atMm: number, { xMm, yMm, widthMm, heightMm }: BoxMm, place: number): Insertion =>
  cut === 'across'
    ? { place, axis: 'x', atMm, fromMm: yMm, toMm: yMm + heightMm }
    : { place, axis: 'y', atMm, fromMm: xMm, toMm: xMm + widthMm };
