/** What a run of one test file is told, as JSON in the file that `MUTATION_SHEET` names. */
export interface Sheet {
  /** Which mutants to try on each test, by its place in the file; null: only note which ones each test comes by. */
  readonly plan: Readonly<Record<number, readonly number[]>> | null;
  /** Where the mutant that is on stands, for every process of what is tested. */
  readonly control: string;
  /** Where what is tested notes the mutants that it comes by. */
  readonly reached: string;
  /** Where the run writes its notes, one JSON a line. */
  readonly notes: string;
  /** No mutant is begun after this instant, in ms since 1970. */
  readonly until: number;
}

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
  /** `broken`: the test failed, and did not pass again without the mutant. */
  | {
      readonly kind: 'tried';
      readonly test: number;
      readonly mutant: number;
      readonly outcome: 'passed' | 'killed' | 'broken';
    }
  | { readonly kind: 'done' };
