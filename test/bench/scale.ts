import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { pdf } from '../acceptance/pdf.ts';
import { freePort } from '../acceptance/ports.ts';
import { startPostgres } from '../acceptance/postgres.ts';
import { startReplicas } from '../acceptance/replicas.ts';
import { buildService, startProcess } from '../acceptance/service-process.ts';
import { agent, ask, roundOf, type Asked } from './calls.ts';
import { lineTo } from '../acceptance/database-line.ts';
import { cpuSecondsOf, parentOf } from './process-cpu.ts';

/**
 * What calls of each class cost: calls a second and CPU time in the service, its database and the proxy, with one, two and three processes
 * behind the proxy of `deploy`; how often a call waits for the database; how many bytes it leaves there. Sizes are computed from it
 * (docs/reference/sizing.md): what a second holds on this machine is told, what a call costs holds elsewhere too.
 */
const COUNTS = [1, 2, 3];
const BOOKS = 64;
const SINGLE_CALLS = 40;
const QUIET_MS = 3_000;
const ORDER_ROUND_TRIPS = 6;

interface Environments<Value> {
  readonly sandbox: Value;
  readonly live: Value;
}

type Classes = Readonly<Record<string, () => Asked>>;

process.exitCode = await run();

async function run(): Promise<number> {
  buildService();
  const trips = await roundTrips();
  for (const [name, { roundTrips: count, bytes }] of Object.entries(trips))
    console.log(
      `${name.padEnd(10)} ${count.toFixed(1).padStart(6)} round trips, ${bytes.toFixed(0).padStart(7)} bytes in the database`,
    );
  for (const count of COUNTS) await measure(count);
  console.log(`load of the machine: ${loadavg()[0]?.toFixed(1)}`);
  agent.destroy();
  const orders = trips['order']?.roundTrips ?? Number.NaN;
  const isMet = orders <= ORDER_ROUND_TRIPS;
  console.log(
    `${isMet ? 'ok  ' : 'MISS'} an order waits for the database ${orders.toFixed(1)} times (goal ${ORDER_ROUND_TRIPS})`,
  );
  return isMet ? 0 : 1;
}

