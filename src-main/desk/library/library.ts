import { and, eq, isNull } from 'drizzle-orm';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import { canBook, type BookEvent, type BookStage } from '../../../src-core/desk/book-machine.ts';
import type {
  ActionState,
  BookDetail,
  BookFile,
  BookVersion,
  FindingGroup,
  LibraryRow,
} from '../../../src-core/ipc/subjects/library.ts';
import { fittingSpecs } from '../../../src-core/preflight/fitting-specs.ts';
import { canSignOff, groupFindings } from '../../../src-core/preflight/group-findings.ts';
import type { Connections } from '../connections/connections.ts';
import type { DeskContext } from '../desk-context.ts';
import { inList } from '../store/in-list.ts';
import type { ListChanges, ListPage, ListSource } from '../store/list-changes.ts';
import { books, type BookRow, type FileRow } from '../store/schema.ts';
import type { DeeperChecks } from '../checks/deeper-checks.ts';
import type { BookFileRows, SignOffs } from '../checks/sign-offs.ts';
import type { Checks } from '../checks/checks.ts';
import { deliveryOf, moveBooks, setDelivery, stageOf } from '../store/book-stages.ts';
import { inSlices } from '../slices.ts';
import type { Step, Steps } from '../steps/steps.ts';
import type { Layouts } from '../layouts/layouts.ts';
import { isMadeHere, versionsOf } from '../layouts/layout-versions.ts';
import { bookTimeline } from './book-timeline.ts';
import { savedSinceSent } from './saved-since-sent.ts';
import { overprintOf } from '../checks/overprint-bytes.ts';
import type { FileOpening } from './file-opening.ts';
import { fileView, presenceOf } from './file-view.ts';
import { putAside } from './aside-books.ts';
import { isOpen, type OpenBooks } from './open-books.ts';
import { bytesIdOf, bytesKeyOf, listedBytesId } from '../store/bytes-id.ts';
import { bookReader, lastProblem, libraryRow, namesOfRecipients } from './library-rows.ts';

const ALLOWED: ActionState = { allowed: true, reason: null };
const forbidden = (key: string): ActionState => ({ allowed: false, reason: { key } });

export interface LibraryParts {
  readonly checks: Checks;
  readonly deeper: DeeperChecks;
  readonly signOffs: SignOffs;
  readonly changes: ListChanges;
  readonly layouts: Layouts;
  readonly open: OpenBooks;
  readonly steps: Steps;
  readonly opening: FileOpening;
}

