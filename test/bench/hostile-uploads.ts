/**
 * How long other callers wait while hostile PDFs are judged: the same calls against the same service, first quiet, then
 * with fifty uploads under way that were made to cost much. One run, so that a slow computer is slow in both.
 */
import { mkdtemp, chmod, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker, isMainThread, workerData } from 'node:worker_threads';
import { buildService, startProcess } from '../acceptance/service-process.ts';
import { hostileBooks } from '../fixtures/pdf/hostile-books.ts';

const UPLOADS = 50;
const CALLERS = 4;
const QUIET_MS = 8_000;
/** Partners poll; they do not hammer. */
const PAUSE_MS = 5;
const GOAL_MS = 100;

const agent = new Agent({ keepAlive: true, maxSockets: CALLERS });

function get(url: string, authorization: string): Promise<number> {
  const startedMs = performance.now();
  return new Promise((done, failed) => {
    request(url, { agent, headers: { authorization } }, (incoming) => {
      incoming.resume();
      incoming.once('end', () =>
        incoming.statusCode === 200
          ? done(performance.now() - startedMs)
          : failed(new Error(`${url} answered ${incoming.statusCode}`)),
      );
    })
      .once('error', failed)
      .end();
  });
}

interface Waits {
  readonly calls: number;
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

async function waitsUntil(url: string, authorization: string, isOver: () => boolean): Promise<Waits> {
  const waits: number[] = [];
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      while (!isOver()) {
        waits.push(await get(url, authorization));
        await delay(PAUSE_MS);
      }
    }),
  );
  waits.sort((a, b) => a - b);
  const at = (share: number) => waits[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? NaN;
  return { calls: waits.length, medianMs: at(0.5), p99Ms: at(0.99), maxMs: at(1) };
}

async function measure(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-hostile-'));
  await chmod(folder, 0o755);
  buildService();
  const { hello, stop } = await startProcess([
    '--data',
    folder,
    '--no-rate-limits',
    '--credit',
    '1000',
    '--log-level',
    'warn',
  ]);
  try {
    const base = hello.sandboxUrl;
    const authorization = `Bearer ${hello.keys?.business.sandbox}`;
    const newBook = async () => {
      const body = JSON.stringify({
        title: 'Bench',
        bookSpecUid: 'SQUAREBOOK_HC',
        creationType: 'PDF_UPLOAD',
        pageCount: 24,
      });
      const answer = await fetch(`${base}/books`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body,
      });
      return ((await answer.json()) as { data: { bookUid: string } }).data.bookUid;
    };
    const bookUids: string[] = [];
    for (let i = 0; i <= UPLOADS; i += 1) bookUids.push(await newBook());
    const url = `${base}/books/${bookUids[UPLOADS]}`;
    const warmUntil = performance.now() + 2_000;
    await waitsUntil(url, authorization, () => performance.now() > warmUntil);

    const quietUntil = performance.now() + QUIET_MS;
    const quiet = await waitsUntil(url, authorization, () => performance.now() > quietUntil);

    const startedMs = performance.now();
    let isOver = false;
    // Out of a thread of its own: what fifty bodies cost whoever sends them is no wait of the others.
    const sending = new Promise<void>((done, failed) => {
      const thread = new Worker(new URL(import.meta.url), {
        workerData: { base, authorization, bookUids: bookUids.slice(0, UPLOADS) } satisfies Sending,
      });
      thread.once('error', failed);
      thread.once('exit', (code) => (code === 0 ? done() : failed(new Error(`the sender ended with ${code}`))));
    }).finally(() => (isOver = true));
    const under = await waitsUntil(url, authorization, () => isOver);
    await sending;
    const judgedMs = performance.now() - startedMs;

    const line = (what: string, { calls, medianMs, p99Ms, maxMs }: Waits) =>
      console.log(
        `${what.padEnd(34)}${String(calls).padStart(6)} calls: median ${medianMs.toFixed(1)} ms, 99 of 100 within ${p99Ms.toFixed(1)} ms, longest ${maxMs.toFixed(1)} ms`,
      );
    line('quiet', quiet);
    line(`while ${UPLOADS} hostile files are judged`, under);
    console.log(
      `all ${UPLOADS} were answered 400 after ${(judgedMs / 1_000).toFixed(1)} s; goal: no wait above ${GOAL_MS} ms`,
    );
    return under.maxMs <= GOAL_MS ? 0 : 1;
  } finally {
    agent.destroy();
    await stop();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Sending {
  readonly base: string;
  readonly authorization: string;
  readonly bookUids: readonly string[];
}

async function send({ base, authorization, bookUids }: Sending): Promise<void> {
  const files = hostileBooks();
  await Promise.all(
    bookUids.map(async (bookUid, index) => {
      const file = files[index % files.length];
      const form = new FormData();
      form.set('file', new Blob([(file?.bytes ?? new Uint8Array()) as Uint8Array<ArrayBuffer>]), 'book.pdf');
      const answer = await fetch(`${base}/books/${bookUid}/pdf-contents`, {
        method: 'POST',
        headers: { authorization },
        body: form,
      });
      if (answer.status !== 400) throw new Error(`${file?.name} was answered ${answer.status}`);
      await answer.body?.cancel();
    }),
  );
}

if (isMainThread) process.exitCode = await measure();
else await send(workerData as Sending);
