import { statSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import type { FixPlan, FixTarget } from '../../src-core/fixes/fix.ts';
import { planWithoutLeadingBytes } from '../../src-core/fixes/leading-bytes.ts';
import { planFix } from '../../src-core/fixes/plan-fix.ts';
import type { TextRef } from '../../src-core/text-ref.ts';
import { LimitExceeded } from '../../src-core/pdf/limits.ts';
import { openPdf } from '../../src-core/pdf/opened-pdf.ts';
import type { ReadablePdf } from '../../src-core/pdf/read-facts.ts';
import { ReadFailed } from '../../src-core/pdf/window-reader.ts';
import { Unwritable } from '../../src-core/pdf/writing/serialise.ts';
import type { FixName } from '../../src-core/preflight/finding.ts';
import { fingerprint, nodePdfTools, openPdfFile } from '../pdf-file.ts';
import { lookAtPages } from './look-at-pages.ts';
import { whatChanged, type OpenPageRenderer } from './verify-fix.ts';
import { discard, publish, unprovedPath, writeAppended, writeWithoutStart } from './write-fixed.ts';

/** Crosses threads: plain values only. */
export interface FixRequest {
  readonly inputPath: string;
  /** Another file than the input: a customer's file is never written to. */
  readonly outputPath: string;
  readonly fix: FixName;
  readonly target: FixTarget;
}

export type FixOutcome =
  | {
      readonly ok: true;
      /** What was done, one sentence a kind of edit. */
      readonly edits: readonly TextRef[];
      /** Pages of the fixed file, from 1, that differ. */
      readonly pages: readonly number[];
      readonly pageCountBefore: number;
      readonly pageCountAfter: number;
    }
  | { readonly ok: false; readonly problem: TextRef };

/**
 * Makes one repair of one file as a new file, and proves it before it gets its name: read anew, rendered, and held
 * against the original. Whatever is not as planned leaves no file and says why. Making the same repair again is refused.
 * Throws when the output is the input itself.
 */
export async function makeFix(request: FixRequest, openRenderer: OpenPageRenderer = openPdfium): Promise<FixOutcome> {
  const { inputPath, outputPath } = request;
  const stateBefore = stateOf(inputPath);
  if (stateBefore === null) return { ok: false, problem: { key: 'fixes.problem.unreadable' } };
  if (stateBefore === stateOf(outputPath)) throw new RangeError('a repair never writes over the file it is made from');
  const work = await planned(request, openRenderer);
  if (!work.ok) return work;
  const unproved = unprovedPath(outputPath);
  try {
    await work.write(unproved);
    const pages = work.plan.pages;
    const changed = await whatChanged({ before: work.facts, inputPath, fixedPath: unproved, pages, openRenderer });
    const problem = changed ?? (stateOf(inputPath) === stateBefore ? null : { key: 'fixes.problem.originalChanged' });
    if (problem !== null) {
      await discard(unproved);
      return { ok: false, problem };
    }
    await publish(unproved, outputPath);
    return {
      ok: true,
      edits: work.plan.edits,
      pages: pages.flatMap(({ touched }, index) => (touched === 'nothing' ? [] : [index + 1])),
      pageCountBefore: work.facts.pageCount,
      pageCountAfter: pages.length,
    };
  } catch (error) {
    await discard(unproved);
    const code = diskError(error);
    if (code === null) throw error;
    return { ok: false, problem: { key: 'fixes.problem.notWritten', params: { code } } };
  }
}

type Work =
  | {
      readonly ok: true;
      readonly facts: ReadablePdf;
      readonly plan: FixPlan;
      readonly write: (toPath: string) => Promise<void>;
    }
  | { readonly ok: false; readonly problem: TextRef };

async function planned({ inputPath, fix, target }: FixRequest, openRenderer: OpenPageRenderer): Promise<Work> {
  const file = openPdfFile(inputPath);
  try {
    const result = openPdf(file, nodePdfTools);
    if (result.status === 'unreadable') return { ok: false, problem: { key: 'fixes.problem.unreadable' } };
    const { opened } = result;
    const { facts } = opened;
    if (fix === 'dropLeadingBytes') {
      const work = planWithoutLeadingBytes(file, nodePdfTools, fingerprint);
      return work.ok
        ? {
            ok: true,
            facts,
            plan: work.plan,
            write: (toPath) => writeWithoutStart(inputPath, toPath, work.lostBytes, work.appended),
          }
        : work;
    }
    const looks = await lookAtPages(fix, inputPath, facts, target, openRenderer);
    const work = planFix(fix, opened, target, looks, (bytes) => new Uint8Array(deflateSync(bytes)));
    if (!work.ok) return work;
    // Written out while the file is open: the update reads from it where objects had to be looked up.
    const appended = work.update.bytes(fingerprint);
    return { ok: true, facts, plan: work.plan, write: (toPath) => writeAppended(inputPath, toPath, appended) };
  } catch (error) {
    // The structure could be read within its limits, and what the repair needed beyond it could not.
    const isTheFiles = error instanceof LimitExceeded || error instanceof ReadFailed || error instanceof Unwritable;
    if (!isTheFiles) throw error;
    return { ok: false, problem: { key: 'fixes.problem.unreadable' } };
  } finally {
    file.close();
  }
}

/** Loaded with the first repair: rendering brings a large library with it. */
const openPdfium: OpenPageRenderer = async (path) => {
  const { openPageRenderer } = await import('../render/page-renderer.ts');
  return openPageRenderer(path);
};

/** What would be another if the file had been written to; null when it is not there. */
function stateOf(path: string): string | null {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? null : `${stats.dev} ${stats.ino} ${stats.size} ${stats.mtimeNs}`;
}

function diskError(error: unknown): string | null {
  return error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : null;
}
