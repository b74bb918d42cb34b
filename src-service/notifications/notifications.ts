import { desc, eq } from 'drizzle-orm';
import {
  type Notification,
  type NotificationConfig,
  type SendNotificationBody,
  notificationChannelSchema,
} from '../../src-core/contract/notifications.ts';
import type { Caller, ServiceContext } from '../context.ts';
import type { Db } from '../store/db.ts';
import { ServiceError } from '../service-error.ts';
import { onlyRow } from '../store/only-row.ts';
import { notificationConfigs, notifications } from '../store/schema.ts';
import { pageOfRows } from '../store/page-of-rows.ts';

type NotificationRow = typeof notifications.$inferSelect;

/** Until an account has said otherwise every channel is open. */
export async function readNotificationConfig(db: Db, caller: Caller): Promise<NotificationConfig> {
  const [row] = await db
    .select()
    .from(notificationConfigs)
    .where(eq(notificationConfigs.accountUid, caller.accountUid));
  if (!row) return { enabled: true, channels: [...notificationChannelSchema.options], updatedAt: null };
  return { enabled: row.enabled, channels: row.channels, updatedAt: row.updatedAt.toISOString() };
}

export async function changeNotificationConfig(
  db: Db,
  context: ServiceContext,
  caller: Caller,
  changes: { readonly enabled?: boolean | undefined; readonly channels?: NotificationConfig['channels'] | undefined },
): Promise<NotificationConfig> {
  const present = await readNotificationConfig(db, caller);
  const updatedAt = new Date(context.clock.nowMs());
  const config = {
    enabled: changes.enabled ?? present.enabled,
    channels: changes.channels ?? present.channels,
    updatedAt,
  };
  await db
    .insert(notificationConfigs)
    .values({ accountUid: caller.accountUid, ...config })
    .onConflictDoUpdate({ target: notificationConfigs.accountUid, set: config });
  return { ...config, updatedAt: updatedAt.toISOString() };
}

/**
 * Sends a notification and keeps it. In Sandbox it reaches nobody and is kept as TEST; in Live it is handed to the
 * outgoing desk of the print house, which on this service is this list. Throws 400 when the account closed the channel.
 */
export async function sendNotification(
  db: Db,
  context: ServiceContext,
  caller: Caller,
  body: SendNotificationBody,
): Promise<Notification> {
  const { enabled, channels } = await readNotificationConfig(db, caller);
  if (!enabled || !channels.includes(body.channel)) {
    throw new ServiceError('ERR_VALIDATION_FAILED', [`channel: 계정 설정에서 꺼진 채널입니다 (${body.channel})`], {
      fieldErrors: [
        {
          field: 'channel',
          message: '계정 설정에서 꺼진 채널입니다',
          currentValue: body.channel,
          requiredValue: enabled ? channels : [],
          constraint: 'enum',
        },
      ],
    });
  }
  return viewOf(
    onlyRow(
      await db
        .insert(notifications)
        .values({
          notificationUid: `nt_${context.ids.base62(12)}`,
          accountUid: caller.accountUid,
          environment: caller.environment,
          channel: body.channel,
          recipient: body.recipient,
          title: body.title ?? null,
          content: body.content,
          status: caller.environment === 'sandbox' ? 'TEST' : 'SENT',
          createdAt: new Date(context.clock.nowMs()),
        })
        .returning(),
    ),
  );
}

/** Newest first, of both environments (specification, "Environment isolation classes" B). */
export async function listNotifications(
  db: Db,
  caller: Caller,
  query: { readonly limit: number; readonly offset: number },
): Promise<{ items: Notification[]; total: number }> {
  const { rows, total } = await pageOfRows(db, notifications, {
    where: eq(notifications.accountUid, caller.accountUid),
    orderBy: [desc(notifications.createdAt), desc(notifications.notificationUid)],
    limit: query.limit,
    offset: query.offset,
  });
  return { items: rows.map(viewOf), total };
}

const viewOf = (row: NotificationRow): Notification => ({
  notificationUid: row.notificationUid,
  channel: row.channel,
  recipient: row.recipient,
  title: row.title,
  content: row.content,
  status: row.status,
  isTest: row.environment === 'sandbox',
  createdAt: row.createdAt.toISOString(),
});
