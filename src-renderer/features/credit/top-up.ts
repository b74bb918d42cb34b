import { sandboxCreditBodySchema } from '../../../src-core/contract/credits.ts';

/** Amounts offered with one click, in the account currency. */
export const TOP_UP_PRESETS = [50_000, 100_000, 500_000, 1_000_000] as const;

/** Rows of the ledger on one page. */
export const LEDGER_PAGE_ROWS = 50;

/** An amount as people type it ("100,000", "₩ 5000", "1000원"), or null when the service would refuse it. */
export function parseAmount(typed: string): number | null {
  const bare = typed.replace(/[\s,₩원]/g, '');
  if (!/^\d+(\.\d{1,2})?$/.test(bare)) return null;
  const amount = Number(bare);
  return sandboxCreditBodySchema.shape.amount.safeParse(amount).success ? amount : null;
}

export interface LedgerPage {
  /** From 1. */
  readonly page: number;
  readonly pages: number;
  /** Rows on this page, counted from 1; zero to zero for an empty ledger. */
  readonly first: number;
  readonly last: number;
}

export function ledgerPage(offset: number, total: number): LedgerPage {
  return {
    page: Math.floor(offset / LEDGER_PAGE_ROWS) + 1,
    pages: Math.max(1, Math.ceil(total / LEDGER_PAGE_ROWS)),
    first: total === 0 ? 0 : offset + 1,
    last: Math.min(offset + LEDGER_PAGE_ROWS, total),
  };
}