/** What a partner's program asks for all day, of an account with books of its own at `base`. */
async function classesAt(base: string, key: string): Promise<Classes> {
  const authorization = { authorization: `Bearer ${key}` };
  const json = { ...authorization, 'content-type': 'application/json' };
  const post = async (path: string, body: unknown): Promise<{ bookUid: string; orderUid: string }> => {
    const answer = await fetch(base + path, {
      method: 'POST',
      headers: { ...json, 'idempotency-key': randomUUID() },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    return ((await answer.json()) as { data: { bookUid: string; orderUid: string } }).data;
  };
  const upload = async (bookUid: string, kind: 'cover' | 'contents', bytes: Uint8Array): Promise<void> => {
    const form = new FormData();
    form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'book.pdf');
    const { ok } = await fetch(`${base}/books/${bookUid}/pdf-${kind}`, {
      method: 'POST',
      headers: authorization,
      body: form,
    });
    if (!ok) throw new Error(`the ${kind} was not taken`);
  };
  const book = { title: '여름 여행', bookSpecUid: 'SQUAREBOOK_HC', creationType: 'PDF_UPLOAD', pageCount: 24 };
  const cover = pdf(1, 544, 288);
  const open: string[] = [];
  for (let at = 0; at < BOOKS; at += 1) {
    const { bookUid } = await post('/books', book);
    await upload(bookUid, 'cover', cover);
    open.push(bookUid);
  }
  const { bookUid } = await post('/books', book);
  await upload(bookUid, 'cover', cover);
  await upload(bookUid, 'contents', pdf(24, 249, 254));
  await fetch(`${base}/books/${bookUid}/finalization`, { method: 'POST', headers: authorization });
  const order = {
    items: [{ bookUid, quantity: 1 }],
    shipping: { recipientName: '김하나', recipientPhone: '010-1234-5678', postalCode: '04524', address1: '서울특별시' },
  };
  const { orderUid } = await post('/orders', order);
  const boundary = 'bench-boundary';
  const form = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="book.pdf"\r\nContent-Type: application/pdf\r\n\r\n${Buffer.from(cover).toString('latin1')}\r\n--${boundary}--\r\n`;
  let turn = 0;
  const get = (path: string) => () => ({ method: 'GET', url: base + path, headers: authorization });
  const keyed = (path: string, body: unknown) => () => ({
    method: 'POST',
    url: base + path,
    headers: { ...json, 'idempotency-key': randomUUID() },
    body: JSON.stringify(body),
  });
  return {
    read: get(`/books/${bookUid}`),
    follow: get(`/orders/${orderUid}`),
    list: get('/orders?limit=20'),
    create: keyed('/books', book),
    upload: () => ({
      method: 'PUT',
      url: `${base}/books/${open[((turn += 1)) % BOOKS]}/pdf-cover`,
      headers: { ...authorization, 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: form,
    }),
    order: keyed('/orders', order),
  };
}

/** One process, one call after another: each way to the database and back, and what it leaves there. */
async function roundTrips(): Promise<
  Readonly<Record<string, { readonly roundTrips: number; readonly bytes: number }>>
> {
  const work = workFolder();
  const postgres = await startPostgres(work);
  const line = await lineTo(postgres.url);
  const service = await startProcess(
    ['--data', join(work, 'data'), '--no-rate-limits', '--credit', '100000000', '--log-level', 'error'],
    { env: { DATABASE_URL: line.url } },
  );
  const database = new pg.Client({ connectionString: postgres.url });
  await database.connect();
  const sizeNow = async (): Promise<number> => {
    await database.query('checkpoint');
    const { rows } = await database.query<{ size: string }>('select pg_database_size(current_database()) as size');
    return Number(rows[0]?.size);
  };
  try {
    const { keys, sandboxUrl } = service.hello;
    if (keys === null) throw new Error('no keys were made');
    const classes = await classesAt(sandboxUrl, keys.business.sandbox);
    const found: Record<string, { roundTrips: number; bytes: number }> = {};
    for (const [name, next] of Object.entries(classes)) {
      await ask(next());
      await delay(500);
      const quietFrom = line.roundTrips();
      await delay(QUIET_MS);
      const quietAMs = (line.roundTrips() - quietFrom) / QUIET_MS;
      const sizeBefore = await sizeNow();
      const before = line.roundTrips();
      const startedMs = performance.now();
      for (let call = 0; call < SINGLE_CALLS; call += 1) await ask(next());
      const own = line.roundTrips() - before - quietAMs * (performance.now() - startedMs);
      found[name] = { roundTrips: own / SINGLE_CALLS, bytes: ((await sizeNow()) - sizeBefore) / SINGLE_CALLS };
    }
    return found;
  } finally {
    await database.end();
    await service.stop();
    line.close();
    await postgres.stop();
    rmSync(work, { recursive: true, force: true });
  }
}

async function measure(count: number): Promise<void> {
  const work = workFolder();
  const ports = { sandbox: await freePort(), live: await freePort() };
  const urlOf = (port: number) => `http://127.0.0.1:${port}`;
  const behindProxy = { trusted: '127.0.0.1', sandboxUrl: urlOf(ports.sandbox), liveUrl: urlOf(ports.live) };
  const service = await startReplicas({ rateLimits: false, credit: 100_000_000, behindProxy }, count);
  const hosts = (of: 'sandboxUrl' | 'liveUrl') => service.replicas.map((one) => new URL(one[of]).host).join(' ');
  const proxy = await startProxy(work, ports, { sandbox: hosts('sandboxUrl'), live: hosts('liveUrl') });
  const database = await postmasterOf(service.postgres.url);
  try {
    const classes = await classesAt(`${proxy.url}/v1`, service.keys.business.sandbox);
    console.log(
      `\n${count} ${count === 1 ? 'process' : 'processes'} behind the proxy: calls a second, and CPU a call in ms`,
    );
    for (const [name, next] of Object.entries(classes)) {
      await roundOf(next);
      const cpu = () => [
        cpuSecondsOf(service.replicas.map((one) => one.process().hello.pid)),
        cpuSecondsOf([database]),
        cpuSecondsOf([proxy.pid]),
      ];
      const before = cpu();
      const { calls, seconds } = await roundOf(next);
      const costs = cpu().map((now, at) => ((now - (before[at] ?? 0)) * 1_000) / calls);
      const [own, stored, passed] = costs.map((one) => one.toFixed(2).padStart(6));
      console.log(
        `${name.padEnd(10)} ${(calls / seconds).toFixed(0).padStart(6)}/s   service ${own}  database ${stored}  proxy ${passed}`,
      );
    }
  } finally {
    await proxy.stop();
    await service.dispose();
    rmSync(work, { recursive: true, force: true });
  }
}

function workFolder(): string {
  const work = mkdtempSync(join(tmpdir(), 'bench-scale-'));
  chmodSync(work, 0o755);
  return work;
}

async function postmasterOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const postmaster = parentOf(rows[0]?.pid ?? 0);
    if (postmaster === null) throw new Error('the database has no parent');
    return postmaster;
  } finally {
    await client.end();
  }
}

/** Caddy with the files of `deploy`, without TLS, for this computer alone. */
async function startProxy(folder: string, ports: Environments<number>, replicas: Environments<string>) {
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    SANDBOX_PORT: String(ports.sandbox),
    LIVE_PORT: String(ports.live),
    HEALTH_PORT: String(await freePort()),
    SANDBOX_REPLICAS: replicas.sandbox,
    LIVE_REPLICAS: replicas.live,
  };
  const file = resolve(import.meta.dirname, '../../deploy/Caddyfile');
  const { stdout, stderr, status } = spawnSync('caddy', ['adapt', '--config', file, '--adapter', 'caddyfile'], {
    env,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`caddy does not read ${file}: ${stderr}`);
  const config = JSON.parse(stdout) as { apps: { http: { servers: Record<string, { listen: string[] }> } } };
  for (const server of Object.values(config.apps.http.servers))
    server.listen = server.listen.map((address) => address.replace(/^:/, '127.0.0.1:'));
  const adapted = join(folder, 'caddy.json');
  writeFileSync(adapted, JSON.stringify(config));
  const caddy: ChildProcess = spawn('caddy', ['run', '--config', adapted], { env, stdio: 'ignore' });
  const url = `http://127.0.0.1:${ports.sandbox}`;
  let answer = '';
  for (const limit = performance.now() + 30_000; !answer.startsWith('200'); await delay(100)) {
    answer = await fetch(`${url}/health/ready`).then(async (one) => `${one.status} ${await one.text()}`, String);
    if (performance.now() > limit || caddy.exitCode !== null) throw new Error(`the proxy is not ready: ${answer}`);
  }
  return {
    url,
    pid: caddy.pid ?? 0,
    stop: async (): Promise<void> => {
      const ended = new Promise((done) => caddy.once('exit', done));
      caddy.kill();
      await ended;
    },
  };
}
