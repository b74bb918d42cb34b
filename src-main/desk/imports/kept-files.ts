import { eq, sql } from 'drizzle-orm';
import { comparableName } from '../../../src-core/imports/comparable-name.ts';
import { isNameOfBook } from '../../../src-core/imports/one-folder.ts';
import type { NameReader } from '../../../src-core/imports/name-reader.ts';
import { LOOK_MS } from '../../../src-node/disks/disks.ts';
import type { WalkedFile } from '../../../src-node/walk-folder.ts';
import type { Connections } from '../connections/connections.ts';
import type { DeskContext } from '../desk-context.ts';
import { awayAs } from '../files/away.ts';
import { isSameStamp, looksSame } from '../files/file-stamp.ts';
import { noteRewritten } from '../library/rewritten.ts';
import { namesOf } from '../naming/naming-rules.ts';
import { inGiven } from '../store/in-list.ts';
import { perStore } from '../store/per-store.ts';
import { files } from '../store/schema.ts';

const COMPARED_AT_ONCE = 128;

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

  /** Where files of the same name, size and time lay that do not lie there any more, nor does a cloud keep them there: found files may be those. */
  async leftPlaces(found: readonly WalkedFile[]): Promise<ReadonlySet<string>> {
    const { db, disks } = this.#context;
    const known = new Set(found.map(({ path }) => path));
    const left = new Set<string>();
    for (let at = 0; at < found.length; at += COMPARED_AT_ONCE) {
      const some = found.slice(at, at + COMPARED_AT_ONCE);
      const times = new Set(some.map(({ modifiedAtMs }) => modifiedAtMs));
      const alike = likeThese(db)
        .all({ found: likenessesOf(some) })
        .filter(({ path, modifiedAtMs }) => times.has(modifiedAtMs) && !known.has(path))
        .map(({ path }) => path);
      for (const path of alike) known.add(path);
      const there = await disks.statAll(alike, LOOK_MS);
      const gone = alike.filter((_, nth) => there[nth] === null);
      const away = await awayAs(gone, disks, LOOK_MS);
      for (const [nth, path] of gone.entries()) if (away[nth] === 'missing') left.add(path);
    }
    return left;
  }

  /** To be called for a few dozen files, in a transaction of the caller's; `left`: their `leftPlaces`; `elsewhere`: those whose bytes a cloud keeps. */
  keep(
    importId: string,
    found: readonly WalkedFile[],
    left: ReadonlySet<string>,
    elsewhere: ReadonlySet<string> = new Set(),
  ): KeptFile[] {
    const { db, ids } = this.#context;
    const paths = JSON.stringify(found.map(({ path }) => path));
    const known = new Map(
      atPaths(db)
        .all({ paths })
        .map((file) => [file.path, file]),
    );
    const unknown = found.filter(({ path }) => !known.has(path) && !elsewhere.has(path));
    const movedFrom =
      unknown.length === 0 || left.size === 0
        ? []
        : likeThese(db)
            .all({ found: likenessesOf(unknown) })
            .filter(({ path }) => left.has(path));
    return found.map((file) => {
      const presence = elsewhere.has(file.path) ? 'elsewhere' : 'present';
      // All stubs of a name look alike: none of them tells which file it was.
      const row =
        known.get(file.path) ?? (presence === 'elsewhere' ? undefined : takenFrom(movedFrom, file, namesOf(db)));
      // What is known of it is looked at: nothing of it is told by what a cloud left in its place.
      if (row !== undefined && presence === 'elsewhere')
        return { fileId: row.fileId, path: file.path, isNew: false, isDoubtful: true };
      if (row !== undefined) return this.#keepKnown(row, file);
      const { path, name, sizeBytes, modifiedAtMs, changedAtMs, identity } = file;
      const fileId = `f_${ids.base62(12)}`;
      const folder = [...file.folder];
      const added = { fileId, path, folder, name, sizeBytes, modifiedAtMs, changedAtMs, identity };
      addFile(db).run({ ...added, importId, presence });
      // It may have been dropped twice: by itself, and with its folder.
      known.set(path, { ...added, presence });
      return { fileId, path, isNew: true, isDoubtful: false };
    });
  }

  #keepKnown(known: KnownFile, found: WalkedFile): KeptFile {
    const { db } = this.#context;
    const { fileId } = known;
    const { path, name, sizeBytes, modifiedAtMs, changedAtMs, identity } = found;
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
        identity,
      });
      db.update(files).set({ presence: 'present' }).where(eq(files.fileId, fileId)).run();
      return { fileId, path, isNew: false, isDoubtful: false };
    }
    if (known.identity !== identity) db.update(files).set({ identity }).where(eq(files.fileId, fileId)).run();
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
  identity: files.identity,
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
      identity: sql.placeholder('identity'),
      presence: sql`${sql.placeholder('presence')}`,
    })
    .prepare(),
);

type KnownFile = ReturnType<ReturnType<typeof atPaths>['all']>[number];

/** The file that lay elsewhere and is gone from there. It is taken once. */
function takenFrom(elsewhere: KnownFile[], found: WalkedFile, names: NameReader): KnownFile | undefined {
  const at = elsewhere.findIndex(
    (file) => file.name === found.name && looksSame(file, found) && isOne(file, found, names),
  );
  return at === -1 ? undefined : elsewhere.splice(at, 1)[0];
}

/**
 * Whether two that look alike are one. One program writes the files of many customers in one moment and, of pictures that are not packed, in one size:
 * `Lee/PDF/cover.pdf` is not the `Kim/PDF/cover.pdf` that is gone, and no list of words says which names tell a customer. What is in doubt is a
 * file of its own (docs/decisions/0095).
 */
function isOne(gone: KnownFile, found: WalkedFile, names: NameReader): boolean {
  if (gone.identity !== null && found.identity !== null && gone.identity === found.identity) return true;
  return (gone.identity === null && isUntouched(gone, found)) || isPutAway(gone.path, found.path, names);
}

/**
 * Neither was touched since one moment after its bytes were written. Of files that nobody touched since the moment itself, and on drives that keep
 * no such time, it is that of the bytes, or none at all, and tells nothing.
 */
const isUntouched = (gone: KnownFile, { changedAtMs, modifiedAtMs }: WalkedFile): boolean =>
  gone.changedAtMs === changedAtMs && changedAtMs > modifiedAtMs;

/** Folders that stand for no customer: whole folders are put away in them, on another drive's copy too. */
const PUT_AWAY =
  /^(?:archived?|old|done|finished|printed|sent|backup|보관|보관함|아카이브|완료|출력완료|발송완료|백업)$/u;

/** Whether a folder that tells a book was put, as it was, into such folders, and nothing else about the path is another. */
function isPutAway(gone: string, found: string, names: NameReader): boolean {
  const [from, to] = [partsOf(gone), partsOf(found)];
  const added = to.length - from.length;
  const above = from.findIndex((part, at) => part !== to[at]);
  if (added <= 0 || above === -1) return false;
  const kept = from.slice(above);
  return (
    kept.every((part, at) => part === to[above + added + at]) &&
    to.slice(above, above + added).every((part) => PUT_AWAY.test(comparableName(part))) &&
    kept.slice(0, -1).some((part) => isNameOfBook(names.bookKeyOf(part)))
  );
}

const partsOf = (path: string): string[] => path.normalize('NFC').split(/[\\/]/u);
