import { and, desc, eq, sql } from 'drizzle-orm';
import { minorToNumber } from '../../../src-core/contract/money.ts';
import { isSent, type BookStage } from '../../../src-core/desk/book-machine.ts';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import { recipientKey } from '../../../src-core/desk/recipients.ts';
import type { CheckedLine } from '../../../src-core/manifests/check-lines.ts';
import { readRow } from '../../../src-core/manifests/read-row.ts';
import { resultTable, templateTable, type RowResult } from '../../../src-core/manifests/result-table.ts';
import type { Language, TextRef } from '../../../src-core/text-ref.ts';
import { openMessages } from '../../../src-node/report/messages.ts';
import type { Sheet, TableKind } from '../../../src-node/manifests/write-table.ts';
import type { Connections } from '../connections/connections.ts';
import type { DeskContext } from '../desk-context.ts';
import type { WorkerPool } from '../preflight/worker-pool.ts';
import { stageOf } from '../store/book-stages.ts';
import { inList } from '../store/in-list.ts';
import { books, deliveries, orderIntentItems, orderIntents, recipients } from '../store/schema.ts';
import { inSlices } from '../slices.ts';
import type { ManifestFiles } from './manifest-files.ts';
import type { Manifests } from './manifests.ts';
import type { StoredManifest, TakenRow } from '../store/stored-manifest.ts';

/** Rows of the template that are text already, so that what is typed into them keeps its zeros. */
const EMPTY_ROWS = 500;

interface Placed {
  readonly recipientId: string | null;
  readonly orderUid: string | null;
  readonly chargeMinor: number | null;
  readonly problem: TextRef | null;
}

/** Writes what became of a manifest into the table that it came as, and the empty one to begin with. */
export class ManifestResults {
  readonly #context: DeskContext;
  readonly #connections: Connections;
  readonly #files: ManifestFiles;
  readonly #manifests: Manifests;
  readonly #pool: WorkerPool;
  readonly #locales: string;

  constructor(
    context: DeskContext,
    parts: { readonly connections: Connections; readonly files: ManifestFiles; readonly manifests: Manifests },
    pool: WorkerPool,
    locales: string,
  ) {
    this.#context = context;
    this.#connections = parts.connections;
    this.#files = parts.files;
    this.#manifests = parts.manifests;
    this.#pool = pool;
    this.#locales = locales;
  }

  /** All columns of the manifest with order, charge, state and error behind them. Throws MANIFEST_UNKNOWN. */
  async result(manifestId: string, kind: TableKind, language: Language): Promise<{ name: string; bytes: Uint8Array }> {
    const { content, taken } = this.#files.need(manifestId);
    const lines = await this.#manifests.linesNow(manifestId);
    const results = await this.#resultsOf(content, lines, taken, language);
    const table = resultTable(content.table, content.manifest.headerRow, (row) => results.get(row) ?? null);
    const bytes = await this.#write(kind, [
      { name: openMessages(this.#locales, language).say('manifests.sheet'), table },
    ]);
    return { name: content.name.replace(/\.[^.]+$/u, ''), bytes };
  }

