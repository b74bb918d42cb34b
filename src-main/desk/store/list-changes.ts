import { sql } from 'drizzle-orm';
import type { Ids } from '../../../src-core/ports.ts';
import type { Store } from './open-store.ts';

/** The lists whose rows the window keeps. */
export type ListName = 'library' | 'queue' | 'orders' | 'run';

/** Rows in one answer: few enough that the process which draws the window is not held up by reading, checking and sending them. */
export const LIST_PAGE = 500;

export interface ListPage<Row> {
  readonly mark: string;
  /** What the asker has is worth nothing: it begins anew with these rows. */
  readonly isFresh: boolean;
  /** New rows, and known ones as they are now. */
  readonly rows: Row[];
  /** Rows that are no longer in the list. */
  readonly gone: string[];
  readonly hasMore: boolean;
}

/** Where a list is read from. */
export interface ListSource<Row> {
  readonly list: ListName;
  readonly idOf: (row: Row) => string;
  /** What all rows follow from beside the store's rows: with another key what was told before holds no more. */
  readonly contextKey: () => string;
  /** So many rows behind a place, in the order of places (`rowid`). */
  readonly after: (place: number, limit: number) => readonly { readonly place: number; readonly row: Row }[];
  /** Those of the ids that are in the list. */
  readonly of: (ids: readonly string[]) => readonly Row[];
}

/**
 * Notes which rows of a list changed, so that a window that has the list asks only for those. Triggers note it, in the
 * transaction of the change itself: no code that writes a table can forget to. They are temporary, as is what they write:
 * a window never outlives the process.
 */
export class ListChanges {
  readonly #db: Store;
  readonly #session: string;

  constructor(db: Store, ids: Ids) {
    this.#db = db;
    this.#session = ids.base62(8);
    for (const statement of TRIGGERS) db.run(sql.raw(statement));
  }

  /**
   * What changed since `mark`, at most `LIST_PAGE` rows at once; the whole list for null and for a mark of another run or
   * another context. `mark` of the answer is to be asked with next.
   */
  since<Row>(source: ListSource<Row>, mark: string | null): ListPage<Row> {
    const context = `${this.#session}/${source.contextKey()}`;
    const known = mark === null ? null : parseMark(mark, context);
    if (known === null) return this.#whole(source, context, { seq: this.#seq(), place: 0 }, true);
    return known.place === null
      ? this.#changed(source, context, known.seq)
      : this.#whole(source, context, { seq: known.seq, place: known.place }, false);
  }

  /** What changes while the pages are read is told behind them, since the mark keeps the sequence of the beginning. */
  #whole<Row>(
    source: ListSource<Row>,
    context: string,
    from: { readonly seq: number; readonly place: number },
    isFresh: boolean,
  ): ListPage<Row> {
    const page = source.after(from.place, LIST_PAGE);
    const hasMore = page.length === LIST_PAGE;
    const last = page.at(-1);
    return {
      mark: markOf(context, from.seq, hasMore && last !== undefined ? last.place : null),
      isFresh,
      rows: page.map(({ row }) => row),
      gone: [],
      hasMore,
    };
  }

  #changed<Row>(source: ListSource<Row>, context: string, seq: number): ListPage<Row> {
    const news = this.#db.all<{ id: string; seq: number }>(
      sql`select id, seq from list_changes where list = ${source.list} and seq > ${seq} order by seq limit ${LIST_PAGE}`,
    );
    const ids = news.map(({ id }) => id);
    const rows = ids.length === 0 ? [] : [...source.of(ids)];
    const present = new Set(rows.map(source.idOf));
    return {
      mark: markOf(context, news.at(-1)?.seq ?? seq, null),
      isFresh: false,
      rows,
      gone: ids.filter((id) => !present.has(id)),
      hasMore: news.length === LIST_PAGE,
    };
  }

  #seq(): number {
    return this.#db.get<{ seq: number }>(sql`select coalesce(max(seq), 0) as seq from list_changes`).seq;
  }
}

const markOf = (context: string, seq: number, place: number | null): string => `${context} ${seq} ${place ?? ''}`;

function parseMark(mark: string, context: string): { readonly seq: number; readonly place: number | null } | null {
  if (!mark.startsWith(`${context} `)) return null;
  const found = /^(\d+) (\d*)$/.exec(mark.slice(context.length + 1));
  if (found === null) return null;
  return { seq: Number(found[1]), place: found[2] === '' ? null : Number(found[2]) };
}

/** Columns of a table that a list's rows are made of. */
interface Watched {
  readonly list: ListName;
  readonly table: string;
  readonly columns: readonly string[];
  /** The list's row that a changed row (`NEW` or `OLD`) bears on: an expression for its id, or a query where there may be none or many. */
  readonly ids: { readonly one: (row: 'NEW' | 'OLD') => string } | { readonly many: (row: 'NEW' | 'OLD') => string };
}

