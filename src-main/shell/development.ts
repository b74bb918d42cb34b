/**
 * What a development run changes of the shell, and all that it changes: the product passes none, and does not hold the
 * code that makes one (`src-main/development`). Sandbox, scheme, headers and the checks of every call are the product's.
 */
export interface Development {
  /** Replaces the window's policy of contents. */
  readonly policy: string;
  /** Replaces Chromium's switches. */
  readonly chromiumSwitches: readonly (readonly [name: string, value?: string])[];
  /** Whether the window may reach this address besides its own. */
  readonly reaches: (address: string) => boolean;
  /** A file of the page, by its path with its query, instead of a built one. */
  readonly page: (path: string) => Promise<Response>;
  /** The page may load itself anew. */
  readonly mayReload: true;
  /** Called once the studio stands. */
  readonly opened: (studio: { readonly restartService: () => Promise<void> }) => void;
}
