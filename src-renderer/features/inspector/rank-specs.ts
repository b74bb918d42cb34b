import type { BookDetail } from '../../../src-core/ipc/views.ts';

export interface RankedSpec {
  readonly specUid: string;
  readonly name: string;
  /** How many of the books it fits. */
  readonly fits: number;
}

/** Specs by how many of the books they fit, most first; equals keep the order of the catalogue. */
export function rankSpecs(specs: readonly { readonly specUid: string; readonly name: string }[], books: readonly Pick<BookDetail, 'specChoices'>[]): readonly RankedSpec[] {
  return specs
    .map(({ specUid, name }) => ({ specUid, name, fits: books.filter((book) => book.specChoices.some((choice) => choice.specUid === specUid && choice.fits)).length }))
    .sort((a, b) => b.fits - a.fits);
}
