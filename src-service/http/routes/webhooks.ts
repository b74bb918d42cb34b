import { pageOf, successOf } from '../../../src-core/contract/envelope.ts';
import {
  webhookConfigBodySchema,
  webhookConfigSchema,
  webhookDeliveryQuerySchema,
  webhookDeliverySchema,
  webhookTestBodySchema,
  webhookTestResultSchema,
} from '../../../src-core/contract/webhooks.ts';
import { listDeliveries } from '../../webhooks/deliveries.ts';
import { sendTestCall } from '../../webhooks/test-call.ts';
import { deactivateWebhook, readWebhook, registerWebhook } from '../../webhooks/webhook-config.ts';
import { callerOf, listOf, success, type Route } from '../app.ts';
import { WEBHOOKS } from '../open-api/descriptions/webhooks.ts';

const oneConfig = { 200: successOf(webhookConfigSchema) };

export const putWebhookConfig: Route = (app, { context }) => {
  app.put(
    '/webhooks/config',
    {
      schema: {
        operationId: 'saveWebhookConfig',
        tags: ['webhooks'],
        summary: 'Register the webhook or change it; answers its secret whole',
        description: WEBHOOKS.saveWebhookConfig,
        body: webhookConfigBodySchema,
        response: oneConfig,
      },
    },
    async (request) => {
      const caller = callerOf(request);
      return success(
        '웹훅 설정이 저장되었습니다',
        await context.db.transaction((db) => registerWebhook(db, context, caller, request.body)),
      );
    },
  );
};

export const getWebhookConfig: Route = (app, { context }) => {
  app.get(
    '/webhooks/config',
    {
      schema: {
        operationId: 'getWebhookConfig',
        tags: ['webhooks'],
        summary: 'Read the webhook; its secret is masked',
        description: WEBHOOKS.getWebhookConfig,
        errors: ['ERR_NOT_FOUND'],
        response: oneConfig,
      },
    },
    async (request) => success('성공', await readWebhook(context.db, callerOf(request))),
  );
};

export const deleteWebhookConfig: Route = (app, { context }) => {
  app.delete(
    '/webhooks/config',
    {
      schema: {
        operationId: 'deleteWebhookConfig',
        tags: ['webhooks'],
        summary: 'Deactivate the webhook; its history is kept',
        description: WEBHOOKS.deleteWebhookConfig,
        errors: ['ERR_NOT_FOUND'],
        response: oneConfig,
      },
    },
    async (request) => {
      const caller = callerOf(request);
      return success(
        '웹훅이 비활성화되었습니다',
        await context.db.transaction((db) => deactivateWebhook(db, context, caller)),
      );
    },
  );
};

export const postWebhookTest: Route = (app, { context }) => {
  app.post(
    '/webhooks/test',
    {
      schema: {
        operationId: 'sendTestEvent',
        tags: ['webhooks'],
        summary: 'Send a sample event to the webhook, once',
        description: WEBHOOKS.sendTestEvent,
        errors: ['ERR_NOT_FOUND'],
        body: webhookTestBodySchema,
        documentedBody: { isOptional: true, content: { 'application/json': webhookTestBodySchema.unwrap() } },
        response: { 200: successOf(webhookTestResultSchema) },
      },
    },
    async (request) =>
      success('테스트 이벤트를 전송했습니다', await sendTestCall(context, callerOf(request), request.body?.eventType)),
  );
};

export const getWebhookDeliveries: Route = (app, { context }) => {
  app.get(
    '/webhooks/deliveries',
    {
      schema: {
        operationId: 'listWebhookDeliveries',
        tags: ['webhooks'],
        summary: 'List deliveries, newest first',
        description: WEBHOOKS.listWebhookDeliveries,
        querystring: webhookDeliveryQuerySchema,
        response: { 200: pageOf(webhookDeliverySchema) },
      },
    },
    async (request) => {
      const { items, total } = await listDeliveries(context.db, callerOf(request), request.query);
      return listOf(items, total, request.query);
    },
  );
};
