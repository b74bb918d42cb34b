import { COARSEST_CELL_PX, NUMBERS_OF_BOX, RGB, type FaceNet } from './face-net.ts';
import { runNet, type HeadAnswer, type RgbPicture } from './run-net.ts';

/** From the brows to the chin, in shares of the upright picture (0 to 1) to four digits; what lies outside of it is cut off. */
export interface FoundFace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** 0 to 1: how sure it is, to four digits. */
  readonly score: number;
}

/** The longer side of the pictures that the network was taught. Larger ones show it faces in patterns. */
export const FACE_SEARCH_PX = 256;

/** What is less sure may be a pattern: a picture is cut for those that are at least as sure (docs/decisions/0053). */
export const SURE_FACE = 0.5;

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly logit: number;
}

/** A score of 0.4, below which hardly anything is a face: the logarithm of 0.4 / 0.6, written out so that every machine has the same. */
const LEAST_LOGIT = -0.405_465_108;
/** Of two boxes that share more than this of what they cover, one face was found twice. */
const SAME_FACE = 0.3;

/**
 * The faces of a picture, the surest first: 8 bits of sRGB, turned upright, the longer side FACE_SEARCH_PX or less. The same
 * picture gives the same numbers on every machine: which boxes there are is decided by sums alone; the exponential function, which
 * engines round as they like, makes only the score, which is rounded. Throws a RangeError for a larger picture, or one whose samples
 * are not as many as its size says.
 */
export function findFaces(net: FaceNet, picture: RgbPicture): FoundFace[] {
  const { widthPx, heightPx, samples } = picture;
  if (!(Math.min(widthPx, heightPx) > 0) || Math.max(widthPx, heightPx) > FACE_SEARCH_PX)
    throw new RangeError(`faces are looked for in pictures of 1 to ${FACE_SEARCH_PX} px, not ${widthPx} × ${heightPx}`);
  if (samples.length !== widthPx * heightPx * RGB)
    throw new RangeError(`${samples.length} samples are no picture of ${widthPx} × ${heightPx} px`);
  const found = runNet(net, picture, wholeCells(widthPx), wholeCells(heightPx)).flatMap((answer) => boxesOf(answer));
  const faces: FoundFace[] = [];
  for (const box of surestOf(found)) {
    const [x, right] = sharesOf(box.left, box.right, widthPx);
    const [y, bottom] = sharesOf(box.top, box.bottom, heightPx);
    const [width, height] = [rounded(right - x), rounded(bottom - y)];
    if (width > 0 && height > 0) faces.push({ x, y, width, height, score: rounded(1 / (1 + Math.exp(-box.logit))) });
  }
  return faces;
}

const wholeCells = (sidePx: number) => Math.ceil(sidePx / COARSEST_CELL_PX) * COARSEST_CELL_PX;

function boxesOf({ head, columns, scores, places }: HeadAnswer): Box[] {
  const { boxes, cellPx } = head;
  const found: Box[] = [];
  for (const [index, logit] of scores.entries()) {
    if (logit < LEAST_LOGIT) continue;
    const cell = Math.floor(index / boxes);
    const [dx, dy, width, height] = places.subarray(index * NUMBERS_OF_BOX) as unknown as [
      number,
      number,
      number,
      number,
    ];
    const x = ((cell % columns) + 0.5) * cellPx + dx;
    const y = (Math.floor(cell / columns) + 0.5) * cellPx + dy;
    found.push({ left: x - width / 2, top: y - height / 2, right: x + width / 2, bottom: y + height / 2, logit });
  }
  return found;
}

/** The sort is stable: of two that are as sure, the one of the finer grid, further up and further left. */
function surestOf(found: readonly Box[]): Box[] {
  const kept: Box[] = [];
  for (const box of found.toSorted((a, b) => b.logit - a.logit))
    if (!kept.some((surer) => shared(box, surer) > SAME_FACE)) kept.push(box);
  return kept;
}

/** What two boxes have in common, as a share of what they cover together. */
function shared(a: Box, b: Box): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  if (width <= 0 || height <= 0) return 0;
  return (width * height) / (areaOf(a) + areaOf(b) - width * height);
}

const areaOf = ({ left, top, right, bottom }: Box) => (right - left) * (bottom - top);

const sharesOf = (from: number, to: number, sidePx: number): [number, number] => [
  rounded(Math.min(Math.max(from / sidePx, 0), 1)),
  rounded(Math.min(Math.max(to / sidePx, 0), 1)),
];

const rounded = (share: number) => Math.round(share * 10_000) / 10_000;
