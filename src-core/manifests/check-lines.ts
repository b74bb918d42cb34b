import { pdfKindSchema, type PdfKind } from '../contract/books.ts';
import { LIMITS } from '../contract/limits.ts';
import { isSent, type BookStage } from '../desk/book-machine.ts';
import { recipientKey } from '../desk/recipients.ts';
import { comparableName } from '../imports/comparable-name.ts';
import { isNameOfBook } from '../imports/one-folder.ts';
import { BUILT_IN_NAMES, type NameReader } from '../imports/name-reader.ts';
import type { TextRef } from '../text-ref.ts';
import { shown, type Manifest, type ManifestBook } from './manifest.ts';

/**
 * How a line of a manifest, or a book without one, stands between folder, manifest and service (operator-desk 3.2), what asks
 * for a person first.
 */
export const LINE_STATES = [
  'problem',
  'noFiles',
  'duplicate',
  'atService',
  'changed',
  'noLine',
  'ready',
  'uploaded',
] as const;
export type LineState = (typeof LINE_STATES)[number];

/** What taking a line over sets. */
export const LINE_CHANGES = ['files', 'title', 'spec', 'quantity', 'externalRef', 'recipients'] as const;
export type LineChange = (typeof LINE_CHANGES)[number];

/** A file of a book, as a manifest may name it. */
export interface KnownFile {
  readonly fileId: string;
  /** Of the customer's own file, where this one was repaired from it. */
  readonly name: string;
  readonly folder: readonly string[];
  /** `foldersAbove`; left out or null where nobody knows them. */
  readonly above?: readonly string[] | null;
  readonly sha256: string | null;
}

/** A book of the library, as far as a manifest is held against it. */
export interface KnownBook {
  readonly bookId: string;
  readonly importId: string;
  readonly title: string;
  readonly specUid: string | null;
  /** Somebody said so; else the pages did. */
  readonly isSpecGiven: boolean;
  readonly quantity: number;
  readonly externalRef: string | null;
  readonly cover: KnownFile | null;
  readonly contents: KnownFile | null;
  /** Its folder is what it is called by. */
  readonly isNamedByFolder: boolean;
  /** Made in the studio: spec, files and title are its layout's. */
  readonly isMadeHere: boolean;
  readonly stage: BookStage;
  /** What the connection in use has of it; null: nothing. */
  readonly bookUid: string | null;
  /** Its files were saved otherwise since they were sent. */
  readonly isSavedSince: boolean;
  readonly headline: TextRef | null;
  /** Lies below the folder that the manifest lies in, or came with it. */
  readonly isNear: boolean;
  /** `recipientKey` of whom it goes to, with the copies. */
  readonly goesTo: readonly { readonly addressKey: string; readonly quantity: number }[];
}

export interface CheckedLine {
  /** What it is asked for by: the first row of its book, or the book itself where no row tells of it. */
  readonly lineId: string;
  readonly state: LineState;
  readonly key: string;
  readonly title: string | null;
  /** From 1; empty for a book that no row tells of. */
  readonly rows: readonly number[];
  readonly bookId: string | null;
  /** Of the book, on the connection in use. */
  readonly stage: BookStage | null;
  /** Why it stands there, what is to be known, and what to do. */
  readonly reasons: readonly TextRef[];
  readonly changes: readonly LineChange[];
  /** May be taken over when the operator says so; ready, changed and uploaded ones are without being named. */
  readonly canTake: boolean;
  readonly specUid: string | null;
  /** The files that the manifest makes a book of; null where they are one already. */
  readonly pair: { readonly cover: HeldFile; readonly contents: HeldFile } | null;
  readonly manifestBook: ManifestBook | null;
}

export interface HeldFile {
  readonly fileId: string;
  readonly bookId: string;
}

export interface CheckedAgainst {
  readonly books: readonly KnownBook[];
  readonly specs: readonly { readonly bookSpecUid: string; readonly name: string }[];
  /** Books of the service by their reference, that this desk did not send. Null: it was not asked. */
  readonly atService: ReadonlyMap<string, string> | null;
  /** By which names of files are read; left out, the built-in rules. */
  readonly reader?: NameReader;
}

/** Taken over without being named. */
const TAKEN: ReadonlySet<LineState> = new Set(['ready', 'changed', 'uploaded']);
/** Whether *Continue* takes the line: it has something to set, and nobody has to decide about it. */
export const isTaken = ({ state, changes }: Pick<CheckedLine, 'state' | 'changes'>): boolean =>
  TAKEN.has(state) && changes.length > 0;

