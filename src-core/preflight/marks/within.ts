/** Compared as whole micrometres, so that a size exactly on the limit is inside whatever the fractions did. */
export function isWithin(measuredMm: number, allowedMm: number, toleranceMm: number): boolean {
  return Math.abs(Math.round(measuredMm * 1000) - Math.round(allowedMm * 1000)) <= Math.round(toleranceMm * 1000);
}

/** Less by a micrometre or more, so that a distance exactly on the limit keeps it whatever the fractions did. */
export function isBelow(measuredMm: number, limitMm: number): boolean {
  return Math.round(measuredMm * 1000) < Math.round(limitMm * 1000);
}
