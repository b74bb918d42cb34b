import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { moveTo } from '../../src-main/desk/hot-folders/put-away.ts';

const KILLS = 25;
const FILES = 3_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'put-away-kills-'));
  await mkdir(join(folder, 'in'));
  await mkdir(join(folder, 'out'));
  for (let file = 0; file < FILES; file += 1) await writeFile(join(folder, 'in', `${file}.pdf`), `of ${file}`);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Answers whether it ended by itself. */
async function moveAndDie(afterMs: number): Promise<boolean> {
  const child = spawn(process.execPath, [join(inject('deskTools'), 'desk/file-mover.js'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = new Promise<number | null>((done) => child.once('close', (code) => done(code)));
  await Promise.race([new Promise((begun) => child.stdout.once('data', begun)), closed]);
  await delay(afterMs);
  child.kill('SIGKILL');
  return (await closed) === 0;
}

it(`kill -9 at ${KILLS} random moments of putting files away: each lies in one of both places, whole, and no other was written over`, {
  timeout: 300_000,
}, async () => {
  for (let kill = 0; kill < KILLS; kill += 1) {
    const isDone = await moveAndDie(randomInt(0, 15));
    const wish = await readFile(join(folder, 'wish'), 'utf8').catch(() => null);
    // As the next life does: what was begun is finished under the very name that it was to have.
    if (wish !== null && (await exists(join(folder, 'in', wish))))
      expect(await moveTo(join(folder, 'in', wish), join(folder, 'out', wish), true), wish).toBe(true);
    const [left, away] = await Promise.all([readdir(join(folder, 'in')), readdir(join(folder, 'out'))]);
    expect(left.filter((name) => away.includes(name))).toEqual([]);
    expect(left.length + away.length).toBe(FILES);
    if (isDone) break;
  }
  for (const place of ['in', 'out'])
    for (const name of await readdir(join(folder, place)))
      expect(await readFile(join(folder, place, name), 'utf8')).toBe(`of ${name.replace('.pdf', '')}`);
  expect((await readdir(join(folder, 'out'))).length, 'it was killed at work').toBeGreaterThan(0);
});
