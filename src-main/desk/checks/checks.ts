import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import { canBook } from '../../../src-core/desk/book-machine.ts';
import type { PdfKind } from '../../../src-core/contract/books.ts';
import type { BookSpec } from '../../../src-core/contract/specs.ts';
import { type CheckLevel, bookVerdict, printVerdict } from '../../../src-core/preflight/verdicts.ts';
import { judgeOrder } from '../../../src-core/preflight/judge-order.ts';
import type { Finding } from '../../../src-core/preflight/finding.ts';
import { guessSpec } from '../../../src-core/preflight/fitting-specs.ts';
import { withoutSigned } from '../../../src-core/preflight/group-findings.ts';
import {
  judgeBook,
  judgeWithoutSpec,
  type BookFiles,
  type BookJudgement,
} from '../../../src-core/preflight/judge-book.ts';
import { resolveThresholds, thresholdsOfSpec } from '../../../src-core/preflight/thresholds.ts';
import type { DeeperChecks } from './deeper-checks.ts';
import { rulesKeyOf, type Order } from './order-key.ts';
import { awayFindings, headlineOf, namesOf, withoutAway } from './headlines.ts';
import { OrderNeighbours } from './order-neighbours.ts';
import type { BookFileRows, SignOffs } from './sign-offs.ts';
import type { StudioThresholds } from './studio-thresholds.ts';
import type { Connections } from '../connections/connections.ts';
import type { DeskContext } from '../desk-context.ts';
import { unpackFacts } from '../files/packed-facts.ts';
import { isAway } from '../store/presence.ts';
import { books, files, type FileRow, type BookRow } from '../store/schema.ts';
import type { FileHashes } from '../preflight/file-hashes.ts';
import { inSlices } from '../slices.ts';
import { bookStage, moveBook } from '../store/book-stages.ts';
import { forgetDeskValue, readDeskValue, writeDeskValue } from '../store/desk-values.ts';

/** The rules by which every book was judged; missing while some are judged by former ones. */
const JUDGED_BY = 'checks.judgedBy';

/** Holds books against their specs, from facts that were read before. */
export class Checks {
  readonly #context: DeskContext;
  readonly #connections: Connections;
  readonly #thresholds: StudioThresholds;
  readonly #deeper: DeeperChecks;
  readonly #signOffs: SignOffs;
  readonly #hashes: FileHashes;
  readonly #neighbours: OrderNeighbours;
  readonly #hashing = new Set<string>();
  /** How often all books were begun to be judged. */
  #rounds = 0;
  #isClosed = false;

