import { useCallback, useState } from 'react';

const NONE: ReadonlySet<string> = new Set();

/** Which groups of a table are folded while its screen is open; another grouping begins with none. */
export function useFoldedGroups(groupBy: string | null): {
  readonly folded: ReadonlySet<string>;
  readonly onFold: (group: string, isFolded: boolean) => void;
} {
  const [state, setState] = useState({ groupBy, folded: NONE });
  const folded = state.groupBy === groupBy ? state.folded : NONE;
  const onFold = useCallback(
    (group: string, isFolded: boolean) =>
      setState((former) => {
        const next = new Set(former.groupBy === groupBy ? former.folded : NONE);
        if (isFolded) next.add(group);
        else next.delete(group);
        return { groupBy, folded: next };
      }),
    [groupBy],
  );
  return { folded, onFold };
}