  /** The names of all columns, and in a workbook what may stand in the column of specs. */
  async template(kind: TableKind, language: Language): Promise<Uint8Array> {
    const { say } = openMessages(this.#locales, language);
    const specs = this.#connections.specs().map(({ bookSpecUid, name }) => [bookSpecUid, name]);
    return this.#write(kind, [
      { name: say('manifests.sheet'), table: templateTable(language), emptyRows: EMPTY_ROWS },
      { name: say('manifests.specsSheet'), table: specs },
    ]);
  }

  async #write(kind: TableKind, sheets: readonly Sheet[]): Promise<Uint8Array> {
    const outcome = await this.#pool.run<'table'>({ task: 'table', kind, sheets });
    if (!outcome.ok) throw new AppError('REPORT_FAILED');
    return outcome.answer;
  }

  async #resultsOf(
    { manifest, table, how }: StoredManifest,
    lines: readonly CheckedLine[],
    taken: readonly TakenRow[],
    language: Language,
  ): Promise<ReadonlyMap<number, RowResult>> {
    const messages = openMessages(this.#locales, language);
    const bookOf = new Map(
      lines.flatMap(({ rows, bookId }) => (bookId === null ? [] : rows.map((row) => [row, bookId]))),
    );
    // What was taken over then is meant now, whatever its books are called by now.
    for (const { row, bookId } of taken) bookOf.set(row, bookId);
    const bookIds = [...new Set(bookOf.values())];
    const known = this.#booksOf(bookIds);
    const placed = this.#placedOf(bookIds);
    const recipientOf = this.#recipientIds();
    const charged = new Set<string>();
    const results = new Map<number, RowResult>();
    const tell = (line: CheckedLine) => {
      for (const row of line.rows) {
        const book = known.get(bookOf.get(row) ?? '');
        const { shipping } = readRow(row, table[row - 1] ?? [], manifest.columns, how.restoreZeros).read;
        const recipientId = shipping === null ? null : (recipientOf.get(recipientKey(shipping)) ?? null);
        const orders = placed.get(book?.bookId ?? '') ?? [];
        const order =
          orders.find((one) => one.recipientId === recipientId) ?? orders.find((one) => one.recipientId === null);
        const orderUid = order?.orderUid ?? '';
        const charge = charged.has(orderUid) ? null : (order?.chargeMinor ?? null);
        charged.add(orderUid);
        const why = order?.problem ?? book?.problem ?? null;
        // A book that was ordered all the same went without what its line says.
        const held = book === undefined || book.isOpen || line.state === 'problem' ? line.reasons : [];
        results.set(row, {
          orderUid,
          // Of the whole order, in its first row: the column adds up to what was charged.
          charged: orderUid === '' || charge === null ? '' : String(minorToNumber(BigInt(charge))),
          status: messages.say(book === undefined ? `manifests.state.${line.state}` : `library.stage.${book.stage}`),
          error: (why === null ? held : [why]).map(messages.ref).join(' · '),
        });
      }
    };
    await inSlices(lines, tell);
    return results;
  }

  #booksOf(bookIds: readonly string[]) {
    const connectionId = this.#connections.active()?.connectionId ?? '';
    const rows = this.#context.db
      .select({
        bookId: books.bookId,
        own: books.stage,
        headline: books.headline,
        sent: deliveries.stage,
      })
      .from(books)
      .leftJoin(deliveries, and(eq(deliveries.bookId, books.bookId), eq(deliveries.connectionId, connectionId)))
      .where(inList(books.bookId, bookIds))
      .all();
    return new Map(
      rows.map(({ bookId, own, headline, sent }) => {
        const stage = stageOf({ stage: own }, { stage: sent });
        const problem = FAULTY.has(stage) ? headline : null;
        return [bookId, { bookId, stage, problem, isOpen: !isSent(stage) }];
      }),
    );
  }

  /** Orders of the books on the connection in use, the latest first, those that were cancelled left out. */
  #placedOf(bookIds: readonly string[]): ReadonlyMap<string, readonly Placed[]> {
    const connectionId = this.#connections.active()?.connectionId ?? '';
    const rows = this.#context.db
      .select({
        bookId: orderIntentItems.bookId,
        recipientId: orderIntents.recipientId,
        orderUid: orderIntents.orderUid,
        chargeMinor: orderIntents.chargeMinor,
        problem: orderIntents.problem,
      })
      .from(orderIntentItems)
      .innerJoin(orderIntents, eq(orderIntents.intentId, orderIntentItems.intentId))
      .where(
        and(
          eq(orderIntents.connectionId, connectionId),
          inList(orderIntentItems.bookId, bookIds),
          eq(orderIntentItems.isCancelled, false),
        ),
      )
      .orderBy(desc(sql`${orderIntents}.rowid`))
      .all();
    const placed = new Map<string, Placed[]>();
    for (const { bookId, ...order } of rows) {
      const known = placed.get(bookId);
      if (known === undefined) placed.set(bookId, [order]);
      else known.push(order);
    }
    return placed;
  }

  #recipientIds(): ReadonlyMap<string, string> {
    const rows = this.#context.db
      .select({ addressKey: recipients.addressKey, recipientId: recipients.recipientId })
      .from(recipients)
      .all();
    return new Map(rows.map(({ addressKey, recipientId }) => [addressKey, recipientId]));
  }
}

/** Stages whose headline says what is wrong. */
const FAULTY: ReadonlySet<BookStage> = new Set(['incomplete', 'needsYou', 'blocked', 'failed']);
