import type { TextElement } from '../contract/templates.ts';
import type { BoxMm } from '../specs/book-geometry.ts';
import { headsOf } from './crop-window.ts';
import { colourOf, mmOfPx, moved, overlapOf } from './lengths.ts';
import { pictureBox, type LaidPicture } from './picture-place.ts';
import type { LaidItem, TextMeasure } from './sketch.ts';
import { joinedLines, layText, widthOfLine, type TextFit } from './text-box.ts';

/** More of the height of the area where it may lie is not taken by a card: its text is set smaller. */
const MOST_HIGH = 0.4;
/** A head keeps so far from the card. */
const AROUND_HEAD_MM = 2;
/** A card that nearly ends with its picture looks like a mistake. */
const FROM_EDGE_MM = 8;
/** Of a picture that ends above its card, the distance. */
const ABOVE_CARD_MM = 4;

export type HuggingElement = TextElement & { readonly hug: NonNullable<TextElement['hug']> };

/** A text on a picture, from the top left of its card. */
export interface HuggingText {
  readonly card: BoxMm;
  readonly items: readonly LaidItem[];
  readonly fit: TextFit | null;
  /** Where the picture ends so that the card stands under it; null: the card lies on it and hides no head. */
  readonly pictureEndsMm: number | null;
}

/**
 * Lays a text out as a card that is as large as its words, on a picture, in that of six places of its area (the corners and the
 * middles of the upper and lower edge) where least of a head is hidden, then nothing that the eye goes to first; among equals the
 * one that the element's own alignment names, then those nearest to it. Where none is free of heads the card stands at the lower edge
 * and the picture ends above it.
 */
export function huggingText(
  text: string,
  element: HuggingElement,
  area: BoxMm,
  picture: LaidPicture | null,
  measure: TextMeasure,
): HuggingText {
  const { hug } = element;
  const seen = picture === null ? area : (picture.seen ?? picture.box);
  const room = picture === null ? area : commonOf(area, withinEdges(seen));
  const paddingMm = mmOfPx(hug.padding);
  const mostMm = Math.max(Math.min(seen.widthMm * hug.mostWide, room.widthMm) - 2 * paddingMm, 1);
  const mostHighMm = Math.max(room.heightMm * MOST_HIGH - 2 * paddingMm, 1);
  const laid = layText(
    text,
    { ...element, isDynamic: false, spareHeight: 0, verticalAlignment: 'top' },
    { xMm: 0, yMm: 0, widthMm: mostMm, heightMm: mostHighMm },
    measure,
  );
  const lines = laid.lines.flatMap(({ item }) => item.lines.map((line) => ({ item, line })));
  const fromMm = Math.min(mostMm, ...lines.map(({ line }) => line.xMm));
  const toMm = Math.max(fromMm, ...lines.map(({ item, line }) => line.xMm + widthOfLine(item, line.text, measure)));
  const card = {
    widthMm: toMm - fromMm + 2 * paddingMm,
    heightMm: Math.max(0, ...laid.lines.map(({ bottomMm }) => bottomMm)) + 2 * paddingMm,
  };
  const places = placesIn(room, card, element);
  const costs = places.map((place) => (picture === null ? NOTHING : hiddenBy(place, picture)));
  const best = costs.reduce((least, cost, index) => (isLess(cost, costs[least]) ? index : least), 0);
  const isFree = costs[best]?.headsMm2 === 0;
  const chosen = (isFree ? places[best] : places.find(({ isLow }) => isLow)) ?? room;
  const box = { xMm: chosen.xMm, yMm: chosen.yMm, ...card };
  return {
    card: box,
    items: [
      {
        kind: 'rectangle',
        box: { xMm: 0, yMm: 0, ...card },
        fill: colourOf(element.backgroundColor ?? '#FFFFFFFF'),
        border: null,
        cornerRadiusMm: 0,
      },
      ...joinedLines(laid.lines.map(({ item }) => item)).map((item) => moved(item, paddingMm - fromMm, paddingMm)),
    ],
    fit: laid.fit,
    pictureEndsMm: isFree ? null : box.yMm - ABOVE_CARD_MM,
  };
}

const withinEdges = ({ xMm, yMm, widthMm, heightMm }: BoxMm): BoxMm => ({
  xMm: xMm + FROM_EDGE_MM,
  yMm: yMm + FROM_EDGE_MM,
  widthMm: Math.max(widthMm - 2 * FROM_EDGE_MM, 0),
  heightMm: Math.max(heightMm - 2 * FROM_EDGE_MM, 0),
});

/** Of an area beside its picture, the area. */
function commonOf(area: BoxMm, seen: BoxMm): BoxMm {
  const common = overlapOf(area, seen);
  return Math.min(common.widthMm, common.heightMm) > 0 ? common : area;
}

interface Place extends BoxMm {
  readonly isLow: boolean;
}

/** The one of its own alignment first, then the others of its edge, then those of the other edge. */
function placesIn(
  room: BoxMm,
  card: { readonly widthMm: number; readonly heightMm: number },
  { textAlignment, verticalAlignment }: TextElement,
): Place[] {
  const across = [...new Set([textAlignment, ...(['left', 'right', 'center'] as const)])];
  const down = verticalAlignment === 'top' ? (['top', 'bottom'] as const) : (['bottom', 'top'] as const);
  const share = { left: 0, top: 0, center: 0.5, right: 1, bottom: 1 } as const;
  return down.flatMap((edge) =>
    across.map((side) => ({
      xMm: room.xMm + Math.max(room.widthMm - card.widthMm, 0) * share[side],
      yMm: room.yMm + Math.max(room.heightMm - card.heightMm, 0) * share[edge],
      ...card,
      isLow: edge === 'bottom',
    })),
  );
}

interface Hidden {
  readonly headsMm2: number;
  readonly attention: boolean;
}

const NOTHING: Hidden = { headsMm2: 0, attention: false };

function hiddenBy(card: BoxMm, item: LaidPicture): Hidden {
  const whole = pictureBox(item);
  const { subject } = item.picture;
  const heads = headsOf(subject?.faces ?? []).map(({ x, y, width, height }) => {
    const head = overlapOf(item.box, {
      xMm: whole.xMm + x * whole.widthMm - AROUND_HEAD_MM,
      yMm: whole.yMm + y * whole.heightMm - AROUND_HEAD_MM,
      widthMm: width * whole.widthMm + 2 * AROUND_HEAD_MM,
      heightMm: height * whole.heightMm + 2 * AROUND_HEAD_MM,
    });
    const hidden = overlapOf(card, head);
    return hidden.widthMm * hidden.heightMm;
  });
  const eye = subject?.attention ?? null;
  const attention =
    eye !== null &&
    isWithin(whole.xMm + eye.x * whole.widthMm, card.xMm, card.widthMm) &&
    isWithin(whole.yMm + eye.y * whole.heightMm, card.yMm, card.heightMm);
  return { headsMm2: heads.reduce((sum, one) => sum + one, 0), attention };
}

const isWithin = (value: number, from: number, size: number) => value >= from && value <= from + size;

const isLess = (a: Hidden, b: Hidden | undefined) =>
  b === undefined || a.headsMm2 < b.headsMm2 || (a.headsMm2 === b.headsMm2 && !a.attention && b.attention);
