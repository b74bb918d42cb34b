import type { TextRef } from '../text-ref.ts';
import type { NameParts } from './role-words.ts';

/** One PDF that the walk found. `folder` names the folders from the dropped one to the file, outermost first. */
export interface FoundFile {
  readonly fileId: string;
  readonly folder: readonly string[];
  readonly name: string;
  /** Pages of the PDF, or null when they couldn't be counted. */
  readonly pdfPages: number | null;
}

/** A file with what its name, and perhaps the name of its folder, tells of it. */
export interface Candidate extends FoundFile, NameParts {
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
}
