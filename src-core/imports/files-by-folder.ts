import { BUILT_IN_NAMES, type NameReader } from './name-reader.ts';
import { folderKey } from './pair-files.ts';

/**
 * Gathers files while folders are walked, and gives those out that could be paired with nothing that is still to come: a
 * folder's own, and those of folders in it whose name is a role (rule 3), once the walk has left it. Folders whose names look
 * alike are one to pairing, so that what lies in such ones waits for the end of the walk.
 */
export class FilesByFolder<F extends { readonly folder: readonly string[] }> {
  readonly #waiting = new Map<string, F[]>();
  /** Keys of folders that there are two of. */
  readonly #twice = new Set<string>();

  readonly #names: NameReader;

  /** `roots` are the names of the dropped folders, and of those that dropped files lie in. */
  constructor(roots: readonly string[], names: NameReader = BUILT_IN_NAMES) {
    this.#names = names;
    this.#noteTwice([], roots);
  }

  /** To be told before anything in the folder is: the names of all folders in it. */
  listed(folder: readonly string[], inside: readonly string[]): void {
    this.#noteTwice(folder, inside);
  }

  add(file: F): void {
    const key = this.#ownerKey(file.folder);
    const files = this.#waiting.get(key);
    if (files === undefined) this.#waiting.set(key, [file]);
    else files.push(file);
  }

  /** The walk has left a folder and all that lies in it: what is paired by now. */
  left(folder: readonly string[]): readonly F[] {
    if (this.#isTwice(folder)) return [];
    const key = folderKey(folder);
    const files = this.#waiting.get(key) ?? [];
    this.#waiting.delete(key);
    return files;
  }

  /** What is left when the walk is over, folder by folder. */
  rest(): readonly (readonly F[])[] {
    const left = [...this.#waiting.values()];
    this.#waiting.clear();
    return left;
  }

  #noteTwice(folder: readonly string[], inside: readonly string[]): void {
    const seen = new Set<string>();
    for (const name of inside) {
      const key = folderKey([...folder, name]);
      if (seen.has(key)) this.#twice.add(key);
      seen.add(key);
    }
  }

  #isTwice(folder: readonly string[]): boolean {
    return this.#twice.size > 0 && folder.some((_, at) => this.#twice.has(folderKey(folder.slice(0, at + 1))));
  }

  /** The folder whose files a file is paired with at the most: the one above all that are called by a role. */
  #ownerKey(folder: readonly string[]): string {
    let depth = folder.length;
    while (depth > 0 && this.#names.roleOfWord(folder[depth - 1] ?? '') !== null) depth -= 1;
    return folderKey(folder.slice(0, depth));
  }
}
