import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import { LAYOUT_SCHEMA, type LayoutDocument } from '../../../src-core/layout/document.ts';
import { applied } from '../../../src-core/layout/history.ts';
import type { TextRef } from '../../../src-core/text-ref.ts';
import { backupsAmong } from './backups.ts';
import { currentDocument, isSameStep, readDocument, type FiledDocument } from './document-file.ts';
import { readJournal, type KeptStep } from './journal.ts';
import type { ProjectFolder } from './project-folder.ts';

/** A project as its files tell it. */
export interface ReadProject {
  readonly document: LayoutDocument;
  /** The steps that led to it, oldest first and without a gap; none from before a migration. */
  readonly history: readonly KeptStep[];
  /** A later version's schema. */
  readonly newerSchema: number | null;
  /** What was found and mended, a sentence each. */
  readonly notes: readonly TextRef[];
  /** The document's file does not say all of this: it has to be written anew before steps are added. */
  readonly isBehind: boolean;
  /** The document's own file is there and of no use. */
  readonly isDamaged: boolean;
}

/**
 * The document, or the newest backup that can be read, and every step that journals kept since then, up to the first that
 * is torn. Throws `AppError` LAYOUT_MISSING, LAYOUT_DAMAGED, LAYOUT_NEWER, and what the file system throws.
 */
export function readProject(folder: ProjectFolder): ReadProject {
  const name = basename(folder.path).normalize('NFC');
  if (!existsSync(folder.path)) throw new AppError('LAYOUT_MISSING', { params: { name } });
  const notes: TextRef[] = [];
  const { filed, isNewer, isFromBackup } = filedDocument(folder, name, notes);
  const { steps: journalled, isTorn } = journalledSteps(folder);
  const since = following(journalled, filed);
  const { document, replayed } = replay(filed, since);
  if (document === null) {
    if (isNewer) throw newer(filed.schema);
    throw new AppError('LAYOUT_DAMAGED', { params: { name } });
  }
  if (replayed.length > 0) notes.push({ key: 'desk.layout.note.replayed', params: { steps: replayed.length } });
  if (isTorn || replayed.length < since.length) notes.push({ key: 'desk.layout.note.tornJournal' });
  return {
    document,
    history: leadingTo(journalled, document.steps),
    newerSchema: isNewer ? filed.schema : null,
    notes,
    isBehind: isTorn || since.length > 0 || isFromBackup || filed.schema !== LAYOUT_SCHEMA,
    isDamaged: isFromBackup && folder.document !== null,
  };
}

export const newer = (theirs: number): AppError =>
  new AppError('LAYOUT_NEWER', { params: { theirs, ours: LAYOUT_SCHEMA } });

function filedDocument(
  folder: ProjectFolder,
  name: string,
  notes: TextRef[],
): { readonly filed: FiledDocument; readonly isNewer: boolean; readonly isFromBackup: boolean } {
  const path = folder.document;
  if (path !== null) {
    const read = readDocument(readFileSync(path, 'utf8'));
    if (read.is !== 'damaged') return { filed: read.document, isNewer: read.is === 'newer', isFromBackup: false };
  }
  const backups = existsSync(folder.backups) ? backupsAmong(readdirSync(folder.backups)) : [];
  for (const backup of backups) {
    const read = readDocument(readFileSync(join(folder.backups, backup.name), 'utf8'));
    if (read.is !== 'sound') continue;
    notes.push({ key: 'desk.layout.note.fromBackup', params: { at: backup.atMs } });
    return { filed: read.document, isNewer: false, isFromBackup: true };
  }
  throw new AppError(path === null && backups.length === 0 ? 'LAYOUT_MISSING' : 'LAYOUT_DAMAGED', { params: { name } });
}

/** The journals that were put aside, in the order in which they were written, and the one that is written now. */
export function journalPaths(folder: ProjectFolder): string[] {
  const former = existsSync(folder.formerJournals) ? readdirSync(folder.formerJournals).sort() : [];
  const paths = former.map((name) => join(folder.formerJournals, name));
  return existsSync(folder.journal) ? [...paths, folder.journal] : paths;
}

/** By their number. A journal that begins with a number counts anew from there: what stood behind it was torn off. */
function journalledSteps(folder: ProjectFolder): { readonly steps: Map<number, KeptStep>; readonly isTorn: boolean } {
  const steps = new Map<number, KeptStep>();
  let isTorn = false;
  for (const path of journalPaths(folder)) {
    const read = readJournal(readFileSync(path, 'utf8'));
    const first = read.steps[0]?.number ?? Number.POSITIVE_INFINITY;
    for (const number of steps.keys()) if (number >= first) steps.delete(number);
    for (const step of read.steps) steps.set(step.number, step);
    // What was torn in a former life was told then.
    isTorn = read.isTorn && path === folder.journal;
  }
  return { steps, isTorn };
}

function following(steps: ReadonlyMap<number, KeptStep>, { steps: from, schema }: FiledDocument): KeptStep[] {
  const found: KeptStep[] = [];
  for (
    let step = steps.get(from + 1);
    step !== undefined && isSameStep(step.schema, schema);
    step = steps.get(step.number + 1)
  )
    found.push(step);
  return found;
}

function leadingTo(steps: ReadonlyMap<number, KeptStep>, to: number): KeptStep[] {
  const found: KeptStep[] = [];
  for (
    let step = steps.get(to);
    step !== undefined && isSameStep(step.schema, LAYOUT_SCHEMA);
    step = steps.get(step.number - 1)
  )
    found.push(step);
  return found.reverse();
}

/** As many of the steps as make a document; null when not even without them there is one. */
function replay(
  { value, steps }: FiledDocument,
  since: readonly KeptStep[],
): { readonly document: LayoutDocument | null; readonly replayed: readonly KeptStep[] } {
  const states = [value];
  for (const { line } of since) states.push(applied(states.at(-1) ?? value, line.set));
  for (let count = since.length; count >= 0; count -= 1) {
    const document = currentDocument({ ...(states[count] ?? value), steps: steps + count });
    if (document !== null) return { document, replayed: since.slice(0, count) };
  }
  return { document: null, replayed: [] };
}
