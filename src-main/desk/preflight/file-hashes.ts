import { and, eq } from 'drizzle-orm';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import { LOOK_MS } from '../../../src-node/disks/disks.ts';
import type { DeskContext } from '../desk-context.ts';
import type { Answers, Outcome } from './tasks.ts';
import type { WorkerPool } from './worker-pool.ts';
import { files } from '../store/schema.ts';
import { isSameStamp, looksSame, stampOf, type FileStamp } from '../files/file-stamp.ts';

/** A file as it was checked; `sha256` is null until its bytes were hashed. */
export interface CheckedFile extends FileStamp {
  readonly fileId: string;
  readonly path: string;
  readonly name: string;
  readonly sha256: string | null;
}

/** SHA-256 of the bytes that were checked, and of no others. */
export class FileHashes {
  readonly #context: DeskContext;
  readonly #pool: WorkerPool;
  /** What is being read, by its path: whoever else wants its hash waits for the same one. */
  readonly #underWay = new Map<string, Promise<Outcome<'hash'>>>();

  constructor(context: DeskContext, pool: WorkerPool) {
    this.#context = context;
    this.#pool = pool;
  }

  /**
   * Answers the hash of the bytes at the file's place when they are the ones that were checked, and keeps it. Throws
   * FILE_MISSING, FILE_CHANGED when other bytes lie there, FILE_UNREADABLE when they cannot be read to their end, FILE_SILENT while their disk
   * does not answer.
   */
  async ofChecked(file: CheckedFile): Promise<string> {
    const found = await this.#context.disks.stat(file.path, LOOK_MS);
    if (found === null) throw failure('FILE_MISSING', file);
    if (found === 'silent') throw failure('FILE_SILENT', file);
    const stamp = stampOf(found);
    if (!looksSame(file, stamp)) throw failure('FILE_CHANGED', file);
    if (file.sha256 !== null && isSameStamp(file, stamp)) return file.sha256;
    const hashed = await this.#hash(file);
    // Nobody has seen the findings of other bytes than those whose stamp was noted: the first hash would vouch for them.
    const isChecked =
      file.sha256 === null ? hashed.stamp !== null && isSameStamp(file, hashed.stamp) : hashed.sha256 === file.sha256;
    if (!isChecked) throw failure('FILE_CHANGED', file);
    if (hashed.stamp !== null) this.#keep(file, hashed.sha256, hashed.stamp);
    return hashed.sha256;
  }

  /** Whether the bytes are the ones that were checked; false too for those that cannot be read. */
  isChecked(file: CheckedFile): Promise<boolean> {
    return this.bytesOf(file).then((bytes) => bytes === 'checked');
  }

  /** The same where bytes that cannot be read now, of a file that is busy or away, are not taken for others. */
  bytesOf(file: CheckedFile): Promise<'checked' | 'others' | 'unknown'> {
    return this.ofChecked(file).then(
      () => 'checked',
      (error: unknown) => (error instanceof AppError && error.code === 'FILE_CHANGED' ? 'others' : 'unknown'),
    );
  }

  async #hash(file: CheckedFile): Promise<Answers['hash']> {
    const joined = await this.#underWay.get(file.path);
    // One without a stamp was written to while it was read, maybe before it was asked for here.
    const outcome = joined?.ok === true && joined.answer.stamp !== null ? joined : await this.#read(file.path);
    if (!outcome.ok) throw failure(outcome.isOfDisk ? 'FILE_SILENT' : 'FILE_UNREADABLE', file);
    return outcome.answer;
  }

  async #read(path: string): Promise<Outcome<'hash'>> {
    const reading = this.#pool.run<'hash'>({ task: 'hash', path });
    this.#underWay.set(path, reading);
    try {
      return await reading;
    } finally {
      if (this.#underWay.get(path) === reading) this.#underWay.delete(path);
    }
  }

  #keep({ fileId, sizeBytes, modifiedAtMs }: CheckedFile, sha256: string, { changedAtMs }: FileStamp): void {
    // The row may speak of other bytes by now: those are hashed for themselves.
    this.#context.db
      .update(files)
      .set({ sha256, changedAtMs })
      .where(and(eq(files.fileId, fileId), eq(files.modifiedAtMs, modifiedAtMs), eq(files.sizeBytes, sizeBytes)))
      .run();
  }
}

const failure = (code: 'FILE_MISSING' | 'FILE_CHANGED' | 'FILE_UNREADABLE' | 'FILE_SILENT', { name }: CheckedFile) =>
  new AppError(code, { params: { name: name.normalize('NFC') } });
