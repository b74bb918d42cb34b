/**
 * The service beside the least that could do the same work, in one run and on one PostgreSQL: reads, and the CPU that they cost, beside a Fastify route
 * with one query, orders beside a route with one INSERT, a 100 MB upload beside a request piped to a file. The bare side
 * is this file started again with `bare`.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import Fastify from 'fastify';
import pg from 'pg';
import { bigPdf, pdf } from '../acceptance/pdf.ts';
import { startPostgres } from '../acceptance/postgres.ts';
import { buildService, startProcess } from '../acceptance/service-process.ts';
import { agent, type Asked, rateOf, roundOf } from './calls.ts';
import { cpuSecondsOf } from './process-cpu.ts';

const MB = 1024 * 1024;
const ROUNDS = 3;
const UPLOAD_BYTES = 100 * MB;
/** Orders in a list. */
const PAGE = 20;
const GOALS = { read: 1.5, upload: 1.25 };

/** What is measured against: nothing but the framework, the query, the file. */
async function serveBare(url: string, incoming: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 16 });
  await pool.query(
    'create table if not exists bare (id text primary key, body jsonb not null, at timestamptz not null)',
  );
  const app = Fastify();
  app.get<{ Params: { id: string } }>(
    '/books/:id',
    async ({ params }) => (await pool.query('select * from books where book_uid = $1', [params.id])).rows[0],
  );
  app.post('/rows', async ({ body }) => {
    await pool.query('insert into bare values ($1, $2, now())', [randomUUID(), body]);
    return { done: true };
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const pipe = createServer((received, answer) => {
    void pipeline(received, createWriteStream(join(incoming, randomUUID()))).then(() => answer.end());
  });
  await new Promise<void>((done) => pipe.listen(0, '127.0.0.1', done));
  const bound = pipe.address();
  console.log(
    JSON.stringify({ url: address, pipeUrl: `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}` }),
  );
}

/** Megabytes a second of one upload, from its first byte to its answer. */
async function uploadRate(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  before: string,
  after: string,
  chunks: () => Iterable<Uint8Array>,
): Promise<number> {
  const started = performance.now();
  const outgoing = request(url, { method, headers });
  const answered = new Promise<void>((done, failed) => {
    outgoing.once('error', failed);
    outgoing.once('response', (incoming) => {
      incoming.resume();
      incoming.once('end', () =>
        (incoming.statusCode ?? 500) < 300 ? done() : failed(new Error(`${url} answered ${incoming.statusCode}`)),
      );
    });
  });
  const body = function* () {
    yield Buffer.from(before);
    yield* chunks();
    yield Buffer.from(after);
  };
  await Promise.all([answered, pipeline(Readable.from(body()), outgoing)]);
  return UPLOAD_BYTES / MB / ((performance.now() - started) / 1_000);
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/** Both sides in turn, so that a busy moment of the computer meets both; the median of each. */
async function compare(
  service: () => Promise<number>,
  bare: () => Promise<number>,
): Promise<{ service: number; bare: number }> {
  await service();
  await bare();
  const of = { service: [] as number[], bare: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    of.bare.push(await bare());
    of.service.push(await service());
  }
  return { service: median(of.service), bare: median(of.bare) };
}

/** CPU milliseconds a call of one process. */
async function cpuMsOf(pid: number | undefined, next: () => Asked): Promise<number> {
  if (pid === undefined) throw new Error('there is no process to measure');
  const before = cpuSecondsOf([pid]);
  const { calls } = await roundOf(next);
  return ((cpuSecondsOf([pid]) - before) * 1_000) / calls;
}

async function memoryOf(pid: number, figure: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(new RegExp(`^${figure}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? NaN) / 1024;
}

async function measure(): Promise<number> {
  const work = await mkdtemp(join(tmpdir(), 'bench-service-'));
  await chmod(work, 0o755);
  const postgres = await startPostgres(work);
  buildService();
  const service = await startProcess(
    [
      '--data',
      join(work, 'data'),
      '--no-rate-limits',
      '--credit',
      '100000000',
      '--log-level',
      process.env['BENCH_LOG_LEVEL'] ?? 'info',
    ],
    { env: { DATABASE_URL: postgres.url } },
  );
  const bareProcess = spawn(process.execPath, [process.argv[1] ?? '', 'bare', postgres.url, work], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const bare = JSON.parse(String(await new Promise((done) => bareProcess.stdout.once('data', done)))) as {
      url: string;
      pipeUrl: string;
    };
    const { hello } = service;
    const base = hello.sandboxUrl;
    const authorization = { authorization: `Bearer ${hello.keys?.business.sandbox}` };
    const json = { ...authorization, 'content-type': 'application/json' };
    const post = async (path: string, body: unknown) =>
      (await (await fetch(base + path, { method: 'POST', headers: json, body: JSON.stringify(body) })).json()) as {
        data: { bookUid: string; orderUid: string };
      };
    const newBook = async () =>
      (
        await post('/books', {
          title: 'Bench',
          bookSpecUid: 'SQUAREBOOK_HC',
          creationType: 'PDF_UPLOAD',
          pageCount: 24,
        })
      ).data.bookUid;

    const bookUid = await newBook();
    for (const [kind, bytes] of [
      ['cover', pdf(1, 544, 288)],
      ['contents', pdf(24, 249, 254)],
    ] as const) {
      const form = new FormData();
      form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'book.pdf');
      await fetch(`${base}/books/${bookUid}/pdf-${kind}`, { method: 'POST', headers: authorization, body: form });
    }
    await fetch(`${base}/books/${bookUid}/finalization`, { method: 'POST', headers: authorization });
    const order = JSON.stringify({
      items: [{ bookUid, quantity: 1 }],
      shipping: { recipientName: 'Bench', recipientPhone: '010-0000-0000', postalCode: '04524', address1: 'Seoul' },
    });

    const read = (path: string) => () => ({ method: 'GET', url: base + path, headers: authorization });
    const bareRead = () => ({ method: 'GET', url: `${bare.url}/books/${bookUid}`, headers: {} });
    const reads = await compare(
      () => rateOf(read(`/books/${bookUid}`)),
      () => rateOf(bareRead),
    );
    let orderUid = '';
    for (let left = PAGE; left > 0; left -= 1) ({ orderUid } = (await post('/orders', JSON.parse(order))).data);
    const costs = new Map<string, { service: number; bare: number }>();
    for (const [what, path] of [
      ['a book', `/books/${bookUid}`],
      ['an order', `/orders/${orderUid}`],
      [`a page of ${PAGE} orders`, `/orders?limit=${PAGE}`],
    ] as const)
      costs.set(
        what,
        await compare(
          () => cpuMsOf(hello.pid, read(path)),
          () => cpuMsOf(bareProcess.pid, bareRead),
        ),
      );
    const orders = await compare(
      () =>
        rateOf(() => ({
          method: 'POST',
          url: `${base}/orders`,
          headers: { ...json, 'idempotency-key': randomUUID() },
          body: order,
        })),
      () =>
        rateOf(() => ({
          method: 'POST',
          url: `${bare.url}/rows`,
          headers: { 'content-type': 'application/json' },
          body: order,
        })),
    );

    const boundary = 'bench-boundary';
    const file = bigPdf(544, 288, UPLOAD_BYTES);
    const idleMb = await memoryOf(hello.pid, 'VmRSS');
    const uploads = await compare(
      async () =>
        uploadRate(
          'POST',
          `${base}/books/${await newBook()}/pdf-cover`,
          { ...authorization, 'content-type': `multipart/form-data; boundary=${boundary}` },
          `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="book.pdf"\r\nContent-Type: application/pdf\r\n\r\n`,
          `\r\n--${boundary}--\r\n`,
          () => file.chunks(),
        ),
      () => uploadRate('POST', bare.pipeUrl, {}, '', '', () => file.chunks()),
    );
    const peakMb = await memoryOf(hello.pid, 'VmHWM');

    const times = ({ service: ours, bare: theirs }: { service: number; bare: number }) => theirs / ours;
    const line = (what: string, unit: string, compared: { service: number; bare: number }, goal: number | null) => {
      const ratio = times(compared);
      const judged = goal === null ? '' : ratio <= goal ? `within the goal of ${goal}x` : `misses the goal of ${goal}x`;
      console.log(
        `${what.padEnd(22)}${compared.service.toFixed(0).padStart(7)} ${unit}, bare ${compared.bare.toFixed(0).padStart(6)}: ${ratio.toFixed(2)}x  ${judged}`,
      );
    };
    line('read of a book', 'a second', reads, GOALS.read);
    for (const [what, cost] of costs)
      console.log(
        `${`CPU to read ${what}`.padEnd(32)} ${cost.service.toFixed(2)} ms, bare ${cost.bare.toFixed(2)}: ${(cost.service / cost.bare).toFixed(2)}x`,
      );
    // Of one account, whose charges follow one another: what a single partner gets, not what the service can.
    line('order', 'a second', orders, null);
    line('upload of 100 MB', 'MB/s', uploads, GOALS.upload);
    console.log(
      `memory of the service: ${idleMb.toFixed(0)} MB before the uploads, at most ${peakMb.toFixed(0)} MB ever`,
    );
    return times(reads) <= GOALS.read && times(uploads) <= GOALS.upload ? 0 : 1;
  } finally {
    bareProcess.kill();
    await service.stop();
    await delay(100);
    await postgres.stop();
    agent.destroy();
    await rm(work, { recursive: true, force: true });
  }
}

const [, , mode, databaseUrl = '', folder = ''] = process.argv;
if (mode === 'bare') await serveBare(databaseUrl, folder);
else process.exitCode = await measure();
