import { useCallback, useState } from 'react';
import { useCommand } from '../../commands/run-command.ts';
import { useText } from '../../i18n/use-text.ts';

const NONE: ReadonlySet<string> = new Set();

/**
 * Which groups of a table are folded while its screen is open; another grouping begins with none. `groups` are all there are
 * now, by their keys; null: there are none to fold.
 */
export function useFoldedGroups(
  groupBy: string | null,
  groups: ReadonlyMap<string, unknown> | null,
): {
  readonly folded: ReadonlySet<string>;
  readonly onFold: (group: string, isFolded: boolean) => void;
} {
  const { t } = useText();
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
  const foldAll = (keys: Iterable<string>): void => setState({ groupBy, folded: new Set(keys) });
  const whyNot = t('ui.whyNot.noGroups');
  useCommand('screen.foldGroups', groups === null ? null : () => foldAll(groups.keys()), whyNot);
  useCommand('screen.unfoldGroups', groups === null ? null : () => foldAll(NONE), whyNot);
  return { folded, onFold };
}
