// Lengths of print and screen in one another's units.

/** By definition. */
export const MM_PER_INCH = 25.4;
/** PDF's default user space (ISO 32000-2, 8.3.2.3). */
export const POINTS_PER_INCH = 72;
/** CSS pixels (CSS Values and Units 4, 6.2), which are a layout's canvas pixels as well. */
export const CSS_PX_PER_INCH = 96;

export const POINTS_PER_MM = POINTS_PER_INCH / MM_PER_INCH;
export const MM_PER_POINT = MM_PER_INCH / POINTS_PER_INCH;
export const CSS_PX_PER_MM = CSS_PX_PER_INCH / MM_PER_INCH;
export const CSS_PX_PER_POINT = CSS_PX_PER_INCH / POINTS_PER_INCH;

/** Points to millimetres in full double precision: nothing is rounded. */
export const pointsToMm = (points: number): number => (points * MM_PER_INCH) / POINTS_PER_INCH;

/** Millimetres to points in full double precision: nothing is rounded. */
export const mmToPoints = (mm: number): number => (mm * POINTS_PER_INCH) / MM_PER_INCH;

/** Millimetres as whole micrometres, the nearest one, halves upwards: for comparing and for grouping sizes. */
export const mmToMicrometres = (mm: number): number => Math.round(mm * 1000);
