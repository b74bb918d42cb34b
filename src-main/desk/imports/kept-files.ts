import { existsSync } from 'node:fs';
import { eq, sql } from 'drizzle-orm';
import type { WalkedFile } from '../../../src-node/walk-folder.ts';
import type { Connections } from '../connections/connections.ts';
import type { DeskContext } from '../desk-context.ts';
import { isSameStamp, looksSame } from '../files/file-stamp.ts';
import { noteRewritten } from '../library/rewritten.ts';
import { inGiven } from '../store/in-list.ts';
import { perStore } from '../store/per-store.ts';
import { files } from '../store/schema.ts';

/** A file of the library that was found again, or for the first time. */
export interface KeptFile {
  readonly fileId: string;
  readonly path: string;
  /** The library did not have it: no book can hold it. */
  readonly isNew: boolean;
  /** It is not as it was when it was last looked at. */
  readonly isDoubtful: boolean;
}

/** Keeps found files: a known path is the same file, and one that was moved keeps its identity too. */
export class KeptFiles {
  readonly #context: DeskContext;
  readonly #connections: Connections;

  constructor(context: DeskContext, connections: Connections) {
    this.#context = context;
    this.#connections = connections;
  }

  /** To be called for a few dozen files, in a transaction of the caller's. */
  keep(importId: string, found: readonly WalkedFile[]): KeptFile[] {
    const { db, ids } = this.#context;
    const paths = JSON.stringify(found.map(({ path }) => path));
    const known = new Map(
      atPaths(db)
        .all({ paths })
        .map((file) => [file.path, file]),
    );
    const unknown = found.filter(({ path }) => !known.has(path));
    const elsewhere = unknown.length === 0 ? [] : likeThese(db).all({ found: likenessesOf(unknown) });
    return found.map((file) => {
      const row = known.get(file.path) ?? takenFrom(elsewhere, file);
      if (row !== undefined) return this.#keepKnown(row, file);
      const { path, name, sizeBytes, modifiedAtMs, changedAtMs } = file;
      const fileId = `f_${ids.base62(12)}`;
      const folder = [...file.folder];
      const added = { fileId, path, folder, name, sizeBytes, modifiedAtMs, changedAtMs };
      addFile(db).run({ ...added, importId });
      // It may have been dropped twice: by itself, and with its folder.
      known.set(path, { ...added, presence: 'present' });
      return { fileId, path, isNew: true, isDoubtful: false };
    });
  }

  #keepKnown(known: KnownFile, found: WalkedFile): KeptFile {
    const { db } = this.#context;
    const { fileId } = known;
    const { path, name, sizeBytes, modifiedAtMs, changedAtMs } = found;
    const isThere =
      known.path === path && known.presence === 'present' && known.folder.join('/') === found.folder.join('/');
    if (!isThere)
      db.update(files)
        .set({ path, folder: [...found.folder], name, presence: 'present' })
        .where(eq(files.fileId, fileId))
        .run();
    if (!looksSame(known, found)) {
      noteRewritten(db, this.#connections.active()?.connectionId ?? null, fileId, {
        sizeBytes,
        modifiedAtMs,
        changedAtMs,
      });
      db.update(files).set({ presence: 'present' }).where(eq(files.fileId, fileId)).run();
      return { fileId, path, isNew: false, isDoubtful: false };
    }
    return { fileId, path, isNew: false, isDoubtful: !isSameStamp(known, found) };
  }
}

const KNOWN = {
  fileId: files.fileId,
  path: files.path,
  folder: files.folder,
  name: files.name,
  presence: files.presence,
  sizeBytes: files.sizeBytes,
  modifiedAtMs: files.modifiedAtMs,
  changedAtMs: files.changedAtMs,
};

const atPaths = perStore((db) => db.select(KNOWN).from(files).where(inGiven(files.path, 'paths')).prepare());

/** Files of the same names and sizes, wherever they lie. */
const likeThese = perStore((db) =>
  db
    .select(KNOWN)
    .from(files)
    .where(
      sql`(${files.name}, ${files.sizeBytes}) in (select json_extract(value, '$[0]'), json_extract(value, '$[1]') from json_each(${sql.placeholder('found')}))`,
    )
    .prepare(),
);
const likenessesOf = (found: readonly WalkedFile[]): string =>
  JSON.stringify(found.map(({ name, sizeBytes }) => [name, sizeBytes]));

const addFile = perStore((db) =>
  db
    .insert(files)
    .values({
      fileId: sql.placeholder('fileId'),
      importId: sql.placeholder('importId'),
      path: sql.placeholder('path'),
      folder: sql.placeholder('folder'),
      name: sql.placeholder('name'),
      sizeBytes: sql.placeholder('sizeBytes'),
      modifiedAtMs: sql.placeholder('modifiedAtMs'),
      changedAtMs: sql.placeholder('changedAtMs'),
      presence: 'present',
    })
    .prepare(),
);

type KnownFile = ReturnType<ReturnType<typeof atPaths>['all']>[number];

/** The file that lay elsewhere and is gone from there. It is taken once. */
function takenFrom(elsewhere: KnownFile[], found: WalkedFile): KnownFile | undefined {
  const at = elsewhere.findIndex(
    (file) =>
      file.name === found.name &&
      file.sizeBytes === found.sizeBytes &&
      file.modifiedAtMs === found.modifiedAtMs &&
      !existsSync(file.path),
  );
  return at === -1 ? undefined : elsewhere.splice(at, 1)[0];
}
