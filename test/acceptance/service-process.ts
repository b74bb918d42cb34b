import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { join, resolve } from 'node:path';
import type { Answer } from './host.ts';

const root = resolve(import.meta.dirname, '../..');
const START_LIMIT_MS = 180_000;

export interface Hello {
  readonly contract: string;
  readonly pid: number;
  readonly dataDir: string;
  readonly sandboxUrl: string;
  readonly liveUrl: string;
  readonly keys: {
    readonly business: { readonly accountUid: string; readonly sandbox: string; readonly live: string };
    readonly personal: { readonly accountUid: string; readonly sandbox: string; readonly live: string };
  } | null;
  readonly printHouse: { readonly url: string; readonly token: string };
}

/** One process of the service. */
export interface ServiceProcess {
  readonly hello: Hello;
  /** Everything that it has written to standard error, where its log goes. */
  log(): string;
  /** What came to standard output after the first line. */
  furtherOutput(): string;
  /** The exit code of a process that ends by itself. */
  readonly exited: Promise<number | null>;
  /** SIGTERM; answers the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL to the process of the service itself, as when the computer takes it away: nothing is tidied up. */
  kill(): Promise<void>;
}

/** Builds the service when it is not up to date, so that several processes can be started at once. */
export function buildService(): void {
  const { status, stdout } = spawnSync(process.execPath, [join(root, 'scripts/build.mjs'), '--only', 'service'], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the service could not be built: ${stdout}`);
}

/** The Node that runs the service: this one, or the one that `SERVICE_NODE` names (scripts/service-node.mjs). */
const node = process.env['SERVICE_NODE'] ?? process.execPath;

/** The built service. */
export const BUILT = join(root, 'dist/service');
/** Folder of the build that is tested: the usual one, or the mutation run's. */
export const PROGRAM = process.env['SERVICE_PROGRAM'] ?? BUILT;

interface LaunchOptions {
  /** By `npm run service`, as a person does, which builds what is not up to date. Otherwise the built service is run. */
  readonly byScript?: boolean;
  /** Another built service: its folder. */
  readonly program?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A process of the service from its birth on, to be watched and ended before it is ready. */
export interface LaunchedProcess {
  readonly exited: Promise<number | null>;
  /** SIGKILL, to the process of the service itself when no script launched it; whether it was still there. */
  kill(): boolean;
  /** Rejects when it ends before. */
  readonly ready: Promise<ServiceProcess>;
  log(): string;
}

/** Launches a process of the built service, or by the script that builds it. */
export function launchProcess(
  args: readonly string[],
  { byScript = false, program = PROGRAM, env = {} }: LaunchOptions = {},
): LaunchedProcess {
  const script = byScript ? [join(root, 'scripts/service.mjs')] : [join(program, 'cli.js')];
  const child = spawn(node, [...script, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  // Its output may be read to the end: what a process wrote before it died still counts.
  const exited = new Promise<number | null>((done) => child.once('close', (code) => done(code)));
  const output: string[] = [];
  let log = '';
  child.stderr.on('data', (chunk) => (log += String(chunk)));
  const ready = firstLine(child, output, () => log).then((hello) =>
    runningProcess(child, hello, exited, output, () => log),
  );
  // Whoever ends it before it is ready asks for `exited` alone.
  ready.catch(() => {});
  return { exited, ready, kill: () => child.kill('SIGKILL'), log: () => log };
}

/** Starts a process as `launchProcess` does. Answers when it says that it is ready. */
export const startProcess = (args: readonly string[], options: LaunchOptions = {}): Promise<ServiceProcess> =>
  launchProcess(args, options).ready;

function runningProcess(
  child: ChildProcess,
  hello: Hello,
  exited: Promise<number | null>,
  output: readonly string[],
  log: () => string,
): ServiceProcess {
  return {
    hello,
    exited,
    log,
    furtherOutput: () => output.slice(1).join('\n'),
    stop: () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      return exited;
    },
    kill: async () => {
      process.kill(hello.pid, 'SIGKILL');
      await exited;
    },
  };
}

function firstLine(child: ChildProcess, output: string[], log: () => string): Promise<Hello> {
  return new Promise((done, failed) => {
    const timer = setTimeout(
      () => failed(new Error(`the service did not start in ${START_LIMIT_MS} ms: ${log()}`)),
      START_LIMIT_MS,
    );
    child.once('close', (code) => failed(new Error(`the service ended with ${code}: ${log()}`)));
    if (!child.stdout) return;
    createInterface(child.stdout).on('line', (line) => {
      output.push(line);
      clearTimeout(timer);
      done(JSON.parse(output[0] ?? '') as Hello);
    });
  });
}

/** A call of the print house's side of one process. */
export async function callPrintHouse(
  { printHouse }: Hello,
  method: string,
  path: string,
  json?: unknown,
): Promise<Answer> {
  const answer = await fetch(printHouse.url + path, {
    method,
    headers: {
      authorization: `Bearer ${printHouse.token}`,
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, body: JSON.parse(text) };
}
