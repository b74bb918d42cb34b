import { statSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { planCoverAlone } from '../../src-core/fixes/cover-fixes.ts';
import type { FixPlan, FixTarget } from '../../src-core/fixes/fix.ts';
import { planWithoutLeadingBytes } from '../../src-core/fixes/leading-bytes.ts';
import { planRebuiltTable } from '../../src-core/fixes/rebuilt-table.ts';
import { planFix } from '../../src-core/fixes/plan-fix.ts';
import type { TextRef } from '../../src-core/text-ref.ts';
import { LimitExceeded } from '../../src-core/pdf/limits.ts';
import { openPdf } from '../../src-core/pdf/opened-pdf.ts';
import type { ReadablePdf } from '../../src-core/pdf/read-facts.ts';
import { ReadFailed } from '../../src-core/pdf/window-reader.ts';
import { Unwritable } from '../../src-core/pdf/writing/serialise.ts';
import type { FixName } from '../../src-core/preflight/finding.ts';
import { fingerprint, nodePdfTools, openPdfFile, readPdfFile } from '../pdf-file.ts';
import { lookAtPages, looksOf, pagesToSee, type SeenLooks } from './look-at-pages.ts';
import {
  looksProblem,
  pagesToCompare,
  structureProblem,
  type OpenPageRenderer,
  type Verification,
} from './verify-fix.ts';
import { discard, publish, unprovedPath, writeAppended, writeAnew, writeWithoutStart } from './write-fixed.ts';

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

/** A repair that is written and has to be proved before it gets its name. Crosses threads: plain values only. */
export interface FixDraft {
  readonly request: FixRequest;
  readonly stateBefore: string;
  readonly edits: readonly TextRef[];
  readonly verification: Verification;
  /** Pages of the fixed file (from 0) whose looks have to be compared. */
  readonly toCompare: readonly number[];
}

export type Drafted =
  | { readonly ok: true; readonly draft: FixDraft }
  | { readonly ok: false; readonly problem: TextRef };

/**
 * Makes one repair of one file as a new file, and proves it before it gets its name: read anew, rendered, and held
 * against the original. Whatever is not as planned leaves no file and says why. Making the same repair again is refused.
 * Throws when the output is the input itself.
 *
 * One step after the other; who has threads takes the steps by itself and shares out the pages.
 */
export async function makeFix(request: FixRequest, openRenderer?: OpenPageRenderer): Promise<FixOutcome> {
  const begun = beginFix(request);
  const drafted = await draftFix(request, begun, await seePages(request, begun.toSee, openRenderer));
  if (!drafted.ok) return drafted;
  const { draft } = drafted;
  return settleFix(draft, await comparePages(draft, draft.toCompare, openRenderer));
}

export interface BegunFix {
  /** What the original is known by; null when it is not there. */
  readonly stateBefore: string | null;
  /** Pages (from 0) that have to be looked at before anything can be planned. */
  readonly toSee: readonly number[];
}

/** The first step. */
export function beginFix({ inputPath, fix, target }: FixRequest): BegunFix {
  const stateBefore = stateOf(inputPath);
  if (stateBefore === null) return { stateBefore, toSee: [] };
  const facts = readPdfFile(inputPath);
  return { stateBefore, toSee: facts.status === 'read' ? pagesToSee(fix, facts, target) : [] };
}

/** Then some of those pages. */
export function seePages(
  { inputPath, fix, target }: FixRequest,
  pages: readonly number[],
  // Whether a page is blank is asked of the file as it is, to the last shade.
  openRenderer: OpenPageRenderer = fix === 'dropTrailingBlanks' ? openPdfium : openQuickly,
): Promise<SeenLooks> {
  return lookAtPages(fix, inputPath, target, pages, openRenderer);
}

/** With all that was seen the file is written aside, and read anew. */
export async function draftFix(request: FixRequest, { stateBefore }: BegunFix, seen: SeenLooks): Promise<Drafted> {
  const { inputPath, outputPath } = request;
  if (stateBefore === null) return { ok: false, problem: { key: 'fixes.problem.unreadable' } };
  if (stateBefore === stateOf(outputPath)) throw new RangeError('a repair never writes over the file it is made from');
  const work = planned(request, seen);
  if (!work.ok) return work;
  const unproved = unprovedPath(outputPath);
  return atDisk(unproved, async () => {
    await work.write(unproved);
    const { pages, edits } = work.plan;
    const verification: Verification = { before: work.facts, inputPath, fixedPath: unproved, pages };
    const problem = structureProblem(verification);
    if (problem === null)
      return { ok: true, draft: { request, stateBefore, edits, verification, toCompare: pagesToCompare(pages) } };
    await discard(unproved);
    return { ok: false, problem };
  });
}

/** Some of its pages held against the original; null when they look as they have to. */
export const comparePages = (
  { verification }: Pick<FixDraft, 'verification'>,
  pages: readonly number[],
  openRenderer: OpenPageRenderer = openQuickly,
): Promise<TextRef | null> =>
  pages.length === 0 ? Promise.resolve(null) : looksProblem(verification, pages, openRenderer);

/** At last it gets its name, or is gone. */
export async function settleFix(draft: FixDraft, problem: TextRef | null): Promise<FixOutcome> {
  const { request, stateBefore, edits, verification } = draft;
  const { inputPath, outputPath } = request;
  const { fixedPath, pages, before } = verification;
  return atDisk(fixedPath, async () => {
    const reason = problem ?? (stateOf(inputPath) === stateBefore ? null : { key: 'fixes.problem.originalChanged' });
    if (reason !== null) {
      await discard(fixedPath);
      return { ok: false, problem: reason };
    }
    await publish(fixedPath, outputPath);
    return {
      ok: true,
      edits,
      pages: pages.flatMap(({ touched }, index) => (touched === 'nothing' ? [] : [index + 1])),
      pageCountBefore: before.pageCount,
      pageCountAfter: pages.length,
    };
  });
}

/** What the disk refuses is told; whatever goes wrong leaves no file. */
async function atDisk<T>(
  unproved: string,
  work: () => Promise<T>,
): Promise<T | { readonly ok: false; readonly problem: TextRef }> {
  try {
    return await work();
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

function planned({ inputPath, fix, target }: FixRequest, seen: SeenLooks): Work {
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
    if (fix === 'rebuildTable') {
      const work = planRebuiltTable(opened, fingerprint);
      return work.ok
        ? { ok: true, facts, plan: work.plan, write: (toPath) => writeAppended(inputPath, toPath, work.appended) }
        : work;
    }
    if (fix === 'takeCoverOut' && target.kind === 'cover') {
      const work = planCoverAlone(opened, target, fingerprint);
      if (!work.ok) return work;
      const { plan, pieces } = work;
      return { ok: true, facts, plan, write: (toPath) => writeAnew(toPath, pieces) };
    }
    const work = planFix(
      fix,
      opened,
      target,
      looksOf(fix, inputPath, seen),
      (bytes) => new Uint8Array(deflateSync(bytes)),
    );
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

/** The same engine with less to decode. */
const openQuickly: OpenPageRenderer = async (path) => {
  const { openQuickRenderer } = await import('../render/page-renderer.ts');
  return openQuickRenderer(path);
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