interface PlacedFile extends HeldFile {
  readonly book: KnownBook;
  readonly kind: PdfKind;
  /** With its name, from the dropped folder on. */
  readonly path: string;
  /** Folders from the outermost that is known to its own. */
  readonly folders: readonly string[];
}

/** The file that a list means by a place, null where none lies there; or how many it may mean. */
type Meant = PlacedFile | { readonly several: number } | null;

/** A file as a list says it: the folders that it goes through, and its name. */
interface SaidFile {
  readonly folders: readonly string[];
  readonly name: string;
  /** A whole path, which is of another computer. */
  readonly isFromRoot: boolean;
}

/** What the paths of a list tell of folders, by comparable names. */
interface SaidFolders {
  /** Under the path of a folder those that lie in it. */
  readonly inside: ReadonlyMap<string, ReadonlySet<string>>;
  /** Under the ending of a path what the folder before it is called. */
  readonly before: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Files by where they lie: a place is looked up at once, however many files there are of the name. */
interface Places {
  /** Under each ending of the path from the dropped folder on: `a/x/cover` under `cover`, `x/cover` and itself. */
  readonly byEnding: Map<string, PlacedFile[]>;
  /** Under the whole path. */
  readonly byWhole: Map<string, PlacedFile[]>;
  /** Under the path without the dropped folder. */
  readonly belowDropped: Map<string, PlacedFile[]>;
  /** Files that lie in the dropped folder itself, whatever that was called elsewhere, and are whose their own names say. */
  readonly namedAlone: Map<string, PlacedFile[]>;
  /** What was looked up, by the kind of look-up: thousands of rows may name one place. */
  readonly meant: Map<string, Meant>;
  /** Folders before the file that lies in the most of them. */
  deepest: number;
}

interface Names {
  readonly byName: Map<string, KnownBook[]>;
  readonly byRef: Map<string, KnownBook[]>;
  readonly places: Places;
  readonly byContents: Map<string, KnownBook[]>;
  readonly byId: Map<string, KnownBook>;
  /** Asked for where what was dropped is called otherwise than the list says. */
  readonly said: (isFromRoot: boolean) => SaidFolders;
}

/**
 * Holds a manifest against the library, line by line: call `check` once for each of `manifest.books`, then `rest`. Nothing is
 * chosen silently: a line that fits several books is a problem, and a second line for one book is too. The first line waits for what all books
 * and lines are called: who may not stand still for so long calls `know` for each of `against.books` before, then `call` for each of `manifest.books`.
 */
export function lineChecker(manifest: Manifest, against: CheckedAgainst) {
  const reader = against.reader ?? BUILT_IN_NAMES;
  const names = noNames(manifest.books);
  const specOf = specFinder(against.specs);
  const problems = new Map<number, TextRef[]>();
  for (const { row, kind, text } of manifest.notes)
    if (kind === 'problem') problems.set(row, [...(problems.get(row) ?? []), text]);
  // Whatever the order of the rows: what a row is called beats what another one only refers to.
  const called = new Map<ManifestBook, Found | null>();
  const calledIds = new Set<string>();
  const knownBooks = new Set<KnownBook>();
  const isFree = ({ bookId }: KnownBook) => !calledIds.has(bookId);
  const sharedRefs = refsOfSeveral(manifest.books);
  const taken = new Map<string, ManifestBook>();
  const claimed = new Map<string, ManifestBook>();
  const mentioned = new Set<string>();

  function know(book: KnownBook): void {
    if (knownBooks.has(book)) return;
    knownBooks.add(book);
    addNames(names, book, reader);
  }

  function call(book: ManifestBook): void {
    if (called.has(book)) return;
    if (knownBooks.size < against.books.length) against.books.forEach(know);
    const found = findCalled(book, names, reader);
    called.set(book, found);
    for (const { bookId } of booksOf(found)) calledIds.add(bookId);
  }

  function check(book: ManifestBook): CheckedLine {
    if (called.size < manifest.books.length) manifest.books.forEach(call);
    const reasons: TextRef[] = book.rows.flatMap((row) => problems.get(row) ?? []);
    for (const row of book.rows) problems.delete(row);
    const spec = book.spec === null ? null : specOf(book.spec);
    if (book.spec !== null && spec === null)
      reasons.push({ key: 'manifests.reason.unknownSpec', params: { text: shown(book.spec) } });
    const found = called.get(book) ?? findLoosely(book, names, isFree, sharedRefs);
    if ('problem' in found) reasons.push(found.problem);
    const known = 'book' in found ? found.book : null;
    const pair = 'pair' in found ? found.pair : null;
    const other = known === null ? undefined : taken.get(known.bookId);
    if (known !== null && other !== undefined)
      reasons.push({
        key: 'manifests.reason.bookTwice',
        params: { title: known.title, key: shown(other.key), row: other.rows[0] ?? 0 },
      });
    if (known !== null && other === undefined) taken.set(known.bookId, book);
    const consigned = known === null ? book : withOwnCopies(book, known);
    if (known !== null && consigned === null)
      reasons.push({
        key: 'manifests.reason.copiesUnsaid',
        params: { title: known.title, copies: known.quantity },
      });
    if (known !== null) reasons.push(...copiesForNobody(book, known));
    for (const [fileId, name] of 'named' in found ? (found.named ?? []) : []) {
      const first = claimed.get(fileId);
      if (first === undefined) claimed.set(fileId, book);
      else
        reasons.push({
          key: 'manifests.reason.fileTwice',
          params: { name: shown(name), row: first.rows[0] ?? 0 },
        });
    }
    if ('problem' in found) for (const { bookId } of found.among ?? []) mentioned.add(bookId);
    const line = {
      lineId: `row-${book.rows[0] ?? 0}`,
      key: book.key,
      title: book.title,
      rows: book.rows,
      bookId: known?.bookId ?? null,
      stage: known?.stage ?? null,
      specUid: spec,
      pair,
      manifestBook: consigned ?? book,
    };
    if (reasons.length > 0 || consigned === null)
      return { ...line, state: 'problem', reasons, changes: [], canTake: false };
    const elsewhere = elsewhereOf(book, known);
    if (known === null) {
      if (elsewhere !== null) return { ...line, state: 'atService', reasons: [elsewhere], changes: [], canTake: false };
      const missing =
        'missing' in found ? found.missing : { key: 'manifests.reason.noFiles', params: { key: shown(book.key) } };
      return { ...line, state: 'noFiles', reasons: [missing], changes: [], canTake: false };
    }
    const changes = changesOf(consigned, known, spec, pair !== null);
    const notes = [...notesOf(book, known, spec), ...('book' in found ? (found.notes ?? []) : [])];
    const half = pair === null ? halfOf(known) : null;
    if (half !== null) return { ...line, state: 'noFiles', reasons: [half, ...notes], changes, canTake: false };
    const double = pair === null ? duplicateOf(known) : null;
    if (double !== null)
      return { ...line, state: 'duplicate', reasons: [double, ...notes], changes, canTake: changes.length > 0 };
    if (elsewhere !== null)
      return { ...line, state: 'atService', reasons: [elsewhere, ...notes], changes, canTake: changes.length > 0 };
    const state = stateOf(known);
    return { ...line, state, reasons: [...whyOf(state, known), ...notes], changes, canTake: changes.length > 0 };
  }

  /** Rows that tell of no book at all, sheets that were not read, and the books beside those that were found of which no row tells. */
  function rest(): CheckedLine[] {
    const nobody = {
      title: null,
      bookId: null,
      stage: null,
      changes: [],
      canTake: false,
      specUid: null,
      pair: null,
      manifestBook: null,
    };
    const rows = [...problems].filter(([row]) => row > manifest.headerRow);
    const imports = new Set([...taken.keys()].map((bookId) => names.byId.get(bookId)?.importId));
    const without = against.books.filter(
      ({ bookId, importId, isNear, stage }) =>
        !taken.has(bookId) && !mentioned.has(bookId) && (isNear || imports.has(importId)) && stage !== 'inLayout',
    );
    return [
      ...rows.map(([row, reasons]) => ({
        ...nobody,
        lineId: `row-${row}`,
        state: 'problem' as const,
        key: '',
        rows: [row],
        reasons,
      })),
      ...(manifest.otherLists ?? []).map((name) => ({
        ...nobody,
        lineId: `sheet-${name}`,
        state: 'problem' as const,
        key: name,
        rows: [],
        reasons: [{ key: 'manifests.reason.otherList', params: { name: shown(name) } }],
      })),
      ...without.map((book) => ({
        ...nobody,
        lineId: `book-${book.bookId}`,
        state: 'noLine' as const,
        key: book.title,
        title: book.title,
        rows: [],
        bookId: book.bookId,
        stage: book.stage,
        reasons: [{ key: 'manifests.reason.noLine' }],
      })),
    ];
  }

  const elsewhereOf = (book: ManifestBook, known: KnownBook | null): TextRef | null => {
    const bookUid = book.externalRef === null ? undefined : against.atService?.get(book.externalRef);
    if (bookUid === undefined || bookUid === known?.bookUid) return null;
    // Who sent it all the same has decided that.
    if (known !== null && wasUploaded(known) && known.externalRef === book.externalRef) return null;
    return { key: 'manifests.reason.atService', params: { ref: shown(book.externalRef ?? ''), bookUid } };
  };

  const duplicateOf = (known: KnownBook): TextRef | null => {
    const [other] = (names.byContents.get(known.contents?.sha256 ?? '') ?? []).filter(
      ({ bookId }) => bookId !== known.bookId,
    );
    return other === undefined ? null : { key: 'manifests.reason.duplicate', params: { title: other.title } };
  };

  return { know, call, check, rest };
}

function noNames(listed: readonly ManifestBook[]): Names {
  const places: Places = {
    byEnding: new Map(),
    byWhole: new Map(),
    belowDropped: new Map(),
    namedAlone: new Map(),
    meant: new Map(),
    deepest: 0,
  };
  const fromRoot = once(() => saidFolders(listed, places, true));
  const fromList = once(() => saidFolders(listed, places, false));
  return {
    byName: new Map(),
    byRef: new Map(),
    places,
    byContents: new Map(),
    byId: new Map(),
    said: (isFromRoot) => (isFromRoot ? fromRoot() : fromList()),
  };
}

function once<T>(work: () => T): () => T {
  let known: { readonly value: T } | null = null;
  return () => (known ??= { value: work() }).value;
}

function addNames({ byName, byRef, places, byContents, byId }: Names, book: KnownBook, reader: NameReader): void {
  byId.set(book.bookId, book);
  for (const name of bookNames(book, reader)) put(byName, name, book);
  if (book.externalRef !== null) put(byRef, book.externalRef, book);
  for (const kind of pdfKindSchema.options) {
    const file = book[kind];
    if (file === null) continue;
    const folder = file.folder.map(comparableName);
    const name = fileName(file.name);
    const whole = endingsOf(folder, name);
    const folders = [...(file.above ?? []), ...file.folder];
    places.deepest = Math.max(places.deepest, folders.length);
    const place: PlacedFile = { fileId: file.fileId, bookId: book.bookId, book, kind, path: whole[0] ?? name, folders };
    for (const ending of whole) put(places.byEnding, ending, place);
    put(places.byWhole, place.path, place);
    if (folder.length > 0) put(places.belowDropped, whole[1] ?? name, place);
    if (folder.length <= 1 && isNameOfBook(comparableName(reader.partsOf(file.name).stem)))
      put(places.namedAlone, name, place);
  }
  const sha256 = book.contents?.sha256 ?? null;
  if (sha256 !== null) put(byContents, sha256, book);
}

/** The path of a file, then what is left of it without its first folder, and so on to its bare name. No file's name has a slash. */
function endingsOf(folder: readonly string[], name: string): string[] {
  const endings = [name];
  for (const part of folder.toReversed()) endings.unshift(`${part}/${endings[0] ?? name}`);
  return endings;
}

/** What is put in turn stands once under a key: its own names and folders may be alike. */
function put<T>(map: Map<string, T[]>, key: string, value: T): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else if (known.at(-1) !== value) known.push(value);
}

