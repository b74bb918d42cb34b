import type { PdfKind } from '../contract/books.ts';
import type { TextRef } from '../text-ref.ts';
import { loneFile } from './left-over-files.ts';
import { pairByOneRole } from './one-role.ts';
import type {
  Candidate,
  FoundFile,
  NamedFile,
  NamedPairs,
  OpenPairing,
  PagesOf,
  PairedBook,
  ReadName,
} from './paired-book.ts';
import { bookKeyOf, comparableName, namePartsOf, roleOfWord } from './role-words.ts';
import { groupBy, pairBySuffix } from './same-name.ts';

/**
 * Pairs covers with contents by the naming rules of operator-desk 3.2: rule 1, the same folder and stem with role
 * suffixes; rule 2, a folder for each book; rule 3, a folder of covers beside a folder of contents. Every book carries why
 * its files belong together. A file that finds no partner, or whose name collides with another one's, becomes a book of
 * its own with the other half missing: nothing that was dropped disappears, and nothing is chosen silently.
 */
export function pairFiles(files: readonly FoundFile[]): readonly PairedBook[] {
  const pages = new Map(files.map(({ fileId, pdfPages }) => [fileId, pdfPages]));
  const { books, open } = pairByNames(files.map(readName));
  return byTitle([...books, ...open.flatMap(({ decide }) => decide((fileId) => pages.get(fileId) ?? null))]);
}

/** What the files' names decide, before any of them was read. */
export function pairByNames(files: readonly ReadName[]): NamedPairs {
  const books: PairedBook[] = [];
  const open: OpenPairing[] = [];
  for (const inFolder of groupBy(candidatesOf(files), ({ groupKey }) => groupKey).values()) {
    const bySuffix = pairBySuffix(inFolder);
    const byFolder = pairByFolder(bySuffix.rest, bySuffix.books.length + bySuffix.open.length > 0);
    books.push(...bySuffix.books, ...byFolder.books);
    open.push(...bySuffix.open, ...byFolder.open);
  }
  return { books: byTitle(books), open };
}

export function readName(file: NamedFile): ReadName {
  const parts = namePartsOf(file.name);
  const { stem, state } = parts;
  return {
    ...file,
    ...parts,
    stemKey: comparableName(state === '' ? stem : `${stem} ${state}`),
    bookKey: bookKeyOf(stem),
  };
}

export const folderKey = (folder: readonly string[]): string => folder.map(comparableName).join('/');

/** With rule 3: what lies in a folder of covers beside one of contents counts as lying in the folder above both. */
function candidatesOf(files: readonly ReadName[]): Candidate[] {
  const folders = new Map<readonly string[], FolderName>();
  const rolesAt = new Map<string, Set<PdfKind>>();
  // The walk gives all files of a folder the same one: thousands of names are read once.
  const named = files.map((file) => {
    const known = folders.get(file.folder);
    const folder = known ?? folderName(file.folder);
    if (known === undefined) folders.set(file.folder, folder);
    if (folder.role !== null) rolesAt.set(folder.above, (rolesAt.get(folder.above) ?? new Set()).add(folder.role));
    return { file, folder };
  });
  return named.map(({ file, folder: { key, role, above } }) => {
    const isParallel = role !== null && rolesAt.get(above)?.size === 2;
    return isParallel && (file.role === null || file.role === role)
      ? { ...file, role, folder: file.folder.slice(0, -1), groupKey: above, isByRoleFolder: true }
      : { ...file, groupKey: key, isByRoleFolder: false };
  });
}

/** A folder by its key, that of the folder above, and the role that its own name tells. */
interface FolderName {
  readonly key: string;
  readonly above: string;
  readonly role: PdfKind | null;
}

const folderName = (folder: readonly string[]): FolderName => ({
  key: folderKey(folder),
  above: folderKey(folder.slice(0, -1)),
  role: roleOfWord(folder.at(-1) ?? ''),
});

