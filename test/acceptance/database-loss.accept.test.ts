import { mkdtemp, readdir, readFile, rename, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { often } from '../fixtures/turns.ts';
import { expectFailure, finalizedBook, newBook, order, untilGood } from './journeys.ts';
import { isAlive, postgresOf, startService, type Service } from './service.ts';

/** Ten seconds on an idle machine; tests share theirs. */
const RECOVERY_LIMIT_MS = 30_000;
const AT_ONCE_MS = 2_000;
const KILLS = often(6, 20);

let dataDir: string;
let service: Service;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'acceptance-'));
  service = await startService({ dataDir });
});
afterAll(() => service.dispose());

const postmaster = async (): Promise<number> => {
  const pid = await postgresOf(dataDir);
  if (pid === null) throw new Error('no PostgreSQL holds the data folder');
  return pid;
};

async function killPostgres(): Promise<void> {
  process.kill(await postmaster(), 'SIGKILL');
}

/** Settles when another one has its place: connections of the one before answer on until they notice its end. */
async function killPostgresAndSeeAnother(): Promise<void> {
  const before = await postmaster();
  process.kill(before, 'SIGKILL');
  for (let now: number | null = before; now === null || now === before; now = await postgresOf(dataDir))
    await delay(10);
}

async function health(name: 'live' | 'ready') {
  const answer = await fetch(service.hello.sandboxUrl.replace(/\/v1$/, `/health/${name}`));
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

/** Held down by a file that PostgreSQL cannot do without. */
const control = () => join(dataDir, 'postgres/data/global/pg_control');
const takeControlAway = () => rename(control(), `${control()}.away`);
const giveControlBack = () => rename(`${control()}.away`, control());

describe('while PostgreSQL is away', () => {
  it('calls are told so at once in six fields, health tells it, and everything is well again by itself, on the same addresses', async () => {
    const bookUid = await finalizedBook(service.sandbox);
    await takeControlAway();
    await killPostgres();
    while ((await health('ready')).status === 200) await delay(10);
    // Connections of the one that was killed answer on until they notice its end.
    for (let left = AT_ONCE_MS; (await service.sandbox.get('/book-specs', { key: null })).status === 200; left -= 10) {
      expect(left).toBeGreaterThan(0);
      await delay(10);
    }
    await delay(500);
    for (let round = 0; round < 5; round += 1) {
      const fromMs = performance.now();
      const answers = await Promise.all([
        service.sandbox.get('/credits'),
        service.sandbox.get('/book-specs', { key: null }),
        service.live.get('/orders'),
        order(service.sandbox, [{ bookUid, quantity: 1 }], 'while-away'),
        service.sandbox.post('/books', { title: 'a' }),
      ]);
      expect(performance.now() - fromMs).toBeLessThan(AT_ONCE_MS);
      for (const answer of answers) expectFailure(answer, 500, 'ERR_INTERNAL_ERROR');
      expect(await health('live')).toEqual({ status: 200, body: { live: true } });
      expect(await health('ready')).toMatchObject({
        status: 503,
        body: { ready: false, parts: { database: 'failing' } },
      });
      await delay(200);
    }
    await giveControlBack();
    await untilGood(service, RECOVERY_LIMIT_MS);
    expect(await health('ready')).toMatchObject({ status: 200 });
    // What was refused had no effect: the key is free, and the call goes through as if for the first time.
    expect((await order(service.sandbox, [{ bookUid, quantity: 1 }], 'while-away')).status).toBe(201);
    expect((await service.sandbox.get('/orders')).body.pagination.total).toBe(1);
  });
});

describe('PostgreSQL killed', () => {
  it(`${KILLS} times in a row: the service comes back each time with everything that it had acknowledged`, {
    timeout: 300_000,
  }, async () => {
    const acknowledged: string[] = [];
    const tookMs: number[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      acknowledged.push(await newBook(service.sandbox, { title: `book ${kill}` }));
      const fromMs = performance.now();
      await killPostgresAndSeeAnother();
      await untilGood(service, RECOVERY_LIMIT_MS);
      tookMs.push(performance.now() - fromMs);
    }
    for (const bookUid of acknowledged)
      expect((await service.sandbox.get(`/books?bookUid=${bookUid}`)).body.data).toHaveLength(1);
    console.log(`recovered in ${tookMs.map((ms) => Math.round(ms)).join(', ')} ms`);
  });

  it('by one of its connections: it comes back as well', async () => {
    const before = await postmaster();
    const children: number[] = [];
    for (const name of await readdir('/proc')) {
      const about = /^\d+$/.test(name) ? await readFile(`/proc/${name}/status`, 'utf8').catch(() => '') : '';
      if (Number(/^PPid:\s*(\d+)$/m.exec(about)?.[1]) === before) children.push(Number(name));
    }
    process.kill(Math.max(...children), 'SIGKILL');
    // Its server ends all the others with it, which takes a moment to be seen.
    await delay(500);
    await untilGood(service, RECOVERY_LIMIT_MS);
    expect(await postmaster()).toBe(before);
  });
});

describe('a database that does not come back', () => {
  it('ends the service, so that whoever keeps it running can start another; the next start is refused with the file', {
    timeout: 240_000,
  }, async () => {
    const bookUid = await newBook(service.sandbox);
    await takeControlAway();
    await killPostgres();
    const { pid } = service.hello;
    while (isAlive(pid)) {
      expect([200, 503]).toContain((await health('live').catch(() => ({ status: 503 }))).status);
      await delay(250);
    }
    await expect(startService({ dataDir, keys: service.keys })).rejects.toThrow(
      /PostgreSQL cannot use .*postgres\/data[\s\S]*pg_control/,
    );
    await giveControlBack();
    service = await startService({ dataDir, keys: service.keys });
    expect((await service.sandbox.get(`/books?bookUid=${bookUid}`)).body.data).toHaveLength(1);
  });
});

it('nobody else reads a file of the data folder', async () => {
  await finalizedBook(service.sandbox);
  const open: string[] = [];
  const look = async (folder: string): Promise<void> => {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      const { mode } = await stat(path).catch(() => ({ mode: 0 }));
      if (entry.isDirectory()) await look(path);
      else if ((mode & 0o077) !== 0) open.push(path);
    }
  };
  await look(dataDir);
  expect(open).toEqual([]);
});
