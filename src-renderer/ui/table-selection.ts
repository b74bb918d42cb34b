/** Which rows of a table are chosen. `anchorId` is where a range started, `focusId` the row that keys move from. */
export interface TableSelection {
  readonly ids: ReadonlySet<string>;
  readonly focusId: string | null;
  readonly anchorId: string | null;
}

export const NO_SELECTION: TableSelection = { ids: new Set(), focusId: null, anchorId: null };

export const selectOne = (id: string): TableSelection => ({ ids: new Set([id]), focusId: id, anchorId: id });

/** Moves by so many rows; with `extend` everything from the anchor on is chosen. */
export function moveSelection(
  selection: TableSelection,
  ids: readonly string[],
  step: number,
  extend: boolean,
): TableSelection {
  if (ids.length === 0) return NO_SELECTION;
  const from = selection.focusId === null ? -1 : ids.indexOf(selection.focusId);
  const to = Math.max(0, Math.min(ids.length - 1, from === -1 ? (step > 0 ? 0 : ids.length - 1) : from + step));
  return extend ? rangeTo(selection, ids, to) : selectOne(ids[to] as string);
}

/** A click: plain chooses one, `add` adds or takes away, `range` goes on from the anchor. */
export function toggleInSelection(
  selection: TableSelection,
  ids: readonly string[],
  id: string,
  how: { readonly range: boolean; readonly add: boolean },
): TableSelection {
  if (how.range) return rangeTo(selection, ids, ids.indexOf(id));
  if (!how.add) return selectOne(id);
  const next = new Set(selection.ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, focusId: id, anchorId: id };
}

export function selectAll(selection: TableSelection, ids: readonly string[]): TableSelection {
  return {
    ids: new Set(ids),
    focusId: selection.focusId ?? ids[0] ?? null,
    anchorId: selection.anchorId ?? ids[0] ?? null,
  };
}

/** What is left of a selection when rows have gone; the focus goes to the row that took the place of its own. */
export function keepInSelection(
  selection: TableSelection,
  ids: readonly string[],
  formerIds: readonly string[],
): TableSelection {
  const present = new Set(ids);
  const kept = new Set([...selection.ids].filter((id) => present.has(id)));
  if (selection.focusId === null || present.has(selection.focusId))
    return kept.size === selection.ids.size ? selection : { ...selection, ids: kept };
  const formerIndex = formerIds.indexOf(selection.focusId);
  const following =
    formerIds.slice(formerIndex + 1).find((id) => present.has(id)) ??
    formerIds.slice(0, Math.max(0, formerIndex)).findLast((id) => present.has(id));
  return following === undefined ? NO_SELECTION : selectOne(following);
}

function rangeTo(selection: TableSelection, ids: readonly string[], to: number): TableSelection {
  const anchor = selection.anchorId === null ? to : Math.max(0, ids.indexOf(selection.anchorId));
  const [low, high] = anchor < to ? [anchor, to] : [to, anchor];
  return { ids: new Set(ids.slice(low, high + 1)), focusId: ids[to] ?? null, anchorId: ids[anchor] ?? null };
}
