import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { environment, moment } from './columns.ts';

export const accounts = pgTable('accounts', {
  accountUid: text('account_uid').primaryKey(),
  type: text('type', { enum: ['PERSONAL', 'BUSINESS'] }).notNull(),
  name: text('name').notNull(),
  organizationName: text('organization_name'),
  email: text('email'),
  phone: text('phone'),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at'),
  /** Closed by its owner: its keys are revoked, its records stay. */
  closedAt: moment('closed_at'),
});

/** Settings of an account that its partner keeps here. */
export const accountConfigs = pgTable('account_configs', {
  accountUid: text('account_uid')
    .primaryKey()
    .references(() => accounts.accountUid),
  values: jsonb('values').$type<Record<string, unknown>>().notNull(),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
});

/** Pictures of an account (logo, sender's mark), shared by both environments. */
export const accountImages = pgTable('account_images', {
  imageUid: text('image_uid').primaryKey(),
  accountUid: text('account_uid')
    .notNull()
    .references(() => accounts.accountUid),
  name: text('name').notNull(),
  originalName: text('original_name').notNull(),
  mimeType: text('mime_type').notNull(),
  sizeBytes: integer('size_bytes').notNull(),
  blobKey: text('blob_key').notNull(),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
});

/** Only a hash of the secret part is kept: a lost key needs a new one (specification, "Authentication" 2). */
export const apiKeys = pgTable('api_keys', {
  keyPrefix: text('key_prefix').primaryKey(),
  accountUid: text('account_uid')
    .notNull()
    .references(() => accounts.accountUid),
  environment: environment().notNull(),
  secretSha256: text('secret_sha256').notNull(),
  note: text('note').notNull(),
  /** Empty: every address may call. */
  allowIps: jsonb('allow_ips').$type<string[]>().notNull(),
  createdAt: moment('created_at').notNull(),
  revokedAt: moment('revoked_at'),
});
