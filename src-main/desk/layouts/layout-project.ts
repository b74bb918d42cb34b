import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { basename, join } from 'node:path';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import { LAYOUT_SCHEMA, type LayoutDocument } from '../../../src-core/layout/document.ts';
import {
  applied,
  difference,
  replayed,
  stepsBehind,
  written,
  type StepLine,
} from '../../../src-core/layout/history.ts';
import { isSoundDocument } from '../../../src-core/layout/sound.ts';
import type { OpenLayout } from '../../../src-core/ipc/subjects/layouts.ts';
import type { Clock, Ids, Log } from '../../../src-core/ports.ts';
import type { TextRef } from '../../../src-core/text-ref.ts';
import { syncFolder, writeSmallFile } from '../../../src-node/small-file.ts';
import { backupName, backupsAmong, backupsToDrop } from './backups.ts';
import { readDocument } from './document-file.ts';
import { isDiskFull } from '../../../src-node/disk-full.ts';
import { JournalFile, type KeptStep } from './journal.ts';
import { DOCUMENT_ENDING, makeProjectFolder, type ProjectFolder } from './project-folder.ts';
import { ProjectLock } from './project-lock.ts';
import { newer, readProject, type ReadProject } from './read-project.ts';

/** After so many steps the document is written whole, or after so much rest. */
const STEPS_TO_SNAPSHOT = 200;
const REST_MS = 60_000;
/** So long undo finds what was done in former sessions. */
const JOURNALS_KEPT_MS = 30 * 24 * 3_600_000;

export interface ProjectMeans {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
}

/**
 * Makes a project's folder with its document, and a backup of it: from its first step on a damaged document costs nothing. Throws
 * LAYOUT_DISK_FULL, LAYOUT_NOT_SAVED; no folder is left then.
 */
export function createProject(
  root: string,
  document: LayoutDocument,
  nowMs: number,
): { readonly folder: ProjectFolder; readonly name: string } {
  let made: ReturnType<typeof makeProjectFolder> | null = null;
  try {
    made = makeProjectFolder(root, document.title);
    const { folder, name } = made;
    mkdirSync(folder.backups, { recursive: true, mode: 0o700 });
    writeSmallFile(join(folder.backups, backupName(nowMs, document.steps)), written(document));
    writeSmallFile(join(folder.path, `${name}${DOCUMENT_ENDING}`), written(document));
    for (const path of [folder.own, folder.path, root]) syncFolder(path);
    return made;
  } catch (cause) {
    if (made !== null) rmSync(made.folder.path, { recursive: true, force: true });
    throw notSaved(document.title, cause);
  }
}

/**
 * An open project. What `append` has returned from is on the disk, whatever becomes of the process; the document's own
 * file follows from time to time, and whatever it lacks stands in the journal.
 */
export class LayoutProject {
  readonly folder: ProjectFolder;
  /** Why it can only be read; null: it is written here and nowhere else. */
  readonly readOnly: TextRef | null;
  readonly #means: ProjectMeans;
  readonly #notes: readonly TextRef[];
  readonly #history: KeptStep[];
  readonly #lock: ProjectLock | null;
  #document: LayoutDocument;
  #stepsInFile: number;
  #journal: JournalFile | null = null;
  #rest: NodeJS.Timeout | null = null;

  private constructor(
    folder: ProjectFolder,
    means: ProjectMeans,
    read: ReadProject,
    lock: ProjectLock | null,
    readOnly: TextRef | null,
  ) {
    this.folder = folder;
    this.#means = means;
    // What another one is writing this moment is neither torn nor behind.
    this.#notes = lock === null ? [] : read.notes;
    this.#history = [...read.history];
    this.#document = read.document;
    this.#stepsInFile = read.document.steps;
    this.#lock = lock;
    this.readOnly = readOnly;
  }

  /**
   * Opens a project for writing, or for reading alone when another one writes it, a later version made it or nothing can be
   * written. Throws LAYOUT_MISSING, LAYOUT_DAMAGED, LAYOUT_NEWER, LAYOUT_UNREADABLE.
   */
  static open(folder: ProjectFolder, means: ProjectMeans): LayoutProject {
    const { lock, readOnly } = lockFor(folder, means);
    try {
      // Behind the lock: nobody changes it from here on.
      const read = readProject(folder);
      if (read.newerSchema !== null || lock === null) {
        lock?.release();
        const why = read.newerSchema === null ? readOnly : newer(read.newerSchema).text;
        return new LayoutProject(folder, means, read, null, why);
      }
      const project = new LayoutProject(folder, means, read, lock, null);
      try {
        project.#begin(read);
        return project;
      } catch (error) {
        project.#end();
        return new LayoutProject(folder, means, read, null, notSaved(read.document.title, error).text);
      }
    } catch (error) {
      lock?.release();
      if (error instanceof AppError) throw error;
      const params = { name: basename(folder.path).normalize('NFC'), reason: codeOf(error) };
      throw new AppError('LAYOUT_UNREADABLE', { params, cause: error });
    }
  }

