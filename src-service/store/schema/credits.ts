import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { environment, minor, moment } from './columns.ts';

/** Balances in hundredths. The database itself refuses a negative one. */
export const creditAccounts = pgTable(
  'credit_accounts',
  {
    accountUid: text('account_uid').notNull().references(() => accounts.accountUid),
    environment: environment().notNull(),
    balanceMinor: minor('balance_minor').notNull(),
    currency: text('currency').notNull(),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountUid, table.environment] }),
    check('balance_not_negative', sql`${table.balanceMinor} >= 0`),
  ],
);

/** Append-only (a trigger refuses UPDATE and DELETE); the entries of an account sum to its balance. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    transactionId: bigint('transaction_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountUid: text('account_uid').notNull(),
    environment: environment().notNull(),
    reasonCode: integer('reason_code').notNull(),
    direction: text('direction', { enum: ['+', '-'] }).notNull(),
    amountMinor: minor('amount_minor').notNull(),
    balanceAfterMinor: minor('balance_after_minor').notNull(),
    currency: text('currency').notNull(),
    memo: text('memo'),
    orderUid: text('order_uid'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('ledger_of_account').on(table.accountUid, table.environment, table.transactionId),
    check('amount_above_zero', sql`${table.amountMinor} > 0`),
  ],
);

/** Payments that a gateway confirmed, each credited once. */
export const payments = pgTable(
  'payments',
  {
    gateway: text('gateway').notNull(),
    paymentKey: text('payment_key').notNull(),
    accountUid: text('account_uid').notNull().references(() => accounts.accountUid),
    orderId: text('order_id').notNull(),
    amountMinor: minor('amount_minor').notNull(),
    confirmedAt: moment('confirmed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.gateway, table.paymentKey] })],
);
