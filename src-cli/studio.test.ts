import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
      stderr: 'studio: --spec is missing; --spec list names them all\nstudio --help tells how it is used\n',
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

  it('names the setting and the file that cannot be read', () => {
    const missing = join(dir, 'none.json');
    expect(studio('preflight', dir, '--spec', 'SQUAREBOOK_HC', '--thresholds', missing).stderr).toMatch(
      `studio: --thresholds ${missing}: cannot be read\n`,
    );
    writeFileSync(join(dir, 'list.json'), '[1]');
    expect(studio('preflight', dir, '--spec', 'SQUAREBOOK_HC', '--print-house', join(dir, 'list.json')).stderr).toMatch(
      /^studio: --print-house .*list\.json: not a JSON object of thresholds and numbers\n/,
    );
  });

  it('says its version, and prints what shells and man read', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly version: string };
    expect(studio('--version').stdout).toBe(`studio ${version}\n`);
    expect(studio('shell-file', 'man').stdout).toContain(version.replaceAll('-', '\\-'));
    expect(studio('shell-file', 'tcsh')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('shell-file') as string,
    });
  });

  it('tells how it is used when asked', () => {
    expect(studio('preflight', '--help')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Exit code: 0') as string,
    });
  });
});
