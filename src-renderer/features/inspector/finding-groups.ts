import type { PdfKind } from '../../../src-core/contract/books.ts';
import type { TextRef } from '../../../src-core/text-ref.ts';
import type { FindingGroup } from '../../../src-core/ipc/subjects/library.ts';
import type { Finding, FixName, Severity } from '../../../src-core/preflight/finding.ts';

/** So many things are asked of a person at once. More of them are not read, and the worst stand first anyway. */
export const MAX_DECISIONS = 7;

/** Worst first. What could not be checked may hide anything, so it stands before what is only likely a flaw. */
const ORDER: readonly Severity[] = ['block', 'error', 'notChecked', 'warning', 'info'];

export interface SortedGroups {
  /** To be decided now, worst first; at most MAX_DECISIONS. */
  readonly decisions: readonly FindingGroup[];
  /** Taken on by a person. */
  readonly signed: readonly FindingGroup[];
  /** Worth knowing, and whatever is beyond the limit. */
  readonly notes: readonly FindingGroup[];
}

export function sortGroups(groups: readonly FindingGroup[]): SortedGroups {
  const worstFirst = [...groups].sort((a, b) => ORDER.indexOf(severityOf(a)) - ORDER.indexOf(severityOf(b)));
  const open = worstFirst.filter((group) => group.signOff === null);
  const decisions = open.filter((group) => severityOf(group) !== 'info').slice(0, MAX_DECISIONS);
  return {
    decisions,
    signed: worstFirst.filter((group) => group.signOff !== null),
    notes: open.filter((group) => !decisions.includes(group)),
  };
}

/** In the order in which they stand on screen. */
export const inReadingOrder = ({ decisions, signed, notes }: SortedGroups): readonly FindingGroup[] => [
  ...decisions,
  ...signed,
  ...notes,
];

/** The finding that stands for its group: the worst one. */
export function leadOf(group: FindingGroup): Finding {
  const [worst] = group.findings;
  if (worst === undefined) throw new RangeError(`the group ${group.groupKey} has no findings`);
  return worst;
}

/** Pages (from 1) of a book's only file that are its cover: two where either may be it, none where the file has no cover within. */
export const coverPagesWithin = (groups: readonly FindingGroup[]): readonly number[] =>
  groups.flatMap(({ findings }) =>
    findings.flatMap(({ ruleId, pages }) => (ruleId === 'book.coverWithin' ? (pages ?? []) : [])),
  );

/** Whether a book's only file has its cover within. */
export const isUndivided = (groups: readonly FindingGroup[]): boolean => coverPagesWithin(groups).length > 0;

export const severityOf = (group: FindingGroup): Severity => leadOf(group).severity;

export interface Offers {
  readonly remedies: readonly TextRef[];
  /** Each with the file it would be made to. */
  readonly fixes: readonly { readonly kind: PdfKind; readonly fix: FixName }[];
}

/** What a group offers over all of its findings, each once, best first. */
export function offersOf(group: FindingGroup): Offers {
  const remedies = new Map(
    group.findings.flatMap(({ remedies: some }) => some.map((remedy) => [JSON.stringify(remedy), remedy] as const)),
  );
  const fixes = new Map(
    group.findings.flatMap(({ kind, fixes: some }) =>
      kind === null ? [] : some.map((fix) => [`${kind} ${fix}`, { kind, fix }] as const),
    ),
  );
  return { remedies: [...remedies.values()], fixes: [...fixes.values()] };
}
