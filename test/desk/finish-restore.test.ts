import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, inject, it } from 'vitest';
import { finishRestore } from '../../src-node/backup/finish-restore.ts';

const built = () => pathToFileURL(join(inject('deskTools'), 'desk/finish-restore.js')).href;

const made: string[] = [];
afterEach(() => {
  for (const dir of made.splice(0)) rmSync(dir, { recursive: true, force: true });
});

/** A data folder with a restore that was decided: every part there and in it, but one that only either has. */
function decided(): string {
  const dir = mkdtempSync(join(tmpdir(), 'finish-restore-'));
  made.push(dir);
  for (const [at, text] of [
    ['.', 'former'],
    ['restore-ready', 'restored'],
  ] as const) {
    mkdirSync(join(dir, at, 'desk'), { recursive: true });
    writeFileSync(join(dir, at, 'desk/desk.db'), text);
    mkdirSync(join(dir, at, 'service'));
    writeFileSync(join(dir, at, 'service/of'), text);
  }
  mkdirSync(join(dir, 'restore-ready/layouts'));
  writeFileSync(join(dir, 'restore-ready/layouts/of'), 'restored');
  writeFileSync(join(dir, 'window.json'), 'former');
  mkdirSync(join(dir, 'logs'));
  return dir;
}

/** Carries it out in a process that dies right before, or right behind, its nth change of the folder; whether it did. */
function diesAt(dir: string, change: number, when: 'before' | 'behind'): boolean {
  const program = `
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    let left = ${change};
    for (const name of ['renameSync', 'mkdirSync', 'rmSync']) {
      const own = fs[name];
      fs[name] = (...words) => {
        const isLast = left-- === 0;
        if (isLast && ${when === 'before'}) process.kill(process.pid, 'SIGKILL');
        const answer = own(...words);
        if (isLast) process.kill(process.pid, 'SIGKILL');
        return answer;
      };
    }
    syncBuiltinESMExports();
    const { finishRestore } = await import(${JSON.stringify(built())});
    finishRestore(${JSON.stringify(dir)}, 0);`;
  const { signal, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
  if (signal === null && status !== 0) throw new Error(stderr);
  return signal === 'SIGKILL';
}

const textAt = (...names: string[]) => (existsSync(join(...names)) ? readFileSync(join(...names), 'utf8') : null);

it.each(['before', 'behind'] as const)('goes on wherever it was killed (%s a change)', (when) => {
  let change = 0;
  for (; ; change += 1) {
    const dir = decided();
    const died = diesAt(dir, change, when);
    finishRestore(dir, 5_000);
    const asides = readdirSync(dir).filter((name) => name.startsWith('before-restore-'));
    expect(asides).toHaveLength(1);
    const aside = join(dir, asides[0] ?? '');
    expect({
      now: [
        textAt(dir, 'desk/desk.db'),
        textAt(dir, 'service/of'),
        textAt(dir, 'layouts/of'),
        textAt(dir, 'window.json'),
      ],
      former: [textAt(aside, 'desk/desk.db'), textAt(aside, 'service/of'), textAt(aside, 'window.json')],
      left: readdirSync(dir).filter((name) => name.startsWith('restore-')),
    }).toEqual({
      now: ['restored', 'restored', 'restored', null],
      former: ['former', 'former', 'former'],
      left: [],
    });
    if (!died) break;
  }
  // Three parts aside, three into their place, and what goes around them.
  expect(change).toBeGreaterThan(9);
});

it('does nothing where nothing was decided, and tells of no former state where there was none', () => {
  const dir = mkdtempSync(join(tmpdir(), 'finish-restore-'));
  made.push(dir);
  expect(finishRestore(dir, 0)).toBeNull();
  mkdirSync(join(dir, 'restore-ready/desk'), { recursive: true });
  expect(finishRestore(dir, 0)).toBeNull();
  expect(readdirSync(dir)).toEqual(['desk']);
});
