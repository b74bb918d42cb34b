import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import type { BookDetail } from '../../../src-core/ipc/subjects/library.ts';
import type { OpenLayout } from '../../../src-core/ipc/subjects/layouts.ts';
import type { LayoutDocument } from '../../../src-core/layout/document.ts';
import { History, type StepLine } from '../../../src-core/layout/history.ts';
import { newLayout } from '../../../src-core/layout/new-document.ts';
import { pageRuleBreach } from '../../../src-core/specs/page-rules.ts';
import type { Connections } from '../connections/connections.ts';
import type { DeskContext } from '../desk-context.ts';
import { books, files, type BookRow } from '../store/schema.ts';
import { codeOf, createProject, LayoutProject } from './layout-project.ts';
import { rowOfLayout, shownVersion, wasSent } from './layout-versions.ts';
import { exportRecord, ProjectFolder } from './project-folder.ts';
import { readProject } from './read-project.ts';

/**
 * Books that are made here: a row of the library each, and a project folder each that the row points to. The folder is the
 * operator's work and is never removed, whatever becomes of the row. What was sent off stays a row of its own: all versions of
 * a book point to one folder, and whoever asks for the layout of one of them is given that.
 */
export class Layouts {
  readonly #context: DeskContext;
  readonly #connections: Connections;
  readonly #root: string;
  /** A layout was left. */
  onClosed: (layoutFolder: string) => void = () => undefined;
  /** By the name of their folder. */
  readonly #open = new Map<string, LayoutProject>();
  /** Files of exports whose record cannot be read. */
  readonly #unrecorded = new Set<string>();
  /** As they were read last. */
  readonly #facts = new Map<string, NonNullable<BookDetail['made']>>();

  /** `root`: where the project folders lie. */
  constructor(context: DeskContext, connections: Connections, root: string) {
    this.#context = context;
    this.#connections = connections;
    this.#root = root;
  }

