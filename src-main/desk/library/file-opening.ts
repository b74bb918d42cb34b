import { isAbsolute, relative } from 'node:path';
import { eq } from 'drizzle-orm';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import type { ActionState, BookFile } from '../../../src-core/ipc/subjects/library.ts';
import { LOOK_MS } from '../../../src-node/disks/disks.ts';
import type { DeskContext } from '../desk-context.ts';
import { files, type FileRow } from '../store/schema.ts';

export interface OwnFolders {
  /** What layouts are made of and exported to. */
  readonly layouts: string;
  /** All else that the desk keeps: repairs, and files that came with a job package. */
  readonly kept: string;
  /** The books to try the studio with: they are the program's. */
  readonly samples: string;
}

/**
 * Which files may be given to the program that changes PDFs. It writes in place, so it gets what is the customer's alone: what the desk
 * keeps itself is held against hashes, made anew by the next export, or gone with a repair that is taken back.
 */
export class FileOpening {
  readonly #context: DeskContext;
  readonly #own: OwnFolders;

  constructor(context: DeskContext, own: OwnFolders) {
    this.#context = context;
    this.#own = own;
  }

  stateOf(file: Pick<FileRow, 'path' | 'repairedFromId'>, presence: BookFile['presence']): ActionState {
    const why =
      this.#whyKept(file) ?? (presence === 'missing' || presence === 'elsewhere' ? `desk.why.file.${presence}` : null);
    return { allowed: why === null, reason: why === null ? null : { key: why } };
  }

  /** Where a file lies that may be opened. Throws FILE_UNKNOWN, FILE_KEPT, FILE_MISSING, FILE_SILENT. */
  async placeOf(fileId: string): Promise<string> {
    const file = this.#context.db.select().from(files).where(eq(files.fileId, fileId)).get();
    if (file === undefined) throw new AppError('FILE_UNKNOWN');
    const params = { name: file.name.normalize('NFC') };
    if (this.#whyKept(file) !== null) throw new AppError('FILE_KEPT', { params });
    const found = await this.#context.disks.stat(file.path, LOOK_MS);
    if (found === null || found === 'silent')
      throw new AppError(found === null ? 'FILE_MISSING' : 'FILE_SILENT', { params });
    return file.path;
  }

  #whyKept({ path, repairedFromId }: Pick<FileRow, 'path' | 'repairedFromId'>): string | null {
    if (repairedFromId !== null) return 'desk.why.file.repaired';
    if (isWithin(this.#own.layouts, path)) return 'desk.why.file.made';
    if (isWithin(this.#own.samples, path)) return 'desk.why.file.sample';
    return isWithin(this.#own.kept, path) ? 'desk.why.file.kept' : null;
  }
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && !/^\.\.(?:[\\/]|$)/.test(way) && !isAbsolute(way);
}
