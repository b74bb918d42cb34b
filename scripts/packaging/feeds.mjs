// The lists that installed studios look at for newer versions (src-main/shell/package-updater.ts), as electron-updater reads them.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'yaml';
import { TARGETS, packageName } from './targets.mjs';

/** By which kinds of package a studio can be replaced; the others are for people. */
const REPLACEABLE = ['deb', 'AppImage', 'zip', 'nsis'];

/** The name under which electron-updater asks for what a target may be replaced with. */
const LISTS = {
  'linux-x64': 'latest-linux.yml',
  'linux-arm64': 'latest-linux-arm64.yml',
  'macos-arm64': 'latest-mac.yml',
  'macos-x64': 'latest-mac.yml',
  'windows-x64': 'latest.yml',
};

async function sha512Of(file) {
  const hash = createHash('sha512');
  await pipeline(createReadStream(file), hash);
  return hash.digest('base64');
}

/**
 * `[{ name, text }]`: a list for each kind of computer for which one of `files` can be installed. `files`: whole paths of a release's packages;
 * `product`: `{ name, version }`; `released`: a Date.
 */
export async function updateLists(files, product, released) {
  const lists = new Map();
  for (const [target, one] of Object.entries(TARGETS))
    for (const kind of one.kinds.filter((each) => REPLACEABLE.includes(each))) {
      const name = packageName(kind, one, product);
      const file = files.find((each) => basename(each) === name && existsSync(each));
      if (file === undefined) continue;
      const listed = lists.get(LISTS[target]) ?? [];
      lists.set(LISTS[target], [...listed, { url: name, sha512: await sha512Of(file), size: statSync(file).size }]);
    }
  return [...lists].map(([name, listed]) => ({
    name,
    text: stringify({ version: product.version, files: listed, releaseDate: released.toISOString() }),
  }));
}
