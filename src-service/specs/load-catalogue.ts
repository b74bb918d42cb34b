import { readFile } from 'node:fs/promises';
import { catalogueSchema, type CatalogueSpec } from '../../src-core/specs/catalogue.ts';

/** Reads the catalogue once. Throws with the place of the first mistake when the file does not hold. */
export async function loadCatalogue(path: string): Promise<ReadonlyMap<string, CatalogueSpec>> {
  const { specs } = catalogueSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  return new Map(specs.map((spec) => [spec.bookSpecUid, spec]));
}
