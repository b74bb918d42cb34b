import type { FindingGroup } from '../../../src-core/ipc/subjects/library.ts';
import type { Finding } from '../../../src-core/preflight/finding.ts';
import type { PageAddress } from '../../route.ts';

/** One place to look at: an object of a finding, or a page of one that marks no object, or the finding as such. */
export interface Stop {
  readonly groupKey: string;
  /** Among the findings of the group. */
  readonly findingIndex: number;
  /** PDF page from 1; null when the finding is about the whole file or book. */
  readonly page: number | null;
  /** Among the marked objects of the finding; null where there are none. */
  readonly objectIndex: number | null;
}

/** Every stop of the groups, in their order; objects worst first, as the finding has them. */
export const stopsOf = (groups: readonly FindingGroup[]): readonly Stop[] =>
  groups.flatMap((group) =>
    group.findings.flatMap((finding, findingIndex) => stopsOfFinding(group.groupKey, findingIndex, finding)),
  );

function stopsOfFinding(groupKey: string, findingIndex: number, { objects, pages }: Finding): readonly Stop[] {
  if (objects.length > 0)
    return objects.map(({ page }, objectIndex) => ({ groupKey, findingIndex, page, objectIndex }));
  if (pages !== null && pages.length > 0)
    return pages.map((page) => ({ groupKey, findingIndex, page, objectIndex: null }));
  return [{ groupKey, findingIndex, page: null, objectIndex: null }];
}

export function firstStopOf(group: FindingGroup): Stop | null {
  return stopsOf([group])[0] ?? null;
}

/** The first object of a finding on one of its pages, or the page as such. */
export function stopOnPage({ groupKey, findingIndex }: Stop, { objects }: Finding, page: number): Stop {
  const objectIndex = objects.findIndex((object) => object.page === page);
  return { groupKey, findingIndex, page, objectIndex: objectIndex === -1 ? null : objectIndex };
}

/** The next stop in a direction, round the ends; the first or the last one when there is no current; null without any. */
export function nextStop(stops: readonly Stop[], current: Stop | null, direction: 1 | -1): Stop | null {
  const at = current === null ? -1 : stops.findIndex((stop) => isSameStop(stop, current));
  if (at === -1) return stops.at(direction === 1 ? 0 : -1) ?? null;
  return stops[(at + direction + stops.length) % stops.length] ?? null;
}

/** The first stop of the next finding in a direction, round the ends. */
export function nextFinding(stops: readonly Stop[], current: Stop | null, direction: 1 | -1): Stop | null {
  const firsts = stops.filter((stop, index) => index === 0 || !isSameFinding(stop, stops[index - 1] as Stop));
  const at = current === null ? -1 : firsts.findIndex((stop) => isSameFinding(stop, current));
  if (at === -1) return firsts.at(direction === 1 ? 0 : -1) ?? null;
  return firsts[(at + direction + firsts.length) % firsts.length] ?? null;
}

/** Where the pages of the stop are; null when there is nothing to turn to. */
export function addressOf(groups: readonly FindingGroup[], stop: Stop): PageAddress | null {
  const kind = findingAt(groups, stop)?.kind ?? null;
  return kind === null ? null : { kind, page: stop.page ?? 1 };
}

export const findingAt = (groups: readonly FindingGroup[], stop: Stop): Finding | null =>
  groups.find(({ groupKey }) => groupKey === stop.groupKey)?.findings[stop.findingIndex] ?? null;

/** The same place after the book was asked for again: null when its finding, or the object itself, is gone. */
export function keptStop(stops: readonly Stop[], stop: Stop | null): Stop | null {
  if (stop === null) return null;
  return (
    stops.find((candidate) => isSameStop(candidate, stop)) ??
    stops.find((candidate) => isSameFinding(candidate, stop)) ??
    null
  );
}

const isSameFinding = (a: Stop, b: Stop): boolean => a.groupKey === b.groupKey && a.findingIndex === b.findingIndex;
const isSameStop = (a: Stop, b: Stop): boolean =>
  isSameFinding(a, b) && a.page === b.page && a.objectIndex === b.objectIndex;
