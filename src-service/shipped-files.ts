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
  const catalogueFile = firstOf([
    ...(typeof process.resourcesPath === 'string' ? [join(process.resourcesPath, 'catalogue/book-specs.json')] : []),
    resolve(here, '../resources/catalogue/book-specs.json'),
    resolve(here, '../../resources/catalogue/book-specs.json'),
    resolve(here, '../../../resources/catalogue/book-specs.json'),
  ]);
  return { migrationsFolder, catalogueFile };
}

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- the form in which Node's types are extended
  namespace NodeJS {
    interface Process {
      /** Electron's; absent in plain Node. */
      readonly resourcesPath?: string;
    }
  }
}

function firstOf(places: readonly string[]): string {
  const found = places.find((place) => existsSync(place));
  if (found === undefined) throw new Error(`this installation lacks one of ${places.join(', ')}`);
  return found;
}
