import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { basename, isAbsolute, join, relative, sep } from 'node:path';
import { cutToBytes } from '../../../src-node/cut-to-bytes.ts';

/** The name of a document's file ends so; its system opens it with a double click. */
export const DOCUMENT_ENDING = '.bkprep';

/** What an export was made of and with, beside its files. */
export const exportRecord = (exportFolder: string): string => join(exportFolder, 'export.json');

/** What a proof is, beside its PDF and the book as it shows it. */
export const proofRecord = (proofFolder: string): string => join(proofFolder, 'proof.json');

/** Where everything of a project lies. The folder may be renamed and copied anywhere: nothing in it says where it is. */
export class ProjectFolder {
  constructor(readonly path: string) {}

  get name(): string {
    return basename(this.path);
  }

  /** A path as the project keeps it: from its folder, with `/`. Null where no such path leads there (another drive of Windows). */
  pathTo(path: string): string | null {
    const from = relative(this.path, path);
    return isAbsolute(from) || from === '' ? null : from.split(sep).join('/');
  }

  /** Null when there is none in the folder. */
  get document(): string | null {
    const names = existsSync(this.path) ? readdirSync(this.path) : [];
    const name = names.find((one) => one.endsWith(DOCUMENT_ENDING) && one !== DOCUMENT_ENDING);
    return name === undefined ? null : join(this.path, name);
  }

  get own(): string {
    return join(this.path, DOCUMENT_ENDING);
  }
  /** When something of it was kept last; null: there is no document. Throws what the file system throws. */
  changedAtMs(): number | null {
    const { document } = this;
    if (document === null) return null;
    const journal = statSync(this.journal, { throwIfNoEntry: false });
    // One that nothing stands in was made when the layout was opened.
    return Math.max(statSync(document).mtimeMs, journal === undefined || journal.size === 0 ? 0 : journal.mtimeMs);
  }

  get journal(): string {
    return join(this.own, 'journal');
  }
  get formerJournals(): string {
    return join(this.own, 'journals');
  }
  get backups(): string {
    return join(this.own, 'backups');
  }
  get damaged(): string {
    return join(this.own, 'damaged');
  }
  get lock(): string {
    return join(this.own, 'lock');
  }
}

/** Makes the folder of a new project below `root`, with a name that no other one has. Throws what the file system throws. */
export function makeProjectFolder(
  root: string,
  title: string,
): { readonly folder: ProjectFolder; readonly name: string } {
  mkdirSync(root, { recursive: true, mode: 0o700 });
  const stem = folderNameOf(title);
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? stem : `${stem} ${number}`;
    try {
      mkdirSync(join(root, name), { mode: 0o700 });
      return { folder: new ProjectFolder(join(root, name)), name };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** Names that stand for devices, whatever follows the first point. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
/** A file name may have 255 bytes; a number and the ending come behind it. */
const MOST_BYTES = 200;

/** A title as a name that every file system takes. */
export function folderNameOf(title: string): string {
  const plain = title
    .normalize('NFC')
    .replace(/[\u0000-\u001f\u007f<>:"/\\|?*]+/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[ .]+/, '');
  const name = cutToBytes(plain, MOST_BYTES).replace(/[ .]+$/, '');
  if (name === '') return 'Book';
  return DEVICES.test(name) ? `${name}_` : name;
}
