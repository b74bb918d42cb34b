import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createDesk } from '../../../src-main/desk/create-desk.ts';
import type { Desk, DeskDeps } from '../../../src-main/desk/desk.ts';
import type { Clock, SecretStore } from '../../../src-core/ports.ts';
import { textLog } from '../../../src-service/observability/service-log.ts';
import { shippedFiles } from '../../../src-service/shipped-files.ts';
import { startOnThisComputer, type ServiceOfOneDesk } from '../../../src-service/start-on-this-computer.ts';
import { depsOf, memorySecrets } from './desk-bench.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

export interface OpenStudio {
  readonly desk: Desk;
  readonly service: ServiceOfOneDesk;
  /** Lines of the service's log. */
  readonly said: readonly string[];
  close(): Promise<void>;
}

/** What a drill chooses of a studio. */
export interface StudioChoice {
  /** The computer's keychain; an empty one where it is left out. */
  readonly secrets?: SecretStore;
  readonly clock?: Clock;
  readonly repository?: string;
  /** Hears what the window would be told. */
  readonly onChange?: DeskDeps['onChange'];
  /** Hears how far the opening is: `desk`, each step of the service's start, `service`. */
  readonly at?: (point: string) => void;
}

/** Desk and embedded service of one data folder, as the app lays it out. */
export async function openStudio(
  dataDir: string,
  tools: string,
  { secrets = memorySecrets(), at = () => undefined, onChange = () => undefined, ...choice }: StudioChoice = {},
): Promise<OpenStudio> {
  const workerFile = join(tools, 'desk/preflight-worker.js');
  const deps = depsOf(join(dataDir, 'desk'), {
    workerFile,
    samplesFolder: join(dataDir, 'samples'),
    secrets,
    ...choice,
  });
  const desk = await createDesk({
    ...deps,
    onChange,
    layouts: { ...deps.layouts, folder: join(dataDir, 'layouts') },
    formerSandboxes: join(dataDir, 'former-sandboxes'),
  });
  at('desk');
  const said: string[] = [];
  const start = (reissueKeys: boolean) =>
    startOnThisComputer(
      {
        dataDir: join(dataDir, 'service'),
        contract: 'specified',
        databaseUrl: null,
        reissueKeys,
        openingSandboxCredit: 1_000_000,
        allowLocalAddresses: false,
        startOverId: desk.startOver.ofService(),
      },
      at,
      textLog((line) => void said.push(line)),
      shippedFiles([join(tools, 'service')]),
    );
  let service = await start(false);
  at('service');
  // As the service host does for a desk that holds no keys (src-main/shell/service-host.ts).
  if ((await desk.connectBuiltIn(service.hello)) === 'keysLost') {
    await service.close();
    service = await start(true);
    await desk.connectBuiltIn(service.hello);
  }
  await service.shown();
  return {
    desk,
    service,
    said,
    close: async () => {
      await desk.close();
      await service.close();
      // SQLite holds its file until the last of its statements is collected. The app ends its process; this one goes on,
      // and so the studio that was closed gets a file which nobody holds.
      const store = join(dataDir, 'desk/desk.db');
      copyFileSync(store, `${store}.copy`);
      renameSync(`${store}.copy`, store);
      for (const part of ['-wal', '-shm']) rmSync(store + part, { force: true });
    },
  };
}

export interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly problem: string;
}

/** The built command line, by this user or by another one. */
export function studio(words: readonly string[], uid?: number): Ended {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'dist/cli/studio.js'), ...words], {
    encoding: 'utf8',
    cwd: '/',
    env: { ...process.env, LC_ALL: 'C', HOME: '/nonexistent' },
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  return { status, out: stdout, problem: stderr };
}

/** Runs it and takes its life once `marker` is there, or after `afterMs`; whether it was still alive. */
export async function killedStudio(words: readonly string[], marker: string, afterMs: number): Promise<boolean> {
  const child = spawn(process.execPath, [join(ROOT, 'dist/cli/studio.js'), ...words], { stdio: 'ignore' });
  const ended = new Promise<NodeJS.Signals | null>((done) => child.once('exit', (_code, signal) => done(signal)));
  const endMs = Date.now() + 20_000;
  while (!existsSync(marker) && child.exitCode === null && Date.now() < endMs) await delay(2);
  await delay(afterMs);
  child.kill('SIGKILL');
  return (await ended) === 'SIGKILL';
}

export function buildStudio(): void {
  for (const part of ['cli', 'service']) {
    const { status, stdout } = spawnSync(process.execPath, [join(ROOT, 'scripts/build.mjs'), '--only', part], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stdout);
  }
}

/** SHA-256 of every file below a folder, by its place. */
export function hashesBelow(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        return [path.slice(folder.length + 1), createHash('sha256').update(readFileSync(path)).digest('hex')] as const;
      })
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}
