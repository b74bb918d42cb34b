import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import type { ReadNotes } from '../../../src-core/ipc/subjects/layouts.ts';
import {
  commentPlacesOn,
  commentSchema,
  sayingOf,
  type FoundComment,
  type LayoutComment,
} from '../../../src-core/layout/comments.ts';
import type { LayoutDocument } from '../../../src-core/layout/document.ts';
import { proofPageSize, proofPlaces, type ProofKind } from '../../../src-core/layout/proof-places.ts';
import type { Mm2 } from '../../../src-core/specs/book-geometry.ts';
import { writeSmallFile } from '../../../src-node/small-file.ts';
import type { AnnotatedPdf } from '../../../src-node/pdf-notes.ts';
import type { DeskContext } from '../desk-context.ts';
import type { WorkerPool } from '../preflight/worker-pool.ts';
import { proofNamed, proofsIn, type LayoutProofs } from './layout-proofs.ts';
import { codeOf, type LayoutProject } from './layout-project.ts';

const FILE = 'comments.json';
const fileSchema = z.object({ schema: z.literal(1), comments: z.array(commentSchema).max(100_000) });

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

  /** In the order in which they were taken over; of a damaged file none, which stays where it is. */
  list({ folder }: LayoutProject): LayoutComment[] {
    return this.#read(folder.path) ?? [];
  }

  /** Takes over what is new of it. Throws PROOF_GONE, and what `LayoutProject` throws where the disk refuses. */
  add(project: LayoutProject, proof: number, found: readonly FoundComment[]): { added: number } {
    this.#proofs.find(project, proof);
    const { ids, clock } = this.#context;
    return this.#change(project, (before) => {
      const known = new Set(before.flatMap((comment) => (comment.proof === proof ? [sayingOf(comment)] : [])));
      const said = new Map(found.map((comment) => [sayingOf(comment), comment]));
      const added = [...said].flatMap(([saying, comment]): LayoutComment[] =>
        known.has(saying) ? [] : [{ ...comment, id: `c_${ids.base62(12)}`, proof, atMs: clock.nowMs() }],
      );
      return { comments: [...before, ...added], answer: { added: added.length } };
    });
  }

  /** One that is not there any more stays away. */
  mark(project: LayoutProject, id: string, isDone: boolean): void {
    this.#change(project, (before) => ({
      comments: before.map((comment) => (comment.id === id ? { ...comment, isDone } : comment)),
      answer: undefined,
    }));
  }

  remove(project: LayoutProject, id: string): void {
    this.#change(project, (before) => ({ comments: before.filter((comment) => comment.id !== id), answer: undefined }));
  }

  /** One that was removed, at its place in time. */
  restore(project: LayoutProject, comment: LayoutComment): void {
    this.#change(project, (before) => ({
      comments: [...before.filter(({ id }) => id !== comment.id), comment].toSorted((a, b) => a.atMs - b.atMs),
      answer: undefined,
    }));
  }

  /**
   * What was written onto a proof that a customer sent back. It says by itself which proof it is; one of a former studio, or that another
   * program wrote anew, is the one that is asked for if its pages are, else the newest one that has such pages.
   * Throws NOTES_UNREADABLE, NOTES_OF_OTHER, NOTES_NONE (params `name`), PROOF_GONE.
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
      return { number: named.number, ...this.#proofs.read(project, named.number) };
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

  #change<T>(
    project: LayoutProject,
    change: (before: readonly LayoutComment[]) => { readonly comments: readonly LayoutComment[]; readonly answer: T },
  ): T {
    const folder = proofsIn(project.folder.path);
    const path = join(folder, FILE);
    const before = this.#read(project.folder.path);
    const { comments, answer } = change(before ?? []);
    try {
      mkdirSync(folder, { recursive: true });
      // A person may still read what a program cannot.
      if (before === null) renameSync(path, join(folder, `comments-damaged-${this.#context.clock.nowMs()}.json`));
      writeSmallFile(path, `${JSON.stringify({ schema: 1, comments }, null, 1)}\n`);
    } catch (error) {
      this.#context.log.write('warn', 'comments could not be kept', { reason: codeOf(error) });
      throw new AppError('COMMENTS_NOT_KEPT', { params: { title: project.document.title, reason: codeOf(error) } });
    }
    this.#context.changed('comments');
    return answer;
  }

  /** Null: the file is there and cannot be read. */
  #read(project: string): LayoutComment[] | null {
    const path = join(proofsIn(project), FILE);
    if (!existsSync(path)) return [];
    try {
      return fileSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).comments;
    } catch (error) {
      this.#context.log.write('warn', 'the comments of a layout cannot be read', { reason: codeOf(error) });
      return null;
    }
  }
}

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
