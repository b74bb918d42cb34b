// What has to hold before a release is built, and what is told of it afterwards. Node built-ins only.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** The changelog's entry of a version: `{ date, text }`, `date` null while it is not released; undefined without one. */
export function changelogEntry(changelog, version) {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((one) => one.startsWith(`${version},`));
  if (section === undefined) return undefined;
  const [heading, ...lines] = section.split('\n');
  const said = heading.slice(version.length + 1).trim();
  return { date: /^\d{4}-\d{2}-\d{2}$/.test(said) ? said : null, text: lines.join('\n').trim() };
}

/**
 * What keeps this from being a release, each as one sentence; none: it may be released.
 *
 * `facts`: `{ version, lockVersion, changelog, tags, changed, electron, env, target }`. `tags` are those of the commit, `changed`
 * the files that differ from it, `electron` what findElectron answers, `target` one of TARGETS.
 */
export function unmet({ version, lockVersion, changelog, tags, changed, electron, env, target }) {
  const entry = changelogEntry(changelog, version);
  const missing = target.secrets.filter((name) => !env[name]);
  return [
    lockVersion !== version && `package-lock.json says ${lockVersion}, package.json ${version}: npm install writes it`,
    entry === undefined && `CHANGELOG.md has no entry "## ${version}, …"`,
    entry?.text === '' && `CHANGELOG.md says nothing of ${version}`,
    entry?.date === null && `CHANGELOG.md has no day of ${version}: "## ${version}, 2026-01-31"`,
    !tags.includes(`v${version}`) && `the commit has no tag v${version}`,
    changed.length > 0 && `files differ from the commit: ${changed.slice(0, 5).join(', ')}`,
    !electron.isProducts && `Electron ${electron.version} is not the product’s own (${electron.origin})`,
    missing.length > 0 && `not signed without ${missing.join(', ')}`,
  ].filter((reason) => typeof reason === 'string');
}

async function sha256Of(file) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** `[{ name, sha256 }]` by name. `files`: whole paths. */
export async function checksums(files) {
  const sums = [];
  for (const file of [...files].sort()) sums.push({ name: basename(file), sha256: await sha256Of(file) });
  return sums;
}

/** As `sha256sum --check` reads it. */
export const checksumText = (sums) => sums.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('');

/** The files of a whole release that do not lie in `folder`. */
export const absentFrom = (folder, wanted) => wanted.filter(({ name }) => !existsSync(join(folder, name)));

/** `{ name, version, publisher, lockVersion, changelog }` as the repository at `root` says them. */
export function productOf(root) {
  const read = (file) => readFileSync(join(root, file), 'utf8');
  const { name, version, author } = JSON.parse(read('package.json'));
  const lock = JSON.parse(read('package-lock.json'));
  const lockVersion = lock.version === lock.packages[''].version ? lock.version : 'two versions';
  return { name, version, publisher: author.name, lockVersion, changelog: read('CHANGELOG.md') };
}
