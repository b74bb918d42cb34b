import type { LayoutDocument } from '../document.ts';
import type { EntryValue, ThemedEntry } from './entries.ts';

type Bookish = Pick<LayoutDocument, 'themed' | 'entries'>;

/** Every entry of a book, its cover's first. */
export const entriesOf = ({ themed, entries }: Bookish): readonly ThemedEntry[] =>
  themed === null
    ? []
    : [...(themed.cover === null ? [] : [themed.cover]), ...themed.order.flatMap((id) => entries[id] ?? [])];

const keysIn = ({ values }: ThemedEntry): readonly string[] =>
  Object.values(values).flatMap((value) => (Array.isArray(value) ? value : []));

/** Pictures that entries were given, as often as they were. */
export const picturesInEntries = (document: Bookish): readonly string[] => entriesOf(document).flatMap(keysIn);

/** The number of the first entry that was given a picture, from 1; null: none was. */
export function firstEntryShowing({ themed, entries }: Bookish, key: string): number | null {
  const at = (themed?.order ?? []).findIndex((id) => {
    const entry = entries[id];
    return entry !== undefined && keysIn(entry).includes(key);
  });
  return at < 0 ? null : at + 1;
}

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