/** The books on the desk: what is shown of them and what the operator sets. */
export class Library {
  readonly #context: DeskContext;
  readonly #connections: Connections;
  readonly #checks: Checks;
  readonly #deeper: DeeperChecks;
  readonly #signOffs: SignOffs;
  readonly #changes: ListChanges;
  readonly #layouts: Layouts;
  readonly #open: OpenBooks;
  readonly #steps: Steps;
  readonly #opening: FileOpening;
  readonly #list: ListSource<LibraryRow> = {
    list: 'library',
    idOf: (row) => row.bookId,
    // Names and prices are the connection's.
    contextKey: () => this.#connections.rulesKey(),
    after: (place, limit) =>
      this.#reader
        .after(place, limit, this.#here())
        .map((listed) => ({ place: listed.place, row: this.#listedRow(listed) })),
    of: (bookIds) => this.#reader.of(bookIds, this.#here()).map((listed) => this.#listedRow(listed)),
  };
  readonly #reader: ReturnType<typeof bookReader>;

  constructor(
    context: DeskContext,
    connections: Connections,
    { checks, deeper, signOffs, changes, layouts, open, steps, opening }: LibraryParts,
  ) {
    this.#context = context;
    this.#connections = connections;
    this.#checks = checks;
    this.#deeper = deeper;
    this.#signOffs = signOffs;
    this.#changes = changes;
    this.#layouts = layouts;
    this.#open = open;
    this.#steps = steps;
    this.#opening = opening;
    this.#reader = bookReader(context.db);
  }

  /** What changed in the list since `mark`; the whole list for null. Books that were taken out are `gone`. */
  changes(mark: string | null): ListPage<LibraryRow> {
    return this.#changes.since(this.#list, mark);
  }

  /** Disks are asked before anything of the answer is read: all of it is of one moment. */
  async book(bookId: string): Promise<BookDetail | null> {
    const asked = this.#context.db.select().from(books).where(eq(books.bookId, bookId)).get();
    if (asked === undefined) return null;
    const { cover, contents } = this.#checks.filesOf(asked);
    const presences = new Map<string, BookFile['presence']>();
    for (const file of [cover, contents])
      if (file !== null) presences.set(file.fileId, await presenceOf(file, this.#context.disks));
    return this.#detail(bookId, presences);
  }

  #detail(bookId: string, presences: ReadonlyMap<string, BookFile['presence']>): BookDetail | null {
    const { db } = this.#context;
    const book = db
      .select()
      .from(books)
      .where(and(eq(books.bookId, bookId), isNull(books.undoId)))
      .get();
    if (book === undefined) return null;
    const connectionId = this.#connections.active()?.connectionId ?? null;
    const delivery = deliveryOf(db, connectionId, bookId);
    const specs = this.#connections.specs();
    const rows = this.#checks.filesOf(book);
    const { cover, contents } = rows;
    const overprint = (fileId: string) => overprintOf(db, fileId);
    const shown = (file: FileRow, role: 'cover' | 'contents') => {
      const presence = presences.get(file.fileId) ?? file.presence;
      return {
        ...fileView(file, role, overprint(file.fileId), presence),
        open: this.#opening.stateOf(file, presence),
      };
    };
    const fileIds = [book.coverFileId, book.contentsFileId].filter((id) => id !== null);
    // Whoever looks at a book wants to know of this one first.
    this.#deeper.bringToFront(fileIds);
    const stage = stageOf(book, delivery);
    return {
      ...libraryRow(this.#connections, {
        book,
        coverBytesId: cover === null ? null : bytesIdOf(cover, overprint(cover.fileId).simulated.length > 0),
        bytesKey: bytesKeyOf(cover, contents),
        delivery,
        problem: stage === 'failed' ? lastProblem(db, bookId, connectionId) : null,
        goesTo: namesOfRecipients(db, bookId),
      }),
      files: [
        ...(cover === null ? [] : [shown(cover, 'cover')]),
        ...(contents === null ? [] : [shown(contents, 'contents')]),
      ],
      groups: this.#groups(book, rows),
      isCheckingDeeper: this.#deeper.isUnderWay(fileIds),
      pairing: book.pairing,
      specChoices: fittingSpecs(this.#checks.factsOf(book), specs, this.#connections.contract()).map(
        ({ spec, fits, reason }) => ({
          specUid: spec.bookSpecUid,
          name: spec.name,
          fits,
          reason,
        }),
      ),
      timeline: bookTimeline(db, connectionId, book),
      made: isMadeHere(book) ? this.#layouts.facts(book.layoutFolder) : null,
      versions: this.#versions(book),
      savedSinceSentAtMs: canBook(stage, 'sendAnew')
        ? (savedSinceSent(db, connectionId, [bookId]).get(bookId) ?? null)
        : null,
      actions: {
        upload: this.#action(book, stage, 'queue', connectionId),
        order: this.#action(book, stage, 'order', connectionId),
        remove: isBusy(stage) ? forbidden('desk.why.busy') : ALLOWED,
        changeSpec: this.#fileAction(book, stage),
        swapRoles: this.#fileAction(book, stage),
      },
    };
  }

  /** How many of the books each spec fits. */
  async fitting(bookIds: readonly string[]): Promise<{ books: number; specs: { specUid: string; fits: number }[] }> {
    const specs = this.#connections.specs();
    const fits = new Map(specs.map(({ bookSpecUid }) => [bookSpecUid, 0]));
    const asked = this.#context.db
      .select({ coverFileId: books.coverFileId, contentsFileId: books.contentsFileId })
      .from(books)
      .where(inList(books.bookId, bookIds))
      .all();
    await inSlices(asked, (book) => {
      for (const choice of fittingSpecs(this.#checks.factsOf(book), specs, this.#connections.contract())) {
        if (choice.fits) fits.set(choice.spec.bookSpecUid, (fits.get(choice.spec.bookSpecUid) ?? 0) + 1);
      }
    });
    return { books: asked.length, specs: [...fits].map(([specUid, count]) => ({ specUid, fits: count })) };
  }

  /**
   * Takes a book whose files were saved since they were sent for a new one. Its orders stand and print what was sent. Throws
   * BOOK_NOT_ALLOWED while the service has these files, or is being asked for them.
   */
  sendAnew(bookId: string): void {
    const { db, clock } = this.#context;
    const { connectionId } = this.#connections.needActive();
    this.#open.needStage([bookId], (stage) => canBook(stage, 'sendAnew'));
    if (!savedSinceSent(db, connectionId, [bookId]).has(bookId)) throw new AppError('BOOK_NOT_ALLOWED');
    db.transaction(() => {
      moveBooks(db, connectionId, [bookId], 'sendAnew');
      setDelivery(db, connectionId, bookId, {
        bookUid: null,
        orderUid: null,
        orderedAtMs: null,
        anewAtMs: clock.nowMs(),
      });
    });
    this.#checks.judge([bookId]);
    this.#context.changed('library', 'status');
  }

  /** Puts books aside until they are restored. Throws BOOK_NOT_ALLOWED when one is on its way to the service. */
  remove(bookIds: readonly string[]): { undoId: string } {
    return this.#steps.keep(this.takeOut(bookIds));
  }

  /** The same, as the step that takes it back. */
  takeOut(bookIds: readonly string[]): Step {
    this.#open.needStage(bookIds, (stage) => !isBusy(stage));
    const undoId = `undo-${this.#context.ids.base62(12)}`;
    return putAside(this.#context, this.#checks, undoId, bookIds, (back) => this.takeOut(back));
  }

  /** Throws SIGN_OFF_NOT_ALLOWED, FILE_UNREADABLE. */
  async signOff(
    bookId: string,
    groupKey: string,
    by: { readonly name: string; readonly reason: string },
  ): Promise<{ undoId: string }> {
    const book = this.#open.need(bookId);
    const id = await this.#signOffs.give(book, this.#checks.filesOf(book), groupKey, by);
    this.#checks.judge([bookId]);
    return this.#steps.keep(this.#signOffStep(bookId, groupKey, [id], true));
  }

  withdrawSignOff(bookId: string, groupKey: string): { undoId: string | null } {
    this.#open.need(bookId);
    const ids = this.#signOffs.withdraw(bookId, groupKey);
    this.#checks.judge([bookId]);
    return this.#steps.keepChange(this.#signOffStep(bookId, groupKey, ids, false));
  }

  /** What was signed, or withdrawn, as long as nobody signed or withdrew the group since. */
  #signOffStep(bookId: string, groupKey: string, ids: readonly number[], isGiven: boolean): Step {
    return {
      size: ids.length,
      takeBack: () => {
        this.#open.need(bookId);
        if (!this.#signOffs.turn(bookId, groupKey, ids, !isGiven)) throw new AppError('UNDO_CHANGED');
        this.#checks.judge([bookId]);
        return { again: this.#signOffStep(bookId, groupKey, ids, !isGiven), left: 0 };
      },
    };
  }

  #action({ headline }: BookRow, stage: BookStage, event: BookEvent, connectionId: string | null): ActionState {
    if (connectionId === null) return forbidden('desk.why.noConnection');
    // Which file is missing, and not only that one is.
    if (stage === 'incomplete' && headline !== null) return { allowed: false, reason: headline };
    return canBook(stage, event) ? ALLOWED : forbidden(`desk.why.stage.${stage}`);
  }

  /** Spec and files of a book that is made here are its layout's. */
  #fileAction({ layoutState }: BookRow, stage: BookStage): ActionState {
    if (layoutState !== null) return forbidden('desk.why.layout');
    return isOpen(stage) ? ALLOWED : forbidden('desk.why.sent');
  }

  #versions({ layoutFolder }: BookRow): BookVersion[] {
    if (layoutFolder === null) return [];
    const all = versionsOf(this.#context.db, this.#connections.active()?.connectionId ?? null, layoutFolder);
    return all.length > 1 ? all : [];
  }

  /** What `bookReader` is given. */
  #here(): { readonly connectionId: string } {
    return { connectionId: this.#connections.active()?.connectionId ?? '' };
  }

  #listedRow(listed: ReturnType<ReturnType<typeof bookReader>['of']>[number]): LibraryRow {
    return libraryRow(this.#connections, {
      book: listed,
      coverBytesId: listedBytesId(listed.coverFileId, listed),
      bytesKey: listed.bytesKey,
      delivery: { stage: listed.sentStage, bookUid: listed.bookUid, orderUid: listed.orderUid },
      problem: listed.problem,
      goesTo: listed.goesTo,
    });
  }

  #groups(book: BookRow, rows: BookFileRows): FindingGroup[] {
    const signed = this.#signOffs.holding(book, rows);
    const lapsed = this.#signOffs.lapsed(book, rows);
    return groupFindings(book.findings).map(({ groupKey, findings, severity }) => ({
      groupKey,
      findings: [...findings],
      signOff: canSignOff(severity) ? (signed.get(groupKey) ?? null) : null,
      reopened: signed.has(groupKey) ? null : (lapsed.get(groupKey) ?? null),
      canSignOff: canSignOff(severity),
    }));
  }
}

const isBusy = (stage: BookStage) => stage === 'queued' || stage === 'uploading' || stage === 'ordering';
