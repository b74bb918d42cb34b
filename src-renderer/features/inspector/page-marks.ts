import type { FindingGroup } from '../../../src-core/ipc/subjects/library.ts';
import type { MarkedObject, Quantity } from '../../../src-core/preflight/finding.ts';
import { findingAt, type Stop } from './finding-steps.ts';
import type { PageAddress } from '../../route.ts';

/** A marked object on the page that is shown. */
export interface PageMark {
  readonly stop: Stop;
  /** From 1: its place in the finding that is looked at, or on the page when none is. */
  readonly number: number;
  readonly object: MarkedObject;
  /** Of the object's own value. */
  readonly unit: Quantity['unit'] | null;
  readonly isSelected: boolean;
}

/** The marks of the finding that is looked at; without one, those of every group given. */
export function marksOn(
  groups: readonly FindingGroup[],
  address: PageAddress,
  current: Stop | null,
): readonly PageMark[] {
  const looked = current === null ? null : findingAt(groups, current);
  const all = groups.flatMap(({ groupKey, findings }) =>
    findings.flatMap((finding, findingIndex) =>
      finding.kind !== address.kind || (looked !== null && finding !== looked)
        ? []
        : finding.objects.map((object, objectIndex) => ({
            stop: { groupKey, findingIndex, page: object.page, objectIndex },
            object,
            unit: finding.measured?.unit ?? null,
          })),
    ),
  );
  return all
    .filter(({ object }) => object.page === address.page)
    .map((mark, index) => ({
      ...mark,
      number: looked === null ? index + 1 : mark.stop.objectIndex + 1,
      isSelected: looked !== null && mark.stop.objectIndex === current?.objectIndex,
    }));
}
