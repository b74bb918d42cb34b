import type { ColourSpace, Paint } from '../../../pdf/inspection/colour-facts.ts';
import type { PageObject } from '../../../pdf/inspection/page-objects.ts';

/** The paints that a mark is made with; a picture brings its own colours. */
export function paintsOf(object: PageObject): readonly Paint[] {
  const paints =
    object.kind === 'text' || object.kind === 'path'
      ? [object.fill, object.stroke]
      : object.kind === 'image'
        ? [object.fill]
        : [];
  return paints.filter((paint) => paint !== null);
}

/** The spaces that a mark's colours are written in, a picture's and a shading's included. */
export function spacesOf(object: PageObject): readonly ColourSpace[] {
  const own = object.kind === 'image' ? object.image.colourSpace : object.kind === 'shading' ? object.space : null;
  return [...paintsOf(object).map(({ space }) => space), ...(own === null ? [] : [own])];
}

/** As good as all: programs round. */
export const FULL_INK = 0.99;

/** All four inks of CMYK in full, as registration colour becomes where it is converted. */
export const isFourFullInks = ({ space, values, pattern }: Paint): boolean =>
  pattern === null && modelOf(space) === 'cmyk' && values.length === 4 && values.every((value) => value >= FULL_INK);

export type ColourModel = 'gray' | 'rgb' | 'cmyk' | 'spot' | 'lab' | 'unknown';

/** Which kind of inks or lights a space speaks of, whatever profile it brings. */
export function modelOf(space: ColourSpace): ColourModel {
  switch (space.family) {
    case 'DeviceGray':
    case 'CalGray':
      return 'gray';
    case 'DeviceRGB':
    case 'CalRGB':
      return 'rgb';
    case 'DeviceCMYK':
      return 'cmyk';
    case 'Lab':
      return 'lab';
    case 'Separation':
    case 'DeviceN':
      return 'spot';
    case 'ICCBased':
      return ({ 1: 'gray', 3: 'rgb', 4: 'cmyk' } as const)[space.components] ?? 'unknown';
    case 'Indexed':
    case 'Pattern':
      return space.base === null ? 'unknown' : modelOf(space.base);
    case 'unknown':
      return 'unknown';
  }
}

/** Names of inks that are no process inks: `All` and `None` stand for no ink of their own. */
export function spotNamesOf(space: ColourSpace): readonly string[] {
  const own = space.family === 'Separation' || space.family === 'DeviceN' ? space.colorants : [];
  const base =
    space.family === 'Indexed' || space.family === 'Pattern'
      ? space.base === null
        ? []
        : spotNamesOf(space.base)
      : [];
  return [...own.filter((name) => !PROCESS.has(name)), ...base];
}

const PROCESS: ReadonlySet<string> = new Set(['Cyan', 'Magenta', 'Yellow', 'Black', 'All', 'None']);
