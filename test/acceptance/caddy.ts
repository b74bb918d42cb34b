import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { connect } from 'node:tls';
import { promisify } from 'node:util';
import { freePort } from './ports.ts';
import { until } from './receiver.ts';

const run = promisify(execFile);
/** An authority that could not sign at once tries again a minute later. */
const START_LIMIT_MS = 150_000;
const HANDSHAKE_LIMIT_MS = 10_000;
const deploy = resolve(import.meta.dirname, '../../deploy');

/** A Caddy of its own with the files of `deploy`, in front of some replicas. */
export interface Caddy {
  readonly httpPort: number;
  /** PEM of the authority that its certificates come from. */
  authority(): Promise<string>;
  pid(): number;
  start(): Promise<void>;
  /** SIGKILL, or SIGTERM; answers the exit code. */
  kill(): Promise<void>;
  stop(): Promise<number | null>;
}

/** How its callers know it. */
export interface Names {
  readonly sandboxHost: string;
  readonly liveHost: string;
  readonly httpsPort: number;
}

export interface Behind {
  /** `host:port` of each replica. */
  readonly sandbox: readonly string[];
  readonly live: readonly string[];
}

/** Asks for the certificate of a name, believing whoever signed it. */
function handshake(servername: string, port: number): Promise<string> {
  return new Promise((settle) => {
    const socket = connect({ host: '127.0.0.1', port, servername, rejectUnauthorized: false }, () => {
      socket.destroy();
      settle('done');
    });
    socket.once('error', ({ message }) => settle(message));
    socket.setTimeout(HANDSHAKE_LIMIT_MS, () => socket.destroy(new Error('no handshake')));
  });
}

/** Runs `deploy/Caddyfile.tls` on this computer alone. Names like localhost have certificates of its own authority. */
export async function startCaddy(
  folder: string,
  { sandboxHost, liveHost, httpsPort }: Names,
  behind: Behind,
): Promise<Caddy> {
  const [httpPort, healthPort] = [await freePort(), await freePort()];
  const env = {
    PATH: process.env['PATH'],
    ...{ HOME: folder, XDG_DATA_HOME: join(folder, 'data'), XDG_CONFIG_HOME: join(folder, 'config') },
    ...{
      SANDBOX_HOST: sandboxHost,
      LIVE_HOST: liveHost,
      HTTP_PORT: String(httpPort),
      HTTPS_PORT: String(httpsPort),
      HEALTH_PORT: String(healthPort),
    },
    ...{ SANDBOX_REPLICAS: behind.sandbox.join(' '), LIVE_REPLICAS: behind.live.join(' ') },
  };
  const adapted = JSON.parse(
    (await run('caddy', ['adapt', '--config', join(deploy, 'Caddyfile.tls'), '--adapter', 'caddyfile'], { env }))
      .stdout,
  );
  for (const server of Object.values(adapted.apps.http.servers) as { listen: string[] }[])
    server.listen = server.listen.map((address) => address.replace(/^:/, '127.0.0.1:'));
  const config = join(folder, 'caddy.json');
  await writeFile(config, JSON.stringify(adapted));

  const authority = () => readFile(join(folder, 'data/caddy/pki/authorities/local/root.crt'), 'utf8');
  let child: ChildProcess;
  let exited: Promise<number | null>;
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    return exited;
  };
  const start = async () => {
    let log = '';
    child = spawn('caddy', ['run', '--config', config], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    child.stderr?.on('data', (chunk) => (log += String(chunk)));
    exited = new Promise((done) => child.once('close', done).once('error', () => done(null)));
    let health = '';
    let handshakes: readonly string[] = [];
    const isHealthy = async () => {
      health = await fetch(`http://127.0.0.1:${healthPort}/health/ready`).then(
        async (answer) => `${answer.status} ${await answer.text()}`,
        String,
      );
      return health.startsWith('200');
    };
    // It listens before it has the certificates of its names.
    const isCertified = async () => {
      handshakes = await Promise.all([sandboxHost, liveHost].map((name) => handshake(name, httpsPort)));
      return handshakes.every((result) => result === 'done');
    };
    await until(async () => (await isHealthy()) && (await isCertified()), 'the proxy', START_LIMIT_MS).catch(
      async (error: Error) => {
        await end('SIGKILL');
        throw new Error(`${error.message}, which answered ${health} and ${handshakes}: ${log.slice(-4_000)}`);
      },
    );
  };
  await start();
  return {
    httpPort,
    authority,
    start,
    pid: () => child.pid ?? 0,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  };
}
