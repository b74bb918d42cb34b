import { dirname } from 'node:path';
import { isNull } from 'drizzle-orm';
import type { DeskContext } from '../desk-context.ts';
import { inList } from '../store/in-list.ts';
import { files } from '../store/schema.ts';
import type { FileWatch } from './file-watch.ts';
import { pathsOf, WatchedFolders } from './watched-folders.ts';

/** A file that was quiet for so long is taken for written; one that is still damaged then is looked at again by `FileWatch`. */
const QUIET_MS = 300;
const TICK_MS = 150;
/** Shares and drives that tell nothing are looked at every so often, */
const LOOK_MS = 30_000;
/** and less often where a look takes long: a fiftieth of the time at most. */
const LOOK_SHARE = 50;
/** The book that the operator looks at is waited for, and folders that went away: a few of them at a time. */
const ATTEND_MS = 1_000;
const AWAY_AT_ONCE = 50;

interface Touched {
  readonly folder: string;
  /** None: any file of the folder. */
  readonly paths: readonly string[];
  readonly atMs: number;
}

/** Follows the files of the library while the desk is open, in front or not: what is written anew turns its row by itself. */
export class FileFollower {
  readonly #context: DeskContext;
  readonly #watch: FileWatch;
  readonly #folders: WatchedFolders;
  /** By path, what was heard and when last. */
  readonly #touched = new Map<string, Touched>();
  #attended: string | null = null;
  #ticking: NodeJS.Timeout | null = null;
  #looking: NodeJS.Timeout | null = null;
  #attending: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(context: DeskContext, watch: FileWatch) {
    this.#context = context;
    this.#watch = watch;
    this.#folders = new WatchedFolders(
      context.disks,
      (folder, name) => this.#note(folder, name),
      (folder, error) => context.log.write('warn', 'a folder tells nothing of its files', { folder, error }),
    );
  }

  /** Looks at everything, hears the folders of the library from then on, and looks again now and then. */
  open(): void {
    void this.lookAround();
    void this.#lookAtAttended();
  }

  /** Looks at everything at once. */
  async lookAround(): Promise<void> {
    if (this.#looking !== null) clearTimeout(this.#looking);
    const fromMs = performance.now();
    // What happens while everything is looked at is heard.
    await this.#tried('following the folders', this.#follow());
    await this.#tried('looking at the files', this.#watch.lookAtAll());
    if (this.#isClosed) return;
    const tookMs = performance.now() - fromMs;
    if (this.#looking !== null) clearTimeout(this.#looking);
    this.#looking = setTimeout(() => void this.lookAround(), Math.max(LOOK_MS, LOOK_SHARE * tookMs));
    this.#looking.unref();
  }

  /** Files came to the library: their folders are heard, and looked at once since they may still be copied into. */
  async refresh(): Promise<void> {
    for (const folder of await this.#follow()) this.#note(folder, null);
  }

  async #follow(): Promise<readonly string[]> {
    // What came last is worked on now.
    return this.#folders.follow(
      new Set(
        this.#known()
          .map(({ path }) => dirname(path))
          .reverse(),
      ),
    );
  }

  /** The operator looks at a book: what becomes of its files is waited for, wherever they lie. Null: at none. */
  attend(bookId: string | null): void {
    this.#attended = bookId;
  }

  close(): void {
    this.#isClosed = true;
    this.#folders.close();
    for (const timer of [this.#ticking, this.#looking, this.#attending]) if (timer !== null) clearTimeout(timer);
  }

  /** One look after the other: a share that hangs is asked once. */
  async #lookAtAttended(): Promise<void> {
    if (this.#attended !== null) await this.#tried('looking at the open book', this.#watch.lookAt([this.#attended]));
    for (const folder of this.#folders.away().slice(0, AWAY_AT_ONCE)) await this.#checkFolder(folder);
    if (this.#isClosed) return;
    this.#attending = setTimeout(() => void this.#lookAtAttended(), ATTEND_MS);
    this.#attending.unref();
  }

  #note(folder: string, name: string | null): void {
    if (this.#isClosed) return;
    const paths = name === null ? [] : pathsOf(folder, name);
    this.#touched.set(paths[0] ?? folder, { folder, paths, atMs: performance.now() });
    this.#ticking ??= setInterval(() => this.#tick(), TICK_MS);
  }

  #tick(): void {
    const nowMs = performance.now();
    const settled = [...this.#touched].filter(([, { atMs }]) => nowMs - atMs >= QUIET_MS);
    for (const [path] of settled) this.#touched.delete(path);
    if (this.#touched.size === 0 && this.#ticking !== null) {
      clearInterval(this.#ticking);
      this.#ticking = null;
    }
    if (settled.length > 0)
      void this.#tried('looking at what was written', this.#lookAtTouched(settled.map(([, touched]) => touched)));
  }

  async #lookAtTouched(touched: readonly Touched[]): Promise<void> {
    const { db } = this.#context;
    const named = touched.flatMap(({ paths }) => paths);
    const heard = db.select({ fileId: files.fileId }).from(files).where(inList(files.path, named)).all();
    const whole = new Set(touched.filter(({ paths }) => paths.length === 0).map(({ folder }) => folder));
    const inWhole = whole.size === 0 ? [] : this.#known().filter(({ path }) => whole.has(dirname(path)));
    const fileIds = [...new Set([...heard, ...inWhole].map(({ fileId }) => fileId))];
    if (fileIds.length > 0) await this.#watch.lookAtFiles(fileIds);
    // A folder says of itself only that something was renamed.
    for (const folder of new Set(touched.map((one) => one.folder))) await this.#checkFolder(folder);
  }

  async #checkFolder(folder: string): Promise<void> {
    if (await this.#folders.check(folder)) this.#note(folder, null);
  }

  #known(): { readonly fileId: string; readonly path: string }[] {
    return this.#context.db
      .select({ fileId: files.fileId, path: files.path })
      .from(files)
      .where(isNull(files.repairedFromId))
      .all();
  }

  async #tried(what: string, work: Promise<unknown>): Promise<void> {
    await work.catch((error: unknown) => {
      if (!this.#isClosed) this.#context.log.write('error', `${what} failed`, { error });
    });
  }
}
