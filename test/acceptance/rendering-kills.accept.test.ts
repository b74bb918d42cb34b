import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { often } from '../fixtures/turns.ts';
import { addBlankPages, coveredBook, templateBook } from './composing.ts';
import { expectFailure, finalize, RENDERED_WITHIN_MS } from './journeys.ts';
import { slowBook } from './photographs.ts';
import { until } from './receiver.ts';
import { startReplicas, type Replica, type ReplicatedService } from './replicas.ts';
import { isAlive } from './service.ts';
import { BUILT } from './service-process.ts';

/** More than the attempts that a book has of its own: what a process dies of is none of them. */
const KILLS = often(4, 10);
/** Each of them begins a process and may fill its memory. */
const POISONED_ATTEMPTS = 3;

/**
 * A real build of the service in which books of certain titles do to the worker that renders them what a broken picture
 * might do to a library: no book that anybody knows does it to the one that is shipped.
 */
const POISONED_WORKER = `
import { isMainThread, parentPort } from 'node:worker_threads';
const poison = {
  // As the system does when its memory is used up, whoever used it.
  'kills its process': () => process.kill(process.pid, 'SIGKILL'),
  // The same in a thread; in a process of its own it goes on until something stops it, or four gigabytes are full.
  'takes memory outside of JavaScript': () => {
    if (!isMainThread) process.kill(process.pid, 'SIGKILL');
    const taken = [];
    while (taken.length < 64) taken.push(Buffer.alloc(64 * 1024 * 1024, 1));
    for (;;);
  },
};
// First, so that nothing is said before it listens.
await import('./sound-render-worker.js');
const hear = (message) => message.type === 'task' && poison[message.task.title]?.();
if (isMainThread) process.on('message', hear);
else parentPort.on('message', hear);
`;

const poisoned = `${BUILT}-poisoned-${process.pid}`;
let service: ReplicatedService;
let database: pg.Client;
beforeAll(async () => {
  await cp(BUILT, poisoned, { recursive: true });
  await rename(join(poisoned, 'render-worker.js'), join(poisoned, 'sound-render-worker.js'));
  await writeFile(join(poisoned, 'render-worker.js'), POISONED_WORKER);
  service = await startReplicas({ program: poisoned }, 2);
  database = new pg.Client({ connectionString: service.postgres.url });
  await database.connect();
}, 120_000);
afterAll(async () => {
  await database.end();
  await service.dispose();
  await rm(poisoned, { recursive: true, force: true });
});

interface Job {
  readonly status: string;
  readonly attempts: number;
  readonly interruptions: number;
  readonly isUnderWay: boolean;
  readonly failure: string | null;
}
const jobOf = async (bookUid: string): Promise<Job> =>
  (await service.printHouse('GET', '/renderings')).body.data.find(
    (job: Job & { bookUid: string }) => job.bookUid === bookUid,
  );
const pdfStatusOf = async (bookUid: string): Promise<number> =>
  (await service.sandbox.get(`/books?bookUid=${bookUid}`)).body.data[0].pdfStatus;
const expectFileOf = async (bookUid: string) => {
  const answer = await fetch(`${service.sandbox.url}/books/${bookUid}/pdf-contents`, {
    headers: { authorization: `Bearer ${service.sandbox.key}` },
  });
  expect([
    answer.status,
    Buffer.from(await answer.arrayBuffer())
      .subarray(0, 5)
      .toString('latin1'),
  ]).toEqual([200, '%PDF-']);
};

async function childrenOf(parent: number): Promise<number[]> {
  const found = [];
  for (const name of await readdir('/proc')) {
    const status = /^\d+$/.test(name) ? await readFile(`/proc/${name}/status`, 'utf8').catch(() => '') : '';
    if (Number(/^PPid:\s*(\d+)$/m.exec(status)?.[1]) === parent) found.push(Number(name));
  }
  return found;
}

async function rendererOf(replica: Replica): Promise<readonly number[]> {
  let found: readonly number[] = [];
  await until(async () => {
    found = await childrenOf(replica.process().hello.pid);
    return found.length > 0;
  }, 'the process that renders');
  return found;
}

