import { and, eq, inArray, isNull, ne, or } from 'drizzle-orm';
import type { PdfKind } from '../../../src-core/contract/books.ts';
import type { OrderCase, SameBytes } from '../../../src-core/preflight/order-case.ts';
import type { Thresholds } from '../../../src-core/preflight/thresholds.ts';
import type { DeskContext } from '../desk-context.ts';
import type { FileRow } from '../library/files.ts';
import type { BookRow } from '../library/stages.ts';
import { books, deeperChecks, deliveries, files } from '../store/schema.ts';
import type { BookFileRows } from './sign-offs.ts';

/** A cover is looked for among so many books of its folder: every judgement of every book asks. */
const MAX_BATCH = 200;

/** Gathers what the checks across books look at. */
export class OrderNeighbours {
  readonly #context: DeskContext;
  /** Files of equal size whose hashes would tell whether they are the same. */
  onHashesWanted: (fileIds: readonly string[]) => void = () => undefined;

  constructor(context: DeskContext) {
    this.#context = context;
  }

  caseOf(book: BookRow, rows: BookFileRows, thresholds: Thresholds): OrderCase {
    const batch = this.#context.db
      .select({ title: books.title, coverFileId: books.coverFileId })
      .from(books)
      .where(and(eq(books.importId, book.importId), ne(books.bookId, book.bookId), isNull(books.undoId)))
      .limit(MAX_BATCH)
      .all();
    const words = this.#coverWords([...batch.map((one) => one.coverFileId), book.coverFileId].filter((id) => id !== null));
    const wordsOf = (fileId: string | null) => (fileId === null ? null : (words.get(fileId) ?? null));
    return {
      title: book.title,
      thresholds,
      sameBytes: (['cover', 'contents'] as const).flatMap((kind) => this.#sameBytes(book.bookId, rows[kind], kind)),
      coverWords: wordsOf(book.coverFileId),
      batch: batch.map((one) => ({ title: one.title, coverWords: wordsOf(one.coverFileId) })),
    };
  }

  #coverWords(fileIds: readonly string[]): ReadonlyMap<string, readonly string[]> {
    const rows = this.#context.db
      .select({ fileId: deeperChecks.fileId, summary: deeperChecks.summary })
      .from(deeperChecks)
      .where(and(inArray(deeperChecks.fileId, [...fileIds]), eq(deeperChecks.kind, 'cover')))
      .all();
    return new Map(rows.flatMap(({ fileId, summary }) => (summary === null ? [] : [[fileId, summary.firstPageWords] as const])));
  }

  #sameBytes(bookId: string, file: FileRow | null, kind: PdfKind): SameBytes[] {
    if (file === null || file.presence === 'missing') return [];
    const { db } = this.#context;
    const equalSize = db
      .select()
      .from(files)
      .where(and(eq(files.sizeBytes, file.sizeBytes), ne(files.fileId, file.fileId), eq(files.isPreview, false)))
      .all();
    if (equalSize.length === 0) return [];
    const unhashed = [file, ...equalSize].filter((one) => one.sha256 === null && one.presence !== 'missing');
    if (unhashed.length > 0) this.onHashesWanted(unhashed.map((one) => one.fileId));
    const same = equalSize.filter((one) => one.sha256 !== null && one.sha256 === file.sha256).map((one) => one.fileId);
    if (same.length === 0) return [];
    const holders = db
      .select()
      .from(books)
      .where(and(or(inArray(books.coverFileId, same), inArray(books.contentsFileId, same)), ne(books.bookId, bookId), isNull(books.undoId)))
      .all();
    return holders.map(({ bookId: otherId, title }) => {
      const ordered = db.select().from(deliveries).where(eq(deliveries.bookId, otherId)).all().find((one) => one.orderUid !== null);
      return { kind, title, orderUid: ordered?.orderUid ?? null, orderedAtMs: ordered?.orderedAtMs ?? null };
    });
  }
}
