import { readFile } from 'node:fs/promises';
import type { SpecProfile } from '../../src-core/contract/specs.ts';
import { specProfilesSchema, type CatalogueSpec } from '../../src-core/specs/catalogue.ts';
import { readCatalogue } from '../../src-node/catalogue-file.ts';

/** The catalogue by uid. Throws with the place of the first mistake when the file does not hold. */
export function loadCatalogue(path: string): ReadonlyMap<string, CatalogueSpec> {
  return new Map(readCatalogue(path).map((spec) => [spec.bookSpecUid, spec]));
}

/** Reads the spec profiles once. Throws when one is of a spec that is not there. */
export async function loadSpecProfiles(
  path: string,
  specs: ReadonlyMap<string, CatalogueSpec>,
): Promise<ReadonlyMap<string, SpecProfile>> {
  const profiles = specProfilesSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  const stray = profiles.find((profile) => !specs.has(profile.bookSpecUid));
  if (stray)
    throw new Error(`${path}: ${stray.specProfileUid} is of ${stray.bookSpecUid}, which the catalogue does not have`);
  return new Map(profiles.map((profile) => [profile.specProfileUid, profile]));
}
