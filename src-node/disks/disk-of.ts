import { readFileSync } from 'node:fs';
import { sep } from 'node:path';

/** What is mounted changes when a drive comes or goes; a look asks twenty thousand times. */
const MOUNTS_KNOWN_MS = 2_000;

/**
 * Names the disk that a path lies on, as far as it can be told without asking that disk: its mount point on Linux, the volume on macOS, the drive
 * or share on Windows. Disks that cannot be told apart are one.
 */
export function diskNames(platform = process.platform, mounts = mountPoints): (path: string) => string {
  if (platform === 'win32') return (path) => /^(?:\\\\[^\\]+\\[^\\]+|[a-z]:)/i.exec(path)?.[0].toLowerCase() ?? '';
  if (platform === 'darwin') return (path) => /^\/(?:Volumes|Network)\/[^/]+/.exec(path)?.[0] ?? '/';
  let known: readonly string[] = [];
  let knownAtMs = Number.NEGATIVE_INFINITY;
  return (path) => {
    const nowMs = performance.now();
    if (nowMs - knownAtMs > MOUNTS_KNOWN_MS) {
      known = mounts().map((mount) => mount + sep);
      knownAtMs = nowMs;
    }
    const within = path + sep;
    return known.find((mount) => within.startsWith(mount))?.slice(0, -1) ?? '/';
  };
}

/** The longest first, without the root. The kernel's own list, which no disk is asked for. */
function mountPoints(): readonly string[] {
  try {
    return mountPointsIn(readFileSync('/proc/self/mountinfo', 'utf8'));
  } catch {
    return [];
  }
}

/** Of `/proc/self/mountinfo`: the fifth field, in which blanks and the like are octal. */
export const mountPointsIn = (mountInfo: string): readonly string[] =>
  [
    ...new Set(
      mountInfo
        .split('\n')
        .map((line) => line.split(' ')[4] ?? '')
        .map((place) => place.replace(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(parseInt(code, 8))))
        .filter((place) => place !== '' && place !== '/'),
    ),
  ].sort((a, b) => b.length - a.length);