  constructor(
    context: DeskContext,
    connections: Connections,
    thresholds: StudioThresholds,
    deeper: DeeperChecks,
    signOffs: SignOffs,
    hashes: FileHashes,
  ) {
    this.#context = context;
    this.#connections = connections;
    this.#thresholds = thresholds;
    this.#deeper = deeper;
    this.#signOffs = signOffs;
    this.#hashes = hashes;
    this.#neighbours = new OrderNeighbours(context);
    deeper.onFound = (fileId) => this.judge(this.#booksOf(fileId));
    thresholds.onChanged = () => void this.judgeAll();
    this.#neighbours.onHashesWanted = (fileIds) => this.#hash(fileIds);
  }

  /** Judges everything again unless all was judged by the rules as they are; else asks only for what is missing. */
  async open(): Promise<void> {
    const { db } = this.#context;
    if (readDeskValue(db, JUDGED_BY) === this.#rulesKey()) {
      const unfinished = db
        .select({ bookId: books.bookId, level: books.checkedLevel })
        .from(books)
        .where(isNull(books.undoId))
        .all();
      await this.judgeMany(unfinished.filter(({ level }) => level !== 3).map(({ bookId }) => bookId));
      return;
    }
    await this.judgeAll();
  }

  /** Judges every book whose files are not on their way to the service. One that is cut off is begun again by the next `open`. */
  async judgeAll(): Promise<void> {
    const { db } = this.#context;
    const round = (this.#rounds += 1);
    const rulesKey = this.#rulesKey();
    // Rules that change and change back would find their own key, and books that were judged in between.
    forgetDeskValue(db, JUDGED_BY);
    const rows = db.select({ bookId: books.bookId }).from(books).where(isNull(books.undoId)).all();
    await this.judgeMany(rows.map((row) => row.bookId));
    const isOutdated = this.#isClosed || round !== this.#rounds || rulesKey !== this.#rulesKey();
    if (!isOutdated) writeDeskValue(db, JUDGED_BY, rulesKey);
  }

  #rulesKey(): string {
    return rulesKeyOf({
      connectionId: this.#connections.active()?.connectionId ?? null,
      contract: this.#connections.contract(),
      specs: this.#connections.specs(),
      thresholds: this.#thresholds.layers(),
    });
  }

  /** A whole library or import, without keeping the window from being drawn. */
  async judgeMany(bookIds: readonly string[]): Promise<void> {
    // A desk that was closed meanwhile has no store any more.
    const judge = (bookId: string) => !this.#isClosed && this.#judgeOne(bookId);
    await inSlices(bookIds, judge, (slice) => (this.#isClosed ? slice() : this.#context.db.transaction(slice)));
    if (bookIds.length > 0 && !this.#isClosed) this.#context.changed('library', 'status');
  }

  /** A few books at once. */
  judge(bookIds: readonly string[]): void {
    if (bookIds.length === 0) return;
    this.#context.db.transaction(() => {
      for (const bookId of bookIds) this.#judgeOne(bookId);
    });
    this.#context.changed('library', 'status');
  }

  close(): void {
    this.#isClosed = true;
  }

  filesOf(book: Pick<BookRow, 'coverFileId' | 'contentsFileId'>): BookFileRows {
    const ids = [book.coverFileId, book.contentsFileId].filter((id) => id !== null);
    const rows = ids.length === 0 ? [] : this.#context.db.select().from(files).where(inArray(files.fileId, ids)).all();
    return {
      cover: rows.find((row) => row.fileId === book.coverFileId) ?? null,
      contents: rows.find((row) => row.fileId === book.contentsFileId) ?? null,
    };
  }

  /** Looks closely at these files when the answer is called: what is on screen is looked at all the same. */
  holdDeeper(fileIds: ReadonlySet<string>): () => void {
    return this.#deeper.holdBack(fileIds);
  }

  /** Looks closely at files again when their books are judged next, whatever came of it the last time. */
  forgetDeeper(fileIds: readonly string[]): void {
    for (const fileId of fileIds) this.#deeper.forget(fileId);
  }

  factsOf(book: Pick<BookRow, 'coverFileId' | 'contentsFileId'>): BookFiles {
    const { cover, contents } = this.filesOf(book);
    return { cover: factsOfFile(cover), contents: factsOfFile(contents) };
  }

  /** What a file of the book is held against; null while the spec or the page count is open. */
  orderOf(book: Pick<BookRow, 'specUid' | 'pageCount'>, kind: PdfKind): Order | null {
    const spec = this.#connections.spec(book.specUid);
    if (spec === null) return null;
    const pageCount = book.pageCount ?? spec.pageDefault;
    return { kind, spec, pageCount, contract: this.#connections.contract(), thresholds: this.#thresholds.layers() };
  }

  /** Hashes a file as it was checked, unless that was done; false when other bytes lie there, or it cannot be read. */
  async hashFile(fileId: string): Promise<boolean> {
    const file = this.#isClosed
      ? undefined
      : this.#context.db.select().from(files).where(eq(files.fileId, fileId)).get();
    return file !== undefined && this.#hashes.isChecked(file);
  }

  /** Hashes files one after the other and judges their books by what came out. */
  #hash(fileIds: readonly string[]): void {
    for (const fileId of fileIds) {
      if (this.#hashing.has(fileId)) continue;
      this.#hashing.add(fileId);
      void this.hashFile(fileId).then((isHashed) => {
        this.#hashing.delete(fileId);
        if (isHashed) this.judge(this.#booksOf(fileId));
      });
    }
  }

  /** None of a desk that was closed while the file was read: it has no store any more. */
  #booksOf(fileId: string): string[] {
    if (this.#isClosed) return [];
    const ofFile = or(eq(books.coverFileId, fileId), eq(books.contentsFileId, fileId));
    return this.#context.db
      .select({ bookId: books.bookId })
      .from(books)
      .where(and(ofFile, isNull(books.undoId)))
      .all()
      .map(({ bookId }) => bookId);
  }

  #judgeOne(bookId: string): void {
    const { db } = this.#context;
    const connectionId = this.#connections.active()?.connectionId ?? null;
    const book = db
      .select()
      .from(books)
      .where(and(eq(books.bookId, bookId), isNull(books.undoId)))
      .get();
    const stage = bookStage(db, connectionId, bookId);
    // A book that is being made has no files to judge.
    if (book === undefined || stage === null || stage === 'inLayout') return;
    const rows = this.filesOf(book);
    const { cover, contents } = rows;
    const mayMove = stage !== 'queued' && canBook(stage, 'checkedAccepted');
    if (isUnread(cover) || isUnread(contents)) {
      if (mayMove) moveBook(db, connectionId, bookId, 'filesChanged');
      return;
    }
    const facts: BookFiles = { cover: factsOfFile(cover), contents: factsOfFile(contents) };
    const away = awayFindings(rows);
    const names = namesOf(rows);
    const contract = this.#connections.contract();
    const specs = this.#connections.specs();
    // What has been sent, were it in part, was sent for its spec; only what is still open may be guessed anew.
    const given =
      book.specOrigin === 'given' || !mayMove || stage === 'failed' ? this.#connections.spec(book.specUid) : null;
    const spec: BookSpec | null = given ?? guessSpec(facts, specs, contract);
    if (spec === null) {
      const { verdict, findings } = withoutAway(judgeWithoutSpec({ ...facts, names }), away);
      this.#keep(book, {
        specUid: null,
        specOrigin: null,
        verdict,
        print: 'notChecked',
        checkedLevel: null,
        pageCount: null,
        findings: [...findings],
        headline: headlineOf(book, findings),
      });
      if (mayMove) this.#move(bookId, connectionId, rows, verdict);
      return;
    }
    const thresholds = resolveThresholds({ ...this.#thresholds.layers(), spec: thresholdsOfSpec(spec) });
    const judged = withoutAway(judgeBook({ ...facts, names, spec, contract, thresholds, catalogue: specs }), away);
    const held = { ...book, specUid: spec.bookSpecUid, pageCount: judged.pageCount };
    const deeper = this.#deeperFindings(held, rows);
    const all = [
      ...judged.findings,
      ...deeper.findings,
      ...judgeOrder(this.#neighbours.caseOf(held, rows, thresholds)),
    ];
    const openFindings = this.#withoutSigned(held, rows, all);
    const isTaken = judged.verdict === 'accepted' || judged.verdict === 'warning';
    this.#keep(book, {
      specUid: spec.bookSpecUid,
      specOrigin: given === null ? 'guessed' : (book.specOrigin ?? 'guessed'),
      verdict: isTaken ? bookVerdict([], openFindings) : judged.verdict,
      print: printVerdict(openFindings, deeper.level),
      checkedLevel: deeper.level,
      pageCount: judged.pageCount,
      findings: all,
      headline: headlineOf(book, openFindings),
    });
    if (mayMove) this.#move(bookId, connectionId, rows, judged.verdict);
  }

  /** Most judgements find what the last one found, and a write of each would wait for the disk. */
  #keep(book: BookRow, judged: Partial<BookRow>): void {
    const isKnown = Object.entries(judged).every(
      ([name, value]) => JSON.stringify(book[name as keyof BookRow]) === JSON.stringify(value),
    );
    if (!isKnown) this.#context.db.update(books).set(judged).where(eq(books.bookId, book.bookId)).run();
  }

  #move(
    bookId: string,
    connectionId: string | null,
    { cover, contents }: BookFileRows,
    verdict: BookJudgement['verdict'],
  ): void {
    const { db } = this.#context;
    const isGone = (file: FileRow | null) => file === null || isAway(file.presence);
    if (isGone(cover) || isGone(contents)) moveBook(db, connectionId, bookId, 'fileMissing');
    else if (verdict === 'notChecked') moveBook(db, connectionId, bookId, 'checkedUndecided');
    else moveBook(db, connectionId, bookId, verdict === 'refused' ? 'checkedRefused' : 'checkedAccepted');
  }

