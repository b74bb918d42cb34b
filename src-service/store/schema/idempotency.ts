import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { environment, moment } from './columns.ts';

/**
 * First answers of idempotent requests, for 24 hours per account, environment, method with path, and key.
 * A row is written in the transaction of the effect it stands for; `status` is null only inside that transaction.
 */
export const idempotencyRecords = pgTable(
  'idempotency_records',
  {
    accountUid: text('account_uid').notNull(),
    environment: environment().notNull(),
    route: text('route').notNull(),
    key: text('key').notNull(),
    bodySha256: text('body_sha256').notNull(),
    status: integer('status'),
    body: text('body'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountUid, table.environment, table.route, table.key] })],
);
