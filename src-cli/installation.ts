import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const HERE = resolve(import.meta.dirname, '../..');

/** The catalogue and the locales: beside `dist` in the repository, beside the app's archive in a packed studio. */
export function resourcesFolder(): string {
  // Electron's; absent in plain Node.
  const { resourcesPath } = process as { readonly resourcesPath?: string };
  const isPacked = resourcesPath !== undefined && existsSync(join(resourcesPath, 'catalogue'));
  return isPacked ? resourcesPath : join(HERE, 'resources');
}

export function productVersion(): string {
  const { version } = JSON.parse(readFileSync(join(HERE, 'package.json'), 'utf8')) as { readonly version: string };
  return version;
}
