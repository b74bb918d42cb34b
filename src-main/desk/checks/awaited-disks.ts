import { type Disks, ONLOOKER_MS } from '../../../src-node/disks/disks.ts';

const ASKED_AGAIN_MS = 30_000;

interface OfFile {
  readonly file: { readonly path: string };
}

/** Work on files whose disks do not answer, by its key, the newest of each: taken up when they do. */
export class AwaitedDisks<Work extends OfFile> {
  readonly #disks: Pick<Disks, 'diskOf' | 'answers'>;
  readonly #takeUp: (work: Work) => void;
  readonly #awaited = new Map<string, Work>();
  #asking: NodeJS.Timeout | null = null;

  constructor(disks: Pick<Disks, 'diskOf' | 'answers'>, takeUp: (work: Work) => void) {
    this.#disks = disks;
    this.#takeUp = takeUp;
  }

  has(key: string): boolean {
    return this.#awaited.has(key);
  }

  add(key: string, work: Work): void {
    this.#awaited.set(key, work);
    this.#asking ??= setTimeout(() => void this.#ask(), ASKED_AGAIN_MS).unref();
  }

  close(): void {
    this.#awaited.clear();
    if (this.#asking !== null) clearTimeout(this.#asking);
  }

  async #ask(): Promise<void> {
    const paths = new Map([...this.#awaited.values()].map(({ file }) => [this.#disks.diskOf(file.path), file.path]));
    const asked = [...paths].map(async ([disk, path]) =>
      (await this.#disks.answers(path, ONLOOKER_MS)) ? disk : null,
    );
    const answering = new Set(await Promise.all(asked));
    const taken = [...this.#awaited].filter(([, { file }]) => answering.has(this.#disks.diskOf(file.path)));
    for (const [key] of taken) this.#awaited.delete(key);
    this.#asking = this.#awaited.size > 0 ? setTimeout(() => void this.#ask(), ASKED_AGAIN_MS).unref() : null;
    for (const [, work] of taken) this.#takeUp(work);
  }
}
