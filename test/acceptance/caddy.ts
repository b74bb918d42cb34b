import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './ports.ts';
import { until } from './receiver.ts';

const run = promisify(execFile);
const START_LIMIT_MS = 60_000;
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
    const isHealthy = async () => {
      health = await fetch(`http://127.0.0.1:${healthPort}/health/ready`).then(
        async (answer) => `${answer.status} ${await answer.text()}`,
        String,
      );
      return health.startsWith('200') && (await authority().catch(() => '')) !== '';
    };
    await until(isHealthy, 'the proxy', START_LIMIT_MS).catch(async (error: Error) => {
      await end('SIGKILL');
      throw new Error(`${error.message}, which answered ${health}: ${log.slice(-4_000)}`);
    });
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
