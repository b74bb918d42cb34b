import { boolean, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { NotificationChannel } from '../../../src-core/contract/notifications.ts';
import { accounts } from './accounts.ts';
import { environment, moment } from './columns.ts';

export const notificationConfigs = pgTable('notification_configs', {
  accountUid: text('account_uid')
    .primaryKey()
    .references(() => accounts.accountUid),
  enabled: boolean('enabled').notNull(),
  channels: jsonb('channels').$type<NotificationChannel[]>().notNull(),
  updatedAt: moment('updated_at').notNull(),
});

/** What was sent, newest first in the list. `environment` says where it was asked for: in Sandbox nothing leaves the house. */
export const notifications = pgTable(
  'notifications',
  {
    notificationUid: text('notification_uid').primaryKey(),
    accountUid: text('account_uid')
      .notNull()
      .references(() => accounts.accountUid),
    environment: environment().notNull(),
    channel: text('channel').$type<NotificationChannel>().notNull(),
    recipient: text('recipient').notNull(),
    title: text('title'),
    content: text('content').notNull(),
    status: text('status', { enum: ['SENT', 'TEST', 'FAILED'] }).notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('notifications_of_account').on(table.accountUid, table.createdAt)],
);
