import { beginText, drawObject, endText, setTextMatrix } from 'pdf-lib';
import { turnedPart, type PicturePart } from '../../src-core/composition/embedded-parts.ts';
import type { Colour, Frame, PaintItem } from '../../src-core/composition/sketch.ts';
import type { BoxMm } from '../../src-core/specs/book-geometry.ts';
import type { Orientation } from '../render/print-pictures.ts';
import { backdropOf, mixedOn } from './backdrop.ts';
import type { Graphics } from './graphics.ts';
import type { Letters } from '../typefaces/letters.ts';
import { leavesRoom, seenBox, type PictureItem } from '../../src-core/composition/picture-place.ts';
import type { PictureObjects } from './picture-objects.ts';
import { mmToPoints, pointsToMm } from '../../src-core/units.ts';
import { filling, type Matrix, type SheetCanvas } from './sheet-canvas.ts';

type TextItem = Extract<PaintItem, { kind: 'text' }>;

/** What a document has once: faces, pictures, drawings. */
export interface Supplies {
  readonly letters: Letters;
  readonly pictures: PictureObjects;
  readonly graphics: Graphics;
}

/** Thinner lines may break up on press. */
const THINNEST_LINE_PT = 0.25;

/** Paints a page's items in their order, on a ground that is painted already, and on what was `painted` on it before. */
export async function paintItems(
  canvas: SheetCanvas,
  supplies: Supplies,
  ground: Colour,
  items: readonly PaintItem[],
  painted: readonly PaintItem[] = [],
): Promise<void> {
  for (const [index, item] of items.entries()) {
    const beneath = () => backdropOf(item.box, ground, [...painted, ...items.slice(0, index)]);
    switch (item.kind) {
      case 'rectangle':
        await canvas.apart(() => canvas.fillBox(item.box, item.cornerRadiusMm, plain(item.fill, beneath())));
        await paintBorder(canvas, item.box, item);
        break;
      case 'picture':
        await paintPicture(canvas, supplies.pictures, item, beneath());
        break;
      case 'graphic':
        await supplies.graphics.draw(canvas, item.source, item.box, item.opacity);
        break;
      case 'text':
        await paintText(canvas, supplies.letters, item);
    }
  }
}

/** Without transparency where what lies beneath is known. */
const plain = (fill: Colour, beneath: Colour | null): Colour => (beneath === null ? fill : mixedOn(fill, beneath));

async function paintPicture(
  canvas: SheetCanvas,
  pictures: PictureObjects,
  item: PictureItem,
  beneath: Colour | null,
): Promise<void> {
  const { box, whole, turnDeg, straightenDeg = 0 } = item;
  const isCropped = !leavesRoom(item);
  const shown = seenBox(item);
  const { ref, orientation, part } = await pictures.embed(item.picture, beneath);
  const lying = partOf(whole, turnedPart(part, turnDeg));
  await canvas.apart(() => {
    if (isCropped || item.cornerRadiusMm > 0) canvas.clipTo(shown, item.cornerRadiusMm);
    if (straightenDeg !== 0) canvas.turn(straightening(canvas, box, straightenDeg));
    canvas.transform(placement(canvas, lying, turned(orientation, turnDeg)));
    canvas.push(drawObject(canvas.pictureName(ref)));
  });
  await paintBorder(canvas, shown, item);
}

const partOf = (whole: BoxMm, { x, y, width, height }: PicturePart): BoxMm => ({
  xMm: whole.xMm + x * whole.widthMm,
  yMm: whole.yMm + y * whole.heightMm,
  widthMm: width * whole.widthMm,
  heightMm: height * whole.heightMm,
});

/** The unit square of the samples as it is seen, by EXIF orientation (Exif 2.32, 4.6.4). */
const TURNS: Readonly<Record<Orientation, Matrix>> = {
  1: [1, 0, 0, 1, 0, 0],
  2: [-1, 0, 0, 1, 1, 0],
  3: [-1, 0, 0, -1, 1, 1],
  4: [1, 0, 0, -1, 0, 1],
  5: [0, -1, -1, 0, 1, 1],
  6: [0, -1, 1, 0, 0, 1],
  7: [0, 1, 1, 0, 0, 0],
  8: [0, 1, -1, 0, 1, 0],
};

