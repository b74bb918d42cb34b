import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import type { ReadNotes } from '../../../src-core/ipc/subjects/layouts.ts';
import {
  commentPlacesOn,
  commentSchema,
  newAmong,
  type FoundComment,
  type LayoutComment,
} from '../../../src-core/layout/comments.ts';
import type { LayoutDocument } from '../../../src-core/layout/document.ts';
import { proofPageSize, proofPlaces, type ProofKind } from '../../../src-core/layout/proof-places.ts';
import type { TextRef } from '../../../src-core/text-ref.ts';
import type { Mm2 } from '../../../src-core/specs/book-geometry.ts';
import { writeSmallFile } from '../../../src-node/small-file.ts';
import type { AnnotatedPdf } from '../../../src-node/pdf-notes.ts';
import type { DeskContext } from '../desk-context.ts';
import type { WorkerPool } from '../preflight/worker-pool.ts';
import { proofNamed, proofsIn, type LayoutProofs } from './layout-proofs.ts';
import { codeOf, type LayoutProject } from './layout-project.ts';

const FILE = 'comments.json';
const SCHEMA = 1;
const MOST_COMMENTS = 100_000;
const versionSchema = z.object({ schema: z.int() });
const fileSchema = z.object({ schema: z.literal(SCHEMA), comments: z.array(commentSchema).max(MOST_COMMENTS) });

type ReadComments =
  | { readonly is: 'read'; readonly comments: readonly LayoutComment[] }
  /** No program can read it any more. */
  | { readonly is: 'damaged' }
  /** A later studio can, or its drive may by and by. */
  | { readonly is: 'withheld' };

/** Programs for PDFs round the sizes of pages when they write them anew. */
const SAME_SIZE_MM = 1;

/**
 * What customers said of proofs, in one file beside them: no step of the book, so that a comment that is done changes nothing that is
 * printed (docs/decisions/0097).
 */
export class LayoutComments {
  readonly #context: DeskContext;
  readonly #proofs: LayoutProofs;
  readonly #workers: Pick<WorkerPool, 'run'>;

  constructor(context: DeskContext, proofs: LayoutProofs, workers: Pick<WorkerPool, 'run'>) {
    this.#context = context;
    this.#proofs = proofs;
    this.#workers = workers;
  }

  /** In the order in which they were taken over; what cannot be read is said to be. */
  list({ folder, document }: LayoutProject): { comments: LayoutComment[]; problem: TextRef | null } {
    const read = this.#read(folder.path);
    if (read.is === 'read') return { comments: [...read.comments], problem: null };
    return { comments: [], problem: unreadable(document.title).text };
  }

  /**
   * Takes over what is new of it; a damaged file is put aside, where a person may still read it. Throws PROOF_GONE, LAYOUT_READ_ONLY,
   * COMMENTS_UNREADABLE, COMMENTS_NOT_KEPT.
   */
  add(project: LayoutProject, proof: number, found: readonly FoundComment[]): { added: number } {
    this.#proofs.find(project, proof);
    project.mustBeHeld();
    const { ids, clock } = this.#context;
    const read = this.#read(project.folder.path);
    if (read.is === 'withheld') throw unreadable(project.document.title);
    const before = read.is === 'read' ? read.comments : [];
    const isNew = newAmong(
      before.filter((comment) => comment.proof === proof),
      found,
    );
    // Each has a time of its own, by which one that is removed comes back to its place.
    const firstMs = Math.max(clock.nowMs(), (before.at(-1)?.atMs ?? 0) + 1);
    const added = found
      .filter((_, at) => isNew[at])
      .map((comment, at): LayoutComment => ({ ...comment, id: `c_${ids.base62(12)}`, proof, atMs: firstMs + at }));
    if (before.length + added.length > MOST_COMMENTS) throw notKept(project, `> ${MOST_COMMENTS}`);
    this.#write(project, [...before, ...added], read.is === 'damaged');
    return { added: added.length };
  }

  /** One that is not there any more stays away. Throws as `add`. */
  mark(project: LayoutProject, id: string, isDone: boolean): void {
    this.#change(project, (before) => before.map((comment) => (comment.id === id ? { ...comment, isDone } : comment)));
  }

  remove(project: LayoutProject, id: string): void {
    this.#change(project, (before) => before.filter((comment) => comment.id !== id));
  }

