import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Suites } from './suites.ts';

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it('a run that is stopped leaves nothing running, though a mutant never comes to its end', async () => {
  const root = mkdtempSync(join(tmpdir(), 'suites-'));
  const born = join(root, 'born');
  try {
    mkdirSync(join(root, 'node_modules/vitest'), { recursive: true });
    writeFileSync(
      join(root, 'node_modules/vitest/vitest.mjs'),
      `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(born)}, String(process.pid)); for (;;);`,
    );
    const keeper = { reach: () => null, keepReach: () => {}, sound: () => [], keepSound: () => {} };
    const suites = new Suites(root, 'units', keeper);
    const run = suites.passesUnder('any.test.ts', 1, false).catch(() => 'stopped');
    await expect.poll(() => existsSync(born) && readFileSync(born, 'utf8') !== '', { timeout: 10_000 }).toBe(true);
    suites.dispose();
    await expect.poll(() => isAlive(Number(readFileSync(born, 'utf8'))), { timeout: 5_000 }).toBe(false);
    // What it would have begun next has no folder any more.
    expect(await run).toBe('stopped');
  } finally {
    if (existsSync(born) && isAlive(Number(readFileSync(born, 'utf8'))))
      process.kill(Number(readFileSync(born, 'utf8')), 'SIGKILL');
    rmSync(root, { recursive: true, force: true });
  }
});