/** All that a person may call it by: what its files are called, its folder where that names it, its title. */
function bookNames({ title, cover, contents, isNamedByFolder }: KnownBook, reader: NameReader): Set<string> {
  const names = new Set([comparableName(title)]);
  for (const file of [contents, cover]) {
    if (file === null) continue;
    const { stem } = reader.partsOf(file.name);
    if (stem !== '') names.add(comparableName(stem));
    const folder = file.folder.at(-1);
    if ((isNamedByFolder || stem === '') && folder !== undefined) names.add(comparableName(folder));
  }
  names.delete('');
  return names;
}

const fileName = (name: string): string => comparableName(name).replace(/\.pdf$/u, '');

type Found =
  | {
      readonly book: KnownBook;
      readonly pair?: { readonly cover: HeldFile; readonly contents: HeldFile };
      /** Files that the manifest names, as it names them. */
      readonly named?: readonly (readonly [fileId: string, name: string])[];
      /** What is to be known of where they lie. */
      readonly notes?: readonly TextRef[];
    }
  | { readonly missing: TextRef }
  | { readonly problem: TextRef; readonly among?: readonly KnownBook[] };

/** Rule 4 first: files that the manifest names beat all names. Then what the book is called; null where no book is called so. */
function findCalled(book: ManifestBook, names: Names, reader: NameReader): Found | null {
  if (book.coverFile !== null || book.contentsFile !== null) return findByFiles(book, names);
  for (const name of [comparableName(book.key), comparableName(reader.partsOf(book.key).stem)]) {
    const found = nearest(names.byName.get(name) ?? []);
    if (found.length > 1) return severalBooks(book, found);
    if (found[0] !== undefined) return { book: found[0] };
  }
  return null;
}

