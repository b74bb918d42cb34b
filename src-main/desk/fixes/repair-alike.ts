import type { PdfKind } from '../../../src-core/contract/books.ts';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import type { AlikeRun, FixPreview, LeftBook } from '../../../src-core/ipc/subjects/fixes.ts';
import type { FixName } from '../../../src-core/preflight/finding.ts';
import type { TextRef } from '../../../src-core/text-ref.ts';
import type { DeskContext } from '../desk-context.ts';
import type { Step } from '../steps/steps.ts';
import type { FixDesk } from './fix-desk.ts';

export interface AlikeOutcome {
  readonly repaired: number;
  readonly left: LeftBook[];
  /** All that was repaired, as one step. */
  readonly step: Step;
}

/**
 * The same repair for many books, one after the other: each is made aside and proved as one alone is, and taken over only where it solves
 * what the checks found and brings nothing new. What it is not taken over for is left as it is, with the reason.
 */
export class AlikeRepairs {
  readonly #fixes: Pick<FixDesk, 'preview' | 'apply' | 'discard' | 'isOpen' | 'mayBeAmong'>;
  readonly #context: Pick<DeskContext, 'changed' | 'log'>;
  #run: AlikeRun | null = null;
  #isStopped = false;

  constructor(
    fixes: Pick<FixDesk, 'preview' | 'apply' | 'discard' | 'isOpen' | 'mayBeAmong'>,
    context: Pick<DeskContext, 'changed' | 'log'>,
  ) {
    this.#fixes = fixes;
    this.#context = context;
  }

  progress(): AlikeRun | null {
    return this.#run;
  }

  /** What is under way ends; what is not begun is left. */
  stop(): void {
    this.#isStopped = true;
    if (this.#run !== null) this.#tell({ ...this.#run, isStopping: true });
  }

  /** Throws FIX_RUNNING while another such run is under way. */
  async run(bookIds: readonly string[], kind: PdfKind, fix: FixName): Promise<AlikeOutcome> {
    if (this.#run !== null) throw new AppError('FIX_RUNNING');
    this.#isStopped = false;
    const steps: Step[] = [];
    const left: LeftBook[] = [];
    try {
      for (const [done, bookId] of bookIds.entries()) {
        this.#tell({ done, total: bookIds.length, isStopping: this.#isStopped });
        const made = this.#isStopped ? { key: 'desk.fix.stopped' } : await this.#repair(bookId, kind, fix);
        if ('takeBack' in made) steps.push(made);
        else left.push({ bookId, reason: made });
      }
    } finally {
      this.#tell(null);
    }
    return { repaired: steps.length, left, step: together(steps) };
  }

  async #repair(bookId: string, kind: PdfKind, fix: FixName): Promise<Step | TextRef> {
    try {
      if (!this.#fixes.mayBeAmong(bookId)) return { key: 'desk.fix.sentMeanwhile' };
      const outcome = await this.#fixes.preview(bookId, kind, fix);
      if (!outcome.ok) return outcome.problem;
      return await this.#takeOver(bookId, outcome.preview);
    } catch (error) {
      if (error instanceof AppError) return error.text;
      // A full disk would fail the others as well, and what was repaired has to be known to be taken back.
      this.#context.log.write('error', 'a repair among many failed in an unknown way', { error });
      this.#isStopped = true;
      return { key: 'desk.fix.failed' };
    }
  }

  async #takeOver(bookId: string, { previewId, solved, added }: FixPreview): Promise<Step | TextRef> {
    try {
      const isSent = !this.#fixes.mayBeAmong(bookId);
      if (!isSent && solved.length > 0 && added.length === 0) return await this.#fixes.apply(previewId);
      this.#fixes.discard(previewId);
      if (isSent) return { key: 'desk.fix.sentMeanwhile' };
      return { key: added.length > 0 ? 'desk.fix.bringsOthers' : 'desk.fix.solvesNothing' };
    } catch (error) {
      if (this.#fixes.isOpen(previewId)) this.#fixes.discard(previewId);
      throw error;
    }
  }

  #tell(run: AlikeRun | null): void {
    this.#run = run;
    this.#context.changed('progress');
  }
}

function together(steps: readonly Step[]): Step {
  return {
    size: steps.length,
    takeBack: async () => {
      const failed: AppError[] = [];
      for (const step of steps) {
        try {
          await step.takeBack();
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          failed.push(error);
        }
      }
      const [first] = failed;
      if (first !== undefined && failed.length === steps.length) throw first;
      return { again: null, left: failed.length };
    },
  };
}
