import { and, eq, inArray, isNull } from 'drizzle-orm';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import type { SignOff } from '../../../src-core/preflight/verdicts.ts';
import { canSignOff, groupFindings } from '../../../src-core/preflight/group-findings.ts';
import type { DeskContext } from '../desk-context.ts';
import type { FileHashes } from '../preflight/file-hashes.ts';
import { isAway } from '../store/presence.ts';
import { type FileRow, type BookRow, signOffs } from '../store/schema.ts';
import type { Store } from '../store/open-store.ts';
import { readDeskValue, writeDeskValue } from '../store/desk-values.ts';

export interface BookFileRows {
  readonly cover: FileRow | null;
  readonly contents: FileRow | null;
}

type SignOffRow = typeof signOffs.$inferSelect;
type SignedBook = Pick<BookRow, 'bookId' | 'specUid' | 'pageCount'>;
/** The desk's value that keeps who signed last. */
export const SIGNER = 'signOff.name';

/**
 * Warnings that a person took on, each for the bytes and the spec it was given for. Whether one holds is found by
 * comparing hashes, so other bytes or another spec reopen it without anybody having to remember.
 */
export class SignOffs {
  readonly #context: DeskContext;
  readonly #hashes: FileHashes;

  constructor(context: DeskContext, hashes: FileHashes) {
    this.#context = context;
    this.#hashes = hashes;
  }

  /**
   * Answers the id of what was signed. Throws SIGN_OFF_NOT_ALLOWED for a group that is not there or cannot be taken on, and what
   * `FileHashes` throws.
   */
  async give(
    book: BookRow,
    rows: BookFileRows,
    groupKey: string,
    by: { readonly name: string; readonly reason: string },
  ): Promise<number> {
    const group = groupFindings(book.findings).find((one) => one.groupKey === groupKey);
    if (group === undefined || !canSignOff(group.severity) || book.specUid === null)
      throw new AppError('SIGN_OFF_NOT_ALLOWED');
    const hashes: string[] = [];
    for (const file of filesOf(groupKey, rows)) hashes.push(await this.#hashes.ofChecked(file));
    const { db, clock } = this.#context;
    return db.transaction(() => {
      const { id } = db
        .insert(signOffs)
        .values({
          bookId: book.bookId,
          groupKey,
          ...by,
          atMs: clock.nowMs(),
          specUid: book.specUid ?? '',
          pageCount: book.pageCount,
          hashes,
        })
        .returning({ id: signOffs.id })
        .get();
      writeDeskValue(db, SIGNER, by.name);
      return id;
    });
  }

  /** Answers the ids of what was withdrawn. */
  withdraw(bookId: string, groupKey: string): number[] {
    const { db, clock } = this.#context;
    return db
      .update(signOffs)
      .set({ withdrawnAtMs: clock.nowMs() })
      .where(inForce(bookId, groupKey))
      .returning({ id: signOffs.id })
      .all()
      .map(({ id }) => id);
  }

  /** Has what was signed be in force or not, where exactly the contrary is true of the group now. Answers whether it was. */
  turn(bookId: string, groupKey: string, ids: readonly number[], isInForce: boolean): boolean {
    const { db, clock } = this.#context;
    return db.transaction(() => {
      const now = db.select({ id: signOffs.id }).from(signOffs).where(inForce(bookId, groupKey)).all();
      const isContrary = isInForce ? now.length === 0 : ids.every((id) => now.some((one) => one.id === id));
      if (isContrary)
        db.update(signOffs)
          .set({ withdrawnAtMs: isInForce ? null : clock.nowMs() })
          .where(inArray(signOffs.id, [...ids]))
          .run();
      return isContrary;
    });
  }

  lastName(): string | null {
    const name = readDeskValue(this.#context.db, SIGNER);
    return typeof name === 'string' ? name : null;
  }

  /** The sign-offs that hold for the book's files and spec as they are now, by group. */
  holding(book: SignedBook, rows: BookFileRows): ReadonlyMap<string, SignOff> {
    return byGroup(this.#given(book.bookId).filter((row) => holds(row, book, rows)));
  }

  /** Those that other bytes or another spec have reopened. */
  lapsed(book: SignedBook, rows: BookFileRows): ReadonlyMap<string, SignOff> {
    return byGroup(this.#given(book.bookId).filter((row) => !holds(row, book, rows)));
  }

  /** Files that a sign-off of the book speaks of and whose bytes may have changed: whether it holds is open. */
  unhashed(bookId: string, rows: BookFileRows): string[] {
    const wanted = new Set(this.#given(bookId).flatMap(({ groupKey }) => filesOf(groupKey, rows)));
    return [...wanted].filter((file) => file.sha256 === null && !isAway(file.presence)).map((file) => file.fileId);
  }

  #given(bookId: string): SignOffRow[] {
    return this.#context.db
      .select()
      .from(signOffs)
      .where(and(eq(signOffs.bookId, bookId), isNull(signOffs.withdrawnAtMs)))
      .orderBy(signOffs.atMs)
      .all();
  }
}

/**
 * Has a book that took the place of another know what a person took on for that one. Of the same bytes it holds; over other ones it
 * stands there as reopened, with name and reason. Answers what was written. In a transaction of its caller's.
 */
export function carrySignOffs(db: Store, fromBookId: string, toBookId: string): number[] {
  const given = db
    .select()
    .from(signOffs)
    .where(and(eq(signOffs.bookId, fromBookId), isNull(signOffs.withdrawnAtMs)))
    .orderBy(signOffs.atMs)
    .all();
  return given.map(
    ({ id: _, ...row }) =>
      db
        .insert(signOffs)
        .values({ ...row, bookId: toBookId })
        .returning({ id: signOffs.id })
        .get().id,
  );
}

const inForce = (bookId: string, groupKey: string) =>
  and(eq(signOffs.bookId, bookId), eq(signOffs.groupKey, groupKey), isNull(signOffs.withdrawnAtMs));

function holds(row: SignOffRow, book: SignedBook, rows: BookFileRows): boolean {
  const hashes = filesOf(row.groupKey, rows).map((file) => file.sha256);
  return row.specUid === book.specUid && row.pageCount === book.pageCount && row.hashes.join() === hashes.join();
}

/** The latest of each group. */
const byGroup = (rows: readonly SignOffRow[]) =>
  new Map(rows.map(({ groupKey, name, reason, atMs }): [string, SignOff] => [groupKey, { name, reason, atMs }]));

/** A group's key begins with the file that it speaks of; `book:` speaks of both. */
function filesOf(groupKey: string, { cover, contents }: BookFileRows): FileRow[] {
  const named = groupKey.startsWith('cover:')
    ? [cover]
    : groupKey.startsWith('contents:')
      ? [contents]
      : [cover, contents];
  return named.filter((file) => file !== null);
}
