import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, inject, it } from 'vitest';
import { WorkerPool } from '../../src-main/desk/preflight/worker-pool.ts';
import { plainDisks } from '../../src-node/disks/testing/plain-disks.ts';
import { answerPipe, layPipe, waitingForPipes } from '../fixtures/silent-pipes.ts';
import { until } from './support/desk-bench.ts';

/** As many as Node has threads for the disks of a process. */
const SILENT = 4;
const ANSWERED_WITHIN_MS = 10_000;

it.skipIf(process.platform !== 'linux')(
  'files of a disk that does not answer, while they are hashed, keep the process from no other file',
  async () => {
    const dir = await mkdtemp(join(tmpdir(), 'silent-files-'));
    const other = join(dir, 'other');
    await writeFile(other, 'here');
    const pipes = Array.from({ length: SILENT }, (_, nth) => join(dir, `${nth}.pdf`));
    pipes.forEach(layPipe);
    const pool = new WorkerPool(
      pathToFileURL(join(inject('deskTools'), 'desk/preflight-worker.js')),
      { write: () => undefined },
      plainDisks(),
      { seats: SILENT, taskTimeMs: 60_000, memoryMb: 256 },
    );
    try {
      const hashed = Promise.all(pipes.map((path) => pool.run<'hash'>({ task: 'hash', path })));
      await until(
        () => waitingForPipes('self'),
        (count) => count >= SILENT,
      );
      const read = readFile(other, 'utf8');
      expect(await Promise.race([read, delay(ANSWERED_WITHIN_MS, 'nothing was read', { ref: false })])).toBe('here');
      pipes.forEach(answerPipe);
      expect((await hashed).map(({ ok }) => ok)).toEqual(pipes.map(() => true));
    } finally {
      pipes.forEach(answerPipe);
      await pool.close();
      await rm(dir, { recursive: true, force: true });
    }
  },
);

it.skipIf(process.platform !== 'linux')(
  'a file that hangs is given up after a while and costs one thread, however often it is tried',
  async () => {
    const dir = await mkdtemp(join(tmpdir(), 'silent-file-'));
    const [other, pipe] = [join(dir, 'other'), join(dir, 'hangs.pdf')];
    await writeFile(other, 'here');
    layPipe(pipe);
    const pool = new WorkerPool(
      pathToFileURL(join(inject('deskTools'), 'desk/preflight-worker.js')),
      { write: () => undefined },
      plainDisks(),
      { seats: 1, taskTimeMs: 600_000, memoryMb: 256, diskMs: 500 },
    );
    const hashed = (path: string) => pool.run<'hash'>({ task: 'hash', path });
    const silent = { ok: false, reason: 'readFailed', isOfDisk: true };
    try {
      expect(await Promise.all([hashed(pipe), hashed(other)])).toMatchObject([silent, { ok: true }]);
      for (let tries = 0; tries < 20; tries += 1) expect(await hashed(pipe)).toEqual(silent);
      expect(waitingForPipes('self')).toBe(1);
      answerPipe(pipe);
      await until(
        () => hashed(pipe),
        ({ ok }) => ok || waitingForPipes('self') > 0,
      );
    } finally {
      answerPipe(pipe);
      await pool.close();
      await rm(dir, { recursive: true, force: true });
    }
  },
);
