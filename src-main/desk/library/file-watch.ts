import { and, between, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { DeskContext } from '../desk-context.ts';
import type { PackedFacts } from '../files/packed-facts.ts';
import type { Failure } from '../preflight/tasks.ts';
import type { WorkerPool } from '../preflight/worker-pool.ts';
import { inGiven, inList } from '../store/in-list.ts';
import { perStore } from '../store/per-store.ts';
import { readTogether } from '../store/read-together.ts';
import { books, deliveries, files, type FileRow } from '../store/schema.ts';
import type { Checks } from '../checks/checks.ts';
import type { CheckedFile, FileHashes } from '../preflight/file-hashes.ts';
import { isHere } from '../store/presence.ts';
import { awayAs, type AwayAs } from '../files/away.ts';
import { isSameStamp, looksSame, notedOf, type FileStamp, type NotedFile } from '../files/file-stamp.ts';
import { noteRewritten } from './rewritten.ts';
import type { Connections } from '../connections/connections.ts';
import { LOOK_MS, ONLOOKER_MS } from '../../../src-node/disks/disks.ts';
import type { Found } from '../../../src-node/disks/found.ts';
import { inChunks, inSlices } from '../slices.ts';

const READ_AT_ONCE = 64;
const LOOK_AT_ONCE = 100;
/** A damaged file that was written to so shortly before may not be all there yet: somebody copies or exports it. */
const SETTLED_AFTER_MS = 10_000;
const LOOK_AGAIN_MS = 2_000;

/** Keeps what the desk knows of files true to the disk: gone, back again, rewritten. */
export class FileWatch {
  readonly #context: DeskContext;
  readonly #connections: Connections;
  readonly #checks: Checks;
  readonly #pool: WorkerPool;
  readonly #hashes: FileHashes;
  readonly #unsettled = new Set<string>();
  readonly #reading = new Map<string, Promise<void>>();
  #lookingAgain: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(context: DeskContext, connections: Connections, checks: Checks, pool: WorkerPool, hashes: FileHashes) {
    this.#context = context;
    this.#connections = connections;
    this.#checks = checks;
    this.#pool = pool;
    this.#hashes = hashes;
  }

  /** Looks at all files, reads those that changed or were never read, and judges their books again. */
  async lookAtAll(): Promise<void> {
    const all = this.#context.db.select({ fileId: files.fileId }).from(files).all();
    await this.lookAtFiles(all.map(({ fileId }) => fileId));
  }

  /** The same for the files of some books, while somebody looks on. */
  async lookAt(bookIds: readonly string[]): Promise<void> {
    await this.lookAtFiles(this.#filesOf(bookIds), ONLOOKER_MS);
  }

  /** Takes nothing of some books for known, however unchanged their files look, and judges them. */
  async readAnew(bookIds: readonly string[]): Promise<void> {
    const { db } = this.#context;
    const fileIds = this.#filesOf(bookIds);
    await inChunks(fileIds, (chunk) =>
      db.transaction(() => {
        db.update(files).set({ facts: null, sha256: null }).where(inList(files.fileId, chunk)).run();
        this.#checks.forgetDeeper(chunk);
      }),
    );
    await this.lookAtFiles(fileIds);
    await this.#checks.judgeMany(bookIds);
  }

  /** Before money is spent: looks at the files of books that the service has, of all that wait to be ordered for an empty list. */
  async lookAtUploaded(bookIds: readonly string[]): Promise<void> {
    const connectionId = this.#connections.active()?.connectionId ?? '';
    const uploaded = this.#context.db
      .select({ coverFileId: books.coverFileId, contentsFileId: books.contentsFileId })
      .from(books)
      .innerJoin(deliveries, and(eq(deliveries.bookId, books.bookId), eq(deliveries.connectionId, connectionId)))
      .where(
        and(
          inArray(deliveries.stage, bookIds.length === 0 ? ['uploaded'] : ['uploaded', 'ordered']),
          isNull(books.undoId),
          ...(bookIds.length === 0 ? [] : [inList(books.bookId, bookIds)]),
        ),
      )
      .all();
    await this.lookAtFiles(filesIn(uploaded));
  }

  /**
   * Reads files that have no facts yet. What was read is written down by the chunk: a write of its own each would take longer
   * than the reading. Facts of bytes that were rewritten meanwhile are dropped: whoever noted the others reads those.
   */
  async readUnread(fileIds: readonly string[]): Promise<void> {
    for (let at = 0; at < fileIds.length && !this.#isClosed; at += READ_AT_ONCE) {
      const chunk = fileIds.slice(at, at + READ_AT_ONCE);
      const elsewhere = chunk.filter((fileId) => this.#reading.has(fileId));
      // A look at the whole library that came meanwhile reads the same files: once is enough.
      await Promise.all([
        ...new Set(elsewhere.map((fileId) => this.#reading.get(fileId))),
        this.#readSome(chunk.filter((fileId) => !this.#reading.has(fileId))),
      ]);
      // Unless what was being read had been rewritten by then.
      await this.#readSome(elsewhere);
    }
  }

  async #readSome(fileIds: readonly string[]): Promise<void> {
    if (this.#isClosed || fileIds.length === 0) return;
    const reading = this.#readNow(fileIds);
    for (const fileId of fileIds) this.#reading.set(fileId, reading);
    await reading.finally(() => {
      for (const fileId of fileIds) this.#reading.delete(fileId);
    });
  }

  async #readNow(fileIds: readonly string[]): Promise<void> {
    const { db } = this.#context;
    const unread = unreadFiles(db).all({ fileIds: JSON.stringify(fileIds) });
    const read = await Promise.all(
      unread.map(async (file) => ({
        file,
        outcome: await this.#pool.run<'facts'>({ task: 'facts', path: file.path }),
      })),
    );
    // What was not read because the desk is being closed is read by the next.
    if (this.#isClosed) return;
    const known = read.filter(({ outcome }) => outcome.ok || !outcome.isOfDisk);
    const keep = ({ file, outcome }: (typeof read)[number]) => {
      const { fileId, sizeBytes, modifiedAtMs } = file;
      keepFacts(db).run({
        facts: JSON.stringify(outcome.ok ? outcome.answer : notRead(file, outcome.reason)),
        fileId,
        sizeBytes,
        modifiedAtMs,
      });
    };
    await inSlices(known, keep, (slice) => this.#isClosed || db.transaction(slice));
    const damaged = known.filter(({ outcome }) => !outcome.ok || isDamaged(outcome.answer));
    this.#lookAgainWhileWritten(damaged.map(({ file }) => file.fileId));
  }

  close(): void {
    this.#isClosed = true;
    if (this.#lookingAgain !== null) clearTimeout(this.#lookingAgain);
  }

  /** The same as `lookAtAll` for some files. A hundred are read from the store and asked of the disk at a time, without what was found in them. */
  async lookAtFiles(fileIds: readonly string[], patienceMs = LOOK_MS): Promise<void> {
    const { db, disks } = this.#context;
    const connectionId = this.#connections.active()?.connectionId ?? null;
    const moved: string[] = [];
    for (let at = 0; at < fileIds.length; at += LOOK_AT_ONCE) {
      const seen = seenFiles(db).all({ fileIds: JSON.stringify(fileIds.slice(at, at + LOOK_AT_ONCE)) });
      const found = await disks.statAll(
        seen.map(({ path }) => path),
        patienceMs,
      );
      const gone = seen.filter((_, nth) => found[nth] === null);
      const away = await awayAs(
        gone.map(({ path }) => path),
        disks,
        patienceMs,
      );
      const awayOf = new Map(gone.map(({ fileId }, nth) => [fileId, away[nth]]));
      const news = (
        await Promise.all(
          seen.map((file, nth) => this.#newsOf(file, found[nth] ?? awayOf.get(file.fileId) ?? 'silent')),
        )
      ).filter((one) => one !== null);
      if (this.#isClosed) return;
      if (news.length > 0) {
        db.transaction(() => {
          for (const { fileId, rewritten, set } of news) {
            if (rewritten !== null) noteRewritten(db, connectionId, fileId, rewritten);
            else db.update(files).set(set).where(eq(files.fileId, fileId)).run();
          }
        });
      }
      for (const { fileId, isToBeJudged } of news) if (isToBeJudged) moved.push(fileId);
    }
    if (moved.length === 0) return;
    await this.readUnread(moved);
    if (this.#isClosed) return;
    const touched = db
      .select({ bookId: books.bookId })
      .from(books)
      .where(or(inList(books.coverFileId, moved), inList(books.contentsFileId, moved)))
      .all();
    await this.#checks.judgeMany(touched.map((book) => book.bookId));
  }

  /** Null for a file that is as it was, or of which nothing is known now. Only other bytes make an uploaded book another one; a drive that is away or new rights do not. */
  async #newsOf(file: SeenFile, found: Found | AwayAs): Promise<FileNews | null> {
    const { fileId } = file;
    if (found === 'silent') return null;
    if (typeof found === 'string' || found.isElsewhere) {
      const presence = typeof found === 'string' ? found : 'elsewhere';
      return file.presence === presence ? null : { fileId, rewritten: null, set: { presence }, isToBeJudged: true };
    }
    const noted = notedOf(found);
    const bytes = await this.#bytesOf(file, noted);
    if (bytes === 'unknown') return null;
    if (bytes === 'others') return { fileId, rewritten: noted, set: {}, isToBeJudged: true };
    const isBack = file.presence !== 'present' || file.isRead === 0;
    const isUnnoted = file.changedAtMs === null && isSameStamp(file, noted);
    const isUnknown = file.identity === null && noted.identity !== null;
    if (!isBack && !isUnnoted && !isUnknown) return null;
    return {
      fileId,
      rewritten: null,
      set: {
        ...(isBack ? { presence: 'present' as const } : {}),
        ...(isUnnoted ? { changedAtMs: noted.changedAtMs } : {}),
        ...(isBack || isUnknown ? { identity: noted.identity } : {}),
      },
      isToBeJudged: isBack,
    };
  }

  async #bytesOf(file: CheckedFile, stamp: FileStamp): ReturnType<FileHashes['bytesOf']> {
    if (isSameStamp(file, stamp)) return 'checked';
    return looksSame(file, stamp) && file.sha256 !== null ? this.#hashes.bytesOf(file) : 'others';
  }

  /** Nobody else would look at a file again that was half there when it was read, as long as the window stays in front. */
  #lookAgainWhileWritten(fileIds: readonly string[]): void {
    if (fileIds.length === 0 || this.#isClosed) return;
    const { db, clock, log } = this.#context;
    const nowMs = clock.nowMs();
    const young = db
      .select({ fileId: files.fileId, facts: files.facts })
      .from(files)
      .where(
        and(
          inList(files.fileId, fileIds),
          isHere,
          // A time that is far ahead, of another computer's clock or set by somebody, tells nothing.
          between(files.modifiedAtMs, nowMs - SETTLED_AFTER_MS, nowMs + SETTLED_AFTER_MS),
        ),
      )
      .all();
    for (const { fileId, facts } of young) if (facts === null || isDamaged(facts)) this.#unsettled.add(fileId);
    if (this.#unsettled.size === 0 || this.#lookingAgain !== null) return;
    this.#lookingAgain = setTimeout(() => {
      const again = [...this.#unsettled];
      this.#unsettled.clear();
      this.#lookingAgain = null;
      this.lookAtFiles(again)
        .then(() => this.#lookAgainWhileWritten(again))
        .catch((error: unknown) => log.write('error', 'looking again at files that are being written', { error }));
    }, LOOK_AGAIN_MS);
  }

  #filesOf(bookIds: readonly string[]): string[] {
    return filesIn(bookFiles(this.#context.db)({ bookIds: JSON.stringify(bookIds) }));
  }
}

/** What tells whether a file is still the one that was read. */
const SEEN = {
  fileId: files.fileId,
  path: files.path,
  name: files.name,
  sizeBytes: files.sizeBytes,
  modifiedAtMs: files.modifiedAtMs,
  changedAtMs: files.changedAtMs,
  sha256: files.sha256,
  identity: files.identity,
  presence: files.presence,
  isRead: sql<number>`${files.facts} is not null`,
};

const unreadFiles = perStore((db) =>
  db
    .select({
      fileId: files.fileId,
      path: files.path,
      sizeBytes: files.sizeBytes,
      modifiedAtMs: files.modifiedAtMs,
    })
    .from(files)
    .where(and(inGiven(files.fileId, 'fileIds'), isNull(files.facts), isHere))
    .prepare(),
);
const keepFacts = perStore((db) =>
  db
    .update(files)
    .set({ facts: sql`${sql.placeholder('facts')}`, presence: 'present' })
    .where(
      and(
        eq(files.fileId, sql.placeholder('fileId')),
        eq(files.sizeBytes, sql.placeholder('sizeBytes')),
        eq(files.modifiedAtMs, sql.placeholder('modifiedAtMs')),
        // It may have gone while it was read.
        isHere,
      ),
    )
    .prepare(),
);
const seenFiles = perStore((db) => db.select(SEEN).from(files).where(inGiven(files.fileId, 'fileIds')).prepare());
const bookFiles = perStore((db) =>
  readTogether(db, { coverFileId: books.coverFileId, contentsFileId: books.contentsFileId }, (select) =>
    select.from(books).where(inGiven(books.bookId, 'bookIds')),
  ),
);

interface SeenFile extends CheckedFile, Pick<FileRow, 'presence' | 'identity'> {
  readonly isRead: number;
}

interface FileNews {
  readonly fileId: string;
  /** The stamp of other bytes; null when they are the same, or away. */
  readonly rewritten: NotedFile | null;
  readonly set: Partial<FileRow>;
  readonly isToBeJudged: boolean;
}

const isDamaged = (facts: PackedFacts): boolean => facts.status === 'unreadable' || facts.damage.length > 0;

const filesIn = (
  rows: readonly { readonly coverFileId: string | null; readonly contentsFileId: string | null }[],
): string[] =>
  rows.flatMap(({ coverFileId, contentsFileId }) => [coverFileId, contentsFileId]).filter((id) => id !== null);

function notRead({ sizeBytes }: Pick<FileRow, 'sizeBytes'>, reason: Failure): PackedFacts {
  return {
    status: 'unreadable',
    reason,
    atByte: null,
    header: null,
    damage: [],
    encrypted: null,
    sizeBytes,
    bytesRead: 0,
    reads: 0,
  };
}
