import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { eq, isNotNull } from 'drizzle-orm';
import type { FixName } from '../../../src-core/preflight/finding.ts';
import type { FixOutcome, FixRequest } from '../../../src-node/fixes/make-fix.ts';
import type { Checks } from '../checks/checks.ts';
import type { DeskContext } from '../desk-context.ts';
import { notedOf } from '../files/file-stamp.ts';
import { inList } from '../store/in-list.ts';
import { bytesIdOf } from '../store/bytes-id.ts';
import { files, type FileRow } from '../store/schema.ts';
import { makeRepair, type Bench } from './make-repair.ts';

export type MadeFile = Extract<FixOutcome, { ok: true }> & { readonly path: string };

export interface RepairAttempt {
  readonly make: (
    folder: string,
    name: string,
    request: Omit<FixRequest, 'outputPath'>,
    tell: Bench['tell'],
  ) => Promise<MadeFile | Extract<FixOutcome, { ok: false }>>;
  readonly succeeded: () => void;
  readonly end: () => void;
}

const REPAIR_PREFIX = 'fix_';
const isRepairFolder = (name: string) => name.startsWith(REPAIR_PREFIX);

/** The files that repairs were made into, each in a folder of its own: a preview, a book's, or gone. */
export class RepairedFiles {
  readonly #context: DeskContext;
  readonly #checks: Checks;
  readonly #bench: Omit<Bench, 'tell'>;
  readonly #folder: string;

  constructor(context: DeskContext, checks: Checks, bench: Omit<Bench, 'tell'>, folder: string) {
    this.#context = context;
    this.#checks = checks;
    this.#bench = bench;
    this.#folder = folder;
  }

  /** What an earlier run left undecided or half written is gone: nobody sees it any more. */
  sweep(): void {
    const { db } = this.#context;
    for (const file of db.select().from(files).where(eq(files.isPreview, true)).all()) this.discard(file);
    const made = existsSync(this.#folder) ? readdirSync(this.#folder).filter(isRepairFolder) : [];
    if (made.length === 0) return;
    const kept = new Set(
      db
        .select({ path: files.path })
        .from(files)
        .where(isNotNull(files.repairedFromId))
        .all()
        .map(({ path }) => basename(dirname(path))),
    );
    for (const name of made) if (!kept.has(name)) rmSync(join(this.#folder, name), { recursive: true, force: true });
  }

  /** The name of a folder for one file. */
  newFolder(): string {
    return `${REPAIR_PREFIX}${this.#context.ids.base62(12)}`;
  }

  /** Files of one repair: of one that does not succeed nothing is left, whatever it was that ended it. */
  attempt(): RepairAttempt {
    const paths: string[] = [];
    return {
      make: async (folder, name, request, tell) => {
        const path = join(this.#folder, folder, name);
        paths.push(path);
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        const made = await makeRepair({ ...this.#bench, tell }, { ...request, outputPath: path });
        return made.ok ? { ...made, path } : made;
      },
      succeeded: () => void paths.splice(0),
      end: () => {
        // The files first: of a full disk they are the way out, and rows of previews are swept on the next start.
        for (const path of paths) this.drop({ path });
        if (paths.length > 0) this.#context.db.delete(files).where(inList(files.path, paths)).run();
      },
    };
  }

  /** As a preview. */
  async keep(before: FileRow, { path, pages }: MadeFile, fix: FixName): Promise<FileRow> {
    const { db, ids, clock } = this.#context;
    const noted = notedOf(statSync(path));
    const facts = await this.#bench.pool.run<'facts'>({ task: 'facts', path });
    return db
      .insert(files)
      .values({
        fileId: `f_${ids.base62(12)}`,
        importId: before.importId,
        path,
        folder: before.folder,
        name: basename(path),
        ...noted,
        facts: facts.ok ? facts.answer : null,
        presence: 'present',
        repairedFromId: before.fileId,
        fixes: [...before.fixes, { fix, atMs: clock.nowMs(), pages: [...pages], ofBytesId: bytesIdOf(before, false) }],
        isPreview: true,
      })
      .returning()
      .get();
  }

  discard(file: FileRow): void {
    this.#context.db.transaction(() => this.forget(file));
    this.drop(file);
  }

  /** Within a transaction: the row alone, before `drop`. A folder without a row is swept away on the next start, a row without a file would be a book's loss. */
  forget(file: FileRow): void {
    this.#checks.forgetDeeper([file.fileId]);
    this.#context.db.delete(files).where(eq(files.fileId, file.fileId)).run();
  }

  /** Only what lies where the desk put it is the desk's to delete. */
  drop({ path }: Pick<FileRow, 'path'>): void {
    if (dirname(dirname(path)) === this.#folder && isRepairFolder(basename(dirname(path))))
      rmSync(dirname(path), { recursive: true, force: true });
  }
}
