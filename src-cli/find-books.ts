import { basename, dirname, resolve } from 'node:path';
import { stat } from 'node:fs/promises';
import type { PdfKind } from '../src-core/contract/books.ts';
import { pairFiles } from '../src-core/imports/pair-files.ts';
import type { PdfFacts } from '../src-core/pdf/read-facts.ts';
import { readPdfFile } from '../src-node/pdf-file.ts';
import { PDFS, walkPaths, type WalkedFile } from '../src-node/walk-folder.ts';

export interface FoundPdf {
  readonly path: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly facts: PdfFacts;
}

/** A cover and contents that belong together, or one of them alone. */
export interface FoundBook {
  readonly title: string;
  readonly cover: FoundPdf | null;
  readonly contents: FoundPdf | null;
}

export interface Found {
  readonly books: readonly FoundBook[];
  /** Named by the caller or found in a folder, but not there or not to be opened. */
  readonly missing: readonly string[];
  /** Folders without a single PDF. */
  readonly empty: readonly string[];
}

/**
 * The PDFs of folders are paired into books as the app pairs them; files that are named one by one are taken as they are,
 * each for the kind that the caller says, or for what its page count tells.
 */
export async function findBooks(paths: readonly string[], kind: PdfKind | null): Promise<Found> {
  const missing: string[] = [];
  const empty: string[] = [];
  const books: FoundBook[] = [];
  for (const path of paths) {
    const found = await stat(path).catch(() => null);
    if (found === null) missing.push(path);
    else if (found.isDirectory()) {
      const inside = await booksOfFolder(path, missing);
      if (inside.length === 0) empty.push(path);
      books.push(...inside);
    } else {
      const facts = factsOf(path);
      if (facts === null) missing.push(path);
      else books.push(singleFile({ path, name: basename(path), sizeBytes: found.size, facts }, kind));
    }
  }
  return { books, missing, empty };
}

async function booksOfFolder(folder: string, missing: string[]): Promise<FoundBook[]> {
  const walked: WalkedFile[] = [];
  await walkPaths([folder], {
    signal: new AbortController().signal,
    wanted: PDFS,
    onFile: (file) => walked.push(file),
    onIgnored: () => undefined,
  });
  const files = walked.flatMap((file) => {
    const facts = factsOf(file.path);
    if (facts === null) missing.push(file.path);
    return facts === null ? [] : [{ ...file, facts }];
  });
  const byPath = new Map(files.map((file) => [file.path, file]));
  const pairing = pairFiles(
    files.map(({ path, folder: inside, name, facts }) => ({
      fileId: path,
      folder: inside,
      name,
      pdfPages: facts.status === 'read' ? facts.pageCount : null,
    })),
  );
  const lone = pairing.conflicts.map(({ fileId }) => ({
    title: basename(fileId),
    coverFileId: null,
    contentsFileId: fileId,
  }));
  const at = (path: string | null) => (path === null ? null : (byPath.get(path) ?? null));
  return [...pairing.books, ...lone].map(({ title, coverFileId, contentsFileId }) => ({
    title,
    cover: at(coverFileId),
    contents: at(contentsFileId),
  }));
}

function singleFile(file: FoundPdf, kind: PdfKind | null): FoundBook {
  const { path, name, facts } = file;
  const isCover = kind === null ? facts.status === 'read' && facts.pageCount === 1 : kind === 'cover';
  const title = name === 'cover.pdf' ? basename(dirname(resolve(path))) : basename(name, '.pdf');
  return { title, cover: isCover ? file : null, contents: isCover ? null : file };
}

/** Null when the file cannot be opened: locked, gone meanwhile, no file at all. */
function factsOf(path: string): PdfFacts | null {
  try {
    return readPdfFile(path);
  } catch {
    return null;
  }
}
