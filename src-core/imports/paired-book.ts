import type { TextRef } from '../text-ref.ts';
import type { NameParts, SaidInName } from './name-parts.ts';

/** One PDF that the walk found. `folder` names the folders from the dropped one to the file, outermost first. */
export interface NamedFile {
  readonly fileId: string;
  readonly folder: readonly string[];
  readonly name: string;
}

/** One that was read. */
export interface FoundFile extends NamedFile {
  /** Pages of the PDF, or null when they couldn't be counted. */
  readonly pdfPages: number | null;
}

/** A file with what its name tells of it. */
export interface ReadName extends NamedFile, NameParts {
  /** Stem and state, comparable: alike in both files of a book that were named with care. */
  readonly stemKey: string;
  /** What names the book and no state of it, for people. */
  readonly bookName: string;
  /** The same, comparable. */
  readonly bookKey: string;
}

/** A file with what its name, and perhaps the name of its folder, tells of it. */
export interface Candidate extends ReadName {
  /** The folder that it counts as lying in, comparable. */
  readonly groupKey: string;
  /** The folder that it lies in names its role, and lies beside one of the other role. */
  readonly isByRoleFolder: boolean;
}

export interface PairedBook {
  readonly title: string;
  readonly coverFileId: string | null;
  readonly contentsFileId: string | null;
  /** `alone` and `conflict` are one file each, which waits for somebody to say where it belongs. */
  readonly rule: 'suffix' | 'roleFolders' | 'folder' | 'alone' | 'conflict';
  /** True when no name said which file is the cover. */
  readonly guessed: boolean;
  readonly reason: TextRef;
  /** What own patterns took from the names of its files, which never contradict each other; left out where none did. */
  readonly said?: SaidInName;
}

/** Pages of a file's PDF, or null when they couldn't be counted. */
export type PagesOf = (fileId: string) => number | null;

/** Files whose names leave open which is the cover: their page counts tell. */
export interface OpenPairing {
  readonly fileIds: readonly string[];
  readonly decide: (pagesOf: PagesOf) => readonly PairedBook[];
}

/** The books that names alone tell, by title; and what they leave open. */
export interface NamedPairs {
  readonly books: readonly PairedBook[];
  readonly open: readonly OpenPairing[];
}
