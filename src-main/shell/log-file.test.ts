import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LogFile } from './log-file.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'log-file-'));
  path = join(folder, 'logs/studio.log');
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = () => new LogFile(path, { nowMs: () => 0 });
const messages = () =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { message: string }).message);

test('lines that the disk refuses are dropped, and the next one that it takes is written', () => {
  const log = open();
  log.write('info', 'before');
  // A folder takes no line, whoever writes it.
  rmSync(path);
  mkdirSync(path);
  log.write('error', 'refused');
  rmSync(path, { recursive: true });
  log.write('info', 'after');
  expect(messages()).toEqual(['after']);
});

test('a log that cannot be begun keeps nobody from starting, and begins once it can', () => {
  writeFileSync(join(folder, 'logs'), 'a file stands at its place');
  const log = open();
  log.write('info', 'refused');
  rmSync(join(folder, 'logs'));
  mkdirSync(join(folder, 'logs'));
  log.write('info', 'begun');
  expect(messages()).toEqual(['begun']);
});

test('a full file that cannot be renamed goes on, and is renamed once it can be', () => {
  mkdirSync(`${path}.1/held`, { recursive: true });
  writeFileSync(path, `${JSON.stringify({ message: 'x'.repeat(6 * 1024 * 1024) })}\n`);
  const log = open();
  log.write('info', 'beside the old');
  expect(messages()).toContain('beside the old');
  rmSync(`${path}.1`, { recursive: true });
  log.write('info', 'anew');
  expect(messages()).toEqual(['anew']);
});