  /** What was found in the book and nobody took on. */
  openFindings(book: BookRow): Finding[] {
    return this.#withoutSigned(book, this.filesOf(book), book.findings);
  }

  /** What levels 2 and 3 know by now; the level is that of the file which was looked at less. */
  #deeperFindings(
    book: Pick<BookRow, 'specUid' | 'pageCount'>,
    rows: BookFileRows,
  ): { readonly level: CheckLevel; readonly findings: readonly Finding[] } {
    let level: CheckLevel = 3;
    const findings: Finding[] = [];
    for (const kind of ['cover', 'contents'] as const) {
      const file = rows[kind];
      const order = this.orderOf(book, kind);
      // What cannot be looked into was not: half a book never prints well.
      if (file === null || order === null || file.facts?.status !== 'read' || isAway(file.presence)) {
        level = 1;
        continue;
      }
      const known = this.#deeper.of(file, order);
      level = Math.min(level, known?.level ?? 1) as CheckLevel;
      findings.push(...(known?.findings ?? []));
    }
    return { level, findings };
  }

  #withoutSigned(
    book: Pick<BookRow, 'bookId' | 'specUid' | 'pageCount'>,
    rows: BookFileRows,
    findings: readonly Finding[],
  ): Finding[] {
    this.#hash(this.#signOffs.unhashed(book.bookId, rows));
    return withoutSigned(findings, this.#signOffs.holding(book, rows));
  }
}

const isUnread = (file: FileRow | null) => file !== null && file.facts === null && !isAway(file.presence);
const factsOfFile = (file: FileRow | null) => (file?.facts ? unpackFacts(file.facts) : null);
