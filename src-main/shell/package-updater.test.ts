import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { packageKind, packageUpdater } from './package-updater.ts';
import type { Updater } from './updates.ts';

const NAME = 'book-print-studio_2.0.0_amd64.deb';
const LIST = process.arch === 'x64' ? 'latest-linux.yml' : `latest-linux-${process.arch}.yml`;
const path = process.env['PATH'];

let dir: string;
let server: Server;
let feed: string;
let bytes: Buffer;
let asked: { readonly url: string; readonly headers: IncomingHttpHeaders }[];
/** What the server answers where it is not what lies at the address. */
let instead: RequestListener | null;
let list: { version: string; sha512: string };
let relaunched: number;
let said: string[];
let updater: Updater;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'package-updater-'));
  bytes = randomBytes(3_000_000);
  list = { version: '2.0.0', sha512: createHash('sha512').update(bytes).digest('base64') };
  asked = [];
  instead = null;
  relaunched = 0;
  said = [];
  server = createServer((request, response) => {
    const url = request.url?.split('?')[0] ?? '';
    asked.push({ url, headers: request.headers });
    if (instead !== null) instead(request, response);
    else if (url === `/studio/${LIST}`)
      response.end(
        stringify({
          version: list.version,
          files: [{ url: NAME, sha512: list.sha512, size: bytes.length }],
          releaseDate: '2026-01-31T00:00:00.000Z',
        }),
      );
    else if (url === `/studio/${NAME}`) response.setHeader('content-length', bytes.length).end(bytes);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  feed = `http://127.0.0.1:${(server.address() as AddressInfo).port}/studio`;
  updater = updaterFor(feed);
});

afterEach(async () => {
  process.env['PATH'] = path;
  await new Promise((resolve) => server.close(resolve));
  rmSync(dir, { recursive: true, force: true });
});

const updaterFor = (address: string, place = join(dir, 'updates')): Updater =>
  packageUpdater(
    'deb',
    address,
    place,
    {
      version: '1.0.0',
      name: 'book-print-studio',
      publisher: 'A studio',
      quit: () => undefined,
      relaunch: () => void (relaunched += 1),
    },
    { write: (_level, _message, details) => void said.push(JSON.stringify(details)) },
  );

const fetched = (): string => join(dir, 'updates', 'fetched', 'pending', NAME);

