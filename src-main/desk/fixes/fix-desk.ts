import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import { canBook } from '../../../src-core/desk/book-machine.ts';
import type { PdfKind } from '../../../src-core/contract/books.ts';
import type { TextRef } from '../../../src-core/text-ref.ts';
import type { AlikeBook, FixPreview, FixProgress } from '../../../src-core/ipc/subjects/fixes.ts';
import type { Finding, FixName } from '../../../src-core/preflight/finding.ts';
import { groupFindings } from '../../../src-core/preflight/group-findings.ts';
import { coverTakenOut } from '../../../src-core/preflight/cover-within.ts';
import { judgeBook, pageCountAfterFix, pageRuleFindings } from '../../../src-core/preflight/judge-book.ts';
import { judgePdf } from '../../../src-core/preflight/judge-pdf.ts';
import { resolveThresholds, thresholdsOfSpec } from '../../../src-core/preflight/thresholds.ts';
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
import { unpackFacts } from '../files/packed-facts.ts';
import type { Failure } from '../preflight/tasks.ts';
import type { WorkerPool } from '../preflight/worker-pool.ts';
import type { Store } from '../store/open-store.ts';
import type { Step } from '../steps/steps.ts';
import { alikeBooks, mayBeAmong } from './alike-books.ts';
import { fixedName } from './fixed-name.ts';
import { fileIdOf, filedAs, takenBack, type BookFileIds } from './taken-apart.ts';
import { failureOf, makeRepair, type Bench } from './make-repair.ts';
import type { FixOutcome, FixRequest } from '../../../src-node/fixes/make-fix.ts';

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
  readonly made: Made;
  readonly cover: Made | null;
}

type Made = Extract<FixOutcome, { ok: true }> & { readonly path: string };

