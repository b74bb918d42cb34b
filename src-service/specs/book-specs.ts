import type { ServiceContext } from '../context.ts';
import type { BookSpec, CalculatedSize } from '../../src-core/contract/specs.ts';
import { calculatedSizeOf, pdfSizeOf } from '../../src-core/specs/book-geometry.ts';
import type { CatalogueSpec } from '../../src-core/specs/catalogue.ts';
import { pageRuleBreach } from '../../src-core/specs/page-rules.ts';
import { pageRuleError } from '../books/page-rule-error.ts';
import { ServiceError } from '../service-error.ts';

/** A catalogue spec as the wire gives it: computed sizes under the contract that shows them, no prices for strangers. */
export function wireSpecOf(spec: CatalogueSpec, context: ServiceContext, signedIn: boolean): BookSpec {
  const { origin: _, pdfToleranceMm, ...wire } = spec;
  return {
    ...wire,
    priceBase: signedIn ? spec.priceBase : null,
    pricePerIncrement: signedIn ? spec.pricePerIncrement : null,
    sandboxPriceBase: signedIn ? spec.sandboxPriceBase : null,
    sandboxPricePerIncrement: signedIn ? spec.sandboxPricePerIncrement : null,
    ...(context.contract.specShowsPdfSizes ? { pdfSize: pdfSizeOf(spec), pdfToleranceMm } : {}),
  };
}

/** Throws 404 for a spec that the catalogue does not have. */
export function findSpec(context: ServiceContext, bookSpecUid: string): CatalogueSpec {
  const spec = context.specs.get(bookSpecUid);
  if (!spec) throw new ServiceError('ERR_NOT_FOUND', [`판형을 찾을 수 없습니다: ${bookSpecUid}`]);
  return spec;
}

/** Throws 400 with the field `pages` when the count breaks the spec's rule. */
export function calculatedSize(context: ServiceContext, bookSpecUid: string, pages: number): CalculatedSize {
  const spec = findSpec(context, bookSpecUid);
  const breach = pageRuleBreach(spec, pages);
  if (breach !== null) throw pageRuleError(breach, 'pages');
  return calculatedSizeOf(spec, pages);
}
