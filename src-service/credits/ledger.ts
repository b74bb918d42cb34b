import { and, desc, eq, gte, sql } from 'drizzle-orm';
import {
  CREDIT_REASONS,
  type CreditBalance,
  type CreditReason,
  type CreditTransaction,
} from '../../src-core/contract/credits.ts';
import type { Period } from '../../src-core/contract/envelope.ts';
import { minorToNumber, type Minor } from '../../src-core/contract/money.ts';
import type { Caller, Environment } from '../context.ts';
import type { Db } from '../store/db.ts';
import { onlyRow } from '../store/only-row.ts';
import { isWithin } from '../store/period.ts';
import { creditAccounts, ledgerEntries } from '../store/schema.ts';
import { pageOfRows } from '../store/page-of-rows.ts';

export const CURRENCY = 'KRW';

type Owner = { readonly accountUid: string; readonly environment: Environment };
const isOwned = (table: typeof creditAccounts | typeof ledgerEntries, owner: Owner) =>
  and(eq(table.accountUid, owner.accountUid), eq(table.environment, owner.environment));

export async function openCreditAccount(db: Db, account: Owner & { readonly createdAt: Date }): Promise<void> {
  await db
    .insert(creditAccounts)
    .values({ ...account, balanceMinor: 0n, currency: CURRENCY, updatedAt: account.createdAt });
}

/** The credit is too low: what was asked and what there is, in hundredths. */
export class CreditTooLow extends Error {
  constructor(
    readonly requiredMinor: Minor,
    readonly balanceMinor: Minor,
  ) {
    super('the credit is too low');
  }
}

/** What there is, held until the transaction ends. */
async function lockBalance(db: Db, owner: Owner): Promise<Minor> {
  return onlyRow(
    await db
      .select({ balanceMinor: creditAccounts.balanceMinor })
      .from(creditAccounts)
      .where(isOwned(creditAccounts, owner))
      .for('update'),
  ).balanceMinor;
}

/** Changes the balance by so much unless it would fall below zero, and holds it until the transaction ends. Null: the credit is too low. */
async function moveBalance(db: Db, owner: Owner, byMinor: Minor, at: Date): Promise<Minor | null> {
  const [moved] = await db
    .update(creditAccounts)
    .set({ balanceMinor: sql`${creditAccounts.balanceMinor} + ${byMinor}`, updatedAt: at })
    .where(and(isOwned(creditAccounts, owner), gte(creditAccounts.balanceMinor, -byMinor)))
    .returning({ balanceMinor: creditAccounts.balanceMinor });
  return moved?.balanceMinor ?? null;
}

/**
 * Writes one ledger entry and the balance it leaves. The only place where a balance changes: charges of one account follow one
 * another, each holding the balance until its transaction ends.
 * Throws CreditTooLow when a debit is more than there is; nothing is written then.
 */
export async function postEntry(
  db: Db,
  entry: Owner & {
    readonly reason: CreditReason;
    /** Above zero; the reason gives the direction. */
    readonly amountMinor: Minor;
    readonly memo: string | null;
    readonly orderUid: string | null;
    readonly atMs: number;
  },
): Promise<Minor> {
  const { direction } = CREDIT_REASONS[entry.reason];
  const byMinor = direction === '+' ? entry.amountMinor : -entry.amountMinor;
  const createdAt = new Date(entry.atMs);
  let after = await moveBalance(db, entry, byMinor, createdAt);
  if (after === null) {
    const before = await lockBalance(db, entry);
    // Credit that came in between counts.
    after = await moveBalance(db, entry, byMinor, createdAt);
    if (after === null) throw new CreditTooLow(entry.amountMinor, before);
  }
  await db.insert(ledgerEntries).values({
    accountUid: entry.accountUid,
    environment: entry.environment,
    reasonCode: entry.reason,
    direction,
    amountMinor: entry.amountMinor,
    balanceAfterMinor: after,
    currency: CURRENCY,
    memo: entry.memo,
    orderUid: entry.orderUid,
    createdAt,
  });
  return after;
}

export async function readBalance(db: Db, owner: Owner): Promise<CreditBalance> {
  const account = onlyRow(await db.select().from(creditAccounts).where(isOwned(creditAccounts, owner)));
  const balance = minorToNumber(account.balanceMinor);
  return {
    accountUid: account.accountUid,
    balance,
    currency: account.currency,
    env: account.environment === 'sandbox' ? 'test' : 'live',
    paidCreditAmount: balance,
    freeCreditAmount: 0,
    totalCreditAmount: balance,
    createdAt: account.createdAt.toISOString(),
    updatedAt: account.updatedAt.toISOString(),
  };
}

export async function listTransactions(
  db: Db,
  caller: Caller,
  query: Period & { readonly limit: number; readonly offset: number },
): Promise<{ items: CreditTransaction[]; total: number }> {
  const { rows, total } = await pageOfRows(db, ledgerEntries, {
    where: and(isOwned(ledgerEntries, caller), isWithin(ledgerEntries.createdAt, query)),
    orderBy: [desc(ledgerEntries.transactionId)],
    limit: query.limit,
    offset: query.offset,
  });
  return {
    total,
    items: rows.map((row) => ({
      transactionId: row.transactionId,
      accountUid: row.accountUid,
      reasonCode: row.reasonCode,
      reasonDisplay: CREDIT_REASONS[row.reasonCode as CreditReason].display,
      direction: row.direction,
      currency: row.currency,
      amount: minorToNumber(row.amountMinor),
      balanceAfter: minorToNumber(row.balanceAfterMinor),
      memo: row.memo,
      createdAt: row.createdAt.toISOString(),
      isTest: row.environment === 'sandbox',
    })),
  };
}
