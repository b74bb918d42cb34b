import type { Contract } from '../contract/profiles.ts';
import type { TextRef } from '../text-ref.ts';
import type { CheckedSpec } from './check.ts';
import { coverTakenOut } from './cover-within.ts';
import type { Finding } from './finding.ts';
import { judgeBook, type BookFiles } from './judge-book.ts';

export interface SpecFit<S> {
  readonly spec: S;
  readonly fits: boolean;
  /** The first thing that speaks against it; null when it fits. */
  readonly reason: TextRef | null;
}

/**
 * Every spec with whether the files fit it: fitting ones first, the nearest misses next.
 * Ties keep the catalogue's order.
 */
export function fittingSpecs<S extends CheckedSpec>(
  files: BookFiles,
  specs: readonly S[],
  contract: Contract,
): SpecFit<S>[] {
  return specs
    .map((spec) => ({ spec, ...against(spec, files, contract) }))
    .sort((a, b) => a.weight - b.weight)
    .map(({ spec, blocking }) => {
      const worst = blocking[0];
      return {
        spec,
        fits: worst === undefined,
        reason: worst === undefined ? null : { key: `findings.${worst.ruleId}.title`, params: worst.params },
      };
    });
}

/**
 * The one spec that an operator most likely means, or null when it is not clear: the contents' page size tells the
 * product even when the cover or the page count is wrong.
 */
export function guessSpec<S extends CheckedSpec>(files: BookFiles, specs: readonly S[], contract: Contract): S | null {
  const { cover, contents } = files;
  const guessed = bestSpec(files, specs, contract);
  if (guessed !== null || cover?.status !== 'read' || contents?.status !== 'read') return guessed;
  // Files that fit a spec the other way round are meant for it: the checks then say that they are swapped.
  return cover.pageCount > 1 && contents.pageCount === 1
    ? bestSpec({ cover: contents, contents: cover }, specs, contract)
    : null;
}

function bestSpec<S extends CheckedSpec>(files: BookFiles, specs: readonly S[], contract: Contract): S | null {
  if (files.contents === null && files.cover === null) return null;
  const ranked = specs
    .map((spec) => ({ spec, weight: against(spec, files, contract).weight }))
    .sort((a, b) => a.weight - b.weight);
  const [best, next] = ranked;
  if (best === undefined || best.weight >= NOT_THIS_PRODUCT) return null;
  return next !== undefined && next.weight === best.weight ? null : best.spec;
}

/** What speaks against a spec. A book that came as one file is held against it as the two that can be made of that. */
function against(
  spec: CheckedSpec,
  given: BookFiles,
  contract: Contract,
): { readonly blocking: readonly Finding[]; readonly weight: number } {
  const files: BookFiles = coverTakenOut(given.cover, given.contents, { spec, contract }) ?? given;
  const blocking = judgeBook({ cover: files.cover, contents: files.contents, spec, contract }).findings.filter(
    isAgainstSpec,
  );
  return { blocking, weight: weight(blocking, files) };
}

/** A wrong contents size means another product; a wrong cover or page count is more likely a mistake in the right one. */
const NOT_THIS_PRODUCT = 100;
/** Of each axis: heavier than what else may be wrong in the right product, and together still no other one. */
const ODD_PAGES = 40;
const WEIGHTS: Readonly<Record<string, number>> = {
  'book.pagesMin': 8,
  'book.pagesMax': 8,
  'book.pagesIncrement': 1,
  'cover.pageCount': 2,
};

const isAgainstSpec = (found: Finding) =>
  found.severity === 'block' && !found.ruleId.startsWith('file.') && !found.ruleId.endsWith('Missing');

function weight(blocking: readonly Finding[], files: BookFiles): number {
  const areOddPages = hasOddPages(blocking, files);
  return blocking.reduce((sum, found) => {
    if (found.ruleId.startsWith('size.')) return sum + sizeWeight(found, areOddPages);
    return sum + (WEIGHTS[found.ruleId] ?? 4);
  }, 0);
}

/** Some pages of another size (a page that lies on its side) in a book whose cover and other pages are right: mistakes in this product. */
function hasOddPages(blocking: readonly Finding[], { cover, contents }: BookFiles): boolean {
  if (cover?.status !== 'read' || contents?.status !== 'read') return false;
  const sizes = blocking.filter(({ ruleId }) => ruleId.startsWith('size.'));
  const odd = new Set(sizes.flatMap(({ pages }) => pages ?? []));
  return sizes.every(({ kind }) => kind === 'contents') && odd.size * 2 < contents.pageCount;
}

function sizeWeight(found: Finding, areOddPages: boolean): number {
  if (found.kind === 'contents') return areOddPages ? ODD_PAGES : NOT_THIS_PRODUCT;
  // A cover of this spec for another page count is off by spine widths; one of another spec by much more.
  const offMm = Math.abs((found.measured?.value ?? 0) - (found.allowed?.value ?? 0));
  return 2 + Math.min(offMm / 4, 20);
}