const booksOf = (found: Found | null): readonly KnownBook[] => {
  if (found === null) return [];
  if ('book' in found) return [found.book];
  return 'problem' in found ? (found.among ?? []) : [];
};

/** By its reference, then by its title: a book that another row is called by is not meant. */
function findLoosely(
  book: ManifestBook,
  names: Names,
  isFree: (known: KnownBook) => boolean,
  sharedRefs: ReadonlySet<string>,
): Found {
  const missing: Found = { missing: { key: 'manifests.reason.noFiles', params: { key: shown(book.key) } } };
  // A reference may be that of a customer's whole order.
  const isOfBook = book.externalRef !== null && !sharedRefs.has(book.externalRef);
  const byRef = isOfBook ? nearest(names.byRef.get(book.externalRef) ?? []) : [];
  if (byRef.length === 1 && byRef[0] !== undefined && isFree(byRef[0])) return { book: byRef[0] };
  const byTitle = book.title === null ? [] : nearest(names.byName.get(comparableName(book.title)) ?? []);
  if (byTitle.length > 1) return severalBooks(book, byTitle);
  return byTitle[0] === undefined || !isFree(byTitle[0]) ? missing : { book: byTitle[0] };
}

function refsOfSeveral(books: readonly ManifestBook[]): ReadonlySet<string> {
  const [seen, several] = [new Set<string>(), new Set<string>()];
  for (const { externalRef } of books) {
    if (externalRef === null) continue;
    if (seen.has(externalRef)) several.add(externalRef);
    seen.add(externalRef);
  }
  return several;
}