const WATCHED: readonly Watched[] = [
  {
    list: 'library',
    table: 'books',
    columns: [
      'title',
      'batch',
      'spec_uid',
      'spec_origin',
      'page_count',
      'quantity',
      'verdict',
      'print',
      'checked_level',
      'stage',
      'headline',
      'cover_file_id',
      'contents_file_id',
      'undo_id',
      'layout_state',
      'version',
    ],
    ids: { one: (row) => `${row}.book_id` },
  },
  {
    list: 'library',
    table: 'deliveries',
    columns: ['stage', 'book_uid', 'order_uid'],
    ids: { one: (row) => `${row}.book_id` },
  },
  {
    list: 'library',
    table: 'book_recipients',
    columns: ['recipient_id', 'position'],
    ids: { one: (row) => `${row}.book_id` },
  },
  {
    list: 'library',
    table: 'recipients',
    columns: ['address'],
    ids: { many: (row) => `SELECT book_id FROM main.book_recipients WHERE recipient_id = ${row}.recipient_id` },
  },
  // A file that was written anew is drawn anew.
  {
    list: 'library',
    table: 'files',
    columns: ['size_bytes', 'modified_at_ms', 'rewrites'],
    ids: {
      many: (row) =>
        `SELECT book_id FROM main.books WHERE cover_file_id = ${row}.file_id OR contents_file_id = ${row}.file_id`,
    },
  },
  // The headline of a book whose upload failed is why.
  { list: 'library', table: 'jobs', columns: ['problem'], ids: { one: (row) => `${row}.book_id` } },
  {
    list: 'queue',
    table: 'jobs',
    columns: [
      'state',
      'cover',
      'contents',
      'receipts',
      'attempts',
      'not_before_ms',
      'problem',
      'service_text',
      'turn',
      'send_at_ms',
    ],
    ids: { one: (row) => `${row}.job_id` },
  },
  {
    list: 'queue',
    table: 'books',
    columns: ['title', 'verdict', 'undo_id'],
    ids: { many: (row) => `SELECT job_id FROM main.jobs WHERE book_id = ${row}.book_id` },
  },
  // What stands there of a refused book holds while its upload is the failed one.
  {
    list: 'queue',
    table: 'deliveries',
    columns: ['stage'],
    ids: {
      many: (row) =>
        `SELECT job_id FROM main.jobs WHERE book_id = ${row}.book_id AND connection_id = ${row}.connection_id`,
    },
  },
  {
    list: 'orders',
    table: 'orders',
    columns: ['item', 'detail', 'status', 'status_since_ms', 'found_at_ms', 'changed_at_ms'],
    ids: { one: (row) => `${row}.order_uid` },
  },
  {
    list: 'orders',
    table: 'books',
    columns: ['title', 'batch', 'import_id'],
    ids: {
      many: (row) =>
        `SELECT order_uid FROM main.order_intents JOIN main.order_intent_items USING (intent_id) WHERE book_id = ${row}.book_id AND order_uid IS NOT NULL`,
    },
  },
  {
    list: 'run',
    table: 'order_intents',
    columns: ['run_id', 'position', 'state', 'order_uid', 'charge_minor', 'problem', 'service_text'],
    ids: { one: (row) => `${row}.intent_id` },
  },
  {
    list: 'run',
    table: 'books',
    columns: ['title'],
    ids: { many: (row) => `SELECT intent_id FROM main.order_intent_items WHERE book_id = ${row}.book_id` },
  },
  {
    list: 'orders',
    table: 'order_intents',
    columns: ['order_uid'],
    ids: { many: (row) => `SELECT ${row}.order_uid WHERE ${row}.order_uid IS NOT NULL` },
  },
];

/** The same row again is no change: judging a library anew writes every book and moves few. */
const differs = (columns: readonly string[]): string =>
  columns.map((column) => `OLD.${column} IS NOT NEW.${column}`).join(' OR ');

function triggersOf({ list, table, columns, ids }: Watched): string[] {
  // Deleted and inserted, not replaced: a trigger takes its conflict clause from the statement that fired it.
  const note = (row: 'NEW' | 'OLD') =>
    'one' in ids
      ? `DELETE FROM list_changes WHERE list = '${list}' AND id = ${ids.one(row)}; INSERT INTO list_changes (list, id) VALUES ('${list}', ${ids.one(row)});`
      : `DELETE FROM list_changes WHERE list = '${list}' AND id IN (${ids.many(row)}); INSERT INTO list_changes (list, id) SELECT DISTINCT '${list}', * FROM (${ids.many(row)});`;
  const name = (event: string) => `note_${list}_${table}_${event}`;
  return [
    `CREATE TEMP TRIGGER ${name('insert')} AFTER INSERT ON main.${table} BEGIN ${note('NEW')} END`,
    `CREATE TEMP TRIGGER ${name('update')} AFTER UPDATE OF ${columns.join(', ')} ON main.${table} WHEN ${differs(columns)} BEGIN ${note('NEW')} END`,
    `CREATE TEMP TRIGGER ${name('delete')} AFTER DELETE ON main.${table} BEGIN ${note('OLD')} END`,
  ];
}

const TRIGGERS: readonly string[] = [
  // A number is never given twice, not even that of a row that was deleted.
  'CREATE TEMP TABLE list_changes (seq INTEGER PRIMARY KEY AUTOINCREMENT, list TEXT NOT NULL, id TEXT NOT NULL, UNIQUE (list, id))',
  ...WATCHED.flatMap(triggersOf),
];
