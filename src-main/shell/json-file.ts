import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { z } from 'zod';

/**
 * A small JSON file, read once and written whole: to a temporary name, flushed, renamed.
 * Written in place, because the last write comes when the app is on its way out and nobody would wait for it.
 */
export class JsonFile<S extends z.ZodType> {
  readonly #path: string;
  readonly #schema: S;
  #value: z.output<S>;

  /** A file that is missing or doesn't parse gives the fallback: settings are never worth a start that fails. */
  constructor(path: string, schema: S, fallback: z.output<S>) {
    this.#path = path;
    this.#schema = schema;
    this.#value = readOr(path, schema, fallback);
  }

  get value(): z.output<S> {
    return this.#value;
  }

  write(value: z.output<S>): void {
    this.#value = this.#schema.parse(value);
    writeWhole(this.#path, `${JSON.stringify(this.#value, null, 2)}\n`);
  }
}

function readOr<S extends z.ZodType>(path: string, schema: S, fallback: z.output<S>): z.output<S> {
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return fallback;
  }
}

function writeWhole(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const next = `${path}.next`;
  const file = openSync(next, 'w', 0o600);
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(next, path);
}
