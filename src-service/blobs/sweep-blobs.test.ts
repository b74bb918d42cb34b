import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { getTableColumns, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../store/database.ts';
import { openOwnDatabase, type OwnDatabase } from '../store/testing/own-database.ts';
import { lockedByKey } from '../store/one-at-a-time.ts';
import * as schema from '../store/schema.ts';
import type { Blobs } from './blobs.ts';
import { openDiskBlobs } from './disk-blobs.ts';
import { BLOB_COLUMNS, BLOB_JSON_COLUMNS, sweepBlobs } from './sweep-blobs.ts';

const NOW = new Date();
const LONG_AGO = new Date(NOW.getTime() - 2 * 24 * 60 * 60 * 1_000);
const A_DAY_AGO_MS = NOW.getTime() - 24 * 60 * 60 * 1_000;

let own: OwnDatabase;
let database: Database;
let blobs: Blobs;

beforeAll(async () => {
  own = await openOwnDatabase();
  ({ database } = own);
  blobs = await openDiskBlobs(join(own.folder, 'blobs'), lockedByKey(database));
  await database.db.insert(schema.accounts).values({ accountUid: 'u_1', type: 'BUSINESS', name: 'A', createdAt: NOW });
});
afterAll(() => own.close());

const keep = async (text: string) => blobs.keep(await blobs.stage(Readable.from([Buffer.from(text)])));
const isThere = async (key: string) => {
  const found = await blobs.open(key);
  found?.content.destroy();
  return found !== null;
};
/** A blob that was kept two days ago. */
async function keptLongAgo(text: string): Promise<string> {
  const key = await keep(text);
  await utimes(join(own.folder, 'blobs', key.slice(0, 2), key.slice(2)), LONG_AGO, LONG_AGO);
  return key;
}
const sweep = () => sweepBlobs({ db: database.db, blobs }, A_DAY_AGO_MS, new AbortController().signal);

const bookOf = (bookUid: string, status: 1 | 9) => ({
  bookUid,
  accountUid: 'u_1',
  environment: 'sandbox' as const,
  title: 'T',
  bookSpecUid: 'SQUAREBOOK_HC',
  creationType: 'TEMPLATE' as const,
  pageCount: 24,
  status,
  createdAt: NOW,
  updatedAt: NOW,
});

describe('the sweep of blobs', () => {
  it('takes away what nobody refers to, once it is a day old', async () => {
    const young = await keep('young');
    const old = await keptLongAgo('old');
    expect(await sweep()).toBe(1);
    expect([await isThere(young), await isThere(old)]).toEqual([true, false]);
  });

  it('leaves whatever is referred to, wherever: those of deleted books too', async () => {
    const { db } = database;
    await db.insert(schema.books).values([bookOf('bk_1', 1), bookOf('bk_2', 9)]);
    const keys = Object.fromEntries(
      await Promise.all(
        ['pdf', 'deleted', 'photo', 'small', 'page', 'logo', 'bound', 'row'].map(
          async (name) => [name, await keptLongAgo(name)] as const,
        ),
      ),
    );
    const key = (name: string) => keys[name] ?? '';
    const pdf = (bookUid: string, blobKey: string) => ({
      bookUid,
      kind: 'cover' as const,
      blobKey,
      sizeBytes: 1,
      pdfPages: 1,
      widthMm: 1,
      heightMm: 1,
      uploadedAt: NOW,
    });
    await db.insert(schema.bookPdfs).values([pdf('bk_1', key('pdf')), pdf('bk_2', key('deleted'))]);
    const picture = { mimeType: 'image/jpeg' as const, widthPx: 1, heightPx: 1 };
    await db.insert(schema.photos).values({
      bookUid: 'bk_1',
      fileName: 'a',
      originalName: 'a',
      sizeBytes: 1,
      md5: 'a',
      ...picture,
      blobKey: key('photo'),
      thumbnailBlobKey: key('small'),
      uploadedAt: NOW,
    });
    await db.insert(schema.bookThumbnails).values({ bookUid: 'bk_1', part: 'cover', page: 1, blobKey: key('page') });
    await db.insert(schema.accountImages).values({
      imageUid: 'i',
      accountUid: 'u_1',
      name: 'a',
      originalName: 'a',
      mimeType: 'image/png',
      sizeBytes: 1,
      blobKey: key('logo'),
      createdAt: NOW,
      updatedAt: NOW,
    });
    await db.insert(schema.bookEntries).values({
      bookUid: 'bk_1',
      part: 'contents',
      position: 0,
      templateUid: 't',
      values: {
        text: { kind: 'text', text: 'words' },
        one: { kind: 'picture', picture: { ...picture, blobKey: key('bound') } },
        more: { kind: 'pictures', pictures: [{ ...picture, blobKey: key('row') }] },
      },
      createdAt: NOW,
    });
    const replaced = await keptLongAgo('replaced');
    expect(await sweep()).toBe(1);
    expect(await isThere(replaced)).toBe(false);
    expect(await Promise.all(Object.values(keys).map(isThere))).toEqual(Object.values(keys).map(() => true));
  });

  it('leaves what was kept again while it looked', async () => {
    const key = await keptLongAgo('again');
    // Somebody brings the same bytes after the sweep has seen how old they are.
    const listing: Blobs = {
      ...blobs,
      async *list() {
        yield { key, keptAtMs: LONG_AGO.getTime() };
        await keep('again');
      },
    };
    expect(await sweepBlobs({ db: database.db, blobs: listing }, A_DAY_AGO_MS, new AbortController().signal)).toBe(0);
    expect(await isThere(key)).toBe(true);
  });

  it('knows every column that holds a key', () => {
    const columns = Object.values(schema)
      .filter((table) => is(table, PgTable))
      .flatMap((table) => Object.values(getTableColumns(table)))
      .filter((column) => column.name.endsWith('blob_key'));
    expect(columns.length).toBeGreaterThan(4);
    expect(new Set(columns)).toEqual(new Set(BLOB_COLUMNS));
    expect(BLOB_JSON_COLUMNS.map((column) => column.name)).toEqual(['values']);
  });
});
