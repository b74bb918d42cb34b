import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Clock, Log } from '../../src-core/ports.ts';
import { openPrivateFile } from '../../src-node/small-file.ts';

/** An API key keeps its identifier part, which is shown anyway; a bearer token keeps nothing. */
const API_KEY = /\b([A-Z]{2}[A-Za-z0-9]{10})\.[A-Za-z0-9_-]{32}/g;
const BEARER = /(Bearer\s+)(?![A-Z]{2}[A-Za-z0-9]{10}\.…)[^\s"',]+/gi;

/** What may stand in a log file. */
export function hideSecrets(text: string): string {
  return text.replace(API_KEY, '$1.…').replace(BEARER, '$1…');
}

/** Then the file becomes `<name>.1` and a new one begins: two files are kept, never more. */
const FULL_AT_BYTES = 5 * 1024 * 1024;

/**
 * One file of lines, capped in size. Written in place: a log that is still in memory when the app dies tells nothing. What the disk
 * refuses is dropped and nothing of it thrown: whoever tells of a full disk writes here first.
 */
export class LogFile implements Log {
  readonly #path: string;
  readonly #clock: Clock;
  #sizeBytes = 0;

  constructor(path: string, clock: Clock) {
    this.#path = path;
    this.#clock = clock;
    unlessRefused(() => {
      mkdirSync(dirname(path), { recursive: true });
      openPrivateFile(path);
      this.#sizeBytes = statSync(path).size;
    });
  }

  write(
    level: 'debug' | 'info' | 'warn' | 'error',
    message: string,
    fields: Readonly<Record<string, unknown>> = {},
  ): void {
    this.append(
      `${JSON.stringify({ ...fields, at: new Date(this.#clock.nowMs()).toISOString(), level, message }, plainErrors)}\n`,
    );
  }

  /** Text of another process, as it comes. */
  append(text: string): void {
    const line = hideSecrets(text);
    if (this.#sizeBytes > FULL_AT_BYTES)
      unlessRefused(() => {
        renameSync(this.#path, `${this.#path}.1`);
        this.#sizeBytes = 0;
      });
    unlessRefused(() => {
      appendFileSync(this.#path, line, { mode: 0o600 });
      this.#sizeBytes += Buffer.byteLength(line);
    });
  }
}

function unlessRefused(work: () => void): void {
  try {
    work();
  } catch {
    // Nobody is left to tell.
  }
}

function plainErrors(_key: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  return {
    name: value.name,
    message: value.message,
    stack: value.stack,
    ...(value.cause === undefined ? {} : { cause: value.cause }),
  };
}
