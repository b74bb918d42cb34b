import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const probe = join(import.meta.dirname, 'testing/electron-pictures.ts');

it('what is written anew in Electron stays what it was, in memory of its own', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', '--expose-gc', probe]);
  expect(JSON.parse(stdout)).toEqual({
    isWebAssembly: process.platform === 'linux',
    pictures: 12,
    changed: 0,
    shared: 0,
  });
});
