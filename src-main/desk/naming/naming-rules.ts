import { and, desc, eq, isNull, or, sql } from 'drizzle-orm';
import { halfTitle } from '../../../src-core/imports/left-over-files.ts';
import { BUILT_IN_NAMES, NameReader } from '../../../src-core/imports/name-reader.ts';
import { completeRules, type NamingRules } from '../../../src-core/imports/naming-rules.ts';
import type { DeskContext } from '../desk-context.ts';
import { type Steps, valueStep, type Values } from '../steps/steps.ts';
import { readDeskValue, writeDeskValue } from '../store/desk-values.ts';
import type { Store } from '../store/open-store.ts';
import { perStore } from '../store/per-store.ts';
import { books, files, imports, type FileRow } from '../store/schema.ts';

const RULES = 'naming.rules';
/** More than anybody reads through to see how names are taken. */
const MOST_NAMES = 500;

/** Prepared once: thousands of names are read by them. Only `#write` changes them. */
const kept = perStore((db) => ({ names: readKept(db) }));

function readKept(db: Store): NameReader {
  const value = readDeskValue(db, RULES);
  const read = typeof value === 'object' && value !== null ? completeRules(value) : null;
  return read?.success === true ? new NameReader(read.data) : BUILT_IN_NAMES;
}

/** Reads names by the rules that this studio has now. */
export const namesOf = (db: Store): NameReader => kept(db).names;

/** Whether a book of one file is called what its name tells, by the rules of now or by the built-in ones: nobody called it otherwise. */
export const isCalledAsFile = (db: Store, file: Pick<FileRow, 'name' | 'folder'>, title: string): boolean =>
  [namesOf(db), BUILT_IN_NAMES].some((names) => halfTitle(file, names) === title);

/** The naming rules of this studio, and the names that they are tried on. */
export class StudioNamingRules {
  readonly #context: DeskContext;
  readonly #steps: Steps;
  /** Names are read otherwise from now on. */
  onChanged: () => Promise<void> = async () => undefined;

  constructor(context: DeskContext, steps: Steps) {
    this.#context = context;
    this.#steps = steps;
  }

  rules(): NamingRules {
    return namesOf(this.#context.db).rules;
  }

  /** For imports from now on: what is in the library stays as it is. */
  async set(rules: NamingRules): Promise<{ undoId: string | null }> {
    const before = this.#read();
    const after = new Map([[RULES, rules]]);
    const step = valueStep({ read: () => this.#read(), write: (values) => this.#write(values) }, before, after);
    if (step.size > 0) await this.#write(after);
    return this.#steps.keepChange(step);
  }

  #read(): Values<NamingRules> {
    return new Map([[RULES, this.rules()]]);
  }

  async #write(values: Values<NamingRules>): Promise<string[]> {
    const { db, changed } = this.#context;
    for (const [name, rules] of values) {
      writeDeskValue(db, name, rules);
      kept(db).names = new NameReader(rules);
    }
    await this.onChanged();
    changed('preferences');
    return [...values.keys()];
  }

  /** Names with their folders, as of the last import that brought files, or of files without a partner. The first of very many. */
  names(of: 'lastImport' | 'leftOver'): string[] {
    const { db } = this.#context;
    const found =
      of === 'lastImport'
        ? db
            .select({ folder: files.folder, name: files.name })
            .from(files)
            .where(and(eq(files.importId, this.#lastImport() ?? ''), isNull(files.repairedFromId)))
            .orderBy(files.path)
            .limit(MOST_NAMES)
            .all()
        : db
            .select({ folder: files.folder, name: files.name })
            .from(files)
            .innerJoin(
              books,
              and(
                isNull(books.undoId),
                or(
                  and(isNull(books.contentsFileId), eq(books.coverFileId, files.fileId)),
                  and(isNull(books.coverFileId), eq(books.contentsFileId, files.fileId)),
                ),
              ),
            )
            .orderBy(files.path)
            .limit(MOST_NAMES)
            .all();
    return found.map(({ folder, name }) => [...folder, name].join('/').normalize('NFC'));
  }

  #lastImport(): string | null {
    const last = this.#context.db
      .select({ importId: imports.importId })
      .from(imports)
      .where(sql`exists (select 1 from ${files} where ${files.importId} = ${imports.importId})`)
      .orderBy(desc(imports.createdAtMs))
      .limit(1)
      .get();
    return last?.importId ?? null;
  }
}