type Failed = { readonly ok: false; readonly reason: Failure };
type Findings = { readonly ok: true; readonly findings: readonly Finding[] } | Failed;

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
  readonly #lanes: number;
  readonly #overprint: OverprintBytes;
  readonly #folder: string;
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
    this.#lanes = lanes;
    this.#overprint = overprint;
    this.#folder = folder;
  }

  /** The repairs that are being made. */
  progress(): FixProgress[] {
    return [...this.#running.values()];
  }

  /** Repairs that an earlier run left undecided or half written are gone: nobody sees them any more. */
  open(): void {
    const { db } = this.#context;
    for (const file of db.select().from(files).where(eq(files.isPreview, true)).all()) this.#discardFile(file);
    const made = existsSync(this.#folder) ? readdirSync(this.#folder).filter(isRepairFolder) : [];
    if (made.length === 0) return;
    const kept = new Set(
      db
        .select({ path: files.path })
        .from(files)
        .where(isNotNull(files.repairedFromId))
        .all()
        .map(({ path }) => basename(dirname(path))),
    );
    for (const name of made) if (!kept.has(name)) rmSync(join(this.#folder, name), { recursive: true, force: true });
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
    const { ids } = this.#context;
    const previewId = `${REPAIR_PREFIX}${ids.base62(12)}`;
    const { spec, contract } = order;
    const pageCount = pageCountAfterFix(spec, order.pageCount, fix);
    const request = { inputPath: before.path, fix, target: { kind, spec, pageCount, contract } };
    const tell: Bench['tell'] = (at) => {
      this.#running.set(previewId, { bookId, kind, fix, ...at });
      this.#context.changed('progress');
    };
    try {
      const isApart = fix === 'takeCoverOut';
      const made = await this.#make(previewId, fixedName(before.name, isApart ? kind : null), request, tell);
      if (!made.ok) return made;
      const cover = isApart ? await this.#makeCover(before, request, tell) : null;
      if (cover?.ok === false) {
        rmSync(dirname(made.path), { recursive: true, force: true });
        return cover;
      }
      tell({ step: 'checking', done: 0, total: 0 });
      return await this.#shown(previewId, book, kind, { before, stamp, order, pageCount, fix, made, cover });
    } finally {
      this.#running.delete(previewId);
      this.#context.changed('progress');
    }
  }

  #makeCover(
    before: FileRow,
    { target, ...request }: Omit<FixRequest, 'outputPath'>,
    tell: Bench['tell'],
  ): Promise<Made | Extract<FixOutcome, { ok: false }>> {
    const folder = `${REPAIR_PREFIX}${this.#context.ids.base62(12)}`;
    return this.#make(
      folder,
      fixedName(before.name, 'cover'),
      { ...request, target: { ...target, kind: 'cover' } },
      tell,
    );
  }

  async #make(
    folder: string,
    name: string,
    request: Omit<FixRequest, 'outputPath'>,
    tell: Bench['tell'],
  ): Promise<Made | Extract<FixOutcome, { ok: false }>> {
    const path = join(this.#folder, folder, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const bench = { pool: this.#pool, lanes: this.#lanes, tell };
    const made = await makeRepair(bench, { ...request, outputPath: path });
    if (made.ok) return { ...made, path };
    rmSync(dirname(path), { recursive: true, force: true });
    return made;
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
   * could say what it solves or brings: it is put away.
   */
  async #shown(
    previewId: string,
    book: BookRow,
    kind: PdfKind,
    { before, stamp, order, pageCount, fix, made, cover }: MadeRepair,
  ): Promise<PreviewOutcome> {
    const { edits, pages, pageCountBefore, pageCountAfter } = made;
    const after = await this.#keep(before, made.path, fix, pages);
    const coverAfter = cover === null ? null : await this.#keep(before, cover.path, fix, cover.pages);
    const old = await this.#findings(before, order, book);
    // A page count that was not allowed is another one now, and the book with it.
    const isOther = pageCount !== order.pageCount;
    const now = isOther
      ? await this.#findings(after, { ...order, pageCount }, { ...book, pageCount })
      : await this.#findings(after, order, book);
    if (!old.ok || !now.ok) {
      for (const file of [after, coverAfter]) if (file !== null) this.#discardFile(file);
      return { ok: false, problem: failureOf(old.ok ? (now as Failed).reason : old.reason) };
    }
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
      if (file !== undefined) this.#discardFile(file);
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
      for (const file of made) this.#forget(file);
    });
    for (const file of made) this.#removeFolder(file);
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

  async #keep(before: FileRow, path: string, fix: FixName, pages: readonly number[]): Promise<FileRow> {
    const { db, ids, clock } = this.#context;
    const stamp = stampOf(statSync(path));
    const facts = await this.#pool.run<'facts'>({ task: 'facts', path });
    return db
      .insert(files)
      .values({
        fileId: `f_${ids.base62(12)}`,
        importId: before.importId,
        path,
        folder: before.folder,
        name: basename(path),
        ...stamp,
        facts: facts.ok ? facts.answer : null,
        presence: 'present',
        repairedFromId: before.fileId,
        fixes: [...before.fixes, { fix, atMs: clock.nowMs(), pages: [...pages], ofBytesId: bytesIdOf(before, false) }],
        isPreview: true,
      })
      .returning()
      .get();
  }

  /** Both files are held against the order that the repaired book would have, at the level that takes no pictures. */
  async #findings(file: FileRow, order: Order, book: BookRow): Promise<Findings> {
    if (file.facts === null) return { ok: false, reason: 'readFailed' };
    const facts = unpackFacts(file.facts);
    const thresholds = resolveThresholds({ ...order.thresholds, spec: thresholdsOfSpec(order.spec) });
    const pageCount = book.pageCount ?? order.pageCount;
    const judged = { ...order, catalogue: this.#connections.specs(), thresholds };
    const isUndivided = order.kind === 'contents' && coverTakenOut(null, facts, order) !== null;
    // Of a file that holds the cover too, what is said of the book.
    const levelOne = isUndivided
      ? judgeBook({ ...judged, cover: null, contents: facts }).findings
      : judgePdf({ ...judged, facts, pageCount }).findings;
    const deeper = await this.#pool.run<'deeper'>({ task: 'deeper', request: { ...order, path: file.path, level: 2 } });
    if (!deeper.ok) return deeper;
    // What lies on the cover goes with it, and is not solved by that.
    const isOfContents = ({ pages }: Finding) => !isUndivided || pages?.every((page) => page === 1) !== true;
    const ofBook = order.kind === 'contents' && !isUndivided ? pageRuleFindings(order.spec, pageCount) : [];
    return { ok: true, findings: [...ofBook, ...levelOne, ...deeper.answer.findings.filter(isOfContents)] };
  }

  #discardFile(file: FileRow): void {
    this.#context.db.transaction(() => this.#forget(file));
    this.#removeFolder(file);
  }

  #forget(file: FileRow): void {
    this.#checks.forgetDeeper([file.fileId]);
    this.#context.db.delete(files).where(eq(files.fileId, file.fileId)).run();
  }

  /** After the row: a folder without one is swept away on the next start, a row without a file would be a book's loss. */
  #removeFolder(file: FileRow): void {
    // Only what lies where the desk put it is the desk's to delete.
    if (dirname(dirname(file.path)) === this.#folder && isRepairFolder(basename(dirname(file.path))))
      rmSync(dirname(file.path), { recursive: true, force: true });
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

const REPAIR_PREFIX = 'fix_';
const isRepairFolder = (name: string) => name.startsWith(REPAIR_PREFIX);

/** Titles of the groups of `all` that `rest` does not have, and of what a group of both has in `all` alone. */
function missingIn(rest: readonly Finding[], all: readonly Finding[]): TextRef[] {
  const groups = new Set(groupFindings(rest).map(({ groupKey }) => groupKey));
  const rules = new Set(rest.map(({ kind, ruleId }) => `${kind} ${ruleId}`));
  const titleOf = ({ ruleId, params }: Finding): TextRef => ({ key: `findings.${ruleId}.title`, params });
  return groupFindings(all).flatMap(({ groupKey, findings }) => {
    if (!groups.has(groupKey)) return findings.slice(0, 1).map(titleOf);
    // Of what is still there, the part that is not.
    const parts = new Map(findings.toReversed().map((finding) => [finding.ruleId, finding]));
    return [...parts.values()].filter(({ kind, ruleId }) => !rules.has(`${kind} ${ruleId}`)).map(titleOf);
  });
}
