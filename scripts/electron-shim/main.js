// Stands in for the app that Electron's own binary carries: opens the app folder or file that argv names.
// A module with a top-level await, so that Electron holds `ready` back until the app's code has run:
// what must happen before `ready` (custom schemes) would come too late otherwise.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron/main';

const require = createRequire(import.meta.url);
const words = process.argv.slice(1);
const preloads = [];
let target = null;
while (words.length > 0 && target === null) {
  const word = words.shift();
  if (word === '-r' || word === '--require') preloads.push(words.shift());
  else if (word === '--version') {
    console.log(`v${process.versions.electron}`);
    process.exit(0);
  } else if (!word.startsWith('-')) target = resolve(word);
}
if (target === null) {
  console.error('usage: electron [-r FILE] APP');
  process.exit(2);
}

for (const file of preloads) require(resolve(file));
Object.defineProperty(process, 'defaultApp', { value: true, enumerable: true });

const isFolder = existsSync(target) && statSync(target).isDirectory();
const folder = isFolder ? target : dirname(target);
const manifest =
  isFolder && existsSync(join(folder, 'package.json'))
    ? JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    : {};
if (manifest.version) app.setVersion(manifest.version);
if (manifest.productName ?? manifest.name) app.name = manifest.productName ?? manifest.name;
app.setDesktopName(manifest.desktopName ?? `${app.name}.desktop`);
app.setAppPath(folder);
try {
  await import(pathToFileURL(isFolder ? join(folder, manifest.main ?? 'index.js') : target).href);
} catch (error) {
  console.error('the app threw an error while it was loading\n', error);
  process.exit(1);
}
