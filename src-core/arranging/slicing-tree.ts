import type { BoxMm } from '../specs/book-geometry.ts';

/**
 * A rectangle parted by straight cuts that go through: pictures side by side (`across`) or one above the other (`down`). Leaves are places
 * in the order of the pictures. A `parted` cut lies where it is told, whatever its two halves would like.
 */
export type SlicingTree =
  | { readonly cut: 'leaf' }
  | { readonly cut: 'across' | 'down'; readonly kids: readonly SlicingTree[]; readonly parted?: true };

type Cut = 'across' | 'down';

/** How many pictures it has room for. */
export const leavesOf = (tree: SlicingTree): number =>
  tree.cut === 'leaf' ? 1 : tree.kids.reduce((sum, kid) => sum + leavesOf(kid), 0);

const LEAF: SlicingTree = { cut: 'leaf' };
const known = new Map<string, readonly SlicingTree[]>();

/** All trees of so many leaves in reading order: 1, 2, 6, 22, 90, 394. No way is met twice, since the parts of a cut never repeat it. */
export function treesOf(count: number, not: Cut | null = null): readonly SlicingTree[] {
  if (count === 1) return [LEAF];
  const key = `${count} ${not}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const found: SlicingTree[] = [];
  for (const cut of ['across', 'down'] as const) {
    if (cut === not) continue;
    for (const sizes of sumsOf(count))
      for (const kids of joined(sizes.map((size) => treesOf(size, cut)))) found.push({ cut, kids });
  }
  known.set(key, found);
  return found;
}

/** So many pictures of a row or a column may lie in any way; where there are more pictures it is a line, or there would be too many trees. */
const LEAVES_OF_PARTS = [
  { upTo: 8, most: 4 },
  { upTo: 10, most: 3 },
] as const;
const ALL_UP_TO = 7;
const LONGEST_LINE = 5;

/**
 * All trees of up to seven leaves. Of more, of which there are fivefold with each leaf, those that look calm: rows or columns, each a
 * line of pictures or a few of them in any way.
 */
export function calmTreesOf(count: number): readonly SlicingTree[] {
  if (count <= ALL_UP_TO) return treesOf(count);
  const key = `calm ${count}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const most = LEAVES_OF_PARTS.find(({ upTo }) => count <= upTo)?.most ?? 1;
  const sums = sumsOf(count).filter((sizes) => sizes.every((size) => size <= LONGEST_LINE));
  const found = (['across', 'down'] as const).flatMap((cut) => {
    const line = (size: number): SlicingTree => ({
      cut: cut === 'across' ? 'down' : 'across',
      kids: Array.from({ length: size }, () => LEAF),
    });
    // Each once, so that what is measured of it is found again in every tree that has it.
    const lines = Array.from({ length: LONGEST_LINE }, (_, index) => [line(index + 1)]);
    const partsOf = (size: number) => (size <= most ? treesOf(size, cut) : (lines[size - 1] ?? []));
    return sums.flatMap((sizes) => joined(sizes.map(partsOf)).map((kids): SlicingTree => ({ cut, kids })));
  });
  known.set(key, found);
  return found;
}

/** One of each, in every way. */
const joined = (choices: readonly (readonly SlicingTree[])[]): (readonly SlicingTree[])[] =>
  choices.reduce<(readonly SlicingTree[])[]>(
    (ways, own) => ways.flatMap((kids) => own.map((kid) => [...kids, kid])),
    [[]],
  );

/** The ways to write a number as a sum of at least two, in every order. */
function sumsOf(count: number): number[][] {
  const found: number[][] = [];
  const go = (left: number, parts: readonly number[]) => {
    if (left === 0 && parts.length > 1) found.push([...parts]);
    for (let next = 1; next <= left; next += 1) go(left - next, [...parts, next]);
  };
  go(count, []);
  return found;
}

const MARKS = { across: '|', down: '-' } as const;

