import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ServiceFiles } from './start-service.ts';

/**
 * The migrations and the catalogue, beside the source in development and beside the bundle once built.
 * Throws when neither place has them: a broken installation.
 */
export function shippedFiles(): ServiceFiles {
  const here = import.meta.dirname;
  const migrationsFolder = firstOf([join(here, 'store/migrations'), join(here, 'migrations'), join(here, '../migrations')]);
  // Electron's; absent in plain Node.
  const { resourcesPath } = process as { readonly resourcesPath?: string };
  const catalogueFile = firstOf([
    ...(resourcesPath === undefined ? [] : [join(resourcesPath, 'catalogue/book-specs.json')]),
    resolve(here, '../resources/catalogue/book-specs.json'),
    resolve(here, '../../resources/catalogue/book-specs.json'),
    resolve(here, '../../../resources/catalogue/book-specs.json'),
  ]);
  return { migrationsFolder, catalogueFile };
}

function firstOf(places: readonly string[]): string {
  const found = places.find((place) => existsSync(place));
  if (found === undefined) throw new Error(`this installation lacks one of ${places.join(', ')}`);
  return found;
}
