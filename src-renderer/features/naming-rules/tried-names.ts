import type { PdfKind } from '../../../src-core/contract/books.ts';
import type { NameReader } from '../../../src-core/imports/name-reader.ts';
import { saidByName, type KnownSpec } from '../../../src-core/imports/name-tokens.ts';
import { pairFiles } from '../../../src-core/imports/pair-files.ts';
import type { FoundFile, PairedBook } from '../../../src-core/imports/paired-book.ts';
import type { TextRef } from '../../../src-core/text-ref.ts';

/** A list that is tried is read through by a person. */
export const MOST_TRIED = 500;

/** What an import would make of some names, page counts not being known. */
export interface TriedBook {
  readonly key: string;
  readonly state: 'pair' | 'alone' | 'conflict';
  readonly title: string;
  /** Null: the name says none. */
  readonly specUid: string | null;
  readonly copies: number | null;
  readonly reason: TextRef;
  /** Role null: nothing tells it. */
  readonly files: readonly { readonly path: string; readonly role: PdfKind | null }[];
}

export interface TriedNames {
  readonly books: readonly TriedBook[];
  readonly isCut: boolean;
}

/** Names one a line, with their folders where they have any, as people copy them out of other programs. */
export function namesIn(text: string): string[] {
  const names = text
    .split(/\r?\n/u)
    .map((line) =>
      line
        .trim()
        .replace(/^(["'])(.*)\1$/u, '$2')
        .replaceAll('\\', '/'),
    )
    .filter((line) => line !== '');
  return [...new Set(names)];
}

export function triedNames(text: string, names: NameReader, specs: readonly KnownSpec[]): TriedNames {
  const all = namesIn(text);
  const files = all.slice(0, MOST_TRIED).map(fileAt);
  const books = pairFiles(files, names).map((book) => triedBook(book, names, specs));
  return { books, isCut: all.length > files.length };
}

function fileAt(path: string): FoundFile {
  const parts = path.split('/').filter((part) => part !== '');
  return { fileId: path, folder: parts.slice(0, -1), name: parts.at(-1) ?? path, pdfPages: null };
}

function triedBook(book: PairedBook, names: NameReader, specs: readonly KnownSpec[]): TriedBook {
  const said = saidByName(book, specs, names.rules);
  const isPair = book.coverFileId !== null && book.contentsFileId !== null;
  const files = (['cover', 'contents'] as const).flatMap((role) => {
    const path = role === 'cover' ? book.coverFileId : book.contentsFileId;
    return path === null ? [] : [{ path, role: isPair || !book.guessed ? role : null }];
  });
  return {
    key: files.map(({ path }) => path).join('\n'),
    state: isPair ? 'pair' : book.rule === 'conflict' ? 'conflict' : 'alone',
    title: said?.title ?? book.title,
    specUid: said?.specUid ?? null,
    copies: said?.quantity ?? null,
    reason: said?.reason ?? book.reason,
    files,
  };
}
