/** What a run of one test file is told, as JSON in the file that `MUTATION_SHEET` names. */
export interface Sheet {
  /** Null: only note which mutants each test comes by. */
  readonly plan: RunningPlan | FreshPlan | null;
  /** Where the mutant that is on stands, for every process of what is tested. */
  readonly control: string;
  /** Where what is tested notes the mutants that it comes by. */
  readonly reached: string;
  /** Where the run writes its notes, one JSON a line. */
  readonly notes: string;
  /** No mutant is begun after this instant, in ms since 1970. */
  readonly until: number;
}

/** Which mutants to try on each test, by its place in the file, in the service that its file has started. */
export interface RunningPlan {
  readonly kind: 'running';
  readonly mutantsOf: Readonly<Record<number, readonly number[]>>;
}

/** Which tests, by their places in the file, to run under each mutant; `fromStart`: in a service begun anew for it, else where one fails. */
export interface FreshPlan {
  readonly kind: 'fresh';
  readonly trials: readonly {
    readonly mutant: number;
    readonly tests: readonly number[];
    readonly fromStart: boolean;
  }[];
  /** How long each test of the file may take. */
  readonly limitsMs: readonly number[];
  /** Tests that are known to pass without those before them. */
  readonly sound: readonly number[];
}

/** What became of a mutant; `unsound`: the test that failed does not pass without it either, without those before it. */
export type FreshOutcome = 'passed' | 'killed' | 'unsound';

/** `hung`: a test did not come to its end, and the process cannot be asked once more. */
export type TriedOutcome = FreshOutcome | 'hung';

/** What a run notes: `test` is the place of a test in its file. */
export type Note =
  | {
      readonly kind: 'reached';
      readonly test: number | 'outside';
      readonly mutants: readonly number[];
      readonly tookMs: number;
    }
  /** The test does not pass twice, or what was done before it broke it: it says nothing here. */
  | { readonly kind: 'unusable'; readonly test: number }
  /** `broken`: the test failed, and did not pass again without the mutant, or did not fail again with it. */
  | {
      readonly kind: 'tried';
      readonly test: number;
      readonly mutant: number;
      readonly outcome: 'passed' | 'killed' | 'broken';
    }
  /** The test passes without those before it. */
  | { readonly kind: 'sound'; readonly test: number }
  | { readonly kind: 'begun'; readonly mutant: number; readonly outcome: TriedOutcome }
  | { readonly kind: 'done' };
