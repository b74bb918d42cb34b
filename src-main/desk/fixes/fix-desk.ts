import { and, eq, isNull } from 'drizzle-orm';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import { canBook } from '../../../src-core/desk/book-machine.ts';
import type { PdfKind } from '../../../src-core/contract/books.ts';
import type { TextRef } from '../../../src-core/text-ref.ts';
import type { AlikeBook, FixPreview, FixProgress } from '../../../src-core/ipc/subjects/fixes.ts';
import type { FixName } from '../../../src-core/preflight/finding.ts';
import { pageCountAfterFix } from '../../../src-core/preflight/judge-book.ts';
import { contextKeyOf, type Order } from '../checks/order-key.ts';
import type { Connections } from '../connections/connections.ts';
import type { DeskContext } from '../desk-context.ts';
import type { Checks } from '../checks/checks.ts';
import { bytesIdOf } from '../store/bytes-id.ts';
import { isSameStamp, stampOf, type FileStamp } from '../files/file-stamp.ts';
import { type FileRow, type BookRow, books, files } from '../store/schema.ts';
import { inList } from '../store/in-list.ts';
import { bookStage, moveBook } from '../store/book-stages.ts';
import { overprintOf, type OverprintBytes } from '../checks/overprint-bytes.ts';
import { ONLOOKER_MS } from '../../../src-node/disks/disks.ts';
import type { WorkerPool } from '../preflight/worker-pool.ts';
import type { Store } from '../store/open-store.ts';
import type { Step } from '../steps/steps.ts';
import { alikeBooks, mayBeAmong } from './alike-books.ts';
import { fixedName } from './fixed-name.ts';
import { fileIdOf, filedAs, takenBack, type BookFileIds } from './taken-apart.ts';
import { failureOf, type Bench } from './make-repair.ts';
import { findingsOf, missingIn } from './repair-findings.ts';
import { RepairedFiles, type MadeFile } from './repaired-files.ts';

interface OpenPreview {
  readonly preview: FixPreview;
  readonly bookId: string;
  readonly kind: PdfKind;
  /** The cover that was taken out of it. */
  readonly coverFileId: string | null;
  /** Of the file, from before it was read for the repair. */
  readonly stamp: FileStamp;
  /** Of what was shown to follow from the repair. */
  readonly contextKey: string;
}

interface MadeRepair {
  readonly before: FileRow;
  readonly stamp: FileStamp;
  readonly order: Order;
  /** Of the book, once it is repaired. */
  readonly pageCount: number;
  readonly fix: FixName;
  readonly made: MadeFile;
  readonly cover: MadeFile | null;
}

export type PreviewOutcome =
  | { readonly ok: true; readonly preview: FixPreview }
  | { readonly ok: false; readonly problem: TextRef };

/**
 * Repairs: each is made into a file of the desk's own, checked, looked at, and only then put in the place of the
 * customer's file, which stays where and as it is. Every repair can be taken back.
 */
export class FixDesk {
  readonly #context: DeskContext;
  readonly #connections: Connections;
  readonly #checks: Checks;
  readonly #pool: WorkerPool;
  readonly #files: RepairedFiles;
  readonly #overprint: OverprintBytes;
  readonly #open = new Map<string, OpenPreview>();
  /** By the preview that will come of it. */
  readonly #running = new Map<string, FixProgress>();

  /** `pool` is for repairs alone, with so many lanes: somebody waits for them, and checks of other books take their time. */
  constructor(
    context: DeskContext,
    connections: Connections,
    checks: Checks,
    {
      pool,
      lanes,
      overprint,
    }: {
      readonly pool: WorkerPool;
      readonly lanes: number;
      readonly overprint: OverprintBytes;
    },
    folder: string,
  ) {
    this.#context = context;
    this.#connections = connections;
    this.#checks = checks;
    this.#pool = pool;
    this.#files = new RepairedFiles(context, checks, { pool, lanes }, folder);
    this.#overprint = overprint;
  }