/** Programs of the system that only write down how they were called. */
function recording(status: number): () => string[] {
  const bin = join(dir, 'bin');
  const calls = join(dir, 'calls');
  mkdirSync(bin);
  const programs = {
    dpkg: `echo "dpkg $*" >> "${calls}"; exit ${status}`,
    'apt-get': `echo "apt-get $*" >> "${calls}"; exit ${status}`,
    // As the real one: the command of one whom the system trusts.
    pkexec: 'shift; exec "$@"',
  };
  for (const [name, words] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${words}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  process.env['PATH'] = `${bin}${delimiter}${path ?? ''}`;
  return () => (existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : []);
}

describe('a Debian package', () => {
  test('that is newer is found, fetched as it was listed, and given to the system’s own program', async () => {
    const calls = recording(0);
    const told: number[] = [];
    expect(await updater.look()).toBe('2.0.0');
    await updater.download((percent) => told.push(percent));
    expect(readFileSync(fetched()).equals(bytes)).toBe(true);
    expect(told.at(-1)).toBe(100);
    expect(calls()).toEqual([]);
    await updater.install(true);
    expect(calls()).toEqual([`dpkg -i ${fetched()}`]);
    expect(relaunched).toBe(1);
  });

  test('that the system does not take is said, and nothing is opened anew', async () => {
    const calls = recording(1);
    await updater.look();
    await updater.download(() => undefined);
    await expect(updater.install(true)).rejects.toThrow('not installed');
    expect(calls()).toEqual([`dpkg -i ${fetched()}`, 'apt-get install -f -y']);
    expect(relaunched).toBe(0);
  });

  test.each(['1.0.0', '0.9.9'])('of version %s is none for version 1.0.0', async (version) => {
    list.version = version;
    expect(await updater.look()).toBeNull();
  });

  test('is asked for with nothing that tells one computer from another', async () => {
    await updater.look();
    await updater.download(() => undefined);
    expect(asked).toHaveLength(2);
    const names = asked.flatMap(({ headers }) => Object.keys(headers));
    expect(names.filter((name) => /^(x-|cookie|authorization|user-agent)/.test(name))).toEqual(['user-agent']);
    expect(asked.flatMap(({ headers }) => headers['user-agent'] ?? [])).toEqual(['electron-builder']);
  });

  test('that arrives otherwise than it was listed is thrown away', async () => {
    list.sha512 = createHash('sha512').update('another').digest('base64');
    await updater.look();
    await expect(updater.download(() => undefined)).rejects.toMatchObject({ code: 'UPDATE_DAMAGED' });
    expect(existsSync(fetched())).toBe(false);
  });

  test('that breaks off on its way is said, and whole at the next try', async () => {
    await updater.look();
    instead = (_request, response) => {
      response.setHeader('content-length', bytes.length).write(bytes.subarray(0, 1_000_000), () => response.destroy());
    };
    await expect(updater.download(() => undefined)).rejects.toMatchObject({ code: 'UPDATE_UNREACHABLE' });
    expect(existsSync(fetched())).toBe(false);
    instead = null;
    await updater.download(() => undefined);
    expect(readFileSync(fetched()).equals(bytes)).toBe(true);
  });

  test('of which more comes than was listed is not read to its end', async () => {
    await updater.look();
    let isCut = false;
    instead = (_request, response) => {
      response.on('close', () => void (isCut = true));
      const more = (): void => void (response.destroyed || response.write(bytes, more));
      more();
    };
    await expect(updater.download(() => undefined)).rejects.toMatchObject({ code: 'UPDATE_UNREACHABLE' });
    await expect.poll(() => isCut).toBe(true);
    expect(existsSync(fetched())).toBe(false);
  });

  test('below a folder whose name a shell would take apart is given to nobody', async () => {
    const calls = recording(0);
    const there = updaterFor(feed, join(dir, "Jin's drive"));
    await there.look();
    await there.download(() => undefined);
    await expect(there.install(false)).rejects.toThrow("Jin's drive");
    expect(calls()).toEqual([]);
  });

  test.runIf(process.getuid?.() === 0)('for which the drive has no room is said', async () => {
    const disk = join(dir, 'small');
    mkdirSync(disk);
    const mount = (command: string, ...words: string[]) => execFileSync(command, words);
    mount('mount', '-t', 'tmpfs', '-o', 'size=1m', 'full-updates', disk);
    try {
      const there = updaterFor(feed, disk);
      await there.look();
      await expect(there.download(() => undefined)).rejects.toMatchObject({ code: 'UPDATE_NO_ROOM' });
    } finally {
      mount('umount', '--lazy', disk);
    }
  });

  test('that was fetched in a run before is not fetched again', async () => {
    await updater.look();
    await updater.download(() => undefined);
    const again = updaterFor(feed);
    await again.look();
    await again.download(() => undefined);
    expect(asked.filter(({ url }) => url.endsWith('.deb'))).toHaveLength(1);
  });
});

describe('a feed', () => {
  test.each([404, 403])('that answers %i has no list for this computer', async (status) => {
    instead = (_request, response) => response.writeHead(status).end();
    await expect(updater.look()).rejects.toMatchObject({ code: 'UPDATE_NO_FEED' });
  });

  test('whose list is something else is said', async () => {
    instead = (_request, response) => response.end('<!doctype html><title>Sign in to the network</title>');
    await expect(updater.look()).rejects.toMatchObject({ code: 'UPDATE_NO_FEED' });
  });

  test('whose list does not end is not read on', async () => {
    let sent = 0;
    instead = (_request, response) => {
      const more = (): void => {
        sent += 1;
        if (!response.destroyed) response.write('- nothing\n'.repeat(10_000), more);
      };
      more();
    };
    await expect(updater.look()).rejects.toMatchObject({
      code: 'UPDATE_UNREACHABLE',
      text: { params: { reason: expect.stringContaining('more than') } },
    });
    expect(sent).toBeLessThan(1_000);
  });

  test.each([
    ['an empty one', ''],
    ['no version', 'files: []\n'],
    ['no files', 'version: 2.0.0\nfiles: []\n'],
    ['a version that is none', 'version: newest; id\nfiles: [{ url: a.deb, sha512: a }]\n'],
  ])('whose list is %s has none for this computer', async (_what, text) => {
    instead = (_request, response) => response.end(text);
    const had = updater.look().then((version) => (version === null ? null : updater.download(() => undefined)));
    await expect(had).rejects.toMatchObject({ code: 'UPDATE_NO_FEED' });
  });

  test('that is away is said', async () => {
    const gone = updaterFor('http://127.0.0.1:1');
    await expect(gone.look()).rejects.toMatchObject({ code: 'UPDATE_UNREACHABLE' });
  });

  test('that sends on to where anybody between could answer is not followed', async () => {
    instead = (_request, response) => response.writeHead(302, { location: 'http://versions.example/list.yml' }).end();
    await expect(updater.look()).rejects.toMatchObject({
      code: 'UPDATE_UNREACHABLE',
      text: { params: { reason: expect.stringContaining('http://versions.example is not asked') } },
    });
  });
});

test('a program says by which package it came', () => {
  const withKind = (kind: string | null): string => {
    const resources = mkdtempSync(join(dir, 'resources-'));
    if (kind !== null) writeFileSync(join(resources, 'package-type'), kind);
    return resources;
  };
  expect(packageKind('linux', withKind('deb\n'), {})).toBe('deb');
  expect(packageKind('linux', withKind(null), { APPIMAGE: '/home/me/studio.AppImage' })).toBe('AppImage');
  expect(packageKind('linux', withKind(null), {})).toBeNull();
  expect(packageKind('linux', withKind('rpm'), {})).toBeNull();
  expect(packageKind('win32', withKind(null), {})).toBe('nsis');
  expect(packageKind('darwin', withKind(null), {})).toBe('mac');
});
