import type { PdfKind } from '../contract/books.ts';
import { comparableName } from './comparable-name.ts';
import { BUILT_IN_NAMES, type NameReader } from './name-reader.ts';
import { uses, type OrderedRule } from './naming-rules.ts';
import { pairByFolder, pairByGuess } from './one-folder.ts';
import type { Candidate, FoundFile, NamedPairs, OpenPairing, PairedBook, ReadName } from './paired-book.ts';
import { groupBy, pairBySuffix } from './same-name.ts';

/**
 * Pairs covers with contents by the naming rules of operator-desk 3.2, as `names` has them: the same folder and stem with role
 * suffixes (rule 1), a folder for each book (rule 2), a folder of covers beside a folder of contents (rule 3). Every book carries why
 * its files belong together. A file that finds no partner, or whose name collides with another one's, becomes a book of
 * its own with the other half missing: nothing that was dropped disappears, and nothing is chosen silently.
 */
export function pairFiles(files: readonly FoundFile[], names: NameReader = BUILT_IN_NAMES): readonly PairedBook[] {
  const pages = new Map(files.map(({ fileId, pdfPages }) => [fileId, pdfPages]));
  const { books, open } = pairByNames(
    files.map((file) => names.read(file)),
    names,
  );
  return byTitle([...books, ...open.flatMap(({ decide }) => decide((fileId) => pages.get(fileId) ?? null))]);
}

/** What the files' names decide, before any of them was read. `names` has read them. */
export function pairByNames(files: readonly ReadName[], names: NameReader = BUILT_IN_NAMES): NamedPairs {
  const { rules } = names;
  const order = rules.order.filter((rule) => uses(rules, rule));
  const at = order.indexOf('roleFolders');
  const before = order.slice(0, Math.max(at, 0));
  const behind = order.slice(at + 1);
  const books: PairedBook[] = [];
  const open: OpenPairing[] = [];
  const withPairs = new Set<string>();
  const paired = (inFolder: readonly Candidate[], key: string, steps: readonly OrderedRule[]): readonly Candidate[] => {
    let left = inFolder;
    for (const step of steps) {
      const found = STEPS[step](left, withPairs.has(key), order);
      books.push(...found.books);
      open.push(...found.open);
      if (found.books.length + found.open.length > 0) withPairs.add(key);
      left = found.rest;
    }
    return left;
  };
  const folders = new FolderNames(files, names);
  const apart = byFolder(before.length === 0 ? [] : folders.inOwn(files));
  const left = apart.flatMap(([key, inFolder]) => paired(inFolder, key, before));
  const together = at < 0 ? folders.inOwn(files) : folders.inCommon(before.length === 0 ? files : left);
  // What lies in folders by role, and what lies beside these folders, is one to rule 1.
  const steps: readonly OrderedRule[] = at < 0 || behind[0] === 'suffix' ? behind : ['roleFolders', ...behind];
  for (const [key, inFolder] of byFolder(together)) {
    const rest = paired(inFolder, key, steps);
    const ends = order.includes('suffix') ? { books: [], open: [], rest } : pairBySuffix(rest, () => false);
    const last = pairByGuess(ends.rest, withPairs.has(key), rules);
    books.push(...ends.books, ...last.books);
    open.push(...ends.open, ...last.open);
  }
  return { books: byTitle(books), open };
}

type Step = (
  files: readonly Candidate[],
  folderHasPairs: boolean,
  order: readonly OrderedRule[],
) => NamedPairs & { readonly rest: readonly Candidate[] };

/** What each rule makes of the files that the ones before it left over in one folder. */
const STEPS: Readonly<Record<OrderedRule, Step>> = {
  suffix: (files) => pairBySuffix(files, () => true),
  folder: pairByFolder,
  roleFolders: (files, _, order) => {
    const isOf = ({ isByRoleFolder }: Candidate) => isByRoleFolder || order[0] === 'suffix';
    const { books, open, rest } = pairBySuffix(files.filter(isOf), () => true);
    return { books, open, rest: [...rest, ...files.filter((file) => !isOf(file))] };
  },
};

const byFolder = (files: readonly Candidate[]) => [...groupBy(files, ({ groupKey }) => groupKey)];

export const folderKey = (folder: readonly string[]): string => folder.map(comparableName).join('/');

/** A folder by its key, that of the folder above, and the role that its own name tells. */
interface FolderName {
  readonly key: string;
  readonly above: string;
  readonly role: PdfKind | null;
}

/** The folders of some files. The walk gives all files of a folder the same one: thousands of names are read once. */
class FolderNames {
  readonly #names: NameReader;
  readonly #known = new Map<readonly string[], FolderName>();
  /** By folder, which roles folders in it are called by. */
  readonly #rolesIn = new Map<string, Set<PdfKind>>();

  constructor(files: readonly ReadName[], names: NameReader) {
    this.#names = names;
    for (const { folder } of files) {
      const { role, above } = this.#nameOf(folder);
      if (role !== null) this.#rolesIn.set(above, (this.#rolesIn.get(above) ?? new Set()).add(role));
    }
  }

  inOwn(files: readonly ReadName[]): Candidate[] {
    return files.map((file) => ({ ...file, groupKey: this.#nameOf(file.folder).key, isByRoleFolder: false }));
  }

  /** With rule 3: what lies in a folder of covers beside one of contents counts as lying in the folder above both. */
  inCommon(files: readonly ReadName[]): Candidate[] {
    return files.map((file) => {
      const { key, role, above } = this.#nameOf(file.folder);
      const isParallel = role !== null && this.#rolesIn.get(above)?.size === 2;
      return isParallel && (file.role === null || file.role === role)
        ? { ...file, role, folder: file.folder.slice(0, -1), groupKey: above, isByRoleFolder: true }
        : { ...file, groupKey: key, isByRoleFolder: false };
    });
  }

  #nameOf(folder: readonly string[]): FolderName {
    const known = this.#known.get(folder);
    if (known !== undefined) return known;
    const name = {
      key: folderKey(folder),
      above: folderKey(folder.slice(0, -1)),
      role: this.#names.roleOfWord(folder.at(-1) ?? ''),
    };
    this.#known.set(folder, name);
    return name;
  }
}

function byTitle(books: readonly PairedBook[]): PairedBook[] {
  const keyed = books.map((book) => ({ book, key: comparableName(book.title) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ book }) => book);
}