it(`a book whose process is killed ${KILLS} times while it renders is rendered in the end, and leaves no process behind`, async () => {
  const bookUid = await slowBook(service.sandbox);
  const [first, second] = service.replicas as [Replica, Replica];
  // One process alone: whoever holds the job is the one that is killed.
  await second.process().stop();
  expect((await finalizeAt(first, bookUid)).status).toBe(201);
  const orphans: number[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    await until(async () => (await held(bookUid)) !== null, `the rendering before kill ${kill}`, RENDERED_WITHIN_MS);
    // From the first death on the book has a process of its own, which does not outlive the service.
    if (kill > 0) orphans.push(...(await rendererOf(first)));
    await first.process().kill();
    await expireLease(bookUid);
    await first.startAgain();
  }
  await second.startAgain();
  await until(async () => (await pdfStatusOf(bookUid)) !== 1, 'the end of the rendering', RENDERED_WITHIN_MS);
  expect(await jobOf(bookUid)).toMatchObject({ status: 'done', attempts: 1, interruptions: KILLS, failure: null });
  expect(await pdfStatusOf(bookUid)).toBe(2);
  await expectFileOf(bookUid);
  await until(() => orphans.every((pid) => !isAlive(pid)), 'the end of the last process that rendered');
}, 600_000);

it.each(['kills its process', 'takes memory outside of JavaScript'])(
  'a book that %s costs one process, fails by its own attempts, and takes no other book along',
  async (title) => {
    const poison = await coveredBook(service.sandbox, 'SQUAREBOOK_HC', title);
    await addBlankPages(service.sandbox, poison, 24);
    const innocent = await templateBook(service.sandbox);
    const [first, second] = service.replicas as [Replica, Replica];
    await second.process().stop();
    expect((await finalizeAt(first, poison)).status).toBe(201);
    await first.process().exited;
    await expireLease(poison);
    await Promise.all([first.startAgain(), second.startAgain()]);
    const pids = service.replicas.map((replica) => replica.process().hello.pid);
    expect((await finalize(service.sandbox, innocent)).status).toBe(201);
    await until(
      async () => (await pdfStatusOf(poison)) !== 1,
      'the end of the poisoned rendering',
      POISONED_ATTEMPTS * RENDERED_WITHIN_MS,
    );
    expect(await jobOf(poison)).toMatchObject({
      status: 'failed',
      attempts: POISONED_ATTEMPTS,
      interruptions: 1,
      failure: expect.stringContaining('SIGKILL'),
    });
    expectFailure(await service.sandbox.get(`/books/${poison}/pdf-contents`), 422, 'ERR_PDF_GENERATION_FAILED');
    await until(
      async () => (await pdfStatusOf(innocent)) !== 1,
      'the end of the innocent rendering',
      RENDERED_WITHIN_MS,
    );
    expect(await pdfStatusOf(innocent)).toBe(2);
    // No further process of the service went.
    for (const pid of pids) expect(isAlive(pid)).toBe(true);
  },
  (POISONED_ATTEMPTS + 2) * RENDERED_WITHIN_MS,
);

async function finalizeAt(replica: Replica, bookUid: string): Promise<Response> {
  return fetch(`${replica.sandboxUrl}/books/${bookUid}/finalization`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.sandbox.key}`, 'content-length': '0' },
  });
}

/** Who renders the book now: a process's name. */
async function held(bookUid: string): Promise<string | null> {
  const { rows } = await database.query(
    "SELECT leased_by FROM render_jobs WHERE book_uid = $1 AND status = 'waiting' AND leased_until > now()",
    [bookUid],
  );
  return rows[0]?.leased_by ?? null;
}

/** The lease of a dead process, and the rest that follows, are over: the test need not wait for them. */
const expireLease = (bookUid: string) =>
  database.query(
    "UPDATE render_jobs SET leased_until = now() - interval '1 hour' WHERE book_uid = $1 AND leased_by IS NOT NULL",
    [bookUid],
  );
