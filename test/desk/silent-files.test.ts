import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, inject, it } from 'vitest';
import { WorkerPool } from '../../src-main/desk/preflight/worker-pool.ts';
import { until } from './support/desk-bench.ts';

/** As many as Node has threads for the disks of a process. */
const SILENT = 4;
const ANSWERED_WITHIN_MS = 10_000;

/** Threads of this process that wait for somebody to write, as Linux tells it. */
const waitingForAPipe = (): number =>
  readdirSync('/proc/self/task').filter((thread) => {
    try {
      return /fifo|wait_for_partner/.test(readFileSync(`/proc/self/task/${thread}/wchan`, 'utf8'));
    } catch {
      return false;
    }
  }).length;

it.skipIf(process.platform !== 'linux')(
  'files of a disk that does not answer, while they are hashed, keep the process from no other file',
  async () => {
    const dir = await mkdtemp(join(tmpdir(), 'silent-files-'));
    const other = join(dir, 'other');
    await writeFile(other, 'here');
    const pipes = Array.from({ length: SILENT }, (_, nth) => join(dir, `${nth}.pdf`));
    // Who opens a pipe waits in the system, as for a drive whose cable was pulled, until somebody writes.
    for (const pipe of pipes) execFileSync('mkfifo', [pipe]);
    const pool = new WorkerPool(
      pathToFileURL(join(inject('deskTools'), 'desk/preflight-worker.js')),
      { write: () => undefined },
      { seats: SILENT, taskTimeMs: 60_000, memoryMb: 256 },
    );
    try {
      const hashed = Promise.all(pipes.map((path) => pool.run<'hash'>({ task: 'hash', path })));
      await until(waitingForAPipe, (count) => count >= SILENT);
      const read = readFile(other, 'utf8');
      expect(await Promise.race([read, delay(ANSWERED_WITHIN_MS, 'nothing was read', { ref: false })])).toBe('here');
      answer(pipes);
      expect((await hashed).map(({ ok }) => ok)).toEqual(pipes.map(() => true));
    } finally {
      answer(pipes);
      await pool.close();
      await rm(dir, { recursive: true, force: true });
    }
  },
);

/** Opened to be read and written a pipe waits for nobody, and whoever waits for it goes on. */
function answer(pipes: readonly string[]): void {
  for (const pipe of pipes) closeSync(openSync(pipe, constants.O_RDWR));
}
