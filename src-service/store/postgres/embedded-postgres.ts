import { randomBytes } from 'node:crypto';
import { chmod, mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import { readSmallJson, writeSmallFile } from '../../../src-node/small-file.ts';
import { DATABASE, dataFolderIn, prepareCluster, ROLE } from './cluster.ts';
import { removeFormerPasswords } from './former-passwords.ts';
import { stopStray } from './processes.ts';
import { findPrograms, reachableFolder } from './programs.ts';
import { PostgresServer, type ServerLimits, type ServerState } from './server.ts';

/** A PostgreSQL of our own, with its data in a folder of the app. */
export interface OwnPostgres {
  /** Of the service's role, which is no superuser; the password is of this run alone. */
  readonly url: string;
  readonly state: ServerState;
  /** Told of every change of the state from now on. */
  onState(listener: (state: ServerState) => void): void;
  stop(): Promise<void>;
}

const ownerSchema = z.object({ pid: z.int() });

/**
 * Starts the registry-shipped PostgreSQL on a free loopback port, fsync on, and keeps it running.
 * A server that a killed parent left behind on this folder is stopped first.
 *
 * Throws when the folder cannot be written, another running service has it, or the server does not come up.
 */
export async function startEmbeddedPostgres(
  wantedFolder: string,
  onLog: (line: string) => void,
  limits?: ServerLimits,
): Promise<OwnPostgres> {
  const programs = await findPrograms();
  const folder = await reachableFolder(wantedFolder);
  await mkdir(folder, { recursive: true });
  // PostgreSQL's own user has to walk through it, and nobody to look into it.
  await chmod(folder, programs.account === null ? 0o700 : 0o711);
  const dataDir = dataFolderIn(folder);
  const ownerFile = join(folder, 'owner.json');
  // One that is torn was written by a process that the power took along with its server: then nobody is the owner.
  await stopStray(dataDir, readSmallJson(ownerFile, ownerSchema)?.pid ?? null);
  writeSmallFile(ownerFile, JSON.stringify({ pid: process.pid }));

  const password = randomBytes(24).toString('hex');
  await prepareCluster(programs, folder, password);
  await removeFormerPasswords(folder);

  const listeners: ((state: ServerState) => void)[] = [];
  let state: ServerState = 'recovering';
  const onState = (next: ServerState) => {
    state = next;
    for (const listener of listeners) listener(next);
  };
  const port = await freePort();
  const server = new PostgresServer({
    programs,
    dataDir,
    port,
    onLog,
    onState,
    ...(limits === undefined ? {} : { limits }),
  });
  await server.start();
  return {
    url: `postgres://${ROLE}:${password}@127.0.0.1:${port}/${DATABASE}`,
    get state() {
      return state;
    },
    onState: (listener) => void listeners.push(listener),
    stop: () => server.stop(),
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
