export interface RankedSpec {
  readonly specUid: string;
  readonly name: string;
  /** How many of the books it fits. */
  readonly fits: number;
}

/** Specs by how many of the books they fit, most first; equals keep the order of the catalogue. */
export function rankSpecs(
  specs: readonly { readonly specUid: string; readonly name: string }[],
  fitting: readonly { readonly specUid: string; readonly fits: number }[],
): readonly RankedSpec[] {
  const fits = new Map(fitting.map((one) => [one.specUid, one.fits]));
  return specs
    .map(({ specUid, name }) => ({ specUid, name, fits: fits.get(specUid) ?? 0 }))
    .sort((a, b) => b.fits - a.fits);
}
