/** A book that an import would make, as `studio import` shows it. */
export interface ShownBook {
  readonly title: string;
  /** Copies that the name or the package says; 1 where neither says anything. */
  readonly copies: number;
  /** A path; of a job package the name that the customer gave it. */
  readonly cover: string | null;
  readonly contents: string | null;
  readonly rule: string;
  readonly guessed: boolean;
  readonly reason: string;
  /** What the name or the package says, else what the pages measure; null when that is not clear. */
  readonly bookSpecUid: string | null;
  readonly pageCount: number | null;
}
