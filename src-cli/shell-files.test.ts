import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPTIONS_OF } from './arguments.ts';
import { COMMANDS } from './commands.ts';
import { shellFile } from './shell-files.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'studio-shell-'));
  writeFileSync(join(dir, 'bash'), shellFile('bash', '1.2.3'));
  writeFileSync(join(dir, 'studio.1'), shellFile('man', '1.2.3'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

it('people are told of what the command line reads, and of nothing else', () => {
  expect(
    Object.fromEntries(COMMANDS.map(({ name, options }) => [name, options.map((one) => one.name).toSorted()])),
  ).toEqual(
    Object.fromEntries(Object.entries(OPTIONS_OF).map(([name, options]) => [name, Object.keys(options).toSorted()])),
  );
});

/** What bash would offer behind the words, the last of which is being typed. */
function offered(...words: string[]): string[] {
  const script = `source "$0"; COMP_WORDS=(studio "$@"); COMP_CWORD=$#; _studio; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', script, join(dir, 'bash'), ...words], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((line) => line !== '');
}

describe('the completions', () => {
  it('offer commands, then options of the command, then their values', () => {
    const commands = ['preflight', 'import', 'watch', 'order', 'backup', 'restore', 'shell-file'];
    expect(offered('')).toEqual([...commands, '--help', '--version']);
    expect(offered('shell-file', 'f')).toEqual(['fish']);
    expect(offered('pre')).toEqual(['preflight']);
    expect(offered('order', '--d')).toEqual(['--dry-run']);
    expect(offered('import', '--l')).toEqual(['--lang']);
    expect(offered('preflight', '--l')).toEqual(['--level', '--lang']);
    expect(offered('preflight', '--lang', 'k')).toEqual(['ko']);
    expect(offered('preflight', '--level', '')).toEqual(['1', '2', '3']);
  });

  it('leave files to the shell', () => {
    expect(offered('preflight', 'al')).toEqual([]);
    expect(shellFile('bash', '1')).toContain('complete -o default');
  });

  it('for fish and zsh have every command too', () => {
    for (const { name } of COMMANDS) {
      expect(shellFile('fish', '1')).toContain(`-a ${name} `);
      expect(shellFile('zsh', '1')).toContain(`    ${name}) words=`);
    }
    expect(shellFile('zsh', '1').split('\n')[0]).toBe('#compdef studio');
  });
});

it('the manual page has every option of every command, and no line that roff does not understand', () => {
  const { stdout, stderr } = spawnSync('groff', ['-man', '-ww', '-Tutf8', '-P-c', join(dir, 'studio.1')], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  const plain = stdout.replaceAll(/.\u0008/g, '').replaceAll(/[\u2010\u2212]/g, '-');
  for (const { name, options } of COMMANDS) {
    expect(plain).toContain(`studio ${name}`);
    for (const option of options) expect(plain).toContain(`--${option.name}`);
  }
  expect(plain).toContain('studio shell-file bash|zsh|fish|man');
  expect(plain).toContain('STUDIO_DATA_DIR');
  expect(plain).toContain('Book Print Studio 1.2.3');
});