/** The tree as text, its leaves by these names: `|(f1,-(f2,f3))`; a parted cut begins with `/`. */
export function writtenTree(tree: SlicingTree, names: readonly string[]): string {
  let at = 0;
  const write = (node: SlicingTree): string =>
    node.cut === 'leaf'
      ? (names[at++] ?? '')
      : `${node.parted === true ? '/' : ''}${MARKS[node.cut]}(${node.kids.map(write).join(',')})`;
  return write(tree);
}

/** What `writtenTree` wrote; null for anything else. */
export function readTree(text: string): { readonly tree: SlicingTree; readonly names: readonly string[] } | null {
  const names: string[] = [];
  let at = 0;
  const read = (): SlicingTree | null => {
    const parted = text[at] === '/';
    if (parted) at += 1;
    const mark = text[at];
    if (mark !== '|' && mark !== '-') {
      const name = /^[a-z][a-z0-9]*/.exec(text.slice(at))?.[0];
      if (name === undefined || parted) return null;
      at += name.length;
      names.push(name);
      return LEAF;
    }
    if (text[at + 1] !== '(') return null;
    at += 1;
    const kids: SlicingTree[] = [];
    do {
      at += 1;
      const kid = read();
      if (kid === null) return null;
      kids.push(kid);
    } while (text[at] === ',');
    if (text[at] !== ')' || kids.length < 2) return null;
    at += 1;
    return { cut: mark === '|' ? 'across' : 'down', kids, ...(parted ? { parted } : {}) };
  };
  const tree = read();
  return tree === null || at !== text.length ? null : { tree, names };
}

/**
 * Width = a x height + b of a part whose pictures are not cropped: with a gap between pictures both stay linear in each other (C. B.
 * Atkins, "Adaptive photo collection page layout", ICIP 2004).
 */
export interface NaturalSize {
  readonly a: number;
  readonly b: number;
  readonly leaves: number;
  readonly kids: readonly NaturalSize[];
}

/** Of parts by the place of their first picture: trees of as many leaves are made of the same parts. */
export type KnownSizes = Map<SlicingTree, NaturalSize[]>;

/**
 * `aspects`: width by height of each picture, in reading order; those of the tree begin at `from`. `known`: left out for one tree alone,
 * in which no part is met twice.
 */
export function naturalSize(
  tree: SlicingTree,
  aspects: readonly number[],
  gapMm: number,
  known?: KnownSizes,
  from = 0,
): NaturalSize {
  if (known === undefined) return measured(tree, aspects, gapMm, known, from);
  const places = known.get(tree) ?? [];
  const before = places[from];
  if (before !== undefined) return before;
  const size = measured(tree, aspects, gapMm, known, from);
  places[from] = size;
  known.set(tree, places);
  return size;
}

/** The same of a whole tree, which itself is not kept: thousands are measured for one page, each once. */
export const wholeSize = (
  tree: SlicingTree,
  aspects: readonly number[],
  gapMm: number,
  known?: KnownSizes,
): NaturalSize => measured(tree, aspects, gapMm, known, 0);

function measured(
  tree: SlicingTree,
  aspects: readonly number[],
  gapMm: number,
  known: KnownSizes | undefined,
  from: number,
): NaturalSize {
  if (tree.cut === 'leaf') return { a: aspects[from] as number, b: 0, leaves: 1, kids: [] };
  const kids: NaturalSize[] = [];
  let leaves = 0;
  let [sumA, sumB, sumInverse, sumShare] = [0, 0, 0, 0];
  for (const kid of tree.kids) {
    const size = naturalSize(kid, aspects, gapMm, known, from + leaves);
    kids.push(size);
    leaves += size.leaves;
    sumA += size.a;
    sumB += size.b;
    sumInverse += 1 / size.a;
    sumShare += size.b / size.a;
  }
  const gapsMm = gapMm * (kids.length - 1);
  if (tree.cut === 'across') return { a: sumA, b: sumB + gapsMm, leaves, kids };
  return { a: 1 / sumInverse, b: (sumShare - gapsMm) / sumInverse, leaves, kids };
}

