// `npm run release [-- --dry-run] [--quick] [--out DIR]`: every package of the product that this computer can make, with its checksums
// and a list of what others have to make. Without --dry-run it stops where something is missing for a release.
// `npm run release -- --collect DIR`: whether DIR has every file of a release, and the checksums of them all. `--notes`: what the changelog says of it.
import { spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findElectron } from './electron-runtime.mjs';
import { COMPRESSION, pack } from './packaging/pack.mjs';
import { whyNotMade } from './packaging/why-not.mjs';
import {
  absentFrom,
  changelogEntry,
  checksums,
  checksumText,
  productOf,
  unmet,
} from './packaging/release-conditions.mjs';
import { updateLists } from './packaging/feeds.mjs';
import { signing } from './packaging/signing.mjs';
import { TARGETS, releaseFiles, targetOf } from './packaging/targets.mjs';

const root = resolve(import.meta.dirname, '..');
const product = productOf(root);
const wanted = releaseFiles(product);
const { values } = parseArgs({
  options: {
    'dry-run': { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    out: { type: 'string', default: join(root, 'release', product.version) },
    collect: { type: 'string' },
    notes: { type: 'boolean', default: false },
  },
});

/** One line a file that is not there. */
function tellAbsent(absent) {
  const width = Math.max(...absent.map(({ name }) => name.length));
  for (const { name, target, why } of absent) console.log(`  ${name.padEnd(width)}  ${target}${why ? `: ${why}` : ''}`);
}

function git(...words) {
  const { status, stdout } = spawnSync('git', words, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.split('\n').filter((line) => line !== '') : [];
}

async function collect(folder) {
  const absent = absentFrom(folder, wanted);
  if (absent.length > 0) {
    console.log(`${absent.length} of ${wanted.length} files of ${product.version} are not in ${folder}:`);
    tellAbsent(absent);
    return false;
  }
  const files = wanted.map(({ name }) => join(folder, name));
  const sums = await checksums(files);
  writeFileSync(join(folder, 'SHA256SUMS'), checksumText(sums));
  await writeLists(folder, files);
  console.log(`${sums.length} files of ${product.version}, all of them: ${join(folder, 'SHA256SUMS')}`);
  return true;
}

/** Beside the packages, what installed studios look at. */
async function writeLists(folder, files) {
  for (const { name, text } of await updateLists(files, product, new Date())) writeFileSync(join(folder, name), text);
}

/** Says what a release would stop at. */
function tellUnmet(electron, target, isDry) {
  const reasons = unmet({
    ...product,
    tags: git('tag', '--points-at', 'HEAD'),
    changed: git('status', '--porcelain').map((line) => line.slice(3)),
    electron,
    env: process.env,
    target,
  });
  if (reasons.length > 0) console.log(isDry ? 'a dry run; a release would stop at:' : 'not released:');
  for (const reason of reasons) console.log(`  ${reason}`);
  return reasons.length > 0;
}

/** Packs, signed where the secrets are there, and leaves the packages alone in `out`. Answers their whole paths. */
async function packInto(out, { electron, target, kinds }) {
  const work = join(out, 'work');
  mkdirSync(work, { recursive: true });
  try {
    const { config, env } = signing(target, process.env, { publisher: product.publisher, folder: work });
    Object.assign(process.env, env);
    const compression = values.quick ? COMPRESSION.quick : COMPRESSION.full;
    const { files } = await pack({ electron, out: work, kinds, compression, signed: config });
    const packages = files.filter((file) => wanted.some(({ name }) => name === basename(file)));
    return packages.map((file) => {
      const place = join(out, basename(file));
      renameSync(file, place);
      return place;
    });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function release(out) {
  const isDry = values['dry-run'];
  const here = targetOf(process.platform, process.arch);
  if (here === undefined) {
    console.log(`no package is made on ${process.platform} ${process.arch}`);
    return false;
  }
  const target = TARGETS[here];
  const electron = await findElectron();
  if (tellUnmet(electron, target, isDry) && !isDry) return false;
  const build = spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], { cwd: root, stdio: 'inherit' });
  if (build.status !== 0) return false;
  const refusals = new Map();
  for (const kind of target.kinds) {
    const why = await whyNotMade(kind);
    if (why !== null) refusals.set(kind, why);
  }
  const kinds = target.kinds.filter((kind) => !refusals.has(kind));
  const made = await packInto(out, { electron, target, kinds });

  const sums = await checksums(made);
  writeFileSync(join(out, 'SHA256SUMS'), checksumText(sums));
  await writeLists(out, made);
  const elsewhere = wanted
    .filter(({ name }) => !sums.some((one) => one.name === name))
    .map((one) => ({ ...one, ...(one.target === here ? { why: refusals.get(one.kind) ?? 'it was not made' } : {}) }));
  const facts = {
    version: product.version,
    isDryRun: isDry,
    target: here,
    electron: electron.version,
    files: sums,
    elsewhere,
  };
  writeFileSync(join(out, `release-${here}.json`), `${JSON.stringify(facts, null, 2)}\n`);

  console.log(`\n${product.version} for ${here}, in ${out}:`);
  for (const { name, sha256 } of sums) console.log(`  ${sha256}  ${name}`);
  if (elsewhere.length > 0) {
    console.log('only another computer makes (deploy/release/github-actions.yaml has a job for each):');
    tellAbsent(elsewhere);
  }
  return (
    elsewhere.every(({ target: whose, kind }) => whose !== here || refusals.has(kind)) && (isDry || refusals.size === 0)
  );
}

function notes() {
  const entry = changelogEntry(product.changelog, product.version);
  if (entry !== undefined) console.log(entry.text);
  return entry !== undefined;
}

function run() {
  if (values.notes) return notes();
  if (values.collect !== undefined) return collect(resolve(values.collect));
  const out = resolve(values.out);
  mkdirSync(out, { recursive: true });
  return release(out);
}

process.exitCode = (await run()) ? 0 : 1;
