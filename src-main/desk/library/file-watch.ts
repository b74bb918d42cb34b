import { stat } from 'node:fs/promises';
import { eq, inArray, or } from 'drizzle-orm';
import type { DeskContext } from '../desk-context.ts';
import type { PackedFacts } from '../preflight/packed-facts.ts';
import type { Failure } from '../preflight/tasks.ts';
import type { WorkerPool } from '../preflight/worker-pool.ts';
import { books, files } from '../store/schema.ts';
import type { Checks } from './checks.ts';
import type { FileRow } from './files.ts';
import { moveBook } from './stages.ts';
import type { Connections } from '../connections/connections.ts';
import { inSlices } from '../slices.ts';

const READ_AT_ONCE = 64;

/** Keeps what the desk knows of files true to the disk: gone, back again, rewritten. */
export class FileWatch {
  readonly #context: DeskContext;
  readonly #connections: Connections;
  readonly #checks: Checks;
  readonly #pool: WorkerPool;

  constructor(context: DeskContext, connections: Connections, checks: Checks, pool: WorkerPool) {
    this.#context = context;
    this.#connections = connections;
    this.#checks = checks;
    this.#pool = pool;
  }

  /** Looks at all files, reads those that changed or were never read, and judges their books again. */
  async lookAtAll(): Promise<void> {
    await this.#look(this.#context.db.select().from(files).all());
  }

  /** The same for one file. */
  async lookAtFile(fileId: string): Promise<void> {
    await this.#look(this.#context.db.select().from(files).where(eq(files.fileId, fileId)).all());
  }

  /** The same for the files of some books; `mustRead` reads them even when they look unchanged. */
  async lookAt(bookIds: readonly string[], { mustRead = false } = {}): Promise<void> {
    const { db } = this.#context;
    const wanted = db.select().from(books).where(inArray(books.bookId, [...bookIds])).all();
    const fileIds = wanted.flatMap((book) => [book.coverFileId, book.contentsFileId]).filter((id) => id !== null);
    if (mustRead && fileIds.length > 0) {
      db.update(files).set({ facts: null }).where(inArray(files.fileId, fileIds)).run();
      this.#checks.forgetDeeper(fileIds);
    }
    await this.#look(db.select().from(files).where(inArray(files.fileId, fileIds)).all());
    this.#checks.judge(bookIds);
  }

  /** Reads files that have no facts yet. What was read is written down by the chunk: a write of its own each would take longer than the reading. */
  async readUnread(rows: readonly FileRow[]): Promise<void> {
    const { db } = this.#context;
    const unread = rows.filter((file) => file.facts === null && file.presence !== 'missing');
    for (let at = 0; at < unread.length; at += READ_AT_ONCE) {
      const chunk = unread.slice(at, at + READ_AT_ONCE);
      const read = await Promise.all(chunk.map(async (file) => ({ file, outcome: await this.#pool.run<'facts'>({ task: 'facts', path: file.path }) })));
      const keep = ({ file, outcome }: (typeof read)[number]) => {
        const facts = outcome.ok ? outcome.answer : notRead(file, outcome.reason);
        db.update(files).set({ facts, presence: 'present' }).where(eq(files.fileId, file.fileId)).run();
      };
      await inSlices(read, keep, (slice) => db.transaction(slice));
    }
  }

  async #look(rows: readonly FileRow[]): Promise<void> {
    const { db } = this.#context;
    const moved: FileRow[] = [];
    for (const file of rows) {
      const found = await stat(file.path).catch(() => null);
      if (found === null) {
        if (file.presence !== 'missing') moved.push(this.#set(file, { presence: 'missing' }));
      } else if (found.size !== file.sizeBytes || found.mtimeMs !== file.modifiedAtMs) {
        moved.push(this.#set(file, { presence: 'changed', sizeBytes: found.size, modifiedAtMs: found.mtimeMs, facts: null, sha256: null }));
      } else if (file.presence !== 'present' || file.facts === null) {
        moved.push(this.#set(file, { presence: 'present' }));
      }
    }
    if (moved.length === 0) return;
    await this.readUnread(moved);
    const ids = moved.map((file) => file.fileId);
    const connectionId = this.#connections.active()?.connectionId ?? null;
    const touched = db.select({ bookId: books.bookId }).from(books).where(or(inArray(books.coverFileId, ids), inArray(books.contentsFileId, ids))).all();
    const rewritten = new Set(moved.filter((file) => file.presence === 'changed').map((file) => file.fileId));
    for (const book of db.select().from(books).where(inArray(books.bookId, touched.map((one) => one.bookId))).all()) {
      // Only other bytes make an uploaded book another one; a drive that is away does not.
      const isRewritten = [book.coverFileId, book.contentsFileId].some((id) => id !== null && rewritten.has(id));
      if (isRewritten) moveBook(db, connectionId, book.bookId, 'filesChanged');
    }
    await this.#checks.judgeMany(touched.map((book) => book.bookId));
  }

  #set(file: FileRow, set: Partial<FileRow>): FileRow {
    this.#context.db.update(files).set(set).where(eq(files.fileId, file.fileId)).run();
    return { ...file, ...set };
  }
}

function notRead({ sizeBytes }: FileRow, reason: Failure): PackedFacts {
  return { status: 'unreadable', reason, atByte: null, header: null, damage: [], encrypted: null, sizeBytes, bytesRead: 0, reads: 0 };
}
