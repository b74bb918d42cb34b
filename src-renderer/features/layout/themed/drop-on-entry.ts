import { putPictures } from '../../../../src-core/layout/operations/entries.ts';
import { type EntryId } from '../../../../src-core/layout/themed/uses.ts';
import { useLayout } from '../layout-context.ts';
import { useMeasure } from '../live-checks.tsx';

/** Pictures for an entry: a place that has one gets another, else those that wait are filled in their order. */
export function useDropOnEntry() {
  const session = useLayout();
  const measure = useMeasure();
  return (keys: readonly string[], { entryId, name }: { readonly entryId: EntryId; readonly name?: string }): void => {
    if (measure === null) return;
    // Several are for the places that wait.
    const named = name !== undefined && keys.length === 1 ? { name } : {};
    const outcome = putPictures(session.document, { entryId, keys, ...named }, measure);
    if (session.do('putPictures', outcome)) session.chooseEntry(entryId);
  };
}
