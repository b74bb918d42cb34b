import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ServiceFiles } from './start-service.ts';

const here = import.meta.dirname;

/**
 * The migrations, the catalogue, templates and fonts, beside the source in development and beside the bundle once built;
 * and the threads, which are bundles everywhere: `bundles` is where they lie. Throws when no place has them: a broken
 * installation.
 */
export function shippedFiles(bundles: readonly string[] = [here, join(here, '..')]): ServiceFiles {
  const migrationsFolder = firstOf([
    join(here, 'store/migrations'),
    join(here, 'migrations'),
    join(here, '../migrations'),
  ]);
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
    packageFile: firstOf(['..', '../..', '../../..'].map((up) => resolve(here, up, 'package.json'))),
    migrationsFolder,
    catalogueFile: resource('catalogue/book-specs.json'),
    specProfilesFile: resource('catalogue/spec-profiles.json'),
    templatesFolder: resource('templates'),
    fontsFolder: resource('fonts'),
    facesFolder: resource('faces'),
    judgeWorkerFile: firstOf(bundles.map((folder) => join(folder, 'judge-worker.js'))),
    pictureWorkerFile: firstOf(bundles.map((folder) => join(folder, 'picture-worker.js'))),
    subjectWorkerFile: firstOf(bundles.map((folder) => join(folder, 'subject-worker.js'))),
    renderWorkerFile: firstOf(bundles.map((folder) => join(folder, 'render-worker.js'))),
    layoutWorkerFile: firstOf(bundles.map((folder) => join(folder, 'layout-worker.js'))),
  };
}

function firstOf(places: readonly string[]): string {
  const found = places.find((place) => existsSync(place));
  if (found === undefined) throw new Error(`this installation lacks one of ${places.join(', ')}`);
  return found;
}
