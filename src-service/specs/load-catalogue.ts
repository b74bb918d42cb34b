import { readFile } from 'node:fs/promises';
import type { SpecProfile } from '../../src-core/contract/specs.ts';
import { catalogueSchema, specProfilesSchema, type CatalogueSpec } from '../../src-core/specs/catalogue.ts';

/** Reads the catalogue once. Throws with the place of the first mistake when the file does not hold. */
export async function loadCatalogue(path: string): Promise<ReadonlyMap<string, CatalogueSpec>> {
  const { specs } = catalogueSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  return new Map(specs.map((spec) => [spec.bookSpecUid, spec]));
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
