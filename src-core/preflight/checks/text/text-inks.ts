import type { Paint } from '../../../pdf/inspection/colour-facts.ts';
import type { TextObject } from '../../../pdf/inspection/page-objects.ts';
import { modelOf } from '../colour/painted-colours.ts';

/** Less ink than this is none. */
const LEAST_INK = 0.005;

/** Cyan, magenta, yellow and black of a colour that is written in these; null for others. */
export function processInksOf(paint: Paint): readonly number[] | null {
  return paint.pattern === null && modelOf(paint.space) === 'cmyk' && paint.values.length === 4 ? paint.values : null;
}

/** How many inks a colour is printed with, as far as the file itself says. */
export function inkCountOf(paint: Paint): number {
  const isInks = paint.pattern === null && (paint.space.family === 'DeviceN' || modelOf(paint.space) === 'cmyk');
  return isInks ? paint.values.filter((value) => value > LEAST_INK).length : 0;
}

/** What letters are filled and drawn round with. */
export const paintsOfText = ({ fill, stroke }: TextObject): readonly Paint[] =>
  [fill, stroke].filter((paint) => paint !== null);
