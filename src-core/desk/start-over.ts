import { z } from 'zod';

/** More than any Sandbox holds: what crosses to the main process has limits. */
const amount = z.int().min(0).max(1_000_000_000);

/** What the Sandbox of the built-in service holds, of all of its accounts: what starting over takes away. */
export const sandboxContentsSchema = z.object({
  /** Deleted ones too, whose records a service keeps. */
  books: amount,
  orders: amount,
  /** Entries of the ledger: charges, refunds, credit that was added. */
  creditMovements: amount,
});
export type SandboxContents = z.infer<typeof sandboxContentsSchema>;

export const isSameContents = (a: SandboxContents, b: SandboxContents): boolean =>
  a.books === b.books && a.orders === b.orders && a.creditMovements === b.creditMovements;

/** How long what went is kept in a file. */
export const KEPT_MS = 7 * 24 * 60 * 60 * 1_000;
