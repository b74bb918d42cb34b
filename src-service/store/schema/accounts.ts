import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

export const accounts = pgTable('accounts', {
  accountUid: text('account_uid').primaryKey(),
  type: text('type', { enum: ['PERSONAL', 'BUSINESS'] }).notNull(),
  name: text('name').notNull(),
  organizationName: text('organization_name'),
  createdAt: moment('created_at').notNull(),
});

/** Only a hash of the secret part is kept: a lost key needs a new one (specification, "Authentication" 2). */
export const apiKeys = pgTable('api_keys', {
  keyPrefix: text('key_prefix').primaryKey(),
  accountUid: text('account_uid').notNull().references(() => accounts.accountUid),
  environment: text('environment', { enum: ['sandbox', 'live'] }).notNull(),
  secretSha256: text('secret_sha256').notNull(),
  note: text('note').notNull(),
  /** Empty: every address may call. */
  allowIps: jsonb('allow_ips').$type<string[]>().notNull(),
  createdAt: moment('created_at').notNull(),
  revokedAt: moment('revoked_at'),
});