  /** One that was removed, at its place. */
  restore(project: LayoutProject, comment: LayoutComment): void {
    this.#change(project, (before) =>
      [...before.filter(({ id }) => id !== comment.id), comment].toSorted((a, b) => a.atMs - b.atMs),
    );
  }

  /**
   * What was written onto a proof that a customer sent back. It says by itself which proof it is; one of a former studio, or that another
   * program wrote anew, is the one that is asked for if its pages are, else the newest one that has such pages.
   * Throws NOTES_UNREADABLE, NOTES_OF_OTHER, NOTES_PAGES, NOTES_NONE (params `name`), PROOF_GONE.
   */
  async read(project: LayoutProject, asked: number, path: string): Promise<ReadNotes> {
    const name = basename(path).normalize('NFC');
    const outcome = await this.#workers.run({ task: 'notes', path });
    if (!outcome.ok || outcome.answer === null) throw new AppError('NOTES_UNREADABLE', { params: { name } });
    const pdf = outcome.answer;
    const { number, kind, document } = this.#proofOf(project, asked, pdf, name);
    if (pdf.notes.length === 0) throw new AppError('NOTES_NONE', { params: { name, number } });
    const placeOf = commentPlacesOn(document, kind);
    const comments = pdf.notes.map((note): FoundComment => {
      const { text, author, isDone } = note;
      return { ...placeOf(note), text, author, isDone };
    });
    return { name, proof: number, comments };
  }

  #proofOf(
    project: LayoutProject,
    asked: number,
    pdf: AnnotatedPdf,
    name: string,
  ): { readonly number: number; readonly kind: ProofKind; readonly document: LayoutDocument } {
    const named = proofNamed(pdf.keywords);
    if (named !== null) {
      if (named.layoutId !== project.document.layoutId) throw new AppError('NOTES_OF_OTHER', { params: { name } });
      const { number } = named;
      const proof = this.#proofs.read(project, number);
      // Where pages were left out, nothing says which ones are left.
      if (!hasPagesOf(pdf.pages, proof)) throw new AppError('NOTES_PAGES', { params: { name, number } });
      return { number, ...proof };
    }
    const numbers = this.#proofs.list(project).proofs.map(({ number }) => number);
    for (const number of [asked, ...numbers.filter((other) => other !== asked)]) {
      const proof = this.#readable(project, number);
      if (proof !== null && hasPagesOf(pdf.pages, proof)) return { number, ...proof };
    }
    throw new AppError('NOTES_OF_OTHER', { params: { name } });
  }

  #readable(project: LayoutProject, number: number): { kind: ProofKind; document: LayoutDocument } | null {
    try {
      return this.#proofs.read(project, number);
    } catch (error) {
      if (error instanceof AppError) return null;
      throw error;
    }
  }

  #change(project: LayoutProject, change: (before: readonly LayoutComment[]) => readonly LayoutComment[]): void {
    project.mustBeHeld();
    const read = this.#read(project.folder.path);
    if (read.is !== 'read') throw unreadable(project.document.title);
    this.#write(project, change(read.comments), false);
  }

  #write(project: LayoutProject, comments: readonly LayoutComment[], isPutAside: boolean): void {
    const folder = proofsIn(project.folder.path);
    const path = join(folder, FILE);
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      if (isPutAside) renameSync(path, join(folder, `comments-damaged-${this.#context.clock.nowMs()}.json`));
      writeSmallFile(path, `${JSON.stringify({ schema: SCHEMA, comments }, null, 1)}\n`);
    } catch (error) {
      this.#context.log.write('warn', 'comments could not be kept', { reason: codeOf(error) });
      throw notKept(project, codeOf(error));
    }
    this.#context.changed('comments');
  }

  #read(project: string): ReadComments {
    const path = join(proofsIn(project), FILE);
    let text: string;
    try {
      text = readFileSync(path, 'utf8');
    } catch (error) {
      // Only what was never written is none: a drive that is away for a moment has them still.
      if (codeOf(error) === 'ENOENT' && existsSync(project)) return { is: 'read', comments: [] };
      this.#context.log.write('warn', 'the comments of a layout cannot be read', { reason: codeOf(error) });
      return { is: 'withheld' };
    }
    try {
      const value: unknown = JSON.parse(text);
      const version = versionSchema.safeParse(value).data?.schema ?? 0;
      if (version > SCHEMA) return { is: 'withheld' };
      return { is: 'read', comments: fileSchema.parse(value).comments };
    } catch (error) {
      this.#context.log.write('warn', 'the comments of a layout are damaged', { reason: codeOf(error) });
      return { is: 'damaged' };
    }
  }
}

const unreadable = (title: string): AppError => new AppError('COMMENTS_UNREADABLE', { params: { title } });
const notKept = ({ document: { title } }: LayoutProject, reason: string): AppError =>
  new AppError('COMMENTS_NOT_KEPT', { params: { title, reason } });

/** Whether these are the pages of that proof. */
function hasPagesOf(
  pages: readonly Mm2[],
  { kind, document }: { readonly kind: ProofKind; readonly document: LayoutDocument },
): boolean {
  const places = proofPlaces(document, kind);
  const count = (places.at(-1)?.page ?? 0) + 1;
  return (
    pages.length === count &&
    places.every((place) => {
      const size = proofPageSize(place, kind);
      const page = pages[place.page];
      return (
        page !== undefined &&
        Math.abs(page.widthMm - size.widthMm) <= SAME_SIZE_MM &&
        Math.abs(page.heightMm - size.heightMm) <= SAME_SIZE_MM
      );
    })
  );
}
