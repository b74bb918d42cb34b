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
type ConfigRow = typeof notificationConfigs.$inferSelect;

const configView = ({ enabled, channels, updatedAt }: ConfigRow): NotificationConfig => ({
  enabled,
  channels,
  updatedAt: updatedAt.toISOString(),
});

/** Until an account has said otherwise every channel is open. */
const allOpen = () => ({ enabled: true, channels: [...notificationChannelSchema.options] });

export async function readNotificationConfig(db: Db, caller: Caller): Promise<NotificationConfig> {
  const [row] = await db
    .select()
    .from(notificationConfigs)
    .where(eq(notificationConfigs.accountUid, caller.accountUid));
  return row ? configView(row) : { ...allOpen(), updatedAt: null };
}

export async function changeNotificationConfig(
  db: Db,
  context: ServiceContext,
  caller: Caller,
  {
    enabled,
    channels,
  }: { readonly enabled?: boolean | undefined; readonly channels?: NotificationConfig['channels'] | undefined },
): Promise<NotificationConfig> {
  const updatedAt = new Date(context.clock.nowMs());
  const untold = allOpen();
  const rows = await db
    .insert(notificationConfigs)
    .values({
      accountUid: caller.accountUid,
      enabled: enabled ?? untold.enabled,
      channels: channels ?? untold.channels,
      updatedAt,
    })
    // What was not given may be another call's to change at the same time.
    .onConflictDoUpdate({ target: notificationConfigs.accountUid, set: { enabled, channels, updatedAt } })
    .returning();
  return configView(onlyRow(rows));
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
