import { and, desc, eq, sql } from 'drizzle-orm';
import {
  CREDIT_REASONS,
  type CreditBalance,
  type CreditReason,
  type CreditTransaction,
} from '../../src-core/contract/credits.ts';
import type { Period } from '../../src-core/contract/envelope.ts';
import { minorFromNumber, minorToNumber, type Minor } from '../../src-core/contract/money.ts';
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

type Entry = Owner & {
  readonly reason: CreditReason;
  /** Above zero; the reason gives the direction. */
  readonly amountMinor: Minor;
  readonly memo: string | null;
  readonly orderUid: string | null;
  readonly atMs: number;
};

/**
 * Changes the balance unless it would fall below zero, holds it until the transaction ends, and writes the entry of it: one statement.
 * Null, and nothing written: the credit is too low.
 */
async function writeEntry(db: Db, entry: Entry): Promise<Minor | null> {
  const { direction } = CREDIT_REASONS[entry.reason];
  const byMinor = direction === '+' ? entry.amountMinor : -entry.amountMinor;
  const at = sql`${new Date(entry.atMs).toISOString()}::timestamptz`;
  const writing = db.execute<{ balance: string }>(sql`
    with moved as (
      update ${creditAccounts} set balance_minor = balance_minor + ${byMinor}::bigint, updated_at = ${at}
      where ${isOwned(creditAccounts, entry)} and balance_minor >= ${-byMinor}::bigint
      returning balance_minor
    )
    insert into ${ledgerEntries} (account_uid, environment, reason_code, direction, amount_minor,
      balance_after_minor, currency, memo, order_uid, created_at)
    select ${entry.accountUid}::text, ${entry.environment}::text, ${entry.reason}::integer, ${direction}::text,
      ${entry.amountMinor}::bigint, balance_minor, ${CURRENCY}::text, ${entry.memo}::text, ${entry.orderUid}::text, ${at}
    from moved
    returning balance_after_minor as balance`);
  const [row] = (await writing.execute()).rows;
  return row === undefined ? null : BigInt(row.balance);
}

/**
 * Writes one ledger entry and the balance it leaves. The only place where a balance changes, but for `emptyLedger`: charges of one account follow one
 * another, each holding the balance until its transaction ends.
 * Throws CreditTooLow when a debit is more than there is; nothing is written then.
 */
export async function postEntry(db: Db, entry: Entry): Promise<Minor> {
  const after = await writeEntry(db, entry);
  if (after !== null) return after;
  const before = await lockBalance(db, entry);
  // Credit that came in between counts.
  const afterAll = await writeEntry(db, entry);
  if (afterAll === null) throw new CreditTooLow(entry.amountMinor, before);
  return afterAll;
}

/** Test credit of a new account, or of one whose Sandbox began anew. Nothing is written for none. */
export async function postOpeningCredit(db: Db, accountUid: string, amount: number, atMs: number): Promise<void> {
  if (amount <= 0) return;
  await postEntry(db, {
    accountUid,
    environment: 'sandbox',
    reason: 9,
    amountMinor: minorFromNumber(amount),
    memo: '샌드박스 크레딧 충전',
    orderUid: null,
    atMs,
  });
}

/**
 * Begins the Sandbox's ledger anew: no entry, no balance. The only exception to the rule that an entry stays: of Live there is none, and the
 * trigger that refuses is back when the transaction ends, however it ends. Within a transaction; other writers of the ledger wait for its end.
 */
export async function emptyLedger(db: Db, environment: 'sandbox', atMs: number): Promise<void> {
  await db.execute(sql`alter table ${ledgerEntries} disable trigger ledger_is_append_only`);
  await db.delete(ledgerEntries).where(eq(ledgerEntries.environment, environment));
  await db.execute(sql`alter table ${ledgerEntries} enable trigger ledger_is_append_only`);
  await db
    .update(creditAccounts)
    .set({ balanceMinor: 0n, updatedAt: new Date(atMs) })
    .where(eq(creditAccounts.environment, environment));
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
