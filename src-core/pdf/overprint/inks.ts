import type { ColourSpace, Paint } from '../inspection/colour-facts.ts';

/** Inks by their names: the four of the process, and spot inks. */
export type Inks = ReadonlySet<string>;

const CYAN_TO_BLACK = ['Cyan', 'Magenta', 'Yellow', 'Black'] as const;
export const PROCESS_INKS: Inks = new Set(CYAN_TO_BLACK);
/** Stands for inks that nobody can name from here: those of a tiling pattern, or of a space that cannot be read. */
const ANY_INK = 'any ink';
const UNKNOWN_INKS: Inks = new Set([...CYAN_TO_BLACK, ANY_INK]);
const BLACK_INK: Inks = new Set(['Black']);
const NO_INKS: Inks = new Set();

/** The inks that a colour puts on paper. */
export function inksOf({ space, values, pattern }: Paint): Inks {
  if (pattern !== null) return UNKNOWN_INKS;
  switch (space.family) {
    case 'DeviceCMYK':
    case 'ICCBased':
      return isCmyk(space) ? ofTints(values) : inksOfSpace(space);
    case 'Separation':
    case 'DeviceN':
      return spelledOut(space.colorants.filter((_, index) => values[index] !== 0));
    case 'DeviceGray':
    case 'DeviceRGB':
      return values.every((value) => value === 1) ? NO_INKS : inksOfSpace(space);
    default:
      return inksOfSpace(space);
  }
}

const ofTints = (values: readonly number[]): Inks => new Set(CYAN_TO_BLACK.filter((_, index) => values[index] !== 0));

/** The inks that colours of a space put on paper, as pictures and shadings do. Null: JPEG 2000 with a space of its own. */
export function inksOfSpace(space: ColourSpace | null): Inks {
  switch (space?.family) {
    case 'DeviceGray':
      return BLACK_INK;
    case 'Separation':
    case 'DeviceN':
      return spelledOut(space.colorants);
    case 'Indexed':
    case 'Pattern':
      return space.base === null ? UNKNOWN_INKS : inksOfSpace(space.base);
    case undefined:
    case 'unknown':
      return UNKNOWN_INKS;
    default:
      return PROCESS_INKS;
  }
}

const isCmyk = ({ family, components }: ColourSpace): boolean =>
  family === 'DeviceCMYK' || (family === 'ICCBased' && components === 4);

/** Whether hardly anything is seen through it: full black, alone or with others. */
export function isFullBlack({ space, values, pattern }: Paint): boolean {
  if (pattern !== null) return false;
  if (isCmyk(space)) return values[3] === 1;
  const black = space.colorants.indexOf('Black');
  return black >= 0 && values[black] === 1;
}

/** Inks of the backdrop that a mark takes the place of; those beside them stay as they are. */
export interface Replaced {
  readonly replaces: (ink: string) => boolean;
  /** All four of the process, whatever the mark puts on paper of them. */
  readonly isWholeProcess: boolean;
}

const EVERY_INK: Replaced = { replaces: () => true, isWholeProcess: true };
const WHOLE_PROCESS: Replaced = { replaces: (ink) => PROCESS_INKS.has(ink), isWholeProcess: true };

/**
 * What an overprinting mark of that colour replaces (ISO 32000-1, table 148). In mode 1 DeviceCMYK leaves the inks of which it has
 * none, if it is the very space that the colour is written in; a default space in its place is another one. CMYK with a profile is
 * taken for it, as presses do whose profile it is (8.6.5.7): what may be lost is shown as lost.
 */
export function replacedBy(paint: Paint, overprintMode: 0 | 1): Replaced {
  const { space, pattern } = paint;
  const isDirect = isCmyk(space) && !space.isDefaulted && pattern === null;
  return isDirect && overprintMode === 1 ? only(inksOf(paint)) : replacedBySpace(space);
}

/** What an overprinting picture or shading replaces: their zeros are colours like all others (8.6.7). */
export function replacedBySpace(space: ColourSpace | null): Replaced {
  switch (space?.family) {
    case 'Separation':
    case 'DeviceN':
      // An ink that is named is replaced even where the tint is 0.
      return space.colorants.includes('All') ? EVERY_INK : only(spelledOut(space.colorants));
    case 'Indexed':
    case 'Pattern':
      return space.base === null ? WHOLE_PROCESS : replacedBySpace(space.base);
    default:
      return WHOLE_PROCESS;
  }
}

const only = (inks: Inks): Replaced => ({
  replaces: (ink) => inks.has(ink),
  isWholeProcess: CYAN_TO_BLACK.every((ink) => inks.has(ink)),
});

/** `All` stands for every ink of the press, `None` for none (8.6.6.4). */
function spelledOut(colorants: readonly string[]): Inks {
  return colorants.includes('All') ? UNKNOWN_INKS : new Set(colorants.filter((name) => name !== 'None'));
}
