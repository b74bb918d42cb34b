import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { z } from 'zod';
import type { Clock } from '../../../src-core/ports.ts';

/** Who writes a project. `token` tells two writers of one process apart. */
const holderSchema = z.object({ pid: z.int(), host: z.string(), sinceMs: z.number(), token: z.string() });
export type LockHolder = z.infer<typeof holderSchema>;

/** A writer gives a sign of life this often, by the time of the file. */
const BEAT_MS = 60_000;
/** One that has given none for so long is dead, wherever it ran: a lock that was copied along with its folder is nobody's. */
const DEAD_AFTER_MS = 10 * BEAT_MS;

/** The right to write a project: whoever comes second only reads. */
export class ProjectLock {
  readonly #path: string;
  readonly #token: string;
  readonly #clock: Clock;
  readonly #beat: NodeJS.Timeout;

  private constructor(path: string, token: string, clock: Clock) {
    this.#path = path;
    this.#clock = clock;
    this.#token = token;
    this.#beat = setInterval(() => this.#giveSign(), BEAT_MS);
    this.#beat.unref();
  }

  /** The lock, or the living writer who has it. Throws what the file system throws. */
  static take(path: string, token: string, clock: Clock): ProjectLock | LockHolder {
    const own: LockHolder = { pid: process.pid, host: hostname(), sinceMs: clock.nowMs(), token };
    for (let tries = 0; ; tries += 1) {
      try {
        writeFileSync(path, JSON.stringify(own), { flag: 'wx', mode: 0o600, flush: true });
        ownTokens.add(token);
        return new ProjectLock(path, token, clock);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || tries > 2) throw error;
      }
      const holder = livingHolder(path, clock.nowMs());
      if (holder !== null) return holder;
      rmSync(path, { force: true });
    }
  }

  /** False when another one took it for dead, or removed it: what this one would write is not the last word any more. */
  isHeld(): boolean {
    return readHolder(this.#path)?.token === this.#token;
  }

  release(): void {
    clearInterval(this.#beat);
    if (this.isHeld()) rmSync(this.#path, { force: true });
    ownTokens.delete(this.#token);
  }

  #giveSign(): void {
    if (!this.isHeld()) return;
    const nowS = this.#clock.nowMs() / 1000;
    try {
      utimesSync(this.#path, nowS, nowS);
    } catch {
      // The next step that is kept finds out whether the lock is there.
    }
  }
}

/** Locks that this process holds: one with its number that is none of them is a former process's. */
const ownTokens = new Set<string>();

function readHolder(path: string): LockHolder | null {
  try {
    return holderSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}

/** Null: nobody's, a dead writer's, or torn, which is what a dead writer leaves. */
function livingHolder(path: string, nowMs: number): LockHolder | null {
  const holder = readHolder(path);
  if (holder === null) return null;
  const beatMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (nowMs - beatMs > DEAD_AFTER_MS) return null;
  if (holder.host !== hostname()) return holder;
  if (holder.pid === process.pid) return ownTokens.has(holder.token) ? holder : null;
  return isAlive(holder.pid) ? holder : null;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process lives as well.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