/** What lies with the manifest is meant before what lies elsewhere; what may still be sent before what was. */
function nearest(books: readonly KnownBook[]): readonly KnownBook[] {
  const near = books.filter(({ isNear }) => isNear);
  const closest = near.length > 0 ? near : books;
  const open = closest.filter(({ stage }) => !isSent(stage));
  return open.length > 0 ? open : closest;
}

const severalBooks = ({ key }: ManifestBook, found: readonly KnownBook[]): Found => ({
  problem: { key: 'manifests.reason.severalBooks', params: { key: shown(key), count: found.length } },
  among: found,
});

function findByFiles(book: ManifestBook, names: Names): Found {
  const cover = book.coverFile === null ? null : findFile(book.coverFile, 'cover', names);
  const contents = book.contentsFile === null ? null : findFile(book.contentsFile, 'contents', names);
  for (const found of [cover, contents]) if (found !== null && 'problem' in found) return found;
  for (const found of [cover, contents]) if (found !== null && 'missing' in found) return found;
  const [front = null, inner = null] = [cover, contents].map((found) =>
    found !== null && 'file' in found ? found.file : null,
  );
  const notes = [cover, contents].flatMap((found) => (found !== null && 'file' in found ? (found.note ?? []) : []));
  const holder = names.byId.get((inner ?? front)?.bookId ?? '');
  if (holder === undefined) return { missing: { key: 'manifests.reason.noFiles', params: { key: shown(book.key) } } };
  const named = [
    ...(front === null ? [] : [[front.fileId, book.coverFile ?? ''] as const]),
    ...(inner === null ? [] : [[inner.fileId, book.contentsFile ?? ''] as const]),
  ];
  // Cover and contents mostly lie in one folder: it is told once.
  const lies = {
    named,
    notes: notes.filter((note, at) => at === 0 || note.params?.['said'] !== notes[0]?.params?.['said']),
  };
  if (front === null || inner === null) return { book: holder, ...lies };
  if (front.fileId === inner.fileId)
    return { problem: { key: 'manifests.reason.sameFile', params: { name: shown(book.coverFile ?? '') } } };
  if (holder.cover?.fileId === front.fileId && holder.contents?.fileId === inner.fileId)
    return { book: holder, ...lies };
  const fixed = [holder, names.byId.get(front.bookId)].find(
    (giver) => giver !== undefined && (isSent(giver.stage) || giver.isMadeHere),
  );
  return fixed === undefined
    ? { book: holder, pair: { cover: front, contents: inner }, ...lies }
    : { problem: { key: 'manifests.reason.filesInUse', params: { title: fixed.title } }, among: [holder, fixed] };
}

