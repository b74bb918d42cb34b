import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PDFDocument } from 'pdf-lib';

const ROOT = resolve(import.meta.dirname, '..');
let dir: string;

/** The command as a shell runs it. */
function studio(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'scripts/studio.mjs'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  return { status, stdout, stderr };
}

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'studio-process-'));
  const document = await PDFDocument.create();
  document.addPage([300, 300]);
  writeFileSync(join(dir, 'tiny_cover.pdf'), await document.save());
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

describe('the process', () => {
  it('ends with what was found, and prints one document', () => {
    const { status, stdout, stderr } = studio('preflight', dir, '--spec', 'SQUAREBOOK_HC', '--json');
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({
      format: 'book-print-studio/preflight',
      books: [{ title: 'tiny', accepted: 'refused' }],
    });
    expect(status).toBe(1);
  });

  it('ends with 2 for what it does not understand, and tells how it is used', () => {
    expect(studio('preflight', dir)).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(/--spec is missing[^]*studio preflight FILES/) as string,
    });
    expect(studio('fly')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('there is no command fly') as string,
    });
    expect(studio('preflight', dir, '--spec', 'NO_SUCH_BOOK')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('there is no NO_SUCH_BOOK') as string,
    });
  });

  it('tells how it is used when asked', () => {
    expect(studio('preflight', '--help')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Exit code: 0') as string,
    });
  });
});
