import { readFile, readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';

/** The processes that work in a folder, as `<pid> <command line>`, told by working folder or command line: PostgreSQL's processes stand in their data folder, the others name it. */
export async function processesIn(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) continue;
    const [cwd, command, state] = await Promise.all([
      readlink(join('/proc', name, 'cwd')).catch(() => ''),
      readFile(join('/proc', name, 'cmdline'), 'utf8').catch(() => ''),
      readFile(join('/proc', name, 'stat'), 'utf8').catch(() => ''),
    ]);
    const isZombie = / Z /.test(state.slice(state.lastIndexOf(')')));
    if (!isZombie && (cwd.startsWith(folder) || command.includes(folder)))
      found.push(`${name} ${command.replaceAll('\0', ' ').trim()}`);
  }
  return found;
}
