/** How many gaps on each side a gap is held against, and how many times as long it has to be. */
const WINDOW = 10;
const STANDS_OUT = 17;

/**
 * Places at which a new event begins: where the time since the picture before is much longer than between those around it, in logarithms
 * (J. Platt et al., PhotoTOC, 2003). Times of capture in milliseconds; null where a picture tells none, which begins nothing.
 */
export function eventsOf(takenAtMs: readonly (number | null)[]): ReadonlySet<number> {
  const gaps = takenAtMs.map((at, index) => {
    const before = index === 0 ? null : (takenAtMs[index - 1] ?? null);
    return at === null || before === null ? 0 : Math.log(Math.max((at - before) / 1000, 1));
  });
  const starts = new Set<number>([0]);
  for (let at = 1; at < gaps.length; at += 1) {
    const near = gaps.slice(Math.max(1, at - WINDOW), at + WINDOW + 1);
    const usual = near.reduce((sum, gap) => sum + gap, 0) / near.length;
    if ((gaps[at] as number) >= Math.log(STANDS_OUT) + usual) starts.add(at);
  }
  return starts;
}
