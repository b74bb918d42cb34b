import { setImmediate } from 'node:timers/promises';
import { dirname, sep } from 'node:path';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { isSent } from '../../../src-core/desk/book-machine.ts';
import type { KnownBook, KnownFile } from '../../../src-core/manifests/check-lines.ts';
import { foldersAbove } from '../../../src-core/manifests/folders-above.ts';
import { namesBeforeRepair } from '../library/repaired.ts';
import { savedSinceSent } from '../library/saved-since-sent.ts';
import { stageOf } from '../store/book-stages.ts';
import { idsOf, inGiven } from '../store/in-list.ts';
import type { Store } from '../store/open-store.ts';
import { perStore } from '../store/per-store.ts';
import { jsonOf, readTogether, type RowOf } from '../store/read-together.ts';
import { bookRecipients, books, deliveries, files, recipients } from '../store/schema.ts';

/** Books read by one statement: a few milliseconds. */
const A_SLICE = 200;

const cover = alias(files, 'cover');
const contents = alias(files, 'contents');

const filesOf = (of: typeof cover | typeof contents) =>
  jsonOf<(KnownFile & { readonly path: string }) | null>(
    sql`iif(${of.fileId} is null, 'null', json_object('fileId', ${of.fileId}, 'name', ${of.name}, 'folder', json(${of.folder}), 'sha256', ${of.sha256}, 'path', ${of.path}))`,
  );
const goesTo = sql`(select json_group_array(json_object('addressKey', ${recipients.addressKey}, 'quantity', ${bookRecipients.quantity})) from ${bookRecipients} join ${recipients} on ${recipients.recipientId} = ${bookRecipients.recipientId} where ${bookRecipients.bookId} = ${books.bookId})`;

const FIELDS = {
  bookId: books.bookId,
  importId: books.importId,
  title: books.title,
  specUid: books.specUid,
  specOrigin: books.specOrigin,
  quantity: books.quantity,
  externalRef: books.externalRef,
  pairing: books.pairing,
  layoutFolder: books.layoutFolder,
  ownStage: books.stage,
  headline: books.headline,
  sentStage: deliveries.stage,
  bookUid: deliveries.bookUid,
  cover: filesOf(cover),
  contents: filesOf(contents),
  goesTo: jsonOf<KnownBook['goesTo']>(goesTo),
};

const stored = perStore((db) =>
  readTogether(db, FIELDS, (select) =>
    select
      .from(books)
      .leftJoin(cover, eq(cover.fileId, books.coverFileId))
      .leftJoin(contents, eq(contents.fileId, books.contentsFileId))
      .leftJoin(
        deliveries,
        and(eq(deliveries.bookId, books.bookId), eq(deliveries.connectionId, sql.placeholder('connectionId'))),
      )
      .where(inGiven(books.bookId, 'bookIds')),
  ),
);

const NONE: ReadonlyMap<string, number> = new Map();

/** What lies near a manifest: below its folder, or dropped with it. */
export interface Nearness {
  readonly path: string;
  readonly importId: string | null;
}

/** All books of the library but former versions, as a manifest is held against them; in slices, since there may be thousands. */
export async function readKnownBooks(
  db: Store,
  connectionId: string | null,
  { path, importId }: Nearness,
): Promise<KnownBook[]> {
  const all = idsOf(
    db,
    db
      .select({ id: sql<string>`${books.bookId}`.as('id') })
      .from(books)
      .where(and(isNull(books.undoId), sql`${books.layoutState} is not 'former'`))
      .orderBy(books.addedAtMs, books.title),
  );
  const firstNames = namesBeforeRepair(db);
  const folder = `${dirname(path)}${sep}`;
  const isNear = (row: Row) =>
    (importId !== null && row.importId === importId) ||
    [row.cover, row.contents].some((file) => file?.path.startsWith(folder) === true);
  const known: KnownBook[] = [];
  for (let at = 0; at < all.length; at += A_SLICE) {
    const bookIds = JSON.stringify(all.slice(at, at + A_SLICE));
    const rows = stored(db)({ connectionId: connectionId ?? '', bookIds });
    const sent = rows.filter(({ sentStage }) => sentStage !== null && isSent(sentStage)).map(({ bookId }) => bookId);
    const saved = sent.length === 0 ? NONE : savedSinceSent(db, connectionId, sent);
    for (const row of rows)
      known.push({ ...knownBook(row, firstNames), isSavedSince: saved.has(row.bookId), isNear: isNear(row) });
    await setImmediate();
  }
  return known;
}

type Row = RowOf<typeof FIELDS>;

function knownBook(row: Row, firstNames: ReadonlyMap<string, string>): Omit<KnownBook, 'isNear' | 'isSavedSince'> {
  const { bookId, importId, title, specUid, quantity, externalRef, bookUid, headline } = row;
  const named = (file: Row['cover']): KnownFile | null =>
    file === null
      ? null
      : { ...file, name: firstNames.get(file.fileId) ?? file.name, above: foldersAbove(file.path, file.folder) };
  return {
    bookId,
    importId,
    title,
    specUid,
    isSpecGiven: row.specOrigin === 'given',
    quantity,
    externalRef,
    cover: named(row.cover),
    contents: named(row.contents),
    isNamedByFolder: row.pairing.key.startsWith('library.pairing.folder'),
    isMadeHere: row.layoutFolder !== null,
    stage: stageOf({ stage: row.ownStage }, { stage: row.sentStage }),
    bookUid,
    headline,
    goesTo: row.goesTo,
  };
}
