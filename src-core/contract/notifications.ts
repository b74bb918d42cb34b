import { z } from 'zod';
import { paginationQuery, timestampSchema } from './envelope.ts';
import { singleLine } from './texts.ts';

export const notificationChannelSchema = z.enum(['SMS', 'KAKAO', 'EMAIL']).meta({ id: 'NotificationChannel' });
export type NotificationChannel = z.infer<typeof notificationChannelSchema>;

export const notificationConfigSchema = z
  .object({
    enabled: z.boolean(),
    channels: z.array(notificationChannelSchema),
    updatedAt: timestampSchema.nullable(),
  })
  .meta({ id: 'NotificationConfig', description: 'The channels that are open' });
export type NotificationConfig = z.infer<typeof notificationConfigSchema>;

export const patchNotificationConfigBodySchema = z
  .object({
    enabled: z.boolean().optional(),
    channels: z.array(notificationChannelSchema).max(notificationChannelSchema.options.length).optional(),
  })
  .meta({ id: 'NotificationConfigChanges' });

export const sendNotificationBodySchema = z
  .object({
    channel: notificationChannelSchema,
    recipient: singleLine().min(1).max(100),
    title: singleLine().max(100).optional(),
    content: z.string().min(1).max(2000),
  })
  .meta({ id: 'SendNotification' });
export type SendNotificationBody = z.infer<typeof sendNotificationBodySchema>;

/** `status` TEST: asked for in Sandbox, reached nobody (specification, "Environment isolation classes" C). */
export const notificationSchema = z
  .object({
    notificationUid: z.string(),
    channel: notificationChannelSchema,
    recipient: z.string(),
    title: z.string().nullable(),
    content: z.string(),
    status: z.enum(['SENT', 'TEST', 'FAILED']),
    isTest: z.boolean(),
    createdAt: timestampSchema,
  })
  .meta({ id: 'Notification', description: 'TEST: asked for in Sandbox, reached nobody' });
export type Notification = z.infer<typeof notificationSchema>;

export const notificationListQuerySchema = z.object({ ...paginationQuery() });
