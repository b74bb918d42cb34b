import { and, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import type { PdfKind } from '../../../src-core/contract/books.ts';
import type { OrderCase, SameBytes } from '../../../src-core/preflight/order-case.ts';
import type { Thresholds } from '../../../src-core/preflight/thresholds.ts';
import type { DeskContext } from '../desk-context.ts';
import { isAway, isHere } from '../store/presence.ts';
import { type FileRow, type BookRow, books, deeperChecks, deliveries, files } from '../store/schema.ts';
import { inList, unindexed } from '../store/in-list.ts';
import type { BookFileRows } from './sign-offs.ts';

/** A cover is looked for among so many books of its folder: every judgement of every book asks. */
const MAX_BATCH = 200;

/**
 * Of files of one size some are hashed for each judgement that meets them: the others follow when the books of those are
 * judged again, and every judged file asks for its own.
 */
const HASHED_AT_ONCE = 20;

function once<T>(work: () => T): () => T {
  let known: { readonly value: T } | null = null;
  return () => (known ??= { value: work() }).value;
}

/** Gathers what the checks across books look at. */
export class OrderNeighbours {
  readonly #context: DeskContext;
  /** Files of equal size whose hashes would tell whether they are the same. */
  onHashesWanted: (fileIds: readonly string[]) => void = () => undefined;

  constructor(context: DeskContext) {
    this.#context = context;
  }

  caseOf(book: BookRow, rows: BookFileRows, thresholds: Thresholds): OrderCase {
    const batch = once(() => this.#batchOf(book));
    return {
      title: book.title,
      thresholds,
      sameBytes: (['cover', 'contents'] as const).flatMap((kind) => this.#sameBytes(book.bookId, rows[kind], kind)),
      coverWords:
        book.coverFileId === null ? null : (this.#coverWords([book.coverFileId]).get(book.coverFileId) ?? null),
      get batch() {
        return batch();
      },
    };
  }

  /** Titles at once, words when they are asked for. */
  #batchOf(book: BookRow): OrderCase['batch'] {
    const others = this.#context.db
      .select({ title: books.title, coverFileId: books.coverFileId })
      .from(books)
      .where(and(eq(books.importId, book.importId), ne(books.bookId, book.bookId), isNull(books.undoId)))
      .limit(MAX_BATCH)
      .all();
    const words = once(() => this.#coverWords(others.flatMap(({ coverFileId }) => coverFileId ?? [])));
    return others.map(({ title, coverFileId }) => ({
      title,
      get coverWords() {
        return coverFileId === null ? null : (words().get(coverFileId) ?? null);
      },
    }));
  }

  #coverWords(fileIds: readonly string[]): ReadonlyMap<string, readonly string[]> {
    const rows = this.#context.db
      .select({ fileId: deeperChecks.fileId, summary: deeperChecks.summary })
      .from(deeperChecks)
      .where(and(inList(deeperChecks.fileId, fileIds), eq(deeperChecks.kind, 'cover')))
      .all();
    return new Map(
      rows.flatMap(({ fileId, summary }) => (summary === null ? [] : [[fileId, summary.firstPageWords] as const])),
    );
  }

  #sameBytes(bookId: string, file: FileRow | null, kind: PdfKind): SameBytes[] {
    if (file === null || isAway(file.presence)) return [];
    const { db } = this.#context;
    const equalSize = and(
      eq(files.sizeBytes, file.sizeBytes),
      ne(files.fileId, file.fileId),
      eq(files.isPreview, false),
    );
    const unhashed = db
      .select({ fileId: files.fileId })
      .from(files)
      .where(and(equalSize, isNull(files.sha256), isHere))
      .limit(HASHED_AT_ONCE)
      .all();
    if (file.sha256 === null) {
      const hasEqual =
        unhashed.length > 0 ||
        db.select({ fileId: files.fileId }).from(files).where(equalSize).limit(1).get() !== undefined;
      if (hasEqual) this.onHashesWanted([file.fileId, ...unhashed.map(({ fileId }) => fileId)]);
      return [];
    }
    if (unhashed.length > 0) this.onHashesWanted(unhashed.map(({ fileId }) => fileId));
    const same = db
      .select({ fileId: files.fileId })
      .from(files)
      .where(and(equalSize, eq(files.sha256, file.sha256)));
    const { orderUid } = deliveries;
    const ordered = db
      .select({ orderUid })
      .from(deliveries)
      .where(and(eq(deliveries.bookId, books.bookId), isNotNull(orderUid)))
      .limit(1);
    // A school's thousands of books may have one cover, and each asks at each judgement: they are counted where they lie.
    const told = db
      .select({
        title: books.title,
        orderUid: sql<string | null>`(${ordered})`,
        count: sql<number>`count(*) over ()`,
      })
      .from(books)
      .where(
        and(
          or(inArray(books.coverFileId, same), inArray(books.contentsFileId, same)),
          ne(books.bookId, bookId),
          // By its index the whole library would be read.
          sql`${unindexed(books.undoId)} is null`,
        ),
      )
      .orderBy(sql`(${ordered}) is null`, sql`${books}.rowid`)
      .limit(1)
      .get();
    return told === undefined ? [] : [{ kind, ...told }];
  }
}