function findFile(
  path: string,
  kind: PdfKind,
  names: Names,
):
  | { readonly file: HeldFile; readonly note?: TextRef }
  | { readonly missing: TextRef }
  | { readonly problem: TextRef } {
  const said = saidFile(path, names.places);
  const meant = meantBy(said, kind, names);
  if (meant === null) return { missing: { key: 'manifests.reason.noFile', params: { name: shown(path) } } };
  if ('several' in meant)
    return {
      problem: { key: 'manifests.reason.severalFiles', params: { name: shown(path), count: meant.several } },
    };
  const { fileId, bookId } = meant.file;
  return { file: { fileId, bookId }, ...(meant.note === undefined ? {} : { note: meant.note }) };
}

function saidFile(path: string, { deepest }: Pick<Places, 'deepest'>): SaidFile {
  // With one folder more than any file has, a path is nowhere as a whole; to look up all endings of a deep one would take seconds.
  const parts = partsOf(path).slice(-Math.max(deepest, LOOKED_AT) - 2);
  return { folders: parts.slice(0, -1), name: fileName(parts.at(-1) ?? ''), isFromRoot: FROM_A_ROOT.test(path) };
}

/** So many folders of a path are looked at however few any file lies in. */
const LOOKED_AT = 12;
const NO_FOLDER = /^(?:\.?|[a-z]:|file:)$/iu;
const FROM_A_ROOT = /^(?:[\\/]|[a-z]:|file:)/iu;

/** The folders that a path goes through, and its file. `..` names none and takes back the one before it; above the list's own folder it says nothing. */
function partsOf(path: string): string[] {
  const parts: string[] = [];
  for (const part of path.split(/[\\/]/u)) {
    if (part === '..') parts.pop();
    else if (!NO_FOLDER.test(part)) parts.push(part);
  }
  return parts;
}

/**
 * What lies where a list says, and agrees with it the deepest: `Kim/cover.pdf` is never `Lee/cover.pdf`, whichever of them is missing. A whole
 * path is of another computer, and what was dropped here may be called otherwise there.
 */
function meantBy(
  said: SaidFile,
  kind: PdfKind,
  { places, said: saidOf }: Names,
): { readonly file: PlacedFile; readonly note?: TextRef } | { readonly several: number } | null {
  const { isFromRoot } = said;
  const { byEnding, byWhole, belowDropped, namedAlone } = places;
  const [whole = '', ...shorter] = endingsOf(said.folders.map(comparableName), said.name);
  const asMeant = (meant: Meant) => (meant === null || 'several' in meant ? meant : { file: meant });
  const found = among('ending', kind, whole, places, () => byEnding.get(whole) ?? []);
  if (found !== null) return asMeant(found);
  const name = shorter.pop();
  for (const ending of shorter) {
    const meant = among(isFromRoot ? 'root' : 'whole', kind, ending, places, () => [
      ...(byWhole.get(ending) ?? []),
      ...(isFromRoot ? (belowDropped.get(ending) ?? []) : []),
    ]);
    if (meant === null) continue;
    if ('several' in meant) return meant;
    // A name of its own says whose it is, wherever it lies.
    const isNamedAlone = isFromRoot && (namedAlone.get(said.name) ?? []).includes(meant);
    const lies = isNamedAlone ? {} : liesBelow(meant, said, saidOf);
    return lies === null ? null : { file: meant, ...lies };
  }
  if (!isFromRoot || name === undefined) return null;
  return asMeant(among('alone', kind, name, places, () => namedAlone.get(name) ?? []));
}

