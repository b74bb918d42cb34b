import { arrivalsIn, type Arrivals } from './arrivals.ts';

export interface NextStartDeps {
  /** Of this start, behind the program's own name, and the folder that they were said in. */
  readonly words: readonly string[];
  readonly folder: string;
  readonly arrivals: Pick<Arrivals, 'words'>;
  /** Starts the program once this one has ended. */
  readonly relaunch: (how: { readonly args: string[]; readonly execPath?: string }) => void;
}

/** The start that follows this studio's end: one, however many wish for it. */
export class NextStart {
  readonly #deps: NextStartDeps;
  #isWanted = false;
  #program: string | undefined;

  constructor(deps: NextStartDeps) {
    this.#deps = deps;
  }

  get isWanted(): boolean {
    return this.#isWanted;
  }

  /** `program`: another file than the running one. */
  want(program?: string): void {
    this.#isWanted = true;
    this.#program = program ?? this.#program;
  }

  /** To be called once, last of all. What this start was given to open is not opened again, unless nobody has seen it yet. */
  begin(): void {
    if (!this.#isWanted) return;
    const { words, folder, arrivals, relaunch } = this.#deps;
    const args = [...words.filter((word) => arrivalsIn([word], folder).length === 0), ...arrivals.words()];
    relaunch({ args, ...(this.#program === undefined ? {} : { execPath: this.#program }) });
  }
}
