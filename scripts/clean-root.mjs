// Whether the Dockerfile's steps can be replayed on this machine: in a root folder made of Debian's own packages. Node built-ins only.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Null when they can, else what is missing, as the end of a sentence. */
export function whyNoCleanRoot() {
  const wanted = /^FROM node:[\d.]+-(\w+)-/m.exec(
    readFileSync(resolve(import.meta.dirname, '../Dockerfile'), 'utf8'),
  )?.[1];
  const here =
    process.platform === 'linux'
      ? /^VERSION_CODENAME=(\w+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1]
      : process.platform;
  if (here !== wanted) return `the image is Debian ${wanted}, this is ${here}`;
  if (process.getuid?.() !== 0) return 'only root may enter a root folder';
  const root = mkdtempSync(join(tmpdir(), 'clean-root-'));
  try {
    for (const place of ['dev', 'proc', 'tmp']) mkdirSync(join(root, place));
    const script =
      'set -e; mount --bind "$1" "$1"; mount --rbind /dev "$1/dev"; mount -t proc proc "$1/proc"; mount -o remount,bind,ro "$1"; mount -t tmpfs tmpfs "$1/tmp"; chroot / true';
    const { status, stderr, error } = spawnSync(
      'unshare',
      ['--mount', '--propagation', 'private', 'sh', '-c', script, 'sh', root],
      { encoding: 'utf8' },
    );
    return status === 0 ? null : `nothing can be mounted here: ${(error?.message ?? stderr).trim().split('\n').at(-1)}`;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
