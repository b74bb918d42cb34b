import { mkdirSync, readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { z } from 'zod';

/** A small JSON file, read once and written whole: to a temporary name, flushed, renamed, one write after the other. */
export class JsonFile<S extends z.ZodType> {
  readonly #path: string;
  readonly #schema: S;
  #value: z.output<S>;
  #writing: Promise<void> = Promise.resolve();

  /** A file that is missing or doesn't parse gives the fallback: settings are never worth a start that fails. */
  constructor(path: string, schema: S, fallback: z.output<S>) {
    this.#path = path;
    this.#schema = schema;
    this.#value = readOr(path, schema, fallback);
  }

  get value(): z.output<S> {
    return this.#value;
  }

  /** Takes the value at once; the answer settles when it is on the disk. */
  write(value: z.output<S>): Promise<void> {
    this.#value = this.#schema.parse(value);
    const text = `${JSON.stringify(this.#value, null, 2)}\n`;
    this.#writing = this.#writing.catch(() => undefined).then(() => writeWhole(this.#path, text));
    return this.#writing;
  }
}

function readOr<S extends z.ZodType>(path: string, schema: S, fallback: z.output<S>): z.output<S> {
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return fallback;
  }
}

async function writeWhole(path: string, text: string): Promise<void> {
  mkdirSync(dirname(path), { recursive: true });
  const next = `${path}.next`;
  const file = await open(next, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(next, path);
}
