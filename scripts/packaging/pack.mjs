// Packs the built studio for this computer: its folder, and on Linux the .deb and the .tar.gz of it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { settings } from './settings.mjs';
import { packageName } from './targets.mjs';

const root = resolve(import.meta.dirname, '../..');
const product = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** How hard packages are compressed: for a test within seconds, or for users. */
export const COMPRESSION = { quick: { deb: 'gz', level: 1 }, full: { deb: 'xz', level: 9 } };

/**
 * Packs dist into `out` with the Electron of `scripts/electron-runtime.mjs`. `kinds`: those of the target (targets.mjs);
 * empty for the folder alone. `signed`: settings of signing.mjs.
 * Answers `{ folder, files }`, whole paths. Throws what electron-builder throws.
 */
export async function pack({ electron, out, kinds, compression = COMPRESSION.full, signed = {} }) {
  const { build, Platform } = await copyingBuilder();
  const config = settings();
  mkdirSync(out, { recursive: true });
  const wanted = {
    ...config,
    mac: { ...config.mac, ...signed.mac },
    win: { ...config.win, ...signed.win },
    deb: { ...config.deb, compression: compression.deb },
    electronDist: electron.dist,
    electronVersion: electron.version,
    directories: { ...config.directories, output: out },
  };
  // As a file: settings that it is given otherwise are added to electron-builder.yml, which is in them.
  const file = join(root, 'dist/packaging.json');
  writeFileSync(file, JSON.stringify(wanted, null, 2));
  const run = (...targets) =>
    build({ targets: Platform.current().createTarget(targets), projectDir: root, publish: 'never', config: file });
  if (process.platform !== 'linux') return { folder: out, files: await run(...(kinds.length === 0 ? ['dir'] : kinds)) };

  const folder = join(out, process.arch === 'x64' ? 'linux-unpacked' : `linux-${process.arch}-unpacked`);
  rmSync(folder, { recursive: true, force: true });
  writeShellFiles();
  // fpm is a Ruby program that electron-builder would download; where dpkg is there it is not needed.
  if (process.env.CUSTOM_FPM_PATH === undefined && existsSync('/usr/bin/dpkg-deb'))
    process.env.CUSTOM_FPM_PATH = join(import.meta.dirname, 'deb.sh');
  process.env.DEB_LEVEL = String(compression.level);
  const builders = kinds.filter((kind) => kind !== 'tar.gz');
  const made = await run(...(builders.length === 0 ? ['dir'] : builders));
  const files = made.filter((file) => builders.some((kind) => file.endsWith(`.${kind}`)));
  if (kinds.includes('tar.gz')) files.push(archive(folder, out, compression.level));
  return { folder, files };
}

/**
 * electron-builder, which links files in place of copying them where it finds itself under Vitest: a link changes the time of
 * the file that it is of, and tests beside look at the same sample books.
 */
async function copyingBuilder() {
  const { VITEST } = process.env;
  delete process.env.VITEST;
  try {
    return await import('electron-builder');
  } finally {
    if (VITEST !== undefined) process.env.VITEST = VITEST;
  }
}

/** What shells and man read of the command line, made by itself. */
function writeShellFiles() {
  const shell = join(root, 'dist/shell');
  mkdirSync(shell, { recursive: true });
  const print = (name) => {
    const run = spawnSync(process.execPath, [join(root, 'dist/cli/studio.js'), 'shell-file', name]);
    if (run.status !== 0) throw new Error(`studio shell-file ${name}: ${run.stderr}`);
    return run.stdout;
  };
  writeFileSync(join(shell, 'studio.1.gz'), gzipSync(print('man'), { level: 9 }));
  writeFileSync(join(shell, 'studio.bash'), print('bash'));
  writeFileSync(join(shell, '_studio'), print('zsh'));
  writeFileSync(join(shell, 'studio.fish'), print('fish'));
}

/** With one folder in it, owned by nobody in particular, in an order of its own: the same folder, the same archive. */
function archive(folder, out, level) {
  const file = join(out, packageName('tar.gz', process, product));
  const name = basename(file, '.tar.gz');
  const words = ['--create', '--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX'];
  const run = spawnSync(
    'tar',
    [
      ...words,
      `--use-compress-program=gzip -n -${level}`,
      `--transform=s,^\\.,${name},`,
      '--file',
      file,
      '-C',
      folder,
      '.',
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  if (run.status !== 0) throw new Error(`tar could not write ${file}`);
  return file;
}
