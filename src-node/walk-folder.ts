import { basename, dirname, extname, join } from 'node:path';
import { nameBehindStub } from './cloud-files.ts';
import { identityOf, type Found } from './disks/found.ts';
import { PLAIN_DISK, type WalkedDisk } from './disks/walked-disk.ts';
import type { TextRef } from '../src-core/text-ref.ts';

export interface WalkedFile {
  readonly path: string;
  /** The dropped folder and those between it and the file, outermost first. */
  readonly folder: readonly string[];
  readonly name: string;
  readonly sizeBytes: number;
  readonly modifiedAtMs: number;
  /** Of the inode: cannot be set by whoever rewrites the file. */
  readonly changedAtMs: number;
  /** Which file of its disk it is (`identityOf`). */
  readonly identity: string | null;
}

/** The PDFs of a folder, or its pictures: what else lies there is left out with this reason. */
export interface Wanted {
  /** With the point, in small letters. */
  readonly endings: ReadonlySet<string>;
  readonly otherwise: TextRef;
  /** Not wanted here, but counted: told apart from what is left out. */
  readonly besides?: ReadonlySet<string>;
}

export const PDFS: Wanted = { endings: new Set(['.pdf']), otherwise: { key: 'desk.ignored.notPdf' } };

/** Of the files that a layout takes. */
const PICTURE_ENDINGS: ReadonlySet<string> = new Set([
  '.jpg',
  '.jpeg',
  '.jpe',
  '.png',
  '.tif',
  '.tiff',
  '.heic',
  '.heif',
  '.webp',
  '.bmp',
  '.gif',
]);

export const PICTURES: Wanted = { endings: PICTURE_ENDINGS, otherwise: { key: 'desk.picture.notAPicture' } };

/** Of the files that somebody gives a layout himself: pages of PDFs are placed in it too. */
export const PICTURES_AND_PAGES: Wanted = {
  endings: new Set([...PICTURE_ENDINGS, ...PDFS.endings]),
  otherwise: PICTURES.otherwise,
};

/** What a list of books may be saved as. Old workbooks are looked at too, so that they say what they are. */
export const TABLE_ENDINGS: ReadonlySet<string> = new Set(['.csv', '.tsv', '.xlsx', '.xlsm', '.xls']);

/** A file or a folder that is not wanted, or could not be had. */
export interface LeftOut {
  readonly path: string;
  readonly name: string;
  readonly reason: TextRef;
  /** Why it could not be had, wanted or not. */
  readonly lack: 'unreadable' | 'elsewhere' | null;
}

export interface WalkReport {
  readonly wanted: Wanted;
  readonly onFile: (file: WalkedFile) => void;
  /** Of one whose bytes a cloud keeps, which is not to be opened; without this it is told as left out. Of a stub only the name is known. */
  readonly onElsewhere?: (file: WalkedFile) => void;
  readonly onBeside?: (path: string) => void;
  readonly onIgnored: (file: LeftOut) => void;
  /** Every folder that is looked into, before anything in it is told; with the names of the folders in it. */
  readonly onFolder?: (path: string, folder: readonly string[], inside: readonly string[]) => void;
  /** All that lies in a folder has been told. Not of one at which the walk was stopped. */
  readonly onLeft?: (folder: readonly string[]) => void;
  /** A folder or a file that is passed by without a word. */
  readonly isPassedBy?: (folder: readonly string[], name: string) => boolean;
  readonly signal: AbortSignal;
  /** `PLAIN_DISK` where none is given. */
  readonly disk?: WalkedDisk;
}

const MAX_DEPTH = 32;

const leftOut = (path: string, reason: TextRef, lack: LeftOut['lack'] = null): LeftOut => ({
  path,
  name: basename(path),
  reason,
  lack,
});
const unreadable = (path: string): LeftOut => leftOut(path, { key: 'desk.ignored.unreadable' }, 'unreadable');

/**
 * Finds the wanted files under the dropped paths and says of every other file why it was left out. Symbolic links are not
 * followed. What cannot be read is reported and passed over. Stops without an error when the signal says so.
 */
export async function walkPaths(paths: readonly string[], report: WalkReport): Promise<void> {
  const { disk = PLAIN_DISK } = report;
  for (const path of paths) {
    if (report.signal.aborted) return;
    const found = await disk.stat(path);
    if (found === null) report.onIgnored(unreadable(path));
    else if (found.isFolder) await walkFolder(path, [basename(path)], report);
    // The folder of a single file stands for a dropped folder, so that its name can serve as a title.
    else await offerFile(path, [basename(dirname(path))], report);
  }
}

