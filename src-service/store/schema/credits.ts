import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

/** Balances in hundredths. The database itself refuses a negative one. */
export const creditAccounts = pgTable(
  'credit_accounts',
  {
    accountUid: text('account_uid').notNull().references(() => accounts.accountUid),
    environment: text('environment', { enum: ['sandbox', 'live'] }).notNull(),
    balanceMinor: bigint('balance_minor', { mode: 'bigint' }).notNull(),
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
    environment: text('environment', { enum: ['sandbox', 'live'] }).notNull(),
    reasonCode: integer('reason_code').notNull(),
    direction: text('direction', { enum: ['+', '-'] }).notNull(),
    amountMinor: bigint('amount_minor', { mode: 'bigint' }).notNull(),
    balanceAfterMinor: bigint('balance_after_minor', { mode: 'bigint' }).notNull(),
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
