import { basename, dirname, resolve } from 'node:path';
import { stat } from 'node:fs/promises';
import type { PdfKind } from '../src-core/contract/books.ts';
import type { NameReader } from '../src-core/imports/name-reader.ts';
import type { PairedBook } from '../src-core/imports/paired-book.ts';
import { pairFiles } from '../src-core/imports/pair-files.ts';
import type { PdfFacts } from '../src-core/pdf/read-facts.ts';
import { readPdfFile } from '../src-node/pdf-file.ts';
import type { Messages } from '../src-node/report/messages.ts';
import { PDFS, walkPaths, type LeftOut, type WalkedFile } from '../src-node/walk-folder.ts';

export interface FoundPdf {
  readonly path: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly facts: PdfFacts;
}

/** A PDF that a walk through a folder found. */
export interface WalkedPdf extends FoundPdf {
  /** The walked folder and those between it and the file, outermost first. */
  readonly folder: readonly string[];
}

/** A cover and contents that belong together, or one of them alone. */
export interface FoundBook {
  readonly title: string;
  readonly cover: FoundPdf | null;
  readonly contents: FoundPdf | null;
  /** Why its files make a book; null for a file that was named by the caller. */
  readonly pairing: PairedBook | null;
}

export interface Found {
  readonly books: readonly FoundBook[];
  /** Files and folders that were named by the caller or found in a folder, but are not there or not to be had. */
  readonly missing: readonly Missing[];
  /** Folders without a single PDF. */
  readonly empty: readonly string[];
  /** What lies in the folders and is no PDF. */
  readonly ignored: readonly LeftOut[];
}

export interface Missing {
  readonly path: string;
  readonly lack: NonNullable<LeftOut['lack']>;
}

/** How standard error names what was not read. */
export const missingLine = ({ path, lack }: Missing, { say }: Messages): string =>
  lack === 'elsewhere' ? `${path}: ${say('desk.ignored.elsewhere')}\n` : `${say('report.files.unread', { path })}\n`;

/**
 * The PDFs of folders are paired into books as the app pairs them; files that are named one by one are taken as they are,
 * each for the kind that the caller says, or for what its page count tells.
 */
export async function findBooks(paths: readonly string[], kind: PdfKind | null, names: NameReader): Promise<Found> {
  const missing: Missing[] = [];
  const empty: string[] = [];
  const books: FoundBook[] = [];
  const ignored: LeftOut[] = [];
  for (const path of paths) {
    const found = await stat(path).catch(() => null);
    if (found === null) missing.push({ path, lack: 'unreadable' });
    else if (found.isDirectory()) {
      const missingBefore = missing.length;
      const inside = await booksOfFolder(path, names, missing, ignored);
      // Of a folder that could not be seen to its end nobody knows.
      if (inside.length === 0 && missing.length === missingBefore) empty.push(path);
      books.push(...inside);
    } else {
      const facts = factsOf(path);
      if (facts === null) missing.push({ path, lack: 'unreadable' });
      else books.push(singleFile({ path, name: basename(path), sizeBytes: found.size, facts }, kind));
    }
  }
  return { books, missing, empty, ignored };
}

async function booksOfFolder(
  folder: string,
  names: NameReader,
  missing: Missing[],
  ignored: LeftOut[],
): Promise<FoundBook[]> {
  const walked: WalkedFile[] = [];
  await walkPaths([folder], {
    signal: new AbortController().signal,
    wanted: PDFS,
    onFile: (file) => walked.push(file),
    onIgnored: (left) => {
      const { path, lack } = left;
      if (lack === null) ignored.push(left);
      else missing.push({ path, lack });
    },
  });
  const files = walked.flatMap((file) => {
    const facts = factsOf(file.path);
    if (facts === null) missing.push({ path: file.path, lack: 'unreadable' });
    return facts === null ? [] : [{ ...file, facts }];
  });
  return pairPdfs(files, names);
}

/** Pairs files as the app pairs those of a folder that was dropped. */
export function pairPdfs(files: readonly WalkedPdf[], names: NameReader): FoundBook[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const paired = pairFiles(
    files.map(({ path, folder, name, facts }) => ({
      fileId: path,
      folder,
      name,
      pdfPages: facts.status === 'read' ? facts.pageCount : null,
    })),
    names,
  );
  const at = (path: string | null) => (path === null ? null : (byPath.get(path) ?? null));
  return paired.map((book) => ({
    title: book.title,
    cover: at(book.coverFileId),
    contents: at(book.contentsFileId),
    pairing: book,
  }));
}

function singleFile(file: FoundPdf, kind: PdfKind | null): FoundBook {
  const { path, name, facts } = file;
  const isCover = kind === null ? facts.status === 'read' && facts.pageCount === 1 : kind === 'cover';
  const title = name === 'cover.pdf' ? basename(dirname(resolve(path))) : basename(name, '.pdf');
  return { title, cover: isCover ? file : null, contents: isCover ? null : file, pairing: null };
}

/** Null when the file cannot be opened: locked, gone meanwhile, no file at all. */
export function factsOf(path: string): PdfFacts | null {
  try {
    return readPdfFile(path);
  } catch {
    return null;
  }
}
