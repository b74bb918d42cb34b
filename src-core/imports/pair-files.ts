import type { PdfKind } from '../contract/books.ts';
import type { TextRef } from '../text-ref.ts';
import { comparableName, namePartsOf } from './role-words.ts';

/** One PDF that the walk found. `folder` names the folders between the dropped one and the file, outermost first. */
export interface FoundFile {
  readonly fileId: string;
  readonly folder: readonly string[];
  readonly name: string;
  /** Pages of the PDF, or null when they couldn't be counted. */
  readonly pdfPages: number | null;
}

export interface PairedBook {
  readonly title: string;
  readonly coverFileId: string | null;
  readonly contentsFileId: string | null;
  readonly rule: 'suffix' | 'folder' | 'alone';
  /** True when no name said which file is the cover. */
  readonly guessed: boolean;
  readonly reason: TextRef;
}

export interface LeftOutFile {
  readonly fileId: string;
  readonly reason: TextRef;
}

export interface Pairing {
  readonly books: readonly PairedBook[];
  /** Files whose names collide once they are made comparable: never a silent choice. */
  readonly conflicts: readonly LeftOutFile[];
}

interface Candidate extends FoundFile {
  readonly role: PdfKind | null;
  readonly stem: string;
}

/**
 * Pairs covers with contents by the naming rules of operator-desk 3.2: rule 1, the same folder and stem with role
 * suffixes; rule 2, a folder for each book. Every book carries why its files belong together. A file that finds no
 * partner becomes a book of its own with the other half missing, so that nothing that was dropped disappears.
 */
export function pairFiles(files: readonly FoundFile[]): Pairing {
  const books: PairedBook[] = [];
  const conflicts: LeftOutFile[] = [];
  for (const inFolder of groupBy(files.map(toCandidate), (file) =>
    file.folder.map(comparableName).join('/'),
  ).values()) {
    const bySuffix = pairBySuffix(inFolder);
    conflicts.push(...bySuffix.conflicts);
    books.push(...bySuffix.books);
    books.push(...pairByFolder(bySuffix.rest, bySuffix.books.length > 0));
  }
  return { books: books.sort((a, b) => compareNames(a.title, b.title)), conflicts };
}

function toCandidate(file: FoundFile): Candidate {
  return { ...file, ...namePartsOf(file.name) };
}

/** Rule 1. */
function pairBySuffix(files: readonly Candidate[]): {
  books: PairedBook[];
  conflicts: LeftOutFile[];
  rest: Candidate[];
} {
  const books: PairedBook[] = [];
  const conflicts: LeftOutFile[] = [];
  const rest: Candidate[] = [];
  for (const group of groupBy(files, (file) => comparableName(file.stem)).values()) {
    const covers = group.filter((file) => file.role === 'cover');
    const contents = group.filter((file) => file.role === 'contents');
    const [cover, secondCover] = covers;
    const [inner, secondInner] = contents;
    if (secondCover !== undefined || secondInner !== undefined) {
      conflicts.push(...[...covers, ...contents].map((file) => ({ fileId: file.fileId, reason: sameName(file) })));
      rest.push(...group.filter((file) => file.role === null));
    } else if (cover !== undefined && inner !== undefined && cover.stem !== '') {
      books.push({
        title: cover.stem,
        coverFileId: cover.fileId,
        contentsFileId: inner.fileId,
        rule: 'suffix',
        guessed: false,
        reason: {
          key: 'library.pairing.suffix',
          params: { stem: cover.stem, cover: cover.name, contents: inner.name },
        },
      });
      rest.push(...group.filter((file) => file.role === null));
    } else {
      rest.push(...group);
    }
  }
  return { books, conflicts, rest };
}

/** Rule 2, for what rule 1 left over in one folder. */
function pairByFolder(files: readonly Candidate[], folderHasPairs: boolean): PairedBook[] {
  const [first, second] = files;
  const folder = first?.folder.at(-1);
  if (first !== undefined && second !== undefined && files.length === 2 && folder !== undefined && !folderHasPairs) {
    const title = folder.normalize('NFC').trim();
    const byRole = assignByRole(first, second);
    if (byRole) {
      return [
        {
          title,
          coverFileId: byRole.cover.fileId,
          contentsFileId: byRole.contents.fileId,
          rule: 'folder',
          guessed: false,
          reason: { key: 'library.pairing.folderRoles', params: { folder: title } },
        },
      ];
    }
    const byPages = assignByPages(first, second);
    if (byPages) {
      return [
        {
          title,
          coverFileId: byPages.cover.fileId,
          contentsFileId: byPages.contents.fileId,
          rule: 'folder',
          guessed: true,
          reason: { key: 'library.pairing.folderPageCount', params: { folder: title } },
        },
      ];
    }
  }
  return files.map(aloneBook);
}

function assignByRole(a: Candidate, b: Candidate): { cover: Candidate; contents: Candidate } | null {
  if (a.role === 'cover' && b.role !== 'cover') return { cover: a, contents: b };
  if (b.role === 'cover' && a.role !== 'cover') return { cover: b, contents: a };
  if (a.role === 'contents' && b.role === null) return { cover: b, contents: a };
  if (b.role === 'contents' && a.role === null) return { cover: a, contents: b };
  return null;
}

/** With no role words a one-page PDF beside a longer one is the cover. */
function assignByPages(a: Candidate, b: Candidate): { cover: Candidate; contents: Candidate } | null {
  if (a.pdfPages === 1 && b.pdfPages !== null && b.pdfPages > 1) return { cover: a, contents: b };
  if (b.pdfPages === 1 && a.pdfPages !== null && a.pdfPages > 1) return { cover: b, contents: a };
  return null;
}

function aloneBook(file: Candidate): PairedBook {
  const isCover = file.role === 'cover' || (file.role === null && file.pdfPages === 1);
  return {
    title: file.stem !== '' ? file.stem : (file.folder.at(-1)?.normalize('NFC') ?? file.name.normalize('NFC')),
    coverFileId: isCover ? file.fileId : null,
    contentsFileId: isCover ? null : file.fileId,
    rule: 'alone',
    guessed: file.role === null,
    reason: { key: 'library.pairing.alone', params: { name: file.name.normalize('NFC') } },
  };
}

const sameName = (file: Candidate): TextRef => ({
  key: 'library.conflict.sameName',
  params: { name: file.name.normalize('NFC') },
});

function compareNames(a: string, b: string): number {
  const left = comparableName(a);
  const right = comparableName(b);
  return left < right ? -1 : left > right ? 1 : 0;
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