/** A cut as it lies, to be taken hold of. */
export interface LaidCut {
  /** Its name in an arrangement's `cuts`: the places of the parts on the way to it, and which of the cuts there. */
  readonly cut: string;
  readonly axis: 'x' | 'y';
  /** The middle of its gap, and how long it is. */
  readonly atMm: number;
  readonly fromMm: number;
  readonly toMm: number;
  /** Of what it parts, from its left or its top. */
  readonly share: number;
}

export interface Laying {
  readonly gapMm: number;
  /** By name, where cuts were dragged to; left out: none were. */
  readonly cuts?: Readonly<Record<string, number>>;
  readonly put: (box: BoxMm) => void;
  readonly onCut?: (cut: LaidCut) => void;
}

/**
 * Lays a tree into a box of any proportion: what is too much or too little is shared out in proportion, so that gaps stay equal and edges
 * in line. False where no room is left for a picture.
 */
export function layTree(tree: SlicingTree, size: NaturalSize, box: BoxMm, laying: Laying, path = ''): boolean {
  const { xMm, yMm, widthMm, heightMm } = box;
  if (!(widthMm > 0) || !(heightMm > 0)) return false;
  if (tree.cut === 'leaf') {
    laying.put(box);
    return true;
  }
  const isAcross = tree.cut === 'across';
  const parts = partsOf(size, isAcross ? widthMm : heightMm, isAcross ? heightMm : widthMm, isAcross, laying, path);
  if (parts === null) return false;
  // Thousands of trees are laid for one page, and only a few have cuts that anybody asks for.
  const isNamed = laying.onCut !== undefined || laying.cuts !== undefined;
  const startMm = isAcross ? xMm : yMm;
  let fromMm = startMm;
  for (let index = 0; index < parts.length; index += 1) {
    const partMm = parts[index] as number;
    const own = isAcross
      ? { xMm: fromMm, yMm, widthMm: partMm, heightMm }
      : { xMm, yMm: fromMm, widthMm, heightMm: partMm };
    fromMm += partMm;
    if (laying.onCut !== undefined && index < parts.length - 1) {
      const atMm = fromMm + laying.gapMm / 2;
      laying.onCut({
        cut: `${path}:${index}`,
        axis: isAcross ? 'x' : 'y',
        atMm,
        fromMm: isAcross ? yMm : xMm,
        toMm: isAcross ? yMm + heightMm : xMm + widthMm,
        share: (atMm - startMm) / (isAcross ? widthMm : heightMm),
      });
    }
    fromMm += laying.gapMm;
    const kidPath = !isNamed ? '' : path === '' ? `${index}` : `${path}.${index}`;
    if (!layTree(tree.kids[index] as SlicingTree, size.kids[index] as NaturalSize, own, laying, kidPath)) return false;
  }
  return true;
}

/** How long each part is along its cut: as it would like in proportion, between the cuts that were dragged. */
function partsOf(
  { kids }: NaturalSize,
  lengthMm: number,
  crossMm: number,
  isAcross: boolean,
  { gapMm, cuts }: Laying,
  path: string,
): number[] | null {
  const parts: number[] = [];
  for (const { a, b } of kids) {
    const likedMm = isAcross ? a * crossMm + b : (crossMm - b) / a;
    if (!(likedMm > 0)) return null;
    parts.push(likedMm);
  }
  let first = 0;
  let fromMm = 0;
  let likedMm = 0;
  for (let index = 0; index < parts.length; index += 1) {
    likedMm += parts[index] as number;
    const isLast = index === parts.length - 1;
    const share = isLast || cuts === undefined ? undefined : cuts[`${path}:${index}`];
    if (share === undefined && !isLast) continue;
    const toMm = share === undefined ? lengthMm : share * lengthMm - gapMm / 2;
    const roomMm = toMm - fromMm - gapMm * (index - first);
    if (!(roomMm > 0)) return null;
    for (let kid = first; kid <= index; kid += 1) parts[kid] = ((parts[kid] as number) / likedMm) * roomMm;
    first = index + 1;
    fromMm = toMm + gapMm;
    likedMm = 0;
  }
  return parts;
}