async function walkFolder(path: string, folder: readonly string[], report: WalkReport): Promise<void> {
  const { disk = PLAIN_DISK } = report;
  const entries = await disk.list(path);
  if (entries === null || folder.length > MAX_DEPTH) {
    report.onIgnored(unreadable(path));
    return;
  }
  const inside = entries.filter((entry) => entry.is === 'folder').map(({ name }) => name);
  report.onFolder?.(path, folder, inside);
  const inOrder = entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const stats = new Ahead(
    disk,
    inOrder
      .filter((entry) => entry.is === 'file' && !isHidden(entry.name) && isWanted(entry.name, report.wanted))
      .map((entry) => join(path, entry.name)),
  );
  const namesOfFiles = new Set(entries.filter((entry) => entry.is === 'file').map(({ name }) => name));
  for (const entry of inOrder) {
    if (report.signal.aborted) return;
    if (report.isPassedBy?.(folder, entry.name) === true) continue;
    const at = join(path, entry.name);
    const behind = entry.is === 'file' ? nameBehindStub(entry.name) : null;
    // A cloud may not have cleared its stub away yet: the file that lies there counts.
    if (behind !== null && isWanted(behind, report.wanted) && !namesOfFiles.has(behind)) {
      tellElsewhere({ path: join(path, behind), folder, name: behind, ...UNKNOWN_BYTES }, report);
    } else if (isHidden(entry.name)) report.onIgnored(leftOut(at, { key: 'desk.ignored.hidden' }));
    else if (entry.is === 'folder') {
      stats.forget();
      await walkFolder(at, [...folder, entry.name], report);
    } else if (entry.is === 'file') await offerFile(at, folder, report, (file) => stats.of(file));
    else report.onIgnored(leftOut(at, { key: 'desk.ignored.notAFile' }));
  }
  if (!report.signal.aborted) report.onLeft?.(folder);
}

/** So many files are asked about at once: the answers of a share take their time. */
const ASKED_AHEAD = 32;

/** What the disk says of files that are taken in their order, the next ones being asked about meanwhile. */
class Ahead {
  readonly #disk: WalkedDisk;
  readonly #paths: readonly string[];
  readonly #asked = new Map<string, Promise<Found | null>>();
  #at = 0;

  constructor(disk: WalkedDisk, paths: readonly string[]) {
    this.#disk = disk;
    this.#paths = paths;
  }

  of(path: string): Promise<Found | null> {
    while (this.#at < this.#paths.length && this.#paths[this.#at] !== path) this.#at += 1;
    if (!this.#asked.has(path)) {
      this.forget();
      for (const next of this.#paths.slice(this.#at, this.#at + ASKED_AHEAD))
        this.#asked.set(next, this.#disk.stat(next));
    }
    return this.#asked.get(path) ?? this.#disk.stat(path);
  }

  /** What takes long comes in between: what the disk said by now may be old by then. */
  forget(): void {
    this.#asked.clear();
  }
}

const OF_SYSTEMS: ReadonlySet<string> = new Set([
  'Thumbs.db',
  'desktop.ini',
  'lost+found',
  'System Volume Information',
]);

/** Dot files, what macOS leaves beside files on foreign drives (`._NAME`), and what a system keeps for itself at the top of a drive. */
const isHidden = (name: string) => name.startsWith('.') || OF_SYSTEMS.has(name);

const isWanted = (name: string, { endings, besides }: Wanted): boolean => {
  const ending = extname(name).toLowerCase();
  return besides?.has(ending) !== true && endings.has(ending);
};

async function offerFile(
  path: string,
  folder: readonly string[],
  report: WalkReport,
  ask: WalkedDisk['stat'] = (report.disk ?? PLAIN_DISK).stat,
): Promise<void> {
  const { wanted, onFile, onBeside, onIgnored } = report;
  const name = basename(path);
  if (wanted.besides?.has(extname(name).toLowerCase()) === true) return onBeside?.(path);
  if (!isWanted(name, wanted)) return onIgnored(leftOut(path, wanted.otherwise));
  const found = await ask(path);
  if (found === null) return onIgnored(unreadable(path));
  const { size: sizeBytes, mtimeMs: modifiedAtMs, ctimeMs: changedAtMs } = found;
  const file = { path, folder, name, sizeBytes, modifiedAtMs, changedAtMs, identity: identityOf(found) };
  if (found.isElsewhere) tellElsewhere(file, report);
  else onFile(file);
}

/** A stub says nothing of the file that it stands for. */
const UNKNOWN_BYTES = { sizeBytes: 0, modifiedAtMs: 0, changedAtMs: 0, identity: null } as const;

function tellElsewhere(file: WalkedFile, { onElsewhere, onIgnored }: WalkReport): void {
  if (onElsewhere === undefined) onIgnored(leftOut(file.path, { key: 'desk.ignored.elsewhere' }, 'elsewhere'));
  else onElsewhere(file);
}
