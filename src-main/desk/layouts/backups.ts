const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A former state of a document, by when it was put aside. */
export interface Backup {
  readonly name: string;
  readonly atMs: number;
  /** Steps that the document had then. */
  readonly steps: number;
}

const NAME = /^(\d{15})-(\d{9})\.bkprep$/;

/** Sorts by time as a text; steps beside it tell which journals go on from it. */
export const backupName = (atMs: number, steps: number): string =>
  `${String(atMs).padStart(15, '0')}-${String(steps).padStart(9, '0')}.bkprep`;

/** Newest first. What has another name is not ours. */
export function backupsAmong(names: readonly string[]): Backup[] {
  return names
    .flatMap((name) => {
      const found = NAME.exec(name);
      return found === null ? [] : [{ name, atMs: Number(found[1]), steps: Number(found[2]) }];
    })
    .sort((a, b) => b.atMs - a.atMs || b.steps - a.steps);
}

const LAST_KEPT = 10;

/** Those that go: all but the last ten, the last of each hour of a day, and the last of each day of thirty. */
export function backupsToDrop(backups: readonly Backup[], nowMs: number): Backup[] {
  const newestFirst = [...backups].sort((a, b) => b.atMs - a.atMs || b.steps - a.steps);
  const kept = new Set(newestFirst.slice(0, LAST_KEPT));
  for (const [span, periodMs] of [
    [DAY_MS, HOUR_MS],
    [30 * DAY_MS, DAY_MS],
  ] as const) {
    const periods = new Set<number>();
    for (const backup of newestFirst) {
      const period = Math.floor(backup.atMs / periodMs);
      if (nowMs - backup.atMs > span || periods.has(period)) continue;
      periods.add(period);
      kept.add(backup);
    }
  }
  return newestFirst.filter((backup) => !kept.has(backup));
}
