import type { DiskAnswer, DiskQuestion, OpenedAtDisk } from './answers.ts';
import type { Found } from './found.ts';
import type { Answered } from './lane.ts';

/** The disk that a file lies on. */
export interface DiskOfFile {
  ask(question: DiskQuestion, onLate?: (answer: DiskAnswer) => void): Promise<Answered>;
  tell(question: DiskQuestion): void;
}

/** A file that the thread of its disk has opened and reads. Close it. */
export class DiskFile {
  readonly #file: number;
  readonly #disk: DiskOfFile;
  /** As it was when it was opened. */
  readonly found: Found;

  constructor({ file, found }: OpenedAtDisk, disk: DiskOfFile) {
    this.#file = file;
    this.#disk = disk;
    this.found = found;
  }

  /** So many bytes at most, none at the end of the file. Null: they cannot be read. */
  async read(offset: number, length: number): Promise<Uint8Array | null | 'silent'> {
    return (await this.#disk.ask({ about: 'read', file: this.#file, offset, length })) as Uint8Array | null | 'silent';
  }

  /** As it is now, whatever lies at its place by now. */
  async stat(): Promise<Found | null | 'silent'> {
    return (await this.#disk.ask({ about: 'opened', file: this.#file })) as Found | null | 'silent';
  }

  close(): void {
    this.#disk.tell({ about: 'close', file: this.#file });
  }
}
