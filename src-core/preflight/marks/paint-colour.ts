import type { Paint } from '../../pdf/inspection/colour-facts.ts';

/** Nearer to paper than this nobody sees a difference. */
const WHITE_WITHIN = 0.01;

/** Whether a paint leaves the paper as it is: white light, or no ink at all. False where the colour cannot be told. */
export function isWhite({ space, values, pattern }: Paint): boolean {
  if (pattern !== null || values.length === 0) return false;
  switch (space.family) {
    case 'DeviceGray':
    case 'CalGray':
    case 'DeviceRGB':
    case 'CalRGB':
      return values.every(isFull);
    case 'DeviceCMYK':
    case 'Separation':
    case 'DeviceN':
      return values.every(isNone);
    case 'ICCBased':
      return space.components === 4 ? values.every(isNone) : values.every(isFull);
    case 'Lab':
      return (values[0] ?? 0) >= 100 * (1 - WHITE_WITHIN);
    default:
      return false;
  }
}

const DARK_BELOW = 0.4;

/** Roughly how light a paint is, 0 black to 1 white; null where that cannot be told without its profile. */
export function lightnessOf({ space, values, pattern }: Paint): number | null {
  if (pattern !== null || values.length === 0) return null;
  const family =
    space.family === 'ICCBased'
      ? ({ 1: 'DeviceGray', 3: 'DeviceRGB', 4: 'DeviceCMYK' } as const)[space.components]
      : space.family;
  switch (family) {
    case 'DeviceGray':
    case 'CalGray':
      return values[0] ?? null;
    case 'DeviceRGB':
    case 'CalRGB':
      return 0.299 * (values[0] ?? 0) + 0.587 * (values[1] ?? 0) + 0.114 * (values[2] ?? 0);
    case 'DeviceCMYK': {
      const left = 1 - (values[3] ?? 0);
      return left * (1 - 0.3 * (values[0] ?? 0) - 0.59 * (values[1] ?? 0) - 0.11 * (values[2] ?? 0));
    }
    case 'Separation':
      return 1 - (values[0] ?? 0);
    case 'Lab':
      return (values[0] ?? 0) / 100;
    default:
      return null;
  }
}

export const isDark = (paint: Paint): boolean => (lightnessOf(paint) ?? 1) < DARK_BELOW;

const isFull = (value: number): boolean => value >= 1 - WHITE_WITHIN;
const isNone = (value: number): boolean => value <= WHITE_WITHIN;
