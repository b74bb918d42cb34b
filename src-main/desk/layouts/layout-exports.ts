import { statSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { LIMITS } from '../../../src-core/contract/limits.ts';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import { exportedWith } from '../../../src-core/composition/embedded-parts.ts';
import type { ExportChoices, ExportNews, LayoutExport } from '../../../src-core/ipc/subjects/layouts.ts';
import { written } from '../../../src-core/layout/history.ts';
import type { TextRef } from '../../../src-core/text-ref.ts';
import { isDiskFull } from '../../../src-node/disk-full.ts';
import { writeSmallFile } from '../../../src-node/small-file.ts';
import type { PaintedFile } from '../../../src-node/painting/layout-painting.ts';
import type { Connections } from '../connections/connections.ts';
import type { DeskContext } from '../desk-context.ts';
import { notedOf } from '../files/file-stamp.ts';
import { moveBook } from '../store/book-stages.ts';
import { books, files } from '../store/schema.ts';
import { expectedExport } from './expected-export.ts';
import type { LayoutPainter } from './layout-painter.ts';
import { codeOf, type LayoutProject } from './layout-project.ts';
import { bookIdsOf, nextVersion, rowForFiles, shownVersion } from './layout-versions.ts';
import { beginFolder, keepFolder, removeFolder } from './numbered-folders.ts';
import { exportRecord } from './project-folder.ts';

/** One state of a project: what is done to it while it is painted is not in it. */
interface WantedExport {
  readonly project: LayoutProject;
  readonly document: LayoutProject['document'];
  readonly choices: ExportChoices;
}

interface KnownExport {
  readonly layoutFolder: string;
  readonly title: string;
  readonly abort: AbortController;
  readonly done: Promise<void>;
  state: LayoutExport;
  /** Somebody has read what came of it. */
  isTold: boolean;
}

/** Makes the PDFs of layouts, which become the files of their rows. Each export has a folder of its own that stays. */
export class LayoutExports {
  readonly #context: DeskContext;
  readonly #connections: Connections;
  readonly #painter: LayoutPainter;
  readonly #exports = new Map<string, KnownExport>();
  /** The export of each project that was begun last. */
  readonly #last = new Map<string, Promise<void>>();
  /** Looks at new files and has their books judged. */
  onExported: (fileIds: readonly string[]) => Promise<void> = () => Promise.resolve();
  /** Has the row tell what the layout is by now: it may have been closed, opened and changed since the export began. */
  onFiled: (layoutFolder: string) => void = () => undefined;

  constructor(context: DeskContext, connections: Connections, painter: LayoutPainter) {
    this.#context = context;
    this.#connections = connections;
    this.#painter = painter;
  }

  /**
   * Begins an export of the layout behind its step number `steps`, whatever follows meanwhile. Throws as `LayoutPainter.ready`, and
   * LAYOUT_TOO_LARGE when a file would be larger than the service takes.
   */
  async start(project: LayoutProject, steps: number, choices: ExportChoices): Promise<{ exportId: string }> {
    const document = await this.#painter.ready(project, steps);
    // What pages share is known when they are painted: the painter ends where the limit is reached.
    const { largestAtLeast: largest } = expectedExport(document, choices);
    if (largest > LIMITS.pdfMaxBytes)
      throw new AppError('LAYOUT_TOO_LARGE', { params: { mb: inMb(largest), limitMb: inMb(LIMITS.pdfMaxBytes) } });
    const exportId = `ex_${this.#context.ids.base62(12)}`;
    const abort = new AbortController();
    const state: LayoutExport = { state: 'running', sheets: 0, sheetsInAll: 0, bytes: 0, bookId: null, problem: null };
    // One after another: two of one book would paint into the same folder.
    const before = this.#last.get(project.folder.path) ?? Promise.resolve();
    // What fails here is told by the state; the export is known before it begins.
    const done = before.then(() => this.#run(exportId, { project, document, choices }, abort.signal));
    this.#last.set(project.folder.path, done);
    const of = { layoutFolder: project.folder.name, title: document.title };
    this.#exports.set(exportId, { ...of, abort, done, state, isTold: false });
    return { exportId };
  }

  /** Of an export that would begin now. */
  expected(
    { document, folder }: LayoutProject,
    choices: ExportChoices,
  ): { bytes: number; isAtMost: boolean; newVersion: number | null } {
    const { cover, contents, isAtMost } = expectedExport(document, choices);
    return { bytes: cover + contents, isAtMost, newVersion: nextVersion(this.#context.db, folder.name) };
  }

  state(exportId: string): LayoutExport | null {
    return this.#exports.get(exportId)?.state ?? null;
  }

  /** What came of exports that nobody has been told of, oldest first: their layout may have been left meanwhile. */
  news(): ExportNews[] {
    return [...this.#exports].flatMap(([exportId, { isTold, layoutFolder, title, state: known }]): ExportNews[] => {
      const { state, bytes, problem } = known;
      if (isTold || (state !== 'done' && state !== 'failed')) return [];
      const bookId = shownVersion(this.#context.db, layoutFolder)?.bookId ?? null;
      const layoutBookIds = bookIdsOf(this.#context.db, layoutFolder);
      return [{ exportId, bookId, layoutBookIds, title, state, bytes, problem }];
    });
  }

  told(exportId: string): void {
    const known = this.#exports.get(exportId);
    if (known === undefined || known.isTold) return;
    known.isTold = true;
    this.#context.changed('layouts');
  }

  running(): number {
    return [...this.#exports.values()].filter(({ state }) => state.state === 'running').length;
  }

  cancel(exportId: string): void {
    this.#exports.get(exportId)?.abort.abort();
  }

  async close(): Promise<void> {
    for (const { abort } of this.#exports.values()) abort.abort();
    await Promise.allSettled([...this.#exports.values()].map(({ done }) => done));
  }

  async #run(exportId: string, wanted: WantedExport, signal: AbortSignal): Promise<void> {
    const { project, document, choices } = wanted;
    const exportsFolder = join(project.folder.path, 'exports');
    let part: string | null = null;
    try {
      part = beginFolder(exportsFolder);
      const what = { pictures: exportedWith(choices.maxPpi, choices.colours), maxBytes: LIMITS.pdfMaxBytes };
      const answer = await this.#painter.paint({ project, document, folder: part }, what, signal, (news) =>
        this.#tell(exportId, news),
      );
      if (signal.aborted) return this.#tell(exportId, { state: 'cancelled' });
      if (!answer.ok) return this.#tell(exportId, { state: 'failed', problem: answer.problem });
      const madeOf = createHash('sha256').update(written(document)).digest('hex');
      const { layoutId, spec, order, steps } = document;
      const record = {
        layoutId,
        documentSha256: madeOf,
        steps,
        specUid: spec.bookSpecUid,
        pageCount: order.length,
        ...choices,
        atMs: this.#context.clock.nowMs(),
        files: answer.files,
      };
      writeSmallFile(exportRecord(part), written(record));
      const kept = keepFolder(exportsFolder, part);
      part = null;
      const { bookId, fileIds } = this.#becomeFiles(project, document, kept, answer.files);
      await this.onExported(fileIds);
      const bytes = answer.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
      this.#tell(exportId, { state: 'done', bookId, bytes });
    } catch (error) {
      if (!(error instanceof AppError)) this.#context.log.write('error', 'an export failed', { error });
      const problem = error instanceof AppError ? error.text : problemOf(error);
      this.#tell(exportId, {
        state: signal.aborted ? 'cancelled' : 'failed',
        problem: signal.aborted ? null : problem,
      });
    } finally {
      if (part !== null) removeFolder(part, this.#context.log);
    }
  }

  /** The files of the layout's row from now on, or of a new version of it. Those of an earlier export stay where they are. */
  #becomeFiles(
    project: LayoutProject,
    document: LayoutProject['document'],
    folder: string,
    painted: readonly PaintedFile[],
  ): { readonly bookId: string; readonly fileIds: string[] } {
    const { db, ids } = this.#context;
    const connectionId = this.#connections.active()?.connectionId ?? null;
    const named = painted.map((file) => ({ ...file, fileId: `f_${ids.base62(12)}`, path: join(folder, file.name) }));
    const idOf = (kind: PaintedFile['kind']) => named.find((file) => file.kind === kind)?.fileId ?? null;
    const bookId = db.transaction(() => {
      // Asked here and not when it began: it may have been sent off while it was painted.
      const row = rowForFiles(this.#context, project.folder.name);
      if (row === undefined) throw new AppError('BOOK_UNKNOWN');
      const importId = document.layoutId;
      for (const { fileId, path, name, sha256 } of named)
        db.insert(files)
          .values({
            fileId,
            importId,
            path,
            folder: [document.title],
            name,
            ...notedOf(statSync(path)),
            sha256,
            presence: 'present',
          })
          .run();
      db.update(books)
        .set({
          coverFileId: idOf('cover'),
          contentsFileId: idOf('contents'),
          title: document.title,
          specUid: document.spec.bookSpecUid,
          specOrigin: 'given',
          pageCount: document.order.length,
          layoutSteps: document.steps,
          layoutState: 'exported',
        })
        .where(eq(books.bookId, row.bookId))
        .run();
      moveBook(db, connectionId, row.bookId, row.stage === 'inLayout' ? 'exported' : 'filesChanged');
      return row.bookId;
    });
    this.onFiled(project.folder.name);
    this.#context.changed('library', 'status', 'layouts');
    return { bookId, fileIds: named.map(({ fileId }) => fileId) };
  }

  #tell(exportId: string, news: Partial<LayoutExport>): void {
    const known = this.#exports.get(exportId);
    if (known === undefined) return;
    known.state = { ...known.state, ...news };
    this.#context.changed('layouts');
  }
}

const inMb = (bytes: number): number => Math.round(bytes / 1_000_000);

/** Why what was painted could not be kept. */
export const problemOf = (error: unknown): TextRef =>
  isDiskFull(error)
    ? { key: 'desk.export.diskFull' }
    : { key: 'desk.export.notWritten', params: { reason: codeOf(error) } };
