import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { LayoutDocument } from '../../../src-core/layout/document.ts';
import { pictureKeySchema } from '../../../src-core/layout/names.ts';
import { readSmallJson, writeSmallFile } from '../../../src-node/small-file.ts';
import type { ProjectFolder } from './project-folder.ts';

const placesSchema = z.record(pictureKeySchema, z.string().min(1));

/**
 * Where the pictures of a project lie: as its document says, unless they were found elsewhere since. That is kept beside the
 * document and not in it: it is nothing that was done to the book, and nothing to undo.
 */
export class PicturePlaces {
  readonly #folder: ProjectFolder;
  #found: Readonly<Record<string, string>>;

  constructor(folder: ProjectFolder) {
    this.#folder = folder;
    this.#found = readSmallJson(this.#file, placesSchema) ?? {};
  }

  get #file(): string {
    return join(this.#folder.own, 'places.json');
  }

  /** Null for a picture that the document does not have. */
  of(document: LayoutDocument, key: string): string | null {
    const path = this.#found[key] ?? document.pictures[key]?.path;
    return path === undefined ? null : resolve(this.#folder.path, path);
  }

  /** Throws what the file system throws. */
  keep(found: ReadonlyMap<string, string>): void {
    const next = { ...this.#found, ...Object.fromEntries(found) };
    writeSmallFile(this.#file, JSON.stringify(next));
    this.#found = next;
  }
}
