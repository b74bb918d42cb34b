// Prometheus' own reader of rules, out of Debian's package, for the test of deploy/monitoring. The package is unpacked and not
// installed: it would start a server. Node built-ins only.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The path of promtool: the one that is installed, or one fetched once. Throws an Error that names what is missing. */
export function findPromtool() {
  if (spawnSync('promtool', ['--version']).status === 0) return 'promtool';
  const home = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'book-print-studio');
  const folder = join(home, 'promtool');
  const program = join(folder, 'usr/bin/promtool');
  if (existsSync(program)) return program;
  mkdirSync(home, { recursive: true });
  const work = mkdtempSync(join(home, 'making-'));
  try {
    execute('apt-get', ['download', '-qq', 'prometheus'], work);
    const deb = readdirSync(work).find((name) => name.endsWith('.deb'));
    if (deb === undefined) throw new Error('apt-get download prometheus fetched nothing');
    execute('dpkg-deb', ['-x', deb, 'unpacked'], work);
    try {
      renameSync(join(work, 'unpacked'), folder);
    } catch (error) {
      // Another process has made it meanwhile.
      if (!existsSync(program)) throw error;
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return program;
}

function execute(command, words, cwd) {
  const run = spawnSync(command, words, { cwd, encoding: 'utf8', timeout: 120_000 });
  if (run.status !== 0) throw new Error(`${command} ${words[0]} failed: ${(run.error?.message ?? run.stderr).trim()}`);
}
