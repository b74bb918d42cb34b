import { comparableName } from './comparable-name.ts';
import { loneFile } from './left-over-files.ts';
import { uses, type NamingRules } from './naming-rules.ts';
import { pairByOneRole } from './one-role.ts';
import { contradictionIn, pairedInFolder, saidOf } from './own-reading.ts';
import type { Candidate, NamedPairs, PagesOf, PairedBook } from './paired-book.ts';

// A folder for each book: naming rule 2 of operator-desk 3.2, and what page counts tell where no rule found a pair.

/** The book that a folder is of, by the roles that its files' names tell. */
export function pairByFolder(
  files: readonly Candidate[],
  folderHasPairs: boolean,
): NamedPairs & { readonly rest: readonly Candidate[] } {
  const folder = files[0]?.folder.at(-1);
  const pair = folder === undefined ? null : pairOfFolder(files, folder, folderHasPairs);
  if (folder === undefined || pair === null || contradictionIn([pair.cover, pair.contents]) !== null)
    return { books: [], open: [], rest: files };
  const rest = files.filter((file) => file !== pair.cover && file !== pair.contents);
  return { books: [bookOfFolder(folder, pair)], open: [], rest };
}

/** What the rules left over in one folder: two files that say nothing of their roles, one of two that does, and files by themselves. */
export function pairByGuess(files: readonly Candidate[], folderHasPairs: boolean, rules: NamingRules): NamedPairs {
  const folder = files[0]?.folder.at(-1);
  const [first, second] = files;
  const isForPages = files.length === 2 && !folderHasPairs && first?.role === null && second?.role === null;
  if (folder === undefined || !isForPages || !uses(rules, 'pages')) return leftOver(files, rules);
  const decide = (pagesOf: PagesOf) => {
    const byPages = assignByPages(first, second, pagesOf);
    return byPages === null ? files.map((file) => loneFile(file, pagesOf)) : [bookOfFolder(folder, byPages)];
  };
  return { books: [], open: [{ fileIds: [first.fileId, second.fileId], decide }] };
}

function leftOver(files: readonly Candidate[], rules: NamingRules): NamedPairs {
  const { open, rest } = uses(rules, 'oneRole') ? pairByOneRole(files) : { open: [], rest: files };
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
  const reason = pairedInFolder([cover, contents], title) ?? {
    key: guessed ? 'library.pairing.folderPageCount' : 'library.pairing.folderRoles',
    params: { folder: title },
  };
  return {
    ...{ title, coverFileId: cover.fileId, contentsFileId: contents.fileId, rule: 'folder', guessed, reason },
    ...saidOf([cover, contents]),
  };
}

interface FolderPair {
  readonly cover: Candidate;
  readonly contents: Candidate;
  readonly guessed: boolean;
}

function pairOfFolder(files: readonly Candidate[], folder: string, folderHasPairs: boolean): FolderPair | null {
  const cover = files.filter((file) => file.role === 'cover' && isOfFolder(file, folder));
  const contents = files.filter((file) => file.role === 'contents' && isOfFolder(file, folder));
  if (cover.length === 1 && contents.length === 1) return paired(cover[0] as Candidate, contents[0] as Candidate);
  const [first, second] = files;
  if (first === undefined || second === undefined || files.length !== 2 || folderHasPairs) return null;
  return assignByRole(first, second, folder);
}

function assignByRole(a: Candidate, b: Candidate, folder: string): FolderPair | null {
  if (areOfTwoBooks(a, b, folder)) return null;
  if (a.role === 'cover' && b.role !== 'cover') return paired(a, b);
  if (b.role === 'cover' && a.role !== 'cover') return paired(b, a);
  if (a.role === 'contents' && b.role === null) return paired(b, a);
  if (b.role === 'contents' && a.role === null) return paired(a, b);
  return null;
}

/** A cover of one name and contents of another in a folder that has both, as of a couple, are a guess: the other halves may be on their way. */
const paired = (cover: Candidate, contents: Candidate): FolderPair => ({
  cover,
  contents,
  guessed: cover.role !== null && contents.role !== null && areOfTwoNames(cover, contents),
});

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

/** Whether what a file is called by besides its role, as `comparableName` has it, is the name of a book. */
export const isNameOfBook = (key: string): boolean => !SAYS_NOTHING.test(key);
const namesABook = ({ bookKey }: Candidate): boolean => isNameOfBook(bookKey);

/** Its name tells no other book than the folder's: it is some of its words, one after the other. */
const isOfFolder = (file: Candidate, folder: string): boolean => !namesABook(file) || hasWords(folder, file.bookKey);

function hasWords(folder: string, bookKey: string): boolean {
  const words = wordsOf(folder);
  const name = wordsOf(bookKey).join('');
  return words.some((_, index) => {
    const rest = words.slice(index);
    if (!rest.join('').startsWith(name)) return false;
    // Hangul writes what belongs to a name in one word with it: `김민수네 앨범`.
    return HANGUL_WORD.test(name) || endsWithWord(rest, name.length);
  });
}

const wordsOf = (text: string): readonly string[] => comparableName(text).split(NO_WORD);

function endsWithWord(words: readonly string[], length: number): boolean {
  let at = 0;
  for (const word of words) if ((at += word.length) >= length) break;
  return at === length;
}

const NO_WORD = /[^\p{L}\p{M}\p{N}]+/u;
/** A name of one syllable may begin any word. */
const HANGUL_WORD = /\p{Script=Hangul}{2,}$/u;

const areOfTwoNames = (a: Candidate, b: Candidate): boolean =>
  namesABook(a) && namesABook(b) && a.bookKey !== b.bookKey;

/** `Kim_cover.pdf` and `Lee_contents.pdf` are halves of two books, wherever they lie. */
const areOfTwoBooks = (a: Candidate, b: Candidate, folder: string): boolean =>
  areOfTwoNames(a, b) && !(isOfFolder(a, folder) && isOfFolder(b, folder));
