import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
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

  it('tells how it is used by -h too', () => {
    for (const words of [['-h'], ['watch', '-h'], ['--help']]) {
      const { status, stdout } = studio(...words);
      expect(status).toBe(0);
      expect(stdout).toMatch(/^studio preflight FILES/);
    }
  });

  it('says which file is not there, and which is a folder', () => {
    const missing = join(dir, 'none.bpbackup');
    expect(studio('restore', missing, '--data', join(dir, 'data'))).toMatchObject({
      status: 2,
      stderr: `studio: ${missing}: there is no such file\nstudio --help tells how it is used\n`,
    });
    expect(studio('restore', dir, '--data', join(dir, 'data')).stderr).toContain('there is no such file');
    expect(studio('preflight', '--facts', dir)).toMatchObject({
      status: 2,
      stderr: `${dir}: a folder, and --facts takes files\n`,
    });
  });

  it('names the option that does not fit, in words of its own', () => {
    expect(studio('preflight', dir, '--spec', 'SQUAREBOOK_HC', '--pages', 'x').stderr).toMatch(
      /^studio: --pages: not a number of pages\n/,
    );
    expect(studio('preflight', '--spec', 'list', '--json').stderr).toMatch(/^studio: --spec list is written as text\n/);
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

describe('an answer', () => {
  const PROGRAM = join(ROOT, 'dist/cli/studio.js');
  /** As the packaged studio does, which ends by force: Electron would run on. */
  const ENDED_BY_FORCE = `
    const [program, ...words] = process.argv.slice(1);
    process.argv = [process.execPath, 'studio', ...words];
    await import(program);
    process.exit(process.exitCode ?? 0);`;
  const FORMS: readonly (readonly [form: string, words: readonly string[]])[] = [
    ['the program', [PROGRAM]],
    ['the program within another one', ['--input-type=module', '-e', ENDED_BY_FORCE, PROGRAM]],
  ];
  const FILES = 4_000;
  const env = { ...process.env, LC_ALL: 'C' };
  let many: string;
  beforeAll(() => {
    many = join(dir, 'many');
    mkdirSync(many);
    copyFileSync(join(dir, 'tiny_cover.pdf'), join(many, 'tiny_cover.pdf'));
    for (let nth = 0; nth < FILES; nth += 1) writeFileSync(join(many, `${'letter'.repeat(30)} ${nth}.txt`), '');
    // Brings the program about.
    studio('--version');
  });

  it.each(FORMS)('that is longer than a pipe holds comes through it whole: %s', (_, words) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [...words, 'import', many, '--json'], {
      encoding: 'utf8',
      env,
      maxBuffer: 16 * 1024 * 1024,
    });
    expect(stderr).toBe('');
    expect(stdout.length).toBeGreaterThan(500_000);
    expect((JSON.parse(stdout) as { ignored: unknown[] }).ignored).toHaveLength(FILES);
    expect(status).toBe(1);
  });

  it.each(FORMS)('of which a person wants the beginning alone is no failure: %s', (_, words) => {
    const line = `set -o pipefail; "$@" | head -c 1 >/dev/null`;
    const run = spawnSync('bash', ['-c', line, 'sh', process.execPath, ...words, 'import', many, '--json'], {
      encoding: 'utf8',
      env,
    });
    expect(run).toMatchObject({ status: 1, stderr: '' });
  });

  it('of which nobody reads the rest ends a folder that is watched', async () => {
    const watched = join(dir, 'watched');
    mkdirSync(watched);
    const arrive = (name: string) => copyFileSync(join(dir, 'tiny_cover.pdf'), join(watched, `${name}_cover.pdf`));
    arrive('first');
    const line = `set -o pipefail; "$@" | head -n 1`;
    const words = [PROGRAM, 'watch', watched, '--json'];
    const run = spawn('bash', ['-c', line, 'sh', process.execPath, ...words], { env, timeout: 60_000 });
    const ended = once(run, 'close');
    const said = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const)
      run[stream].setEncoding('utf8').on('data', (text: string) => (said[stream] += text));
    // Who reads no more is noticed with the next line: on a busy machine several are there before the first is read.
    let count = 0;
    const arriving = setInterval(() => arrive(`more ${(count += 1)}`), 500);
    const [status] = (await ended.finally(() => clearInterval(arriving))) as [number | null];
    expect({ status, stderr: said.stderr }).toEqual({ status: 0, stderr: '' });
    expect(said.stdout.trim().split('\n')).toHaveLength(1);
  }, 90_000);

  it.runIf(process.platform === 'linux')(
    'has no command for the terminal that a file’s name would give, and all of it for programs',
    () => {
      const evil = join(dir, 'evil');
      mkdirSync(evil);
      copyFileSync(join(dir, 'tiny_cover.pdf'), join(evil, '\x1b]0;owned\x07Kim\x9b2J_cover.pdf'));
      // No terminal is there: the stream says that it is one.
      const asTerminal = `data:text/javascript,process.stdout.isTTY=process.stderr.isTTY=true`;
      const told = (...words: string[]) =>
        spawnSync(process.execPath, [...words, 'import', evil, join(dir, 'no\x1b[2J')], { encoding: 'utf8', env });
      const seen = told('--import', asTerminal, PROGRAM);
      expect(seen.stdout).toContain('�]0;owned�Kim�2J');
      expect(seen.stderr).toContain('no�[2J');
      expect(`${seen.stdout}${seen.stderr}`).not.toMatch(/[\x1b\x07\x9b]/);
      expect(told(PROGRAM).stdout).toContain('\x1b]0;owned\x07Kim');
    },
  );

  it.runIf(existsSync('/dev/full')).each(FORMS)('that finds no room ends with 2 and says so: %s', (_, words) => {
    const full = openSync('/dev/full', 'w');
    try {
      const run = spawnSync(process.execPath, [...words, 'import', many, '--json'], {
        encoding: 'utf8',
        env,
        stdio: ['ignore', full, 'pipe'],
      });
      expect(run).toMatchObject({
        status: 2,
        stderr: 'studio: standard output: ENOSPC: no space left on device, write\n',
      });
    } finally {
      closeSync(full);
    }
  });

  it.runIf(process.platform === 'linux').each(FORMS)(
    'that finds room for its beginning alone ends with 2: %s',
    (_, words) => {
      const to = join(dir, 'answer.json');
      const line = 'ulimit -f 100; exec "$@" >"$TO"';
      const run = spawnSync('sh', ['-c', line, 'sh', process.execPath, ...words, 'import', many, '--json'], {
        encoding: 'utf8',
        env: { ...env, TO: to },
      });
      expect(run).toMatchObject({
        status: 2,
        stderr: expect.stringContaining('studio: standard output: EFBIG') as string,
      });
      expect(statSync(to).size).toBeGreaterThan(0);
    },
  );
});
