import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { minorToNumber } from '../../../src-core/contract/money.ts';
import { createOrderBodySchema, type Shipping } from '../../../src-core/contract/orders.ts';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import { MANIFEST_FIELDS, type ManifestField } from '../../../src-core/manifests/columns.ts';
import { resultTable, templateTable, type RowResult } from '../../../src-core/manifests/result-table.ts';
import type { Sheet } from '../../../src-node/manifests/write-table.ts';
import type { Messages } from '../../../src-node/report/messages.ts';
import { namesBeforeRepair } from '../library/repaired.ts';
import type { Store } from '../store/open-store.ts';
import {
  books,
  effects,
  files,
  manifests,
  orderIntentItems,
  orderIntents,
  orders,
  type FileRow,
} from '../store/schema.ts';
import { inSlices } from '../slices.ts';

/**
 * What became of a run, a line for each book of each order: what was asked for in the columns of a list of books, so that it can be
 * mended and dropped again, then order, charge, state and error. Columns of the lists that its books came by, which the
 * studio does not know, stand between. Throws RUN_UNKNOWN.
 */
export async function runResult(db: Store, runId: string, messages: Messages): Promise<Sheet> {
  const items = itemsOf(db, runId);
  if (items.length === 0) throw new AppError('RUN_UNKNOWN');
  const lists = new OwnColumns(db, new Set(items.map(({ bookId }) => bookId)));
  const firstNames = namesBeforeRepair(db);
  // `cover.pdf` may lie in each of a hundred folders.
  const written = (file: NamedFile | null) =>
    file === null ? '' : [...file.folder, firstNames.get(file.fileId) ?? file.name].join('/');
  const rows: string[][] = [];
  const results: RowResult[] = [];
  await inSlices(items, (item) => {
    const shipping = shippingOf(item.body);
    const given = lists.of(item.bookId, shipping?.recipientName ?? '');
    const asked: Readonly<Record<ManifestField, string>> = {
      key: given.key ?? item.title ?? item.bookId,
      title: item.title ?? '',
      spec: item.specUid ?? '',
      quantity: String(item.quantity),
      recipientName: shipping?.recipientName ?? '',
      phone: shipping?.recipientPhone ?? '',
      zipCode: shipping?.postalCode ?? '',
      address1: shipping?.address1 ?? '',
      address2: shipping?.address2 ?? '',
      memo: shipping?.memo ?? '',
      externalRef: item.externalRef ?? '',
      coverFile: written(item.cover),
      contentsFile: written(item.contents),
    };
    rows.push([...MANIFEST_FIELDS.map((field) => asked[field]), ...given.others]);
    const isFirst = item.place === item.firstPlace;
    const problem = item.problem === null ? [] : [messages.ref(item.problem)];
    results.push({
      orderUid: item.orderUid ?? '',
      // Of the whole order, in its first row: the column adds up to what was charged.
      charged: isFirst && item.chargeMinor !== null ? String(minorToNumber(BigInt(item.chargeMinor))) : '',
      status: messages.say(item.status === null ? `orders.run.state.${item.state}` : `orders.status.${item.status}`),
      error: [...problem, ...(item.serviceText === null ? [] : [item.serviceText])].join(' · '),
    });
  });
  const header = [...(templateTable(messages.language)[0] ?? []), ...lists.names];
  const table = resultTable([header, ...rows], 1, (row) => results[row - 2] ?? null);
  return {
    name: messages.say('orders.run.sheet'),
    table,
    numberColumns: [table[0]?.indexOf('charged') ?? -1, MANIFEST_FIELDS.indexOf('quantity')],
  };
}

type NamedFile = Pick<FileRow, 'fileId' | 'name' | 'folder'>;

/** Where the order was sent, by the body that was sent. */
function shippingOf(body: string | null): Shipping | null {
  const read = body === null ? null : createOrderBodySchema.safeParse(JSON.parse(body));
  return read?.data?.shipping ?? null;
}