/** Rule 2, for what the others left over in one folder. */
function pairByFolder(files: readonly Candidate[], folderHasPairs: boolean): NamedPairs {
  const folder = files[0]?.folder.at(-1);
  const pair = folder === undefined ? null : pairOfFolder(files, folder, folderHasPairs);
  if (folder !== undefined && pair !== null) {
    const left = leftOver(files.filter((file) => file !== pair.cover && file !== pair.contents));
    return { books: [bookOfFolder(folder, pair), ...left.books], open: left.open };
  }
  const [first, second] = files;
  const isForPages = files.length === 2 && !folderHasPairs && first?.role === null && second?.role === null;
  if (folder === undefined || !isForPages) return leftOver(files);
  const decide = (pagesOf: PagesOf) => {
    const byPages = assignByPages(first, second, pagesOf);
    return byPages === null ? files.map((file) => loneFile(file, pagesOf)) : [bookOfFolder(folder, byPages)];
  };
  return { books: [], open: [{ fileIds: [first.fileId, second.fileId], decide }] };
}

function leftOver(files: readonly Candidate[]): NamedPairs {
  const { open, rest } = pairByOneRole(files);
  const told = rest.filter(({ role }) => role !== null);
  const silent = rest.filter(({ role }) => role === null);
  return {
    books: told.map((file) => loneFile(file, () => null)),
    open: [
      ...open,
      ...silent.map((file) => ({
        fileIds: [file.fileId],
        decide: (pagesOf: PagesOf) => [loneFile(file, pagesOf)],
      })),
    ],
  };
}

function bookOfFolder(folder: string, { cover, contents, guessed }: FolderPair): PairedBook {
  const title = folder.normalize('NFC').trim();
  const reason: TextRef = {
    key: guessed ? 'library.pairing.folderPageCount' : 'library.pairing.folderRoles',
    params: { folder: title },
  };
  return { title, coverFileId: cover.fileId, contentsFileId: contents.fileId, rule: 'folder', guessed, reason };
}

interface FolderPair {
  readonly cover: Candidate;
  readonly contents: Candidate;
  readonly guessed: boolean;
}

function pairOfFolder(files: readonly Candidate[], folder: string, folderHasPairs: boolean): FolderPair | null {
  const cover = files.filter((file) => file.role === 'cover' && isOfFolder(file, folder));
  const contents = files.filter((file) => file.role === 'contents' && isOfFolder(file, folder));
  if (cover.length === 1 && contents.length === 1)
    return { cover: cover[0] as Candidate, contents: contents[0] as Candidate, guessed: false };
  const [first, second] = files;
  if (first === undefined || second === undefined || files.length !== 2 || folderHasPairs) return null;
  return assignByRole(first, second, folder);
}

function assignByRole(a: Candidate, b: Candidate, folder: string): FolderPair | null {
  if (areOfTwoBooks(a, b, folder)) return null;
  if (a.role === 'cover' && b.role !== 'cover') return { cover: a, contents: b, guessed: false };
  if (b.role === 'cover' && a.role !== 'cover') return { cover: b, contents: a, guessed: false };
  if (a.role === 'contents' && b.role === null) return { cover: b, contents: a, guessed: false };
  if (b.role === 'contents' && a.role === null) return { cover: a, contents: b, guessed: false };
  return null;
}

/** With no role words a one-page PDF beside a longer one is the cover. */
function assignByPages(a: Candidate, b: Candidate, pagesOf: PagesOf): FolderPair | null {
  const [ofA, ofB] = [pagesOf(a.fileId), pagesOf(b.fileId)];
  if (ofA === null || ofB === null) return null;
  if (ofA === 1 && ofB > 1) return { cover: a, contents: b, guessed: true };
  if (ofB === 1 && ofA > 1) return { cover: b, contents: a, guessed: true };
  return null;
}

/** Words beside a role word that name no book. */
const SAYS_NOTHING = /^(?:|front|back|full|wrap|book|album|앞|뒤|앞뒤|전체|책|앨범|\d{1,2})$/u;

const namesABook = ({ bookKey }: Candidate): boolean => !SAYS_NOTHING.test(bookKey);

/** Its name tells no other book than the folder's. */
const isOfFolder = (file: Candidate, folder: string): boolean =>
  !namesABook(file) || comparableName(folder).includes(file.bookKey);

/** `Kim_cover.pdf` and `Lee_contents.pdf` are halves of two books, wherever they lie. */
const areOfTwoBooks = (a: Candidate, b: Candidate, folder: string): boolean =>
  namesABook(a) && namesABook(b) && a.bookKey !== b.bookKey && !(isOfFolder(a, folder) && isOfFolder(b, folder));

function byTitle(books: readonly PairedBook[]): PairedBook[] {
  const keyed = books.map((book) => ({ book, key: comparableName(book.title) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ book }) => book);
}
