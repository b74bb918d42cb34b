import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
let clone: string;

beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), 'fresh-clone-'));
  for (const part of ['scripts', 'package.json', 'package-lock.json'])
    cpSync(join(ROOT, part), join(clone, part), { recursive: true });
  mkdirSync(join(clone, 'src-cli'));
  mkdirSync(join(clone, 'bin'));
  // Stands in for npm, which would ask the network: says what it was asked for, and fails.
  writeFileSync(join(clone, 'bin/npm'), '#!/bin/sh\necho "npm $@"\nexit 1\n');
  chmodSync(join(clone, 'bin/npm'), 0o755);
});
afterAll(() => rmSync(clone, { recursive: true, force: true }));

it.each(['service', 'studio'])('%s installs what is missing, and keeps standard output for its answer', (name) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(clone, `scripts/${name}.mjs`), '--help'], {
    encoding: 'utf8',
    env: { ...process.env, PATH: [join(clone, 'bin'), process.env['PATH']].join(delimiter) },
  });
  expect(stderr).toBe(
    'installing packages (npm ci)\nnpm ci --no-audit --no-fund\nnpm ci --no-audit --no-fund failed: its messages stand above\n',
  );
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
});
