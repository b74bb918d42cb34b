import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, inject, it } from 'vitest';
import { WorkerPool } from '../../src-main/desk/preflight/worker-pool.ts';
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
