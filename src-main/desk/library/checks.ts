import { eq, inArray, isNull, and } from 'drizzle-orm';
import { canBook } from '../../../src-core/desk/book-machine.ts';
import type { BookSpec } from '../../../src-core/contract/specs.ts';
import { guessSpec } from '../../../src-core/preflight/fitting-specs.ts';
import { judgeBook, type BookFiles, type BookJudgement } from '../../../src-core/preflight/judge-book.ts';
import type { Connections } from '../connections/connections.ts';
import type { DeskContext } from '../desk-context.ts';
import { unpackFacts } from '../preflight/packed-facts.ts';
import { books, files } from '../store/schema.ts';
import { bookStage, moveBook, type BookRow } from './stages.ts';

export type FileRow = typeof files.$inferSelect;

/** Holds books against their specs, from facts that were read before. */
export class Checks {
  readonly #context: DeskContext;
  readonly #connections: Connections;

  constructor(context: DeskContext, connections: Connections) {
    this.#context = context;
    this.#connections = connections;
  }

  /** Judges every book whose files are not on their way to the service. */
  judgeAll(): void {
    const rows = this.#context.db.select({ bookId: books.bookId }).from(books).where(isNull(books.undoId)).all();
    this.judge(rows.map((row) => row.bookId));
  }

  judge(bookIds: readonly string[]): void {
    this.#context.db.transaction(() => {
      for (const bookId of bookIds) this.#judgeOne(bookId);
    });
    this.#context.changed('library', 'status');
  }

  filesOf(book: Pick<BookRow, 'coverFileId' | 'contentsFileId'>): { readonly cover: FileRow | null; readonly contents: FileRow | null } {
    const ids = [book.coverFileId, book.contentsFileId].filter((id) => id !== null);
    const rows = ids.length === 0 ? [] : this.#context.db.select().from(files).where(inArray(files.fileId, ids)).all();
    return {
      cover: rows.find((row) => row.fileId === book.coverFileId) ?? null,
      contents: rows.find((row) => row.fileId === book.contentsFileId) ?? null,
    };
  }

  factsOf(book: Pick<BookRow, 'coverFileId' | 'contentsFileId'>): BookFiles {
    const { cover, contents } = this.filesOf(book);
    return {
      cover: cover?.facts ? unpackFacts(cover.facts) : null,
      contents: contents?.facts ? unpackFacts(contents.facts) : null,
    };
  }

  #judgeOne(bookId: string): void {
    const { db } = this.#context;
    const connectionId = this.#connections.active()?.connectionId ?? null;
    const book = db.select().from(books).where(and(eq(books.bookId, bookId), isNull(books.undoId))).get();
    const stage = bookStage(db, connectionId, bookId);
    if (book === undefined || stage === null || stage === 'queued' || !canBook(stage, 'checkedAccepted')) return;
    const { cover, contents } = this.filesOf(book);
    const isUnread = (file: FileRow | null) => file !== null && file.facts === null && file.presence !== 'missing';
    if (isUnread(cover) || isUnread(contents)) {
      moveBook(db, connectionId, bookId, 'filesChanged');
      return;
    }
    const facts = this.factsOf(book);
    const contract = this.#connections.contract();
    const specs = this.#connections.specs();
    const given = book.specOrigin === 'given' ? specs.find((spec) => spec.bookSpecUid === book.specUid) : undefined;
    const spec: BookSpec | null = given ?? guessSpec(facts, specs, contract);
    const judged: BookJudgement = spec === null ? { verdict: 'notChecked', pageCount: null, findings: [] } : judgeBook({ ...facts, spec, contract });
    db.update(books)
      .set({
        specUid: spec?.bookSpecUid ?? null,
        specOrigin: spec === null ? null : given === undefined ? 'guessed' : 'given',
        verdict: judged.verdict,
        pageCount: judged.pageCount,
        findings: [...judged.findings],
      })
      .where(eq(books.bookId, bookId))
      .run();
    const isGone = (file: FileRow | null) => file === null || file.presence === 'missing';
    if (isGone(cover) || isGone(contents)) moveBook(db, connectionId, bookId, 'fileMissing');
    else if (judged.verdict === 'notChecked') moveBook(db, connectionId, bookId, 'checkedUndecided');
    else moveBook(db, connectionId, bookId, judged.verdict === 'refused' ? 'checkedRefused' : 'checkedAccepted');
  }
}
