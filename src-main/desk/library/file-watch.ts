import { stat } from 'node:fs/promises';
import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import type { DeskContext } from '../desk-context.ts';
import type { PackedFacts } from '../preflight/packed-facts.ts';
import type { Failure } from '../preflight/tasks.ts';
import type { WorkerPool } from '../preflight/worker-pool.ts';
import { books, deliveries, files } from '../store/schema.ts';
import type { Checks } from './checks.ts';
import type { FileHashes } from './file-hashes.ts';
import { isSameStamp, looksSame, stampOf, type FileStamp } from './file-stamp.ts';
import type { FileRow } from './files.ts';
import { noteRewritten } from './rewritten.ts';
import type { Connections } from '../connections/connections.ts';
import { inSlices } from '../slices.ts';

const READ_AT_ONCE = 64;

/** Keeps what the desk knows of files true to the disk: gone, back again, rewritten. */
export class FileWatch {
  readonly #context: DeskContext;
  readonly #connections: Connections;
  readonly #checks: Checks;
  readonly #pool: WorkerPool;
  readonly #hashes: FileHashes;

  constructor(context: DeskContext, connections: Connections, checks: Checks, pool: WorkerPool, hashes: FileHashes) {
    this.#context = context;
    this.#connections = connections;
    this.#checks = checks;
    this.#pool = pool;
    this.#hashes = hashes;
  }

  /** Looks at all files, reads those that changed or were never read, and judges their books again. */
  async lookAtAll(): Promise<void> {
    await this.#look(this.#context.db.select().from(files).all());
  }

  /** The same for some files. */
  async lookAtFiles(fileIds: readonly string[]): Promise<void> {
    await this.#look(this.#context.db.select().from(files).where(inArray(files.fileId, [...fileIds])).all());
  }

  /** The same for the files of some books; `mustRead` takes nothing for known, however unchanged they look. */
  async lookAt(bookIds: readonly string[], { mustRead = false } = {}): Promise<void> {
    const { db } = this.#context;
    const wanted = db.select().from(books).where(inArray(books.bookId, [...bookIds])).all();
    const fileIds = wanted.flatMap((book) => [book.coverFileId, book.contentsFileId]).filter((id) => id !== null);
    if (mustRead && fileIds.length > 0) {
      db.transaction(() => {
        db.update(files).set({ facts: null, sha256: null }).where(inArray(files.fileId, fileIds)).run();
        this.#checks.forgetDeeper(fileIds);
      });
    }
    await this.#look(db.select().from(files).where(inArray(files.fileId, fileIds)).all());
    this.#checks.judge(bookIds);
  }

  /** Before money is spent: looks at the files of uploaded books, at all of them for an empty list. */
  async lookAtUploaded(bookIds: readonly string[]): Promise<void> {
    const { db } = this.#context;
    const connectionId = this.#connections.active()?.connectionId ?? '';
    const uploaded = db
      .select({ bookId: books.bookId, coverFileId: books.coverFileId, contentsFileId: books.contentsFileId })
      .from(books)
      .innerJoin(deliveries, and(eq(deliveries.bookId, books.bookId), eq(deliveries.connectionId, connectionId)))
      .where(and(eq(deliveries.stage, 'uploaded'), isNull(books.undoId)))
      .all();
    const chosen = new Set(bookIds);
    const wanted = uploaded.filter(({ bookId }) => chosen.size === 0 || chosen.has(bookId));
    await this.lookAtFiles(wanted.flatMap(({ coverFileId, contentsFileId }) => [coverFileId, contentsFileId]).filter((id) => id !== null));
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
    const connectionId = this.#connections.active()?.connectionId ?? null;
    const moved: FileRow[] = [];
    const unnoted: { readonly file: FileRow; readonly stamp: FileStamp }[] = [];
    for (const file of rows) {
      const found = await stat(file.path).catch(() => null);
      if (found === null) {
        if (file.presence !== 'missing') moved.push(this.#set(file, { presence: 'missing' }));
        continue;
      }
      const stamp = stampOf(found);
      // Only other bytes make an uploaded book another one; a drive that is away or new rights do not.
      if (!(await this.#hasCheckedBytes(file, stamp))) moved.push(db.transaction(() => noteRewritten(db, connectionId, file, stamp)));
      else if (file.presence !== 'present' || file.facts === null) moved.push(this.#set(file, { presence: 'present' }));
      if (file.changedAtMs === null && isSameStamp(file, stamp)) unnoted.push({ file, stamp });
    }
    await inSlices(unnoted, ({ file, stamp }) => void this.#set(file, { changedAtMs: stamp.changedAtMs }), (slice) => db.transaction(slice));
    if (moved.length === 0) return;
    await this.readUnread(moved);
    const ids = moved.map((file) => file.fileId);
    const touched = db.select({ bookId: books.bookId }).from(books).where(or(inArray(books.coverFileId, ids), inArray(books.contentsFileId, ids))).all();
    await this.#checks.judgeMany(touched.map((book) => book.bookId));
  }

  async #hasCheckedBytes(file: FileRow, stamp: FileStamp): Promise<boolean> {
    if (isSameStamp(file, stamp)) return true;
    return looksSame(file, stamp) && file.sha256 !== null && this.#hashes.isChecked(file);
  }

  #set(file: FileRow, set: Partial<FileRow>): FileRow {
    this.#context.db.update(files).set(set).where(eq(files.fileId, file.fileId)).run();
    return { ...file, ...set };
  }
}

function notRead({ sizeBytes }: FileRow, reason: Failure): PackedFacts {
  return { status: 'unreadable', reason, atByte: null, header: null, damage: [], encrypted: null, sizeBytes, bytesRead: 0, reads: 0 };
}
