import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Host, type Answer } from './host.ts';
import { openApiCheck } from './open-api.ts';
import { fillPrepared } from './prepared-folder.ts';
import { startReplicas } from './replicas.ts';
import { PROGRAM, callPrintHouse, startProcess, type Hello } from './service-process.ts';

export { Host, type Answer };

export interface Service {
  readonly hello: Hello;
  readonly keys: NonNullable<Hello['keys']>;
  readonly sandbox: Host;
  readonly live: Host;
  printHouse(method: string, path: string, json?: unknown): Promise<Answer>;
  /** SIGTERM; answers the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL to the process of the service itself, as when the computer takes it away: nothing is tidied up. */
  kill(): Promise<void>;
  dispose(): Promise<void>;
}

export interface StartOptions {
  readonly contract?: 'specified' | 'public-2026-09';
  readonly credit?: number;
  readonly rateLimits?: boolean;
  /** An existing data folder, for a second start. */
  readonly dataDir?: string;
  readonly keys?: NonNullable<Hello['keys']>;
  readonly reissueKeys?: boolean;
  /** As a proxy has it before it: open to others than this computer, known by these addresses. */
  readonly behindProxy?: { readonly trusted: string; readonly sandboxUrl: string; readonly liveUrl: string };
  /** Of replicas: after SIGTERM unready, still taking calls, for so long. */
  readonly drainSeconds?: number;
  /** Another build of the service than the one in dist: a folder. */
  readonly program?: string;
  /** Webhooks and picture addresses may lead to this computer. */
  readonly localAddresses?: boolean;
  /** PEM file of an authority that the service trusts besides the usual ones. */
  readonly trustedCertificate?: string;
}

/** `ACCEPTANCE_CONTRACT` runs the same suites under another column of the contract table, where a test names none. */
const usualContract = process.env['ACCEPTANCE_CONTRACT'] ?? 'specified';

/** For tests that hold a value of that column; the suite `profile` holds those of the other. */
export const bySpecification = usualContract === 'specified';

/** The command line's words that every process of a service shares. */
export const commonArguments = ({
  contract,
  credit = 1_000_000,
  rateLimits = false,
  reissueKeys = false,
  localAddresses = false,
  behindProxy,
}: StartOptions): readonly string[] => [
  ...['--contract', contract ?? usualContract, '--credit', String(credit)],
  ...(rateLimits ? [] : ['--no-rate-limits']),
  ...(reissueKeys ? ['--reissue-keys'] : []),
  ...(localAddresses ? ['--allow-local-addresses'] : []),
  // An address that only this computer reaches, written so that the service does not take it for one.
  ...(behindProxy === undefined ? [] : ['--host', '::ffff:127.0.0.1', '--trust-proxy', behindProxy.trusted]),
];

/** The environment variables that every process of a service shares. */
export const commonEnvironment = ({ trustedCertificate }: StartOptions): Readonly<Record<string, string>> =>
  trustedCertificate === undefined ? {} : { NODE_EXTRA_CA_CERTS: trustedCertificate };

/** `ACCEPTANCE_ON=replicas` runs the same suites against three processes on PostgreSQL and S3, called in turn. */
export const onReplicas = process.env['ACCEPTANCE_ON'] === 'replicas';

/** Starts the service as a person would, from the command line, on a data folder of its own; `SERVICE_PREPARED=no`: on an empty one. */
export async function startService(options: StartOptions = {}): Promise<Service> {
  if (onReplicas) return startReplicas(options);
  const folder = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'acceptance-')));
  // Run by root the service's PostgreSQL is another user, who has to reach its folder.
  await chmod(folder, 0o755);
  const words = commonArguments(options);
  const { program = PROGRAM } = options;
  const isPrepared = options.dataDir === undefined && process.env['SERVICE_PREPARED'] !== 'no';
  const prepared = isPrepared ? await fillPrepared(folder, program, words) : null;
  const { hello, stop, kill } = await startProcess(['--data', folder, ...words], {
    program,
    env: commonEnvironment(options),
  });
  const known = options.keys ?? prepared ?? hello.keys;
  if (known === null) throw new Error('the service made no keys: the data folder is not new and no keys were given');
  const check = await openApiCheck(hello.sandboxUrl.replace(/\/v1$/, '/openapi.json'));
  return {
    hello,
    keys: known,
    sandbox: new Host(() => hello.sandboxUrl, known.business.sandbox, check),
    live: new Host(() => hello.liveUrl, known.business.live, check),
    printHouse: (method, path, json) => callPrintHouse(hello, method, path, json),
    stop,
    kill,
    async dispose() {
      await stop();
      await endStrayPostgres(folder);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The PostgreSQL that holds a data folder: its process while one runs (or died without a word), else null. */
export async function postgresOf(dataDir: string): Promise<number | null> {
  const lines = await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').catch(() => null);
  return lines === null ? null : Number(lines.split('\n')[0]);
}

/** One that has ended and whose parent has not taken note of it yet is dead. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return process.platform !== 'linux';
  }
}

/** A killed service leaves its PostgreSQL behind for the next start; after the last test there is none. */
async function endStrayPostgres(dataDir: string): Promise<void> {
  const pid = await postgresOf(dataDir);
  if (pid === null || !isAlive(pid)) return;
  process.kill(pid, 'SIGINT');
  while (isAlive(pid)) await delay(50);
}
