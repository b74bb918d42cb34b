import type { LayoutDocument } from '../document.ts';
import type { EntryValue, ThemedEntry } from './entries.ts';

type Bookish = Pick<LayoutDocument, 'themed' | 'entries'>;

/** The cover's, or the one of that id. */
export type EntryId = 'cover' | (string & {});

export const entryOf = ({ themed, entries }: Bookish, entryId: EntryId): ThemedEntry | undefined =>
  entryId === 'cover' ? (themed?.cover ?? undefined) : entries[entryId];

/** Every entry of a book, its cover's first. */
export const entriesOf = ({ themed, entries }: Bookish): readonly ThemedEntry[] =>
  themed === null
    ? []
    : [...(themed.cover === null ? [] : [themed.cover]), ...themed.order.flatMap((id) => entries[id] ?? [])];

const keysIn = ({ values }: ThemedEntry): readonly string[] =>
  Object.values(values).flatMap((value) => (Array.isArray(value) ? value : []));

/** Pictures that entries were given, as often as they were. */
export const picturesInEntries = (document: Bookish): readonly string[] => entriesOf(document).flatMap(keysIn);

/** The book with other pictures in its entries: null in place of one that goes. What nothing changes of stays the very same. */
export function withEntryPictures<Document extends Bookish>(
  document: Document,
  edit: (key: string) => string | null,
): Document {
  const { themed, entries } = document;
  if (themed === null) return document;
  const next = Object.fromEntries(Object.entries(entries).map(([id, entry]) => [id, edited(entry, edit)]));
  const isSame = Object.entries(next).every(([id, entry]) => entry === entries[id]);
  const cover = themed.cover === null ? null : edited(themed.cover, edit);
  if (isSame && cover === themed.cover) return document;
  return {
    ...document,
    entries: isSame ? entries : next,
    themed: cover === themed.cover ? themed : { ...themed, cover },
  };
}

function edited(entry: ThemedEntry, edit: (key: string) => string | null): ThemedEntry {
  const changed = Object.entries(entry.values).flatMap(([name, value]): [string, EntryValue][] => {
    if (!Array.isArray(value)) return [];
    const next = value.flatMap((key) => edit(key) ?? []);
    return next.length === value.length && next.every((key, at) => key === value[at]) ? [] : [[name, next]];
  });
  return changed.length === 0 ? entry : { ...entry, values: { ...entry.values, ...Object.fromEntries(changed) } };
}