/**
 * Whether the folders above those that were looked up agree as well, as far as both are known. Of a whole path they may be called otherwise here,
 * which is told; but where the list has such a place in folders of several names, these are of several customers. Of a path from the list's own
 * folder only one that holds several books may be, as `november` in `november/Kim`: one that holds a single book may be its customer's.
 */
function liesBelow({ folders }: PlacedFile, said: SaidFile, saidOf: Names['said']): { readonly note?: TextRef } | null {
  const all = said.folders.map(comparableName);
  let [there, here] = [all.length, folders.length];
  while (there > 0 && here > 0 && all[there - 1] === comparableName(folders[here - 1] ?? ''))
    [there, here] = [there - 1, here - 1];
  if (there === 0 || here === 0) return {};
  const { inside, before } = saidOf(said.isFromRoot);
  if (isSeveral(before.get(endingsOf(all, said.name)[there] ?? ''))) return null;
  // What holds several books is no customer's own.
  const isOfSeveral = isSeveral(inside.get(all.slice(0, there).join('/')));
  if (said.isFromRoot && isOfSeveral) return {};
  if (!said.isFromRoot && !isOfSeveral) return null;
  const params = { said: shown(said.folders[there - 1] ?? ''), here: shown(folders[here - 1] ?? '') };
  return { note: { key: 'manifests.reason.otherFolder', params } };
}

const isSeveral = (names: ReadonlySet<string> | undefined): boolean => names !== undefined && names.size > 1;

/** Whole paths and those from the list's own folder are of different folders, and say nothing of each other. */
function saidFolders(listed: readonly ManifestBook[], places: Places, areFromRoot: boolean): SaidFolders {
  const [inside, before] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()];
  const add = (map: Map<string, Set<string>>, key: string, name: string) =>
    map.set(key, (map.get(key) ?? new Set()).add(name));
  for (const { coverFile, contentsFile } of listed)
    for (const path of [coverFile, contentsFile]) {
      if (path === null || FROM_A_ROOT.test(path) !== areFromRoot) continue;
      const { folders, name } = saidFile(path, places);
      const all = folders.map(comparableName);
      const endings = endingsOf(all, name);
      for (const [at, folder] of all.entries()) {
        add(before, endings[at + 1] ?? '', folder);
        if (at > 0) add(inside, all.slice(0, at).join('/'), folder);
      }
    }
  return { inside, before };
}

/**
 * What lies with the manifest is meant before what lies elsewhere. Halves of one file bear its name both: where a list says it, each is meant
 * as what it is of the book.
 */
function among(
  how: 'ending' | 'whole' | 'root' | 'alone',
  kind: PdfKind,
  ending: string,
  { meant }: Places,
  files: () => readonly PlacedFile[],
): Meant {
  const key = `${how} ${kind} ${ending}`;
  const known = meant.get(key);
  if (known !== undefined) return known;
  const all = files();
  const near = all.filter(({ book }) => book.isNear);
  const [first, ...others] = near.length > 0 ? near : all;
  const isOne = others.every(({ fileId }) => fileId === first?.fileId);
  const areHalves = others.every(({ book, path }) => book === first?.book && path === first.path);
  const half = areHalves ? [first, ...others].find((file) => file?.kind === kind) : undefined;
  const found = first === undefined ? null : isOne ? first : (half ?? { several: others.length + 1 });
  meant.set(key, found);
  return found;
}

const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** By its identifier or its name; null for none, and for a name that several have. */
function specFinder(specs: CheckedAgainst['specs']): (text: string) => string | null {
  const byUid = new Map(specs.map(({ bookSpecUid }) => [folded(bookSpecUid), bookSpecUid]));
  const byName = new Map<string, string | null>();
  for (const { bookSpecUid, name } of specs) byName.set(folded(name), byName.has(folded(name)) ? null : bookSpecUid);
  return (text) => byUid.get(folded(text)) ?? byName.get(folded(text)) ?? null;
}

const wasUploaded = ({ stage }: KnownBook): boolean => isSent(stage);

function stateOf(known: KnownBook): 'ready' | 'changed' | 'uploaded' {
  if (wasUploaded(known)) return known.isSavedSince ? 'changed' : 'uploaded';
  return known.bookUid === null ? 'ready' : 'changed';
}

