import type { PicturePool } from './picture-pool.ts';
import type { LookedAt } from './tasks.ts';

/** Of one opening of their file. */
const AT_ONCE = 16;

/** Where a page of a PDF is to be found. */
export interface PageWanted {
  readonly path: string;
  /** From 1. */
  readonly page: number;
  /** So many pages there are in all. */
  readonly pages: number;
}

/**
 * Pages of PDFs, each asked for by itself and looked at with its neighbours: a long file is opened once for some of its pages. Where the thread is
 * lost over them, each is looked at alone, so that one page costs no other.
 */
export class PagesLookedAt {
  readonly #pool: Pick<PicturePool, 'run'>;
  readonly #folder: string;
  readonly #party: string;
  readonly #together = new Map<string, Promise<readonly LookedAt[] | null>>();

  /** Pages are written into `folder`; `party`: who takes turns for the threads. */
  constructor(pool: Pick<PicturePool, 'run'>, folder: string, party: string) {
    this.#pool = pool;
    this.#folder = folder;
    this.#party = party;
  }

  /** To be asked for in their order. Null: the work was given up. */
  async look({ path, page, pages }: PageWanted): Promise<LookedAt | null> {
    const at = (page - 1) % AT_ONCE;
    const first = page - at;
    const name = `${first} ${path}`;
    const numbers = Array.from({ length: Math.min(AT_ONCE, pages - first + 1) }, (_, index) => first + index);
    const together = this.#together.get(name) ?? this.#run(path, numbers);
    if (at === numbers.length - 1) this.#together.delete(name);
    else this.#together.set(name, together);
    const looked = (await together) ?? (await this.#run(path, [page]));
    return looked === null ? null : ((looked.length === 1 ? looked[0] : looked[at]) ?? null);
  }

  #run(path: string, pages: readonly number[]): Promise<readonly LookedAt[] | null> {
    return this.#pool.run<'lookAtPages'>({ task: 'lookAtPages', path, pages, folder: this.#folder }, this.#party);
  }
}