  get document(): LayoutDocument {
    return this.#document;
  }

  /** The number of the last step that is kept. */
  get steps(): number {
    return this.#document.steps;
  }

  /** As the window takes it over. */
  view(): Omit<OpenLayout, 'bookId'> {
    return {
      document: this.#document,
      readOnly: this.readOnly,
      notes: [...this.#notes],
      ...stepsBehind(this.#history.map(({ line }) => line)),
    };
  }

  /**
   * Keeps steps that follow number `after`; those that were kept before are not kept twice. Answers the number of the last
   * one. Throws LAYOUT_READ_ONLY, LAYOUT_OUT_OF_STEP, LAYOUT_STEP_REFUSED, LAYOUT_DISK_FULL, LAYOUT_NOT_SAVED; none of them
   * is kept then.
   */
  append(after: number, lines: readonly StepLine[]): number {
    const { title } = this.#document;
    this.mustBeHeld();
    const news = this.#notYetKept(after, lines);
    if (news.length === 0) return this.steps;
    const document = behind(this.#document, news);
    if (document === null) throw new AppError('LAYOUT_STEP_REFUSED', { params: { title } });
    const kept = news.map((line, index) => ({ number: this.steps + index + 1, schema: LAYOUT_SCHEMA, line }));
    try {
      // One that could not be begun when the document was written is tried again: the steps in that document are safe.
      (this.#journal ?? this.#beginJournal()).append(kept);
    } catch (cause) {
      throw notSaved(title, cause);
    }
    this.#document = document;
    this.#history.push(...kept);
    this.#writeInTime();
    return this.steps;
  }

  /** Throws LAYOUT_READ_ONLY where another studio has taken it over. */
  mustBeHeld(): void {
    const { title } = this.#document;
    if (this.#lock?.isHeld() !== true) throw new AppError('LAYOUT_READ_ONLY', { params: { title } });
  }

  /** Writes the document whole, as far as that can be, and gives the lock back. What could not be written stands in the journal. */
  close(): void {
    if (this.#lock !== null) this.#tryToWrite();
    this.#end();
  }

  #end(): void {
    if (this.#rest !== null) clearTimeout(this.#rest);
    this.#journal?.close();
    this.#journal = null;
    this.#lock?.release();
  }

  #begin(read: ReadProject): void {
    const { folder } = this;
    if (read.isDamaged && folder.document !== null) {
      mkdirSync(folder.damaged, { recursive: true, mode: 0o700 });
      renameSync(folder.document, join(folder.damaged, `${this.#means.clock.nowMs()}${DOCUMENT_ENDING}`));
    }
    if (read.isBehind) this.#write();
    else this.#beginJournal();
  }

  /** The last steps that are kept may be among those that the window has no answer for. */
  #notYetKept(after: number, lines: readonly StepLine[]): readonly StepLine[] {
    const known = this.steps - after;
    const overlap = this.#history.slice(this.#history.length - known);
    const isSame =
      known >= 0 &&
      overlap.length === known &&
      overlap.every(({ line }, index) => lines[index] === undefined || sameLine(line, lines[index]));
    if (!isSame || lines.length < known)
      throw new AppError('LAYOUT_OUT_OF_STEP', { params: { title: this.#document.title } });
    return lines.slice(known);
  }

  #writeInTime(): void {
    if (this.#rest !== null) clearTimeout(this.#rest);
    if (this.steps - this.#stepsInFile >= STEPS_TO_SNAPSHOT) this.#tryToWrite();
    else this.#rest = setTimeout(() => this.#tryToWrite(), REST_MS).unref();
  }

  #tryToWrite(): void {
    if (this.steps === this.#stepsInFile || this.#lock?.isHeld() !== true) return;
    try {
      this.#write();
    } catch (error) {
      // Nothing is lost: the journal has it, and the next time may be better.
      this.#means.log.write('warn', 'a layout could not be written whole', { reason: codeOf(error) });
    }
  }

  /** The document whole, the one before it among the backups, and a journal that begins behind it. */
  #write(): void {
    const { folder } = this;
    mkdirSync(folder.own, { recursive: true, mode: 0o700 });
    const path = folder.document ?? join(folder.path, `${basename(folder.path)}${DOCUMENT_ENDING}`);
    this.#backUp(path);
    writeSmallFile(path, written(this.#document));
    this.#stepsInFile = this.steps;
    this.#beginJournal();
    this.#tidy();
  }

  /** What cannot be read is no backup. */
  #backUp(path: string): void {
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    const read = readDocument(text);
    if (read.is !== 'sound') return;
    mkdirSync(this.folder.backups, { recursive: true, mode: 0o700 });
    writeSmallFile(join(this.folder.backups, backupName(this.#means.clock.nowMs(), read.document.steps)), text);
  }

  /** Puts the journal that is there aside, unless nothing stands in it. */
  #beginJournal(): JournalFile {
    const { folder } = this;
    const former = this.#journal;
    if (former?.isEmpty === true) return former;
    this.#journal = null;
    former?.close();
    mkdirSync(folder.formerJournals, { recursive: true, mode: 0o700 });
    const there = statSync(folder.journal, { throwIfNoEntry: false });
    if (there?.size === 0) rmSync(folder.journal);
    else if (there !== undefined) {
      const last = readdirSync(folder.formerJournals).sort().at(-1);
      const aside = join(folder.formerJournals, String(Number(last ?? 0) + 1).padStart(9, '0'));
      renameSync(folder.journal, aside);
      // From now on its days are counted.
      const nowS = this.#means.clock.nowMs() / 1000;
      utimesSync(aside, nowS, nowS);
      syncFolder(folder.formerJournals);
    }
    const journal = new JournalFile(folder.journal);
    this.#journal = journal;
    syncFolder(folder.own);
    return journal;
  }

  /** What cannot be tidied now will be the next time. */
  #tidy(): void {
    const { folder } = this;
    const nowMs = this.#means.clock.nowMs();
    try {
      const backups = existsSync(folder.backups) ? backupsAmong(readdirSync(folder.backups)) : [];
      for (const { name } of backupsToDrop(backups, nowMs)) rmSync(join(folder.backups, name), { force: true });
      for (const name of readdirSync(folder.formerJournals)) {
        const path = join(folder.formerJournals, name);
        if (nowMs - statSync(path).mtimeMs > JOURNALS_KEPT_MS) rmSync(path, { force: true });
      }
    } catch (error) {
      this.#means.log.write('warn', 'former states of a layout could not be tidied up', { reason: codeOf(error) });
    }
  }
}

function lockFor(
  folder: ProjectFolder,
  { clock, ids }: ProjectMeans,
): { readonly lock: ProjectLock | null; readonly readOnly: TextRef | null } {
  if (!existsSync(folder.path)) return { lock: null, readOnly: null };
  try {
    mkdirSync(folder.own, { recursive: true, mode: 0o700 });
    const taken = ProjectLock.take(folder.lock, ids.base62(12), clock);
    if (taken instanceof ProjectLock) return { lock: taken, readOnly: null };
    return { lock: null, readOnly: { key: 'desk.layout.readOnly.other', params: { host: taken.host } } };
  } catch (error) {
    return { lock: null, readOnly: { key: 'desk.layout.readOnly.notWritable', params: { reason: codeOf(error) } } };
  }
}

export const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);

function notSaved(title: string, cause: unknown): AppError {
  const reason = codeOf(cause);
  return isDiskFull(cause)
    ? new AppError('LAYOUT_DISK_FULL', { params: { title }, cause })
    : new AppError('LAYOUT_NOT_SAVED', { params: { title, reason }, cause });
}

/** The document behind the steps; null when they make none, or one that their own inverse would not lead back from. */
function behind(document: LayoutDocument, lines: readonly StepLine[]): LayoutDocument | null {
  let now = document;
  for (const line of lines) {
    const next = replayed(now, [line]);
    if (difference({ ...applied(next, line.back), steps: now.steps }, now).length > 0) return null;
    now = next;
  }
  return isSoundDocument(now) ? now : null;
}

const sameLine = (a: StepLine, b: StepLine): boolean => JSON.stringify(a) === JSON.stringify(b);
