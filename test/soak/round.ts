/** What a round found. Whatever breaks an invariant beyond these counts is thrown. */
export interface Figures {
  /** Processes ended by force, by kind: `service`, `postmaster`, `backend` … */
  readonly kills: Readonly<Record<string, number>>;
  /** Writes that were answered with success. */
  readonly acknowledged: number;
  /** Acknowledged writes that are no longer there, or not with the bytes that were sent. */
  readonly lost: number;
  /** Effects that are there, or were charged, more than once. */
  readonly doubled: number;
  /** From each kill (or the start after it) to the first good answer. */
  readonly recoveriesMs: readonly number[];
}

export interface RoundGiven {
  /** Numbers of [0, 1), the same again under the same seed. All chance of a round comes from here. */
  readonly random: () => number;
  /** Empty, of this round alone, removed after it. */
  readonly folder: string;
  readonly say: (line: string) => void;
}

/** One story of kills, whole in itself: it starts its processes, ends them, and looks whether what was promised holds. */
export interface Round {
  readonly name: string;
  run(given: RoundGiven): Promise<Figures>;
}
