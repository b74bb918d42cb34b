import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { BACKUP_ENDING } from '../../../src-core/desk/backup.ts';
import { KEPT_MS } from '../../../src-core/desk/start-over.ts';
import type { FormerSandbox } from '../../../src-core/ipc/subjects/start-over.ts';
import type { DeskContext } from '../desk-context.ts';
import { filesOfDecided } from './decided.ts';

const NAME = new RegExp(`^sandbox-(\\d{4}-\\d\\d-\\d\\d)T(\\d\\d)-(\\d\\d)-(\\d\\d)-(\\d{3})Z\\.${BACKUP_ENDING}$`);
/** A timer does not count while the computer sleeps, and a clock may be set. */
const LOOK_EVERY_MS = 60 * 60 * 1_000;

/** The folder of files that hold what was there before the Sandbox was started over: each is removed seven days later, by the time in its name. */
export class FormerSandboxes {
  readonly #context: Pick<DeskContext, 'db' | 'clock' | 'log' | 'changed'>;
  readonly #folder: string;
  #timer: NodeJS.Timeout | null = null;

  constructor(context: Pick<DeskContext, 'db' | 'clock' | 'log' | 'changed'>, folder: string) {
    this.#context = context;
    this.#folder = folder;
  }

  /** Removes what is due, now and as long as the desk is open. */
  open(): void {
    this.sweep();
    this.#timer = setInterval(() => this.sweep(), LOOK_EVERY_MS);
    this.#timer.unref();
  }

  close(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  /** The newest file that is kept; null where none is. */
  newest(): FormerSandbox | null {
    return this.#ofDecided().at(-1) ?? null;
  }

  /** Where a file of this name lies; null for a name that no kept one has. */
  placeOf(name: string): string | null {
    return this.#ofDecided().some((one) => one.name === name) ? join(this.#folder, name) : null;
  }

  /** Where the next one goes; its folder is made. Throws what the file system throws. */
  nextPlace(): string {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const at = new Date(this.#context.clock.nowMs()).toISOString().replaceAll(/[:.]/g, '-');
    return join(this.#folder, `sandbox-${at}.${BACKUP_ENDING}`);
  }

  sweep(): void {
    const due = this.#all().filter(({ untilMs }) => untilMs <= this.#context.clock.nowMs());
    for (const { name } of due) {
      try {
        rmSync(join(this.#folder, name));
      } catch (error) {
        this.#context.log.write('warn', 'the file of a former Sandbox could not be removed', { error });
      }
    }
    if (due.length > 0) this.#context.changed('packages');
  }

  /** Without a file after which nothing was started over: the studio ended in between. */
  #ofDecided(): FormerSandbox[] {
    const names = new Set(filesOfDecided(this.#context.db));
    return this.#all().filter(({ name }) => names.has(name));
  }

  /** The oldest first. What else lies there is somebody else's. */
  #all(): FormerSandbox[] {
    let names: readonly string[] = [];
    try {
      names = readdirSync(this.#folder);
    } catch {
      // None was ever kept.
    }
    return names.toSorted().flatMap((name) => {
      const [, day, hours, minutes, seconds, ms] = NAME.exec(name) ?? [];
      if (day === undefined) return [];
      const madeAtMs = Date.parse(`${day}T${hours}:${minutes}:${seconds}.${ms}Z`);
      return Number.isNaN(madeAtMs) ? [] : [{ name, madeAtMs, untilMs: madeAtMs + KEPT_MS }];
    });
  }
}