  /**
   * A project that no row knows gets one: of a life that ended between the two, or of a library that was lost. A copy, an archive or
   * another system may have brought a folder back under its name in another spelling (Hangul in one piece or taken apart): its rows
   * follow it.
   */
  open(): void {
    const known = this.#context.db
      .selectDistinct({ folder: books.layoutFolder, layoutId: books.importId })
      .from(books)
      .where(isNotNull(books.layoutFolder))
      .all();
    const names = new Set(known.map(({ folder }) => folder));
    const entries = existsSync(this.#root) ? readdirSync(this.#root, { withFileTypes: true }) : [];
    const unknown = entries.filter(
      (entry) => entry.isDirectory() && !names.has(entry.name) && this.#folder(entry.name).document !== null,
    );
    for (const { name } of unknown) {
      try {
        const { document } = readProject(this.#folder(name));
        const spelled = known.flatMap(({ folder, layoutId }) =>
          folder !== null && isSameName(folder, name) && layoutId === document.layoutId ? folder : [],
        );
        // Some systems list a folder in one spelling and find it in both.
        if (spelled.some((folder) => this.#folder(folder).document !== null)) continue;
        const [former, ...others] = spelled;
        const isSole = others.length === 0 && unknown.filter((entry) => isSameName(entry.name, name)).length === 1;
        if (former !== undefined && isSole) this.#respelled(former, name);
        else this.#addRow(name, document);
      } catch (error) {
        this.#context.log.write('warn', 'a project in the folder of layouts cannot be read', { error });
      }
    }
  }

  /** Throws SPEC_UNKNOWN, LAYOUT_PAGES, LAYOUT_DISK_FULL, LAYOUT_NOT_SAVED. */
  create({ title, specUid, pageCount }: { title: string; specUid: string; pageCount: number }): { bookId: string } {
    const spec = this.#connections.spec(specUid);
    if (spec === null) throw new AppError('SPEC_UNKNOWN');
    if (pageRuleBreach(spec, pageCount) !== null) {
      const { pageMin: min, pageMax: max, pageIncrement: increment } = spec;
      throw new AppError('LAYOUT_PAGES', { params: { pages: pageCount, min, max, increment } });
    }
    const layoutId = `l_${this.#context.ids.base62(12)}`;
    const document = newLayout({ layoutId, title: title.normalize('NFC'), spec, pageCount });
    const { name } = createProject(this.#root, document, this.#context.clock.nowMs());
    const bookId = this.#addRow(name, document);
    this.#context.changed('library', 'status', 'layouts');
    return { bookId };
  }

  /** A book that this studio has open already is told as it stands: its window was loaded anew. Throws as `LayoutProject.open`. */
  openBook(bookId: string): OpenLayout {
    const layoutFolder = this.#needFolder(bookId);
    const known = this.#open.get(layoutFolder);
    const isWritten = known !== undefined && known.readOnly === null;
    if (known !== undefined && !isWritten) this.#close(layoutFolder);
    const project = isWritten ? known : LayoutProject.open(this.#folder(layoutFolder), this.#context);
    this.#open.set(layoutFolder, project);
    if (project.readOnly === null) this.#follow(layoutFolder, project.document);
    return { bookId: shownVersion(this.#context.db, layoutFolder)?.bookId ?? bookId, ...project.view() };
  }

  /** The book whose layout has this document, its newest version. Throws LAYOUT_ELSEWHERE. */
  bookAt(documentFile: string): string {
    const project = dirname(realPathOf(documentFile));
    const isHere = dirname(project) === realPathOf(this.#root);
    const { db } = this.#context;
    const name = basename(project);
    const shown = isHere ? (shownVersion(db, name) ?? shownVersion(db, name.normalize('NFC'))) : undefined;
    const bookId = shown?.bookId;
    if (bookId !== undefined) return bookId;
    throw new AppError('LAYOUT_ELSEWHERE', { params: { name: basename(documentFile), folder: this.#root } });
  }

  /** Throws LAYOUT_NONE, and as `LayoutProject.append`. */
  append(bookId: string, after: number, lines: readonly StepLine[]): { steps: number } {
    const project = this.project(bookId);
    const before = project.document;
    const steps = project.append(after, lines);
    if (project.document !== before) {
      this.#follow(project.folder.name, project.document);
      this.#context.changed('layouts');
    }
    return { steps };
  }

  /**
   * Gives a book that is not open another title: a step like any other, which undo finds. Throws LAYOUT_OPEN, LAYOUT_READ_ONLY,
   * and as `LayoutProject.open` and `append`.
   */
  rename(bookId: string, title: string): void {
    const layoutFolder = this.#needFolder(bookId);
    if (this.#open.has(layoutFolder)) throw new AppError('LAYOUT_OPEN', { params: { title } });
    const project = LayoutProject.open(this.#folder(layoutFolder), this.#context);
    try {
      if (project.readOnly !== null) throw new AppError('LAYOUT_READ_ONLY', { params: { title } });
      const lines: StepLine[] = [];
      const history = new History(project.document, (line) => lines.push(line));
      history.take('setTitle', { ...project.document, title }, this.#context.clock.nowMs());
      project.append(project.steps, lines);
      this.#follow(layoutFolder, project.document);
    } finally {
      project.close();
    }
  }

  /** What the row of a layout tells of it. Null: its project cannot be read now. */
  facts(layoutFolder: string): BookDetail['made'] {
    const folder = this.#folder(layoutFolder);
    try {
      const changedAtMs = folder.changedAtMs();
      if (changedAtMs === null) return null;
      const known = this.#facts.get(layoutFolder);
      if (known?.changedAtMs === changedAtMs) return known;
      const { document } = this.#open.get(layoutFolder) ?? readProject(folder);
      const facts = { pictures: document.pictureOrder.length, changedAtMs };
      this.#facts.set(layoutFolder, facts);
      return facts;
    } catch (error) {
      this.#context.log.write('warn', 'a layout could not be looked into', { reason: codeOf(error) });
      return null;
    }
  }

  /** Has the row of a layout tell what is in its folder now; of one that cannot be read it goes on telling what it did. */
  follow(layoutFolder: string): void {
    try {
      const { document } = this.#open.get(layoutFolder) ?? readProject(this.#folder(layoutFolder));
      this.#follow(layoutFolder, document);
    } catch (error) {
      this.#context.log.write('warn', 'a layout could not be looked into', { reason: codeOf(error) });
    }
  }

  close(bookId: string): void {
    const layoutFolder = this.#folderOf(bookId);
    if (layoutFolder !== null) this.#close(layoutFolder);
  }

  /** Of the desk. */
  closeAll(): void {
    for (const layoutFolder of [...this.#open.keys()]) this.#close(layoutFolder);
  }

  /** Throws LAYOUT_NONE, LAYOUT_READ_ONLY. */
  writable(bookId: string): LayoutProject {
    const project = this.project(bookId);
    if (project.readOnly !== null)
      throw new AppError('LAYOUT_READ_ONLY', { params: { title: project.document.title } });
    return project;
  }

  /** Those that are open. */
  projects(): Iterable<LayoutProject> {
    return this.#open.values();
  }

  /** Throws LAYOUT_NONE. */
  project(bookId: string): LayoutProject {
    const project = this.#open.get(this.#folderOf(bookId) ?? '');
    if (project === undefined) throw new AppError('LAYOUT_NONE');
    return project;
  }

  #close(layoutFolder: string): void {
    this.#open.get(layoutFolder)?.close();
    this.#open.delete(layoutFolder);
    this.onClosed(layoutFolder);
  }

  #folder(name: string): ProjectFolder {
    return new ProjectFolder(resolve(this.#root, name));
  }

  /** Null: no such book, or one that came as files. */
  #folderOf(bookId: string): string | null {
    const { db } = this.#context;
    return db.select({ folder: books.layoutFolder }).from(books).where(eq(books.bookId, bookId)).get()?.folder ?? null;
  }

  /** Throws BOOK_UNKNOWN, LAYOUT_NONE. */
  #needFolder(bookId: string): string {
    const book = this.#context.db
      .select({ layoutFolder: books.layoutFolder })
      .from(books)
      .where(and(eq(books.bookId, bookId), isNull(books.undoId)))
      .get();
    if (book === undefined) throw new AppError('BOOK_UNKNOWN');
    if (book.layoutFolder === null) throw new AppError('LAYOUT_NONE');
    return book.layoutFolder;
  }

  /** All versions of a layout, and the files that lie in its folder. */
  #respelled(former: string, name: string): void {
    const { db } = this.#context;
    const before = this.#folder(former).path + sep;
    db.transaction(() => {
      db.update(books).set({ layoutFolder: name }).where(eq(books.layoutFolder, former)).run();
      for (const { fileId, path } of db.select({ fileId: files.fileId, path: files.path }).from(files).all())
        if (path.startsWith(before))
          db.update(files)
            .set({ path: join(this.#folder(name).path, path.slice(before.length)) })
            .where(eq(files.fileId, fileId))
            .run();
    });
  }

  #addRow(layoutFolder: string, document: LayoutDocument): string {
    const { db, ids, clock } = this.#context;
    const bookId = `b_${ids.base62(12)}`;
    db.insert(books)
      .values({
        bookId,
        // Books of one import are one batch to the checks; each of these is by itself.
        importId: document.layoutId,
        batch: '',
        quantity: 1,
        specOrigin: 'given',
        pairing: { key: 'desk.pairing.layout' },
        stage: 'inLayout',
        verdict: 'notChecked',
        findings: [],
        addedAtMs: clock.nowMs(),
        layoutFolder,
        layoutState: 'notExported',
        ...told(document),
      })
      .run();
    return bookId;
  }

  /**
   * Until there are files the row tells title, spec and pages of the layout; from then on the files tell spec and pages. The
   * title is the layout's until the book is sent off under it.
   */
  #follow(layoutFolder: string, document: LayoutDocument): void {
    const { db } = this.#context;
    const row = rowOfLayout(db, layoutFolder);
    if (row === undefined) return;
    const next = row.layoutState === 'notExported' ? told(document) : this.#toldOfFiles(row, document);
    const isKnown = Object.entries(next).every(([name, value]) => row[name as keyof BookRow] === value);
    if (isKnown) return;
    db.update(books).set(next).where(eq(books.bookId, row.bookId)).run();
    this.#context.changed('library');
  }

  #toldOfFiles(row: BookRow, document: LayoutDocument): Partial<BookRow> {
    const { db } = this.#context;
    // A row that was exported before rows knew it (migration 0007) finds it beside its files.
    const layoutSteps = row.layoutSteps ?? this.#stepsOfFiles(row);
    return {
      layoutSteps,
      layoutState: layoutSteps === document.steps ? 'exported' : 'changed',
      ...(wasSent(db, row.bookId) ? {} : { title: document.title }),
    };
  }

  /** The last step that the files of a row have in them, as its export wrote it down. Null: nobody can tell any more. */
  #stepsOfFiles({ contentsFileId }: BookRow): number | null {
    const { db, log } = this.#context;
    const file = db
      .select({ path: files.path })
      .from(files)
      .where(eq(files.fileId, contentsFileId ?? ''))
      .get();
    // Asked once: steps are followed several times a second.
    if (file === undefined || this.#unrecorded.has(file.path)) return null;
    try {
      return exportStepsSchema.parse(JSON.parse(readFileSync(exportRecord(dirname(file.path)), 'utf8'))).steps;
    } catch (error) {
      this.#unrecorded.add(file.path);
      log.write('warn', 'what an export was made of could not be read', { reason: codeOf(error) });
      return null;
    }
  }
}

const isSameName = (one: string, other: string): boolean => one.normalize('NFC') === other.normalize('NFC');

/** Of what is not there the path itself. */
function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return resolve(path);
  }
}

const exportStepsSchema = z.object({ steps: z.int().min(0) });

const told = (document: LayoutDocument) => ({
  title: document.title,
  specUid: document.spec.bookSpecUid,
  pageCount: document.order.length,
});
