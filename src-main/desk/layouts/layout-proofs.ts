import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import { layoutProofSchema, type LayoutProof } from '../../../src-core/ipc/subjects/layouts.ts';
import type { LayoutDocument } from '../../../src-core/layout/document.ts';
import { written } from '../../../src-core/layout/history.ts';
import type { ProofKind } from '../../../src-core/layout/proof-places.ts';
import type { ProofWords } from '../../../src-core/layout/proof-sheets.ts';
import type { TextRef } from '../../../src-core/text-ref.ts';
import { writeSmallFile } from '../../../src-node/small-file.ts';
import type { DeskContext } from '../desk-context.ts';
import { currentDocument } from './document-file.ts';
import { problemOf } from './layout-exports.ts';
import type { LayoutPainter } from './layout-painter.ts';
import { codeOf, type LayoutProject } from './layout-project.ts';
import { beginFolder, folderNameOf, keepFolder, numbersIn, removeFolder } from './numbered-folders.ts';
import { proofRecord } from './project-folder.ts';

export interface AskedProof {
  readonly kind: ProofKind;
  /** What stands on it, once its number is known. */
  readonly wordsOf: (title: string, number: number) => ProofWords;
}

interface Making {
  readonly abort: AbortController;
  readonly done: Promise<void>;
  sheets: number;
  sheetsInAll: number;
}

type Proofs = {
  readonly proofs: LayoutProof[];
  readonly making: { readonly sheets: number; readonly sheetsInAll: number } | null;
  readonly problem: TextRef | null;
};

const PDF = 'proof.pdf';
/** The book as the proof shows it. */
const BOOK = 'book.json';
const recordSchema = layoutProofSchema.omit({ number: true });

/** What customers are shown of layouts. Each proof has a folder of its own in its project that stays, with the book as it shows it. */
export class LayoutProofs {
  readonly #context: DeskContext;
  readonly #painter: LayoutPainter;
  /** One at a time of each project, by the name of its folder. */
  readonly #making = new Map<string, Making>();
  readonly #problems = new Map<string, TextRef>();

  constructor(context: DeskContext, painter: LayoutPainter) {
    this.#context = context;
    this.#painter = painter;
  }

  /** Begins one, unless one is being made. Throws as `LayoutPainter.ready`. */
  async make(project: LayoutProject, steps: number, asked: AskedProof): Promise<void> {
    const key = project.folder.name;
    if (this.#making.has(key)) return;
    const document = await this.#painter.ready(project, steps);
    if (this.#making.has(key)) return;
    this.#problems.delete(key);
    const abort = new AbortController();
    const making: Making = { abort, done: Promise.resolve(), sheets: 0, sheetsInAll: 0 };
    const done = this.#run(project, document, asked, making).finally(() => {
      this.#making.delete(key);
      this.#context.changed('layouts');
    });
    this.#making.set(key, Object.assign(making, { done }));
    this.#context.changed('layouts');
  }

  list({ folder }: LayoutProject): Proofs {
    const parent = proofsIn(folder.path);
    const making = this.#making.get(folder.name);
    return {
      proofs: numbersIn(parent)
        .toReversed()
        .flatMap((number) => {
          const record = this.#record(join(parent, folderNameOf(number)));
          return record === null ? [] : [{ number, ...record }];
        }),
      making: making === undefined ? null : { sheets: making.sheets, sheetsInAll: making.sheetsInAll },
      problem: this.#problems.get(folder.name) ?? null,
    };
  }

  /** Throws PROOF_GONE where it, or its book, is not there any more or cannot be read. */
  read(project: LayoutProject, number: number): { kind: ProofKind; document: LayoutDocument } {
    const { path } = this.find(project, number);
    const kind = this.#record(join(path, '..'))?.kind;
    try {
      const value = z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(join(path, '..', BOOK), 'utf8')));
      const document = currentDocument(value);
      if (document !== null && kind !== undefined) return { kind, document };
    } catch (error) {
      this.#context.log.write('warn', 'the book of a proof could not be read', { reason: codeOf(error) });
    }
    throw new AppError('PROOF_GONE', { params: { number } });
  }

  /** Throws PROOF_GONE. */
  find({ folder, document }: LayoutProject, number: number): { readonly path: string; readonly title: string } {
    const path = join(proofsIn(folder.path), folderNameOf(number), PDF);
    if (!existsSync(path)) throw new AppError('PROOF_GONE', { params: { number } });
    return { path, title: document.title };
  }

  cancel({ folder }: LayoutProject): void {
    this.#making.get(folder.name)?.abort.abort();
  }

  /** Its layout was closed: what was told of a proof is told no more. */
  left(layoutFolder: string): void {
    if (!this.#making.has(layoutFolder)) this.#problems.delete(layoutFolder);
  }

  running(): number {
    return this.#making.size;
  }

  async close(): Promise<void> {
    const all = [...this.#making.values()];
    for (const { abort } of all) abort.abort();
    await Promise.all(all.map(({ done }) => done));
  }

  /** Rejects never: what went wrong is told with the list. */
  async #run(
    project: LayoutProject,
    document: LayoutDocument,
    { kind, wordsOf }: AskedProof,
    making: Making,
  ): Promise<void> {
    const parent = proofsIn(project.folder.path);
    const { signal } = making.abort;
    const { clock, log } = this.#context;
    let part: string | null = null;
    const fail = (problem: TextRef): void => {
      if (!signal.aborted) this.#problems.set(project.folder.name, problem);
    };
    try {
      part = beginFolder(parent);
      const number = (numbersIn(parent).at(-1) ?? 0) + 1;
      const words = wordsOf(document.title, number);
      const keywords = proofKeywords(document.layoutId, number);
      const state = { project, document, folder: part };
      const answer = await this.#painter.paint(state, { proof: { kind, words }, keywords }, signal, (news) => {
        Object.assign(making, { sheets: news.sheets, sheetsInAll: news.sheetsInAll });
        this.#context.changed('layouts');
      });
      if (signal.aborted) return;
      if (!answer.ok) return fail(answer.problem);
      const sizeBytes = answer.files.reduce((sum, file) => sum + file.sizeBytes, 0);
      const record: z.infer<typeof recordSchema> = { kind, atMs: clock.nowMs(), steps: document.steps, sizeBytes };
      writeSmallFile(join(part, BOOK), written(document));
      writeSmallFile(proofRecord(part), written(record));
      keepFolder(parent, part);
      part = null;
    } catch (error) {
      log.write('error', 'a proof was not made', { error });
      fail(problemOf(error));
    } finally {
      if (part !== null) removeFolder(part, log);
    }
  }

  /** Null: there is none that can be read. */
  #record(folder: string): z.infer<typeof recordSchema> | null {
    try {
      return existsSync(join(folder, PDF))
        ? recordSchema.parse(JSON.parse(readFileSync(proofRecord(folder), 'utf8')))
        : null;
    } catch (error) {
      this.#context.log.write('warn', 'a proof cannot be read', { reason: codeOf(error) });
      return null;
    }
  }
}

const KEYWORDS = /^proof (\d{1,6}) of (\S+)$/;
const proofKeywords = (layoutId: string, number: number): string => `proof ${number} of ${layoutId}`;

/** Which proof of which layout a file says that it is; null: it says nothing, as those of former studios do. */
export function proofNamed(keywords: string): { readonly number: number; readonly layoutId: string } | null {
  const [, number, layoutId = ''] = KEYWORDS.exec(keywords.trim()) ?? [];
  return number === undefined ? null : { number: Number(number), layoutId };
}

export const proofsIn = (project: string): string => join(project, 'proofs');
