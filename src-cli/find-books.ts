import { basename, dirname, resolve } from 'node:path';
import { stat } from 'node:fs/promises';
import type { PdfKind } from '../src-core/contract/books.ts';
import { pairFiles } from '../src-core/imports/pair-files.ts';
import type { PdfFacts } from '../src-core/pdf/read-facts.ts';
import { readPdfFile } from '../src-node/pdf-file.ts';
import { walkPaths, type WalkedPdf } from '../src-node/walk-folder.ts';

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
  /** Named by the caller, but not there or not readable. */
  readonly missing: readonly string[];
}

/**
 * The PDFs of folders are paired into books as the app pairs them; files that are named one by one are taken as they are,
 * each for the kind that the caller says, or for what its page count tells.
 */
export async function findBooks(paths: readonly string[], kind: PdfKind | null): Promise<Found> {
  const missing: string[] = [];
  const books: FoundBook[] = [];
  for (const path of paths) {
    const found = await stat(path).catch(() => null);
    if (found === null) missing.push(path);
    else if (found.isDirectory()) books.push(...(await booksOfFolder(path)));
    else books.push(singleFile(path, found.size, kind));
  }
  return { books, missing };
}

async function booksOfFolder(folder: string): Promise<FoundBook[]> {
  const walked: WalkedPdf[] = [];
  await walkPaths([folder], { signal: new AbortController().signal, onPdf: (file) => walked.push(file), onIgnored: () => undefined });
  const files = walked.map((file) => ({ ...file, facts: readPdfFile(file.path) }));
  const byPath = new Map(files.map((file) => [file.path, file]));
  const pairing = pairFiles(files.map(({ path, folder: inside, name, facts }) => ({ fileId: path, folder: inside, name, pdfPages: facts.status === 'read' ? facts.pageCount : null })));
  const lone = pairing.conflicts.map(({ fileId }) => ({ title: basename(fileId), coverFileId: null, contentsFileId: fileId }));
  const at = (path: string | null) => (path === null ? null : (byPath.get(path) ?? null));
  return [...pairing.books, ...lone].map(({ title, coverFileId, contentsFileId }) => ({ title, cover: at(coverFileId), contents: at(contentsFileId) }));
}

function singleFile(path: string, sizeBytes: number, kind: PdfKind | null): FoundBook {
  const facts = readPdfFile(path);
  const file: FoundPdf = { path, name: basename(path), sizeBytes, facts };
  const isCover = kind === null ? facts.status === 'read' && facts.pageCount === 1 : kind === 'cover';
  const title = basename(path) === 'cover.pdf' ? basename(dirname(resolve(path))) : basename(path, '.pdf');
  return { title, cover: isCover ? file : null, contents: isCover ? null : file };
}
