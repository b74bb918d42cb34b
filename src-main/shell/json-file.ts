import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { z } from 'zod';
import { readSmallJson, writeSmallFile } from '../../src-node/small-file.ts';

/** A small JSON file, read once and written whole. */
export class JsonFile<S extends z.ZodType> {
  readonly #path: string;
  readonly #schema: S;
  #value: z.output<S>;

  /** A file that is missing or doesn't parse gives the fallback: settings are never worth a start that fails. */
  constructor(path: string, schema: S, fallback: z.output<S>) {
    this.#path = path;
    this.#schema = schema;
    this.#value = readSmallJson(path, schema) ?? fallback;
  }

  get value(): z.output<S> {
    return this.#value;
  }

  write(value: z.output<S>): void {
    this.#value = this.#schema.parse(value);
    mkdirSync(dirname(this.#path), { recursive: true });
    writeSmallFile(this.#path, `${JSON.stringify(this.#value, null, 2)}\n`);
  }
}
