// Names the packages of package.json that the built service does not use, one a line: the image leaves them out.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const built = join(root, 'dist/service');
const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const code = readdirSync(built, { recursive: true })
  .filter((name) => name.endsWith('.js'))
  .map((name) => readFileSync(join(built, name), 'utf8'))
  .join('\n');

/** Named by code that the service shares with the app, and loaded in Electron alone. */
const FOR_THE_APP = ['@img/sharp-wasm32'];

/** Bundles name what they import, resolve or load in quotes, with or without a path behind it. */
const isUsed = (name) =>
  ['"', "'", '`'].some((quote) => code.includes(quote + name + quote) || code.includes(`${quote}${name}/`));
const unused = Object.keys({ ...dependencies, ...optionalDependencies }).filter(
  (name) => !isUsed(name) || FOR_THE_APP.includes(name),
);
console.log(unused.join('\n'));