function whyOf(state: 'ready' | 'changed' | 'uploaded', known: KnownBook): TextRef[] {
  if (state === 'ready') return known.stage === 'blocked' && known.headline !== null ? [known.headline] : [];
  const isElse = state === 'changed' && wasUploaded(known);
  return [{ key: isElse ? 'manifests.reason.savedSince' : `manifests.reason.${state}` }];
}

function halfOf({ cover, contents, isMadeHere }: KnownBook): TextRef | null {
  if (isMadeHere || (cover !== null && contents !== null)) return null;
  return { key: 'manifests.reason.half', params: { missing: cover === null ? 'cover' : 'contents' } };
}

/**
 * The book with the copies of each recipient. Where no row tells any, those that it has stay: all of them for the only recipient,
 * each one's for those whom it goes to already. Null where they cannot be told apart.
 */
function withOwnCopies(book: ManifestBook, known: KnownBook): ManifestBook | null {
  if (book.quantity !== null || book.recipients.length === 0) return book;
  const own = ownCopies(
    book.recipients.map(({ shipping }) => recipientKey(shipping)),
    known,
  );
  if (own === null) return null;
  return {
    ...book,
    quantity: own.reduce((sum, copies) => sum + copies, 0),
    recipients: book.recipients.map((recipient, at) => ({ ...recipient, quantity: own[at] ?? 1 })),
  };
}

function ownCopies(addressKeys: readonly string[], { goesTo, quantity }: KnownBook): readonly number[] | null {
  const copiesOf = new Map(goesTo.map(({ addressKey, quantity: copies }) => [addressKey, copies]));
  const kept = addressKeys.flatMap((key) => copiesOf.get(key) ?? []);
  if (kept.length === addressKeys.length && kept.length === goesTo.length) return kept;
  // One copy each, as of a book of which nobody has said anything.
  if (quantity === Math.max(1, goesTo.length)) return addressKeys.map(() => 1);
  return addressKeys.length === 1 && goesTo.length <= 1 && quantity <= LIMITS.quantityMax ? [quantity] : null;
}

/** Other copies of a book that goes to several: nobody says who gets them, or who gets fewer. */
function copiesForNobody({ quantity, recipients }: ManifestBook, known: KnownBook): TextRef[] {
  const people = known.goesTo.length;
  if (recipients.length > 0 || people <= 1 || quantity === null || quantity === known.quantity) return [];
  const params = { title: known.title, copies: quantity, people, own: known.quantity };
  return [{ key: 'manifests.reason.copiesElse', params }];
}

/** What the manifest says and the book is not. What was sent keeps what was sent of it: title, spec and reference. */
function changesOf(book: ManifestBook, known: KnownBook, specUid: string | null, isPaired: boolean): LineChange[] {
  const mayChange = !wasUploaded(known);
  const differs: Readonly<Record<LineChange, boolean>> = {
    files: isPaired,
    title: mayChange && !known.isMadeHere && book.title !== null && book.title !== known.title,
    spec: mayChange && !known.isMadeHere && specUid !== null && (specUid !== known.specUid || !known.isSpecGiven),
    quantity:
      book.recipients.length === 0 &&
      known.goesTo.length <= 1 &&
      book.quantity !== null &&
      book.quantity !== known.quantity,
    externalRef: mayChange && book.externalRef !== null && book.externalRef !== known.externalRef,
    recipients: book.recipients.length > 0 && goesElsewhere(book, known),
  };
  return LINE_CHANGES.filter((change) => differs[change]);
}

function goesElsewhere({ recipients }: ManifestBook, { goesTo }: KnownBook): boolean {
  const wanted = recipients.map(({ shipping, quantity }) => `${quantity} ${recipientKey(shipping)}`);
  const known = goesTo.map(({ addressKey, quantity }) => `${quantity} ${addressKey}`);
  return wanted.toSorted().join('\n') !== known.toSorted().join('\n');
}

/** What a line says that its book cannot take any more. */
function notesOf(book: ManifestBook, known: KnownBook, specUid: string | null): TextRef[] {
  if (!wasUploaded(known)) return [];
  const notes: TextRef[] = [];
  if (specUid !== null && specUid !== known.specUid) notes.push({ key: 'manifests.reason.specStays' });
  if (book.title !== null && book.title !== known.title) notes.push({ key: 'manifests.reason.titleStays' });
  return notes;
}
