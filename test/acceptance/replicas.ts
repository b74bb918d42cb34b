import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Host, type Answer } from './host.ts';
import { openApiCheck } from './open-api.ts';
import { freePort } from './ports.ts';
import { startPostgres, type Postgres } from './postgres.ts';
import { BUCKET, startS3, type S3Store } from './s3.ts';
import { PROGRAM, callPrintHouse, startProcess, type ServiceProcess } from './service-process.ts';
import { commonArguments, commonEnvironment, type Service, type StartOptions } from './service.ts';

const HEARD_LIMIT_MS = 10_000;

/** One process of several, which keeps its addresses when it is started again. */
export interface Replica {
  readonly sandboxUrl: string;
  readonly liveUrl: string;
  readonly metricsUrl: string;
  process(): ServiceProcess;
  /** After `kill` or `stop`. */
  startAgain(): Promise<void>;
}

/** Several processes of the service on one PostgreSQL and one S3 store, called in turn. */
export interface ReplicatedService extends Service {
  readonly replicas: readonly Replica[];
  readonly postgres: Postgres;
  readonly s3: S3Store;
  /** `--prepare` on the same stores; answers what it prints and how it ended. */
  prepare(...more: string[]): Promise<{ readonly printed: unknown; readonly exitCode: number | null }>;
}

/** What several processes share. */
export type SharedStores = Pick<ReplicatedService, 'postgres' | 's3'>;

/**
 * Starts the processes at once, on an empty database: that too is part of what is tested. `on`: on stores that hold what others left
 * (`options.keys` are those of then), which end with the service.
 */
export async function startReplicas(
  options: StartOptions = {},
  count = 3,
  on: SharedStores | null = null,
): Promise<ReplicatedService> {
  const folder = await mkdtemp(join(tmpdir(), 'replicas-'));
  await chmod(folder, 0o755);
  const postgres = on?.postgres ?? (await startPostgres(folder));
  const s3 = on?.s3 ?? (await startS3());

  const { program = PROGRAM } = options;
  const env = {
    ...commonEnvironment(options),
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    DATABASE_URL: postgres.url,
  };
  const places = await Promise.all(
    Array.from({ length: count }, async () => ({
      sandbox: await freePort(),
      live: await freePort(),
      metrics: await freePort(),
    })),
  );
  const urlOf = (port: number) => `http://127.0.0.1:${port}`;
  const [first] = places;
  if (!first) throw new Error('a service has one process at least');
  const shared = [
    ...commonArguments(options),
    ...[
      '--public-sandbox-url',
      options.behindProxy?.sandboxUrl ?? urlOf(first.sandbox),
      '--public-live-url',
      options.behindProxy?.liveUrl ?? urlOf(first.live),
    ],
    ...['--s3-endpoint', urlOf(s3.port), '--s3-bucket', BUCKET, '--s3-prefix', 'blobs/', '--finish-seconds', '20'],
    ...['--drain-seconds', String(options.drainSeconds ?? 0)],
  ];
  const startPlace = (place: (typeof places)[number], index: number) => {
    const ports = ['--sandbox-port', place.sandbox, '--live-port', place.live, '--metrics-port', place.metrics].map(
      String,
    );
    return startProcess(['--data', join(folder, `replica-${index}`), ...shared, ...ports], { program, env });
  };
  const processes = await Promise.all(places.map(startPlace));
  const made = processes.flatMap(({ hello }) => (hello.keys === null ? [] : [hello.keys]));
  const keys = made[0] ?? options.keys;
  if (!keys || made.length !== (on === null ? 1 : 0))
    throw new Error(`${made.length} of ${count} processes made the first accounts`);

  const replicas = places.map(
    (place, index): Replica => ({
      sandboxUrl: `${urlOf(place.sandbox)}/v1`,
      liveUrl: `${urlOf(place.live)}/v1`,
      metricsUrl: urlOf(place.metrics),
      process: () => processes[index] as ServiceProcess,
      async startAgain() {
        processes[index] = await startPlace(place, index);
      },
    }),
  );
  let turn = 0;
  const next = () => replicas[(turn += 1) % count] as Replica;
  const check = await openApiCheck(`${urlOf(first.sandbox)}/openapi.json`);
  const stop = async () => {
    const codes = await Promise.all(processes.map((one) => one.stop()));
    return codes.find((code) => code !== 0) ?? 0;
  };
  return {
    replicas,
    postgres,
    s3,
    async prepare(...more) {
      const { hello, exited } = await startProcess(
        ['--data', join(folder, 'prepare'), '--prepare', '--s3-endpoint', urlOf(s3.port), ...more],
        { program, env },
      );
      return { printed: hello, exitCode: await exited };
    },
    get hello() {
      return { ...(processes[0] as ServiceProcess).hello, keys };
    },
    keys,
    sandbox: new Host(() => next().sandboxUrl, keys.business.sandbox, check),
    live: new Host(() => next().liveUrl, keys.business.live, check),
    async printHouse(method, path, json) {
      const [asked, ...others] = processes.map((one) => one.hello);
      if (!asked) throw new Error('a service has one process at least');
      const answer = await callPrintHouse(asked, method, path, json);
      if (method !== 'GET' && answer.status < 300)
        await Promise.all(
          others.map((other) =>
            heard(
              () => callPrintHouse(asked, 'GET', path),
              () => callPrintHouse(other, 'GET', path),
            ),
          ),
        );
      return answer;
    },
    stop,
    async kill() {
      await Promise.all(processes.map((one) => one.kill()));
    },
    async dispose() {
      await stop();
      await postgres.stop();
      await s3.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What one process was told (the clock, faults, production) comes to the others over the database: waits for that. */
async function heard(askHere: () => Promise<Answer>, askThere: () => Promise<Answer>): Promise<void> {
  for (let waitedMs = 0; waitedMs < HEARD_LIMIT_MS; waitedMs += 20) {
    const [here, there] = await Promise.all([askHere(), askThere()]);
    // A path that cannot be read holds nothing that processes share by word of mouth.
    if (
      here.status >= 300 ||
      JSON.stringify(withoutTime(here.body.data)) === JSON.stringify(withoutTime(there.body.data))
    )
      return;
    await delay(20);
  }
  throw new Error('the other processes did not hear of a change');
}

const withoutTime = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && 'nowMs' in data ? { ...data, nowMs: null } : data;

/** Calls that a process has answered, the health checks of the proxy not among them. */
export async function answeredBy({ metricsUrl }: Replica): Promise<number> {
  const text = await (await fetch(`${metricsUrl}/metrics`)).text();
  return [...text.matchAll(/^book_print_requests_total\{([^}]*)\} (\d+)/gm)]
    .filter(([, labels]) => labels?.includes('route="/v1'))
    .reduce((sum, [, , count]) => sum + Number(count), 0);
}
