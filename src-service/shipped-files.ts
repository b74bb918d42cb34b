import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ServiceFiles } from './start-service.ts';

/**
 * The migrations, the catalogue, templates, fonts and the thread that renders, beside the source in development and beside the bundle once built.
 * Throws when no place has them: a broken installation.
 */
export function shippedFiles(): ServiceFiles {
  const here = import.meta.dirname;
  const migrationsFolder = firstOf([join(here, 'store/migrations'), join(here, 'migrations'), join(here, '../migrations')]);
  // Electron's; absent in plain Node.
  const { resourcesPath } = process as { readonly resourcesPath?: string };
  const resource = (name: string) =>
    firstOf([
      ...(resourcesPath === undefined ? [] : [join(resourcesPath, name)]),
      resolve(here, '../resources', name),
      resolve(here, '../../resources', name),
      resolve(here, '../../../resources', name),
    ]);
  return {
    migrationsFolder,
    catalogueFile: resource('catalogue/book-specs.json'),
    specProfilesFile: resource('catalogue/spec-profiles.json'),
    templatesFolder: resource('templates'),
    fontsFolder: resource('fonts'),
    pictureWorkerFile: firstOf([join(here, 'picture-worker.js'), join(here, '../picture-worker.js')]),
    renderWorkerFile: firstOf([join(here, 'render-worker.js'), join(here, '../render-worker.js')]),
  };
}

function firstOf(places: readonly string[]): string {
  const found = places.find((place) => existsSync(place));
  if (found === undefined) throw new Error(`this installation lacks one of ${places.join(', ')}`);
  return found;
}
