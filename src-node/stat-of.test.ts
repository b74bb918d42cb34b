import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { statOf } from './stat-of.ts';

it('tells what is there, and nothing of what is not there or can be no path', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stat-of-'));
  writeFileSync(join(folder, 'here'), 'four');
  try {
    expect((await statOf(join(folder, 'here')))?.size).toBe(4);
    expect(await statOf(join(folder, 'gone'))).toBeNull();
    expect(await statOf(join(folder, 'here\0'))).toBeNull();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
