/** A label that wants to stand at `at` (its middle) and takes `size` along the axis. */
export interface WantedLabel {
  readonly at: number;
  readonly size: number;
}

/**
 * Moves labels apart so that none overlaps its neighbour, each as near as possible to where it wants to be.
 * Labels come in order and stay in order. Answers the middles. When they cannot all fit between `low` and `high`,
 * they overlap at the high end rather than leave the drawing.
 */
export function spreadLabels(
  wanted: readonly WantedLabel[],
  gap: number,
  low: number,
  high: number,
): readonly number[] {
  // Runs of touching labels move as one: each run rests at the mean of what its labels want.
  const runs: { first: number; count: number; start: number; length: number; pull: number }[] = [];
  wanted.forEach((label, index) => {
    runs.push({
      first: index,
      count: 1,
      start: label.at - label.size / 2,
      length: label.size,
      pull: label.at - label.size / 2,
    });
    for (;;) {
      const run = runs.at(-1);
      const before = runs.at(-2);
      if (run === undefined || before === undefined || before.start + before.length + gap <= run.start) break;
      const offset = before.length + gap;
      const pull = before.pull + run.pull - run.count * offset;
      const count = before.count + run.count;
      runs.splice(-2, 2, { first: before.first, count, start: pull / count, length: offset + run.length, pull });
    }
  });
  const middles: number[] = [];
  let floor = low;
  runs.forEach((run) => {
    let at = Math.max(floor, Math.min(run.start, high - run.length));
    for (const label of wanted.slice(run.first, run.first + run.count)) {
      middles.push(at + label.size / 2);
      at += label.size + gap;
    }
    floor = at;
  });
  return middles;
}