function itemsOf(db: Store, runId: string) {
  const cover = alias(files, 'cover');
  const contents = alias(files, 'contents');
  const body = db
    .select({ body: effects.body })
    .from(effects)
    .where(and(eq(effects.subjectId, orderIntents.intentId), eq(effects.kind, 'order')))
    .orderBy(desc(sql`${effects}.rowid`))
    .limit(1);
  return db
    .select({
      bookId: orderIntentItems.bookId,
      quantity: orderIntentItems.quantity,
      place: orderIntentItems.position,
      firstPlace: sql<number>`min(${orderIntentItems.position}) over (partition by ${orderIntentItems.intentId})`,
      title: books.title,
      specUid: books.specUid,
      externalRef: books.externalRef,
      cover: { fileId: cover.fileId, name: cover.name, folder: cover.folder },
      contents: { fileId: contents.fileId, name: contents.name, folder: contents.folder },
      state: orderIntents.state,
      orderUid: orderIntents.orderUid,
      chargeMinor: orderIntents.chargeMinor,
      problem: orderIntents.problem,
      serviceText: orderIntents.serviceText,
      status: orders.status,
      body: sql<string | null>`(${body})`,
    })
    .from(orderIntents)
    .innerJoin(orderIntentItems, eq(orderIntentItems.intentId, orderIntents.intentId))
    .leftJoin(books, eq(books.bookId, orderIntentItems.bookId))
    .leftJoin(cover, eq(cover.fileId, books.coverFileId))
    .leftJoin(contents, eq(contents.fileId, books.contentsFileId))
    .leftJoin(
      orders,
      and(eq(orders.connectionId, orderIntents.connectionId), eq(orders.orderUid, orderIntents.orderUid)),
    )
    .where(eq(orderIntents.runId, runId))
    .orderBy(asc(orderIntents.position), asc(orderIntentItems.position))
    .all();
}

interface GivenRow {
  readonly key: string | null;
  readonly recipientName: string | null;
  /** By the name of the column. */
  readonly others: ReadonlyMap<string, string>;
}

/** What the lists of books said of a book beside what the studio knows, by the list that was taken over last. */
class OwnColumns {
  readonly #rows = new Map<string, GivenRow[]>();
  /** Of columns that the studio does not know, each once. */
  readonly names: readonly string[];

  constructor(db: Store, bookIds: ReadonlySet<string>) {
    const names = new Set<string>();
    for (const { content, taken } of db.select().from(manifests).orderBy(asc(manifests.readAtMs)).all()) {
      const { table, manifest } = content;
      const cell = (row: number, field: ManifestField): string | null => {
        const column = manifest.columns.find((one) => one.field === field)?.column;
        return column === undefined ? null : (table[row - 1]?.[column - 1] ?? null);
      };
      const unknown = manifest.columns.filter(({ field, name }) => field === null && !OURS.has(name.trim()));
      const mine = taken.filter(({ bookId }) => bookIds.has(bookId));
      for (const { bookId } of mine) this.#rows.delete(bookId);
      for (const { row, bookId } of mine) {
        const known = this.#rows.get(bookId) ?? [];
        this.#rows.set(bookId, known);
        known.push({
          key: cell(row, 'key'),
          recipientName: cell(row, 'recipientName'),
          others: new Map(unknown.map(({ name, column }) => [name, table[row - 1]?.[column - 1] ?? ''])),
        });
      }
    }
    for (const rows of this.#rows.values())
      for (const { others } of rows) for (const name of others.keys()) names.add(name);
    this.names = [...names];
  }

  of(bookId: string, recipientName: string): { readonly key: string | null; readonly others: readonly string[] } {
    const rows = this.#rows.get(bookId) ?? [];
    const row = rows.find((one) => one.recipientName === recipientName) ?? rows[0];
    return { key: row?.key ?? null, others: this.names.map((name) => row?.others.get(name) ?? '') };
  }
}

/** What a result has behind its columns: written anew. */
const OURS: ReadonlySet<string> = new Set(['orderUid', 'charged', 'status', 'error'] satisfies (keyof RowResult)[]);