  /** The repairs that are being made. */
  progress(): FixProgress[] {
    return [...this.#running.values()];
  }

  open(): void {
    this.#files.sweep();
  }

  /** Throws BOOK_UNKNOWN, BOOK_NOT_ALLOWED, FILE_MISSING. */
  async preview(bookId: string, kind: PdfKind, fix: FixName): Promise<PreviewOutcome> {
    const book = this.#needOpen(bookId);
    const before = this.#checks.filesOf(book)[kind];
    const order = this.#checks.orderOf(book, kind);
    const found = before === null ? null : await this.#context.disks.stat(before.path, ONLOOKER_MS);
    if (before === null || found === null) throw new AppError('FILE_MISSING', { params: { name: before?.name ?? '' } });
    const stamp = found === 'silent' ? before : stampOf(found);
    if (order === null) throw new AppError('BOOK_NOT_ALLOWED', { params: { stage: 'needsYou' } });
    const previewId = this.#files.newFolder();
    const { spec, contract } = order;
    const pageCount = pageCountAfterFix(spec, order.pageCount, fix);
    const request = { inputPath: before.path, fix, target: { kind, spec, pageCount, contract } };
    const tell: Bench['tell'] = (at) => {
      this.#running.set(previewId, { bookId, kind, fix, ...at });
      this.#context.changed('progress');
    };
    const isApart = fix === 'takeCoverOut';
    const attempt = this.#files.attempt();
    try {
      const made = await attempt.make(previewId, fixedName(before.name, isApart ? kind : null), request, tell);
      if (!made.ok) return made;
      const ofCover = { ...request, target: { ...request.target, kind: 'cover' as const } };
      const cover = isApart
        ? await attempt.make(this.#files.newFolder(), fixedName(before.name, 'cover'), ofCover, tell)
        : null;
      if (cover?.ok === false) return cover;
      tell({ step: 'checking', done: 0, total: 0 });
      const shown = await this.#shown(previewId, book, kind, { before, stamp, order, pageCount, fix, made, cover });
      if (shown.ok) attempt.succeeded();
      return shown;
    } finally {
      attempt.end();
      this.#running.delete(previewId);
      this.#context.changed('progress');
    }
  }

  /** Other books with the same cause. Throws BOOK_UNKNOWN. */
  async alike(bookId: string, kind: PdfKind, fix: FixName): Promise<AlikeBook[]> {
    const { db } = this.#context;
    const [book] = db.select().from(books).where(eq(books.bookId, bookId)).all();
    if (book === undefined) throw new AppError('BOOK_UNKNOWN');
    const connectionId = this.#connections.active()?.connectionId ?? null;
    return alikeBooks(db, this.#checks, { book, kind, fix, connectionId });
  }

  /**
   * A repaired file that is proved, held against the order and kept for the operator's answer. Without a look into either file nobody
   * could say what it solves or brings.
   */
  async #shown(
    previewId: string,
    book: BookRow,
    kind: PdfKind,
    { before, stamp, order, pageCount, fix, made, cover }: MadeRepair,
  ): Promise<PreviewOutcome> {
    const { edits, pages, pageCountBefore, pageCountAfter } = made;
    const after = await this.#files.keep(before, made, fix);
    const coverAfter = cover === null ? null : await this.#files.keep(before, cover, fix);
    const specs = this.#connections.specs();
    const old = await findingsOf(this.#pool, specs, before, order, book);
    // A page count that was not allowed is another one now, and the book with it.
    const now = await findingsOf(
      this.#pool,
      specs,
      after,
      { ...order, pageCount },
      pageCount === order.pageCount ? book : { ...book, pageCount },
    );
    if (!old.ok) return { ok: false, problem: failureOf(old.reason) };
    if (!now.ok) return { ok: false, problem: failureOf(now.reason) };
    const overprint = await this.#overprintShown(before, after);
    const isAsPrinted = overprint === 'simulated';
    const preview: FixPreview = {
      previewId,
      fix,
      fileId: before.fileId,
      fixedFileId: after.fileId,
      bytesId: bytesIdOf(before, isAsPrinted),
      fixedBytesId: bytesIdOf(after, isAsPrinted),
      overprint,
      pages: [...pages],
      pageCountBefore,
      pageCountAfter,
      edits: [...edits],
      solved: missingIn(now.findings, old.findings),
      added: missingIn(old.findings, now.findings),
    };
    const coverFileId = coverAfter?.fileId ?? null;
    const contextKey = contextKeyOf(stamp, order);
    this.#open.set(previewId, { preview, bookId: book.bookId, kind, coverFileId, stamp, contextKey });
    return { ok: true, preview };
  }

  /** Both or neither is simulated: a repair that ends overprint is to be seen by what ends. */
  async #overprintShown(before: FileRow, after: FileRow): Promise<FixPreview['overprint']> {
    const { simulated, notSimulated } = overprintOf(this.#context.db, before.fileId);
    if (simulated.length === 0) return notSimulated.length > 0 ? 'notSimulated' : 'none';
    const answers = [before, after].map((file) => this.#overprint.of(bytesIdOf(file, true), file.path));
    const isEverywhere = await Promise.all(answers).then(
      (both) => both.every((answer) => answer.notSimulated.length === 0),
      () => false,
    );
    return isEverywhere ? 'simulated' : 'notSimulated';
  }

  /**
   * As one step. Throws FIX_UNKNOWN, also when the book has another file, spec or page count by now, FILE_CHANGED when other bytes
   * lie there than those that were repaired, FILE_MISSING and FILE_SILENT while nobody can tell, and BOOK_NOT_ALLOWED when the book
   * was sent off meanwhile.
   */
  async apply(previewId: string): Promise<Step> {
    const original = this.#file(this.#need(previewId).preview.fileId);
    const found = original === undefined ? null : await this.#context.disks.stat(original.path, ONLOOKER_MS);
    const { bookId, kind, coverFileId, preview, stamp, contextKey } = this.#need(previewId);
    // A book on its way keeps the repair for later.
    const book = this.#needOpen(bookId);
    const order = this.#checks.orderOf(book, kind);
    const isOtherFile = fileIdOf(book, kind) !== preview.fileId || (coverFileId !== null && book.coverFileId !== null);
    if (isOtherFile || order === null || contextKeyOf(stamp, order) !== contextKey) {
      this.discard(previewId);
      throw new AppError('FIX_UNKNOWN');
    }
    if (found === null || found === 'silent')
      throw new AppError(found === null ? 'FILE_MISSING' : 'FILE_SILENT', {
        params: { name: original?.name.normalize('NFC') ?? '' },
      });
    if (!isSameStamp(stamp, stampOf(found))) {
      this.discard(previewId);
      throw new AppError('FILE_CHANGED', { text: { key: 'fixes.problem.originalChanged' } });
    }
    this.#open.delete(previewId);
    const filed = { ...filedAs(kind, preview.fixedFileId), ...(coverFileId === null ? {} : { coverFileId }) };
    const taken = [preview.fixedFileId, coverFileId].filter((fileId) => fileId !== null);
    this.#exchange(
      bookId,
      filed,
      (db) => void db.update(files).set({ isPreview: false }).where(inList(files.fileId, taken)).run(),
    );
    // No look at the book reads it any more, and without its hash new rights would be taken for other bytes.
    void this.#checks.hashFile(preview.fileId);
    return {
      size: 1,
      takeBack: async () => {
        // A later repair goes first.
        if (fileIdOf(this.#needOpen(bookId), kind) !== preview.fixedFileId) throw new AppError('UNDO_CHANGED');
        await this.undo(bookId, kind);
        return { again: null, left: 0 };
      },
    };
  }

  /** Whether the repair still waits for an answer. */
  isOpen(previewId: string): boolean {
    return this.#open.has(previewId);
  }

  /** Whether the book may be repaired with others as it stands now. */
  mayBeAmong(bookId: string): boolean {
    const stage = bookStage(this.#context.db, this.#connections.active()?.connectionId ?? null, bookId);
    return stage !== null && mayBeAmong(stage);
  }

  /** One that is not open any more is gone already. */
  discard(previewId: string): void {
    const open = this.#open.get(previewId);
    if (open === undefined) return;
    this.#open.delete(previewId);
    for (const fileId of [open.preview.fixedFileId, open.coverFileId]) {
      const file = this.#file(fileId ?? '');
      if (file !== undefined) this.#files.discard(file);
    }
  }

  /** Throws FIX_NONE, BOOK_NOT_ALLOWED, UNDO_CHANGED, and FILE_MISSING while the file to go back to is not there. */
  async undo(bookId: string, kind: PdfKind): Promise<void> {
    const { db } = this.#context;
    const asked = takenBack(db, this.#needOpen(bookId), kind);
    const original = this.#file(asked.originalId);
    const found = original === undefined ? null : await this.#context.disks.stat(original.path, ONLOOKER_MS);
    // Of what is not known the repaired file is not given up.
    if (original === undefined || found === null || found === 'silent')
      throw new AppError('FILE_MISSING', { params: { name: original?.name.normalize('NFC') ?? '' } });
    // It may have been sent off or repaired further while the disk was asked.
    const { files: former, made } = takenBack(db, this.#needOpen(bookId), kind);
    if (made[0]?.fileId !== asked.made[0]?.fileId) throw new AppError('FIX_NONE');
    this.#exchange(bookId, former, () => {
      for (const file of made) this.#files.forget(file);
    });
    for (const file of made) this.#files.drop(file);
  }

  #need(previewId: string): OpenPreview {
    const open = this.#open.get(previewId);
    if (open === undefined) throw new AppError('FIX_UNKNOWN');
    return open;
  }

  /** `along` belongs to it: a repaired file is a preview, a book's, or gone. */
  #exchange(bookId: string, filed: Partial<BookFileIds>, along: (db: Store) => void): void {
    const { db } = this.#context;
    const connectionId = this.#connections.active()?.connectionId ?? null;
    db.transaction(() => {
      db.update(books).set(filed).where(eq(books.bookId, bookId)).run();
      moveBook(db, connectionId, bookId, 'filesChanged');
      along(db);
    });
    this.#checks.judge([bookId]);
  }

  #file(fileId: string): FileRow | undefined {
    return this.#context.db.select().from(files).where(eq(files.fileId, fileId)).get();
  }

  #needOpen(bookId: string): BookRow {
    const { db } = this.#context;
    const book = db
      .select()
      .from(books)
      .where(and(eq(books.bookId, bookId), isNull(books.undoId)))
      .get();
    const stage = bookStage(db, this.#connections.active()?.connectionId ?? null, bookId);
    if (book === undefined || stage === null) throw new AppError('BOOK_UNKNOWN');
    if (stage === 'queued' || !canBook(stage, 'filesChanged'))
      throw new AppError('BOOK_NOT_ALLOWED', { params: { stage } });
    return book;
  }
}
