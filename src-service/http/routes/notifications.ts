import { pageOf, successOf } from '../../../src-core/contract/envelope.ts';
import {
  notificationConfigSchema,
  notificationListQuerySchema,
  notificationSchema,
  patchNotificationConfigBodySchema,
  sendNotificationBodySchema,
} from '../../../src-core/contract/notifications.ts';
import {
  changeNotificationConfig,
  listNotifications,
  readNotificationConfig,
  sendNotification,
} from '../../notifications/notifications.ts';
import { callerOf, listOf, success, type Route } from '../app.ts';
import { NOTIFICATIONS } from '../open-api/descriptions/notifications.ts';

const oneConfig = { 200: successOf(notificationConfigSchema) };

export const getNotificationConfig: Route = (app, { context }) => {
  app.get(
    '/notifications/config',
    {
      schema: {
        operationId: 'getNotificationConfig',
        tags: ['notifications'],
        summary: 'Which channels are open',
        description: NOTIFICATIONS.getNotificationConfig,
        response: oneConfig,
      },
    },
    async (request) => success('성공', await readNotificationConfig(context.db, callerOf(request))),
  );
};

export const patchNotificationConfig: Route = (app, { context }) => {
  app.patch(
    '/notifications/config',
    {
      schema: {
        operationId: 'updateNotificationConfig',
        tags: ['notifications'],
        summary: 'Open and close channels',
        description: NOTIFICATIONS.updateNotificationConfig,
        body: patchNotificationConfigBodySchema,
        response: oneConfig,
      },
    },
    async (request) => {
      const caller = callerOf(request);
      return success(
        '알림 설정이 변경되었습니다',
        await context.db.transaction((db) => changeNotificationConfig(db, context, caller, request.body)),
      );
    },
  );
};

export const getNotifications: Route = (app, { context }) => {
  app.get(
    '/notifications',
    {
      schema: {
        operationId: 'listNotifications',
        tags: ['notifications'],
        summary: 'Notifications of both environments, newest first',
        description: NOTIFICATIONS.listNotifications,
        querystring: notificationListQuerySchema,
        response: { 200: pageOf(notificationSchema) },
      },
    },
    async (request) => {
      const { items, total } = await listNotifications(context.db, callerOf(request), request.query);
      return listOf(items, total, request.query);
    },
  );
};

export const postNotification: Route = (app, { context }) => {
  app.post(
    '/notifications/send',
    {
      schema: {
        operationId: 'sendNotification',
        tags: ['notifications'],
        summary: 'Send a notification; from Sandbox it reaches nobody',
        description: NOTIFICATIONS.sendNotification,
        body: sendNotificationBodySchema,
        response: { 201: successOf(notificationSchema) },
      },
    },
    async (request, reply) => {
      const sent = await sendNotification(context.db, context, callerOf(request), request.body);
      return reply.code(201).send(success('알림이 발송되었습니다', sent));
    },
  );
};
