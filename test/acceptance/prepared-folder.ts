import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyTree, keptFolder } from './kept-folder.ts';
import { startProcess, type Hello } from './service-process.ts';

type Keys = NonNullable<Hello['keys']>;

/**
 * Fills an empty data folder with what `--prepare` leaves under these words, and answers the keys that it showed. A
 * cluster is made in a second and copied in a tenth of one. Suites about first starts launch their processes themselves.
 */
export async function fillPrepared(folder: string, program: string, words: readonly string[]): Promise<Keys> {
  const prepared = await keptFolder(
    [await hashOf(program), process.env['SERVICE_NODE'] ?? process.version, words],
    (making) => prepare(making, program, words),
  );
  await copyTree(join(prepared, 'data'), folder);
  return JSON.parse(await readFile(join(prepared, 'keys.json'), 'utf8')) as Keys;
}

async function prepare(making: string, program: string, words: readonly string[]): Promise<void> {
  // Not in the repository, which PostgreSQL's own user may not be able to walk to.
  const data = await mkdtemp(join(tmpdir(), 'prepared-'));
  await chmod(data, 0o755);
  const { hello, exited } = await startProcess(['--data', data, '--prepare', ...words], { program });
  if ((await exited) !== 0 || hello.keys === null)
    throw new Error(`no data folder could be prepared with ${words.join(' ')}`);
  await mkdir(join(making, 'data'));
  await copyTree(data, join(making, 'data'));
  await writeFile(join(making, 'keys.json'), JSON.stringify(hello.keys));
  await rm(data, { recursive: true });
}

/** Of a built service: another build may prepare otherwise. */
async function hashOf(program: string): Promise<string> {
  const hash = createHash('sha256');
  const files = (await readdir(program, { recursive: true })).filter((name) => /\.(js|sql|json)$/.test(name));
  for (const file of files.toSorted()) hash.update(file).update(await readFile(join(program, file)));
  return hash.digest('hex');
}