/** How a picture is seen that is turned clockwise by so much on the page. */
function turned(orientation: Orientation, turnDeg: PictureItem['turnDeg']): Matrix {
  const own = TURNS[orientation];
  if (turnDeg === 0) return own;
  const [a, b, c, d, e, f] = own;
  const [ta, tb, tc, td, te, tf] = TURNS[BY_TURN[turnDeg]];
  return [
    a * ta + b * tc,
    a * tb + b * td,
    c * ta + d * tc,
    c * tb + d * td,
    e * ta + f * tc + te,
    e * tb + f * td + tf,
  ];
}

const BY_TURN = { 90: 6, 180: 3, 270: 8 } as const;

function placement(canvas: SheetCanvas, box: BoxMm, [a, b, c, d, e, f]: Matrix): Matrix {
  const width = mmToPoints(box.widthMm);
  const height = mmToPoints(box.heightMm);
  return [
    a * width,
    b * height,
    c * width,
    d * height,
    canvas.xPt(box.xMm) + e * width,
    canvas.yPt(box.yMm + box.heightMm) + f * height,
  ];
}

/** Clockwise about the middle of the frame. */
const straightening = (canvas: SheetCanvas, box: BoxMm, clockwiseDeg: number): Matrix =>
  turnedAbout(canvas, box.xMm + box.widthMm / 2, box.yMm + box.heightMm / 2, clockwiseDeg);

/** Clockwise about a place, in millimetres (ISO 32000-2, 8.3.3: angles of the page count the other way). */
export function turnedAbout(canvas: SheetCanvas, xMm: number, yMm: number, clockwiseDeg: number): Matrix {
  const angle = (-clockwiseDeg * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [x, y] = [canvas.xPt(xMm), canvas.yPt(yMm)];
  return [cos, sin, -sin, cos, x - x * cos + y * sin, y - x * sin - y * cos];
}

/** Within the box, so that it takes nothing of what lies around. */
async function paintBorder(canvas: SheetCanvas, box: BoxMm, { border, cornerRadiusMm }: Frame): Promise<void> {
  if (border === null || border.thicknessMm <= 0) return;
  const widthPt = Math.max(mmToPoints(border.thicknessMm), THINNEST_LINE_PT);
  const insetMm = pointsToMm(widthPt) / 2;
  const inner = {
    xMm: box.xMm + insetMm,
    yMm: box.yMm + insetMm,
    widthMm: box.widthMm - 2 * insetMm,
    heightMm: box.heightMm - 2 * insetMm,
  };
  await canvas.apart(() => canvas.strokeBox(inner, Math.max(0, cornerRadiusMm - insetMm), border.colour, widthPt));
}

async function paintText(
  canvas: SheetCanvas,
  letters: Letters,
  { lines, typeface, sizeMm, trackingEm, colour, rotation, box }: TextItem,
): Promise<void> {
  const lettered = lines.filter(({ text }) => text.trim() !== '');
  const [first] = lettered;
  if (first === undefined) return;
  const sizePt = Math.round(mmToPoints(sizeMm) * 1000) / 1000;
  const pen = letters.pen(typeface, sizePt, (face) => canvas.fontName(face, letters.refOf(face)), trackingEm);
  await canvas.apart(() => {
    canvas.push(
      ...canvas.alpha(colour.alpha),
      beginText(),
      ...filling(colour),
      ...pen.begin(first.text, first.direction),
    );
    for (const { text, xMm, baselineMm, direction } of lettered) {
      const place = rotation === 0 ? { xMm, yMm: baselineMm } : turnedPlace(box, xMm, baselineMm);
      const x = canvas.xPt(place.xMm);
      const y = canvas.yPt(place.yMm);
      canvas.push(
        rotation === 0 ? setTextMatrix(1, 0, 0, 1, x, y) : setTextMatrix(0, -1, 1, 0, x, y),
        ...pen.show(text, direction),
      );
    }
    canvas.push(endText());
  });
}

/** Turned lines run downwards, counted from the box's top right corner. */
const turnedPlace = (box: BoxMm, alongMm: number, acrossMm: number) => ({
  xMm: box.xMm + box.widthMm - acrossMm,
  yMm: box.yMm + alongMm,
});
