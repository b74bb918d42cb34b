/** Where marks lie over a page of so many pixels. Pixels from the top left corner of the page as shown. */
export interface PageOnScreen {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly pxPerMm: number;
}

export interface BoxPx {
  readonly leftPx: number;
  readonly topPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

export interface PlacedMark {
  /** Four corners. */
  readonly corners: readonly (readonly [number, number])[];
  readonly box: BoxPx;
  /** The number's plate; null for a mark that goes without, because there are too many on the page. */
  readonly badge: BoxPx | null;
}

/** Anything smaller could not be seen, nor hit with a pointer. */
const SMALLEST_PX = 10;
/** A mark may stand out from the page by half of its line. */
const OUTSIDE_PX = 2;
const BADGE_HEIGHT_PX = 18;
const BADGE_PADDING_PX = 10;
const DIGIT_PX = 7;
/** More plates than these hide what they point at. */
const BADGES_AT_MOST = 30;
const GAP_PX = 2;

export interface MarkToPlace {
  readonly quadMm: readonly number[];
  readonly number: number;
  readonly isSelected: boolean;
}

/** Outlines in millimetres become outlines in pixels, with plates that stay on the page and off each other. */
export function placeMarks(marks: readonly MarkToPlace[], page: PageOnScreen): readonly PlacedMark[] {
  const outlines = marks.map(({ quadMm }) => outlineOf(quadMm, page));
  const taken: BoxPx[] = [];
  const badges = new Map<number, BoxPx>();
  // The selected one has the first choice of place.
  const order = marks
    .map((_, index) => index)
    .sort((a, b) => Number(marks[b]?.isSelected) - Number(marks[a]?.isSelected));
  for (const index of order) {
    const outline = outlines[index];
    if (outline === undefined || badges.size >= BADGES_AT_MOST) continue;
    const badge = placeBadge(outline.box, badgeWidthPx(marks[index]?.number ?? 0), page, taken);
    taken.push(badge);
    badges.set(index, badge);
  }
  return outlines.map((outline, index) => ({ ...outline, badge: badges.get(index) ?? null }));
}

const badgeWidthPx = (number: number): number =>
  Math.max(BADGE_HEIGHT_PX, String(number).length * DIGIT_PX + BADGE_PADDING_PX);

function outlineOf(quadMm: readonly number[], page: PageOnScreen): Pick<PlacedMark, 'corners' | 'box'> {
  const corners = [0, 2, 4, 6].map((at): readonly [number, number] => [
    clamp((quadMm[at] ?? 0) * page.pxPerMm, -OUTSIDE_PX, page.widthPx + OUTSIDE_PX),
    clamp((quadMm[at + 1] ?? 0) * page.pxPerMm, -OUTSIDE_PX, page.heightPx + OUTSIDE_PX),
  ]);
  const box = boxAround(corners);
  if (box.widthPx >= SMALLEST_PX && box.heightPx >= SMALLEST_PX) return { corners, box };
  const grown = grow(box, page);
  const rightPx = grown.leftPx + grown.widthPx;
  const bottomPx = grown.topPx + grown.heightPx;
  return {
    corners: [
      [grown.leftPx, grown.topPx],
      [rightPx, grown.topPx],
      [rightPx, bottomPx],
      [grown.leftPx, bottomPx],
    ],
    box: grown,
  };
}

function boxAround(corners: readonly (readonly [number, number])[]): BoxPx {
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const leftPx = Math.min(...xs);
  const topPx = Math.min(...ys);
  return { leftPx, topPx, widthPx: Math.max(...xs) - leftPx, heightPx: Math.max(...ys) - topPx };
}

/** A hairline or a full stop gets a frame around it that can be seen. */
function grow({ leftPx, topPx, widthPx, heightPx }: BoxPx, page: PageOnScreen): BoxPx {
  const grownWidthPx = Math.max(SMALLEST_PX, widthPx);
  const grownHeightPx = Math.max(SMALLEST_PX, heightPx);
  return {
    leftPx: clamp(leftPx - (grownWidthPx - widthPx) / 2, -OUTSIDE_PX, page.widthPx + OUTSIDE_PX - grownWidthPx),
    topPx: clamp(topPx - (grownHeightPx - heightPx) / 2, -OUTSIDE_PX, page.heightPx + OUTSIDE_PX - grownHeightPx),
    widthPx: grownWidthPx,
    heightPx: grownHeightPx,
  };
}

/** At a corner of the outline where nothing stands yet, else beside the first corner, as near as there is room. */
function placeBadge(box: BoxPx, widthPx: number, page: PageOnScreen, taken: readonly BoxPx[]): BoxPx {
  const rightPx = box.leftPx + box.widthPx - widthPx;
  const bottomPx = box.topPx + box.heightPx - BADGE_HEIGHT_PX;
  const corners = [
    [box.leftPx, box.topPx],
    [rightPx, box.topPx],
    [box.leftPx, bottomPx],
    [rightPx, bottomPx],
  ].map(([left, top]) => onPage(left ?? 0, top ?? 0, widthPx, page));
  const atCorner = corners.find((badge) => isFree(badge, taken));
  if (atCorner !== undefined) return atCorner;
  const [first] = corners;
  let badge = first as BoxPx;
  while (!isFree(badge, taken)) {
    const next = onPage(badge.leftPx + GAP_PX + 1, badge.topPx, widthPx, page);
    // The row is full to the edge of the page: on with the next one, and if the page is full, on top of another.
    if (next.leftPx === badge.leftPx) {
      const below = onPage(0, badge.topPx + BADGE_HEIGHT_PX + GAP_PX, widthPx, page);
      if (below.topPx === badge.topPx) return first as BoxPx;
      badge = below;
    } else badge = next;
  }
  return badge;
}

const onPage = (leftPx: number, topPx: number, widthPx: number, page: PageOnScreen): BoxPx => ({
  leftPx: clamp(leftPx, 0, Math.max(0, page.widthPx - widthPx)),
  topPx: clamp(topPx, 0, Math.max(0, page.heightPx - BADGE_HEIGHT_PX)),
  widthPx,
  heightPx: BADGE_HEIGHT_PX,
});

const isFree = (box: BoxPx, taken: readonly BoxPx[]): boolean =>
  taken.every(
    (other) =>
      box.leftPx + box.widthPx + GAP_PX <= other.leftPx ||
      other.leftPx + other.widthPx + GAP_PX <= box.leftPx ||
      box.topPx + box.heightPx + GAP_PX <= other.topPx ||
      other.topPx + other.heightPx + GAP_PX <= box.topPx,
  );

/** Which side of a mark its label stands on, and from which edge of the page it is measured. */
export interface LabelPlace {
  readonly side: 'above' | 'below' | 'inside';
  readonly align: 'left' | 'right';
  /** From the edge of the page that `align` names. */
  readonly offsetPx: number;
  /** Edge of the label that is next to the mark, from the top of the page. */
  readonly topPx: number;
}

const LABEL_HEIGHT_PX = 24;
const LABEL_GAP_PX = 6;

/** Above the mark where there is room, else below, else over it; it grows towards the middle of the page. */
export function placeLabel(box: BoxPx, page: PageOnScreen): LabelPlace {
  const bottomPx = box.topPx + box.heightPx;
  const side =
    box.topPx >= LABEL_HEIGHT_PX + LABEL_GAP_PX
      ? 'above'
      : bottomPx + LABEL_GAP_PX + LABEL_HEIGHT_PX <= page.heightPx
        ? 'below'
        : 'inside';
  const isLeft = box.leftPx + box.widthPx / 2 <= page.widthPx / 2;
  return {
    side,
    align: isLeft ? 'left' : 'right',
    offsetPx: Math.max(0, isLeft ? box.leftPx : page.widthPx - box.leftPx - box.widthPx),
    topPx:
      side === 'above'
        ? box.topPx - LABEL_GAP_PX - LABEL_HEIGHT_PX
        : side === 'below'
          ? bottomPx + LABEL_GAP_PX
          : Math.max(0, box.topPx) + BADGE_HEIGHT_PX + LABEL_GAP_PX,
  };
}

const clamp = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), Math.max(least, most));
