import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import { minorToNumber } from '../../../src-core/contract/money.ts';
import { alias } from 'drizzle-orm/sqlite-core';
import { isSent, type BookStage } from '../../../src-core/desk/book-machine.ts';
import type { LibraryRow } from '../../../src-core/ipc/subjects/library.ts';
import { unitPriceMinor } from '../../../src-core/specs/price.ts';
import type { TextRef } from '../../../src-core/text-ref.ts';
import type { Connections } from '../connections/connections.ts';
import { BYTES_OF_FILE, bytesKeyIn } from '../store/bytes-id.ts';
import { stageOf, type DeliveryRow } from '../store/book-stages.ts';
import { unindexed } from '../store/in-list.ts';
import { listReader } from '../store/list-reader.ts';
import type { Store } from '../store/open-store.ts';
import { jsonOf } from '../store/read-together.ts';
import { bookRecipients, books, deliveries, files, jobs, recipients, type BookRow } from '../store/schema.ts';

const contents = alias(files, 'contents');

/** Books have no number of their own to page by. */
const rowPlace = sql<number>`${books}.rowid`;

/** What a row is made of. Not its findings: a list of ten thousand would carry hundreds of megabytes of marks. */
const LISTED = {
  bookId: books.bookId,
  title: books.title,
  batch: books.batch,
  specUid: books.specUid,
  specOrigin: books.specOrigin,
  pageCount: books.pageCount,
  quantity: books.quantity,
  verdict: books.verdict,
  print: books.print,
  checkedLevel: books.checkedLevel,
  stage: books.stage,
  layoutState: books.layoutState,
  version: books.version,
  headline: books.headline,
  coverFileId: books.coverFileId,
  contentsFileId: books.contentsFileId,
  addedAtMs: books.addedAtMs,
};

type ListedBook = Pick<BookRow, keyof typeof LISTED>;

interface Listed {
  readonly book: ListedBook;
  readonly coverBytesId: string | null;
  readonly bytesKey: string;
  readonly delivery: Pick<DeliveryRow, 'stage' | 'bookUid' | 'orderUid'> | null;
  /** Of its last upload on this connection. */
  readonly problem: TextRef | null;
  /** Names of whom it goes to, in the order they were given it. */
  readonly goesTo: readonly string[];
}

/** Books as the list shows them, on the connection that is given as `connectionId`. */
export function bookReader(db: Store) {
  const connectionId = sql.placeholder('connectionId');
  const problemOfFailed = db
    .select({ problem: jobs.problem })
    .from(jobs)
    .where(and(eq(jobs.bookId, books.bookId), eq(jobs.connectionId, connectionId), eq(deliveries.stage, 'failed')))
    .orderBy(desc(jobs.createdAtMs), sql`${jobs}.rowid desc`)
    .limit(1);
  const toNames = db
    .select({ name: sql<string>`${recipients.address} ->> '$.recipientName'`.as('name') })
    .from(bookRecipients)
    .innerJoin(recipients, eq(recipients.recipientId, bookRecipients.recipientId))
    .where(eq(bookRecipients.bookId, books.bookId))
    .orderBy(asc(bookRecipients.position))
    .as('to_names');
  const goesTo = db.select({ names: sql`json_group_array(${toNames.name})` }).from(toNames);
  return listReader(db, {
    fields: {
      place: rowPlace,
      ...LISTED,
      ...BYTES_OF_FILE,
      bytesKey: bytesKeyIn(files, contents),
      sentStage: deliveries.stage,
      bookUid: deliveries.bookUid,
      orderUid: deliveries.orderUid,
      problem: jsonOf<TextRef | null>(sql`(${problemOfFailed})`),
      goesTo: jsonOf<readonly string[]>(sql`(${goesTo})`),
    },
    id: books.bookId,
    place: rowPlace,
    from: (select, which) =>
      select
        .from(books)
        .leftJoin(files, eq(files.fileId, books.coverFileId))
        .leftJoin(contents, eq(contents.fileId, books.contentsFileId))
        .leftJoin(deliveries, and(eq(deliveries.bookId, books.bookId), eq(deliveries.connectionId, connectionId)))
        .where(and(isNull(unindexed(books.undoId)), which)),
  });
}

/** A book of the list, with the names and the prices of the connection that is open. */
export function libraryRow(
  connections: Connections,
  { book, coverBytesId, bytesKey, delivery, problem, goesTo }: Listed,
): LibraryRow {
  const active = connections.active();
  const stage = stageOf(book, delivery);
  const spec = connections.spec(book.specUid);
  const price =
    spec === null || book.pageCount === null
      ? null
      : unitPriceMinor(spec, book.pageCount, active?.environment ?? 'sandbox', connections.contract());
  return {
    bookId: book.bookId,
    title: book.title,
    batch: book.batch,
    specUid: book.specUid,
    specName: spec?.name ?? book.specUid,
    specOrigin: book.specOrigin,
    pageCount: book.pageCount,
    quantity: book.quantity,
    recipients: [...goesTo],
    verdict: book.verdict,
    print: book.print,
    checkedLevel: book.checkedLevel,
    stage,
    layout: book.layoutState,
    version: book.version,
    headline: headlineOf(book, stage, problem),
    coverFileId: book.coverFileId,
    coverBytesId,
    contentsFileId: book.contentsFileId,
    bytesKey,
    bookUid: delivery?.bookUid ?? null,
    orderUid: delivery?.orderUid ?? null,
    unitPrice: price === null ? null : minorToNumber(price),
    addedAtMs: book.addedAtMs,
  };
}

/** Whom a book goes to, in the order they were given it. */
export function namesOfRecipients(db: Store, bookId: string): readonly string[] {
  return db
    .select({ address: recipients.address })
    .from(bookRecipients)
    .innerJoin(recipients, eq(recipients.recipientId, bookRecipients.recipientId))
    .where(eq(bookRecipients.bookId, bookId))
    .orderBy(asc(bookRecipients.position))
    .all()
    .map(({ address }) => address.recipientName);
}

/** Why the last upload of a book on a connection failed. */
export function lastProblem(db: Store, bookId: string, connectionId: string | null): TextRef | null {
  const last = db
    .select({ problem: jobs.problem })
    .from(jobs)
    .where(and(eq(jobs.bookId, bookId), eq(jobs.connectionId, connectionId ?? '')))
    .orderBy(desc(jobs.createdAtMs), sql`${jobs}.rowid desc`)
    .limit(1)
    .get();
  return last?.problem ?? null;
}

function headlineOf(
  { headline, verdict, print }: ListedBook,
  stage: BookStage,
  problem: TextRef | null,
): TextRef | null {
  if (stage === 'failed' && problem !== null) return problem;
  // What was worth a look was let pass when the book was sent: where it is by now says more, but for what was found after that.
  const isTaken = verdict === 'accepted' || verdict === 'warning';
  const isLetPass = isSent(stage) && isTaken && (print !== 'bad' || stage === 'ordered');
  return isLetPass ? null : headline;
}
