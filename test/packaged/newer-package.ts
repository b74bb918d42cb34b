import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { run, type Installed } from './install.ts';

interface Product {
  readonly name: string;
  readonly version: string;
}
const load = <T>(name: string): Promise<T> =>
  import(pathToFileURL(resolve(import.meta.dirname, '../../scripts/packaging', name)).href) as Promise<T>;

/**
 * The package once more, of another version with as many letters: in what dpkg knows of it, and in the manifest that the program reads its own
 * from. Answers its path below `work`.
 */
export async function newerPackage(deb: string, work: string, { name, version: from }: Product, version: string) {
  const folder = join(work, 'newer');
  spawnSync('dpkg-deb', ['--raw-extract', deb, folder]);
  const control = join(folder, 'DEBIAN/control');
  writeFileSync(control, readFileSync(control, 'utf8').replace(/^Version: .*$/m, `Version: ${version}`));
  const archive = join(folder, 'opt', name, 'resources/app.asar');
  const bytes = readFileSync(archive);
  const manifest = bytes.indexOf(`"name": "${name}"`);
  const place = bytes.indexOf(`"version": "${from}"`, manifest);
  if (manifest === -1 || place === -1 || from.length !== version.length) throw new Error('no version to be replaced');
  bytes.write(`"version": "${version}"`, place);
  writeFileSync(archive, bytes);
  const { packageName, TARGETS } = await load<{
    packageName(kind: string, target: object, product: Product): string;
    TARGETS: Readonly<Record<string, object>>;
  }>('targets.mjs');
  const made = join(work, packageName('deb', TARGETS[`linux-${process.arch}`] ?? {}, { name, version }));
  const { status, stderr } = spawnSync('dpkg-deb', ['-Zgzip', '-z1', '--root-owner-group', '--build', folder, made]);
  if (status !== 0) throw new Error(`no package was made: ${String(stderr)}`);
  rmSync(folder, { recursive: true });
  return made;
}

/** Serves a release of one package to this computer, as `npm run release` lists it. */
export async function serveRelease(deb: string, product: Product) {
  const { updateLists } = await load<{
    updateLists(
      files: readonly string[],
      product: Product,
      released: Date,
    ): Promise<readonly { readonly name: string; readonly text: string }[]>;
  }>('feeds.mjs');
  const lists = new Map((await updateLists([deb], product, new Date())).map(({ name, text }) => [`/${name}`, text]));
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const list = lists.get(path);
    if (list !== undefined) response.end(list);
    else if (path === `/${basename(deb)}`) response.end(readFileSync(deb));
    else response.writeHead(404).end();
  });
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((settle) => server.close(settle)),
  };
}

/** Gives the installed system a `pkexec` that trusts everybody: who would type a password here? False where it may not have one. */
export function trustEverybody(installed: Installed): boolean {
  const words = [
    'cp /usr/bin/setpriv /usr/bin/as-root',
    'chmod 4755 /usr/bin/as-root',
    `printf '#!/bin/sh\\nshift\\nexec as-root --reuid=0 --regid=0 --clear-groups "$@"\\n' > /usr/bin/pkexec`,
    'chmod 755 /usr/bin/pkexec',
  ];
  if (installed.by !== 'dpkg' || run(installed, ['sh', '-ec', words.join('\n')], { isRoot: true }).status !== 0)
    return false;
  return run(installed, ['pkexec', '--disable-internal-agent', 'id', '-u']).stdout.trim() === '0';
}

/** Takes it away again: nobody may become root. */
export function trustNobody(installed: Installed): void {
  run(installed, ['rm', '-f', '/usr/bin/pkexec', '/usr/bin/as-root'], { isRoot: true });
}
