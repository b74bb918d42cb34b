import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { environment, minor, moment } from './columns.ts';

/** Balances in hundredths. The database itself refuses a negative one. */
export const creditAccounts = pgTable(
  'credit_accounts',
  {
    accountUid: text('account_uid')
      .notNull()
      .references(() => accounts.accountUid),
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

/** What an account wants to pay, with the amount that was fixed when it was opened. Credited once, when the gateway says that it was paid. */
export const paymentOrders = pgTable(
  'payment_orders',
  {
    orderId: text('order_id').primaryKey(),
    gateway: text('gateway').notNull(),
    accountUid: text('account_uid')
      .notNull()
      .references(() => accounts.accountUid),
    amountMinor: minor('amount_minor').notNull(),
    openedAt: moment('opened_at').notNull(),
    /** The gateway's name of the payment; null, as `confirmedAt`, until it was credited. */
    paymentKey: text('payment_key'),
    confirmedAt: moment('confirmed_at'),
  },
  (table) => [
    uniqueIndex('payment_once_a_gateway').on(table.gateway, table.paymentKey),
    check('payment_above_zero', sql`${table.amountMinor} > 0`),
  ],
);

/** The simulated gateway's own books: what buyers did there. Nothing of the service's is decided by looking into them. */
export const simulatedPayments = pgTable('simulated_payments', {
  paymentKey: text('payment_key').primaryKey(),
  orderId: text('order_id').notNull(),
  amountMinor: minor('amount_minor').notNull(),
  outcome: text('outcome', { enum: ['approved', 'declined', 'timed-out'] }).notNull(),
  /** How often the service asked what became of it. */
  asked: integer('asked').notNull(),
  createdAt: moment('created_at').notNull(),
});
