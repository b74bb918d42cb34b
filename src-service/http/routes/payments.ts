import { z } from 'zod';
import { successOf } from '../../../src-core/contract/envelope.ts';
import {
  confirmedPaymentSchema,
  confirmPaymentBodySchema,
  openedPaymentSchema,
  openPaymentBodySchema,
} from '../../../src-core/contract/payments.ts';
import type { ServiceContext } from '../../context.ts';
import { confirmPayment, gatewayOf, openPayment, requireGateways } from '../../credits/payments.ts';
import { ServiceError } from '../../service-error.ts';
import { callerOf, success, type Route } from '../app.ts';
import { CREDITS } from '../open-api/descriptions/credits.ts';

const params = z.object({ gateway: z.string().regex(/^[a-z][a-z0-9-]{1,29}$/) });

/** Live only: in Sandbox nothing runs, not even the check of the body (specification, "Environment isolation classes" D). */
const refuseWithoutGateway = (environment: string, context: ServiceContext) => async () => {
  if (environment === 'sandbox')
    throw new ServiceError('ERR_SANDBOX_UNSUPPORTED', ['Sandbox 환경에서는 지원하지 않는 기능입니다']);
  requireGateways(context);
};

export const postPaymentOrder: Route = (app, { context, environment }) => {
  app.post(
    '/payments/:gateway/orders',
    {
      onRequest: refuseWithoutGateway(environment, context),
      schema: {
        operationId: 'openPayment',
        tags: ['credits'],
        errors: ['ERR_SANDBOX_UNSUPPORTED'],
        summary: 'Open a payment of an amount, before the gateway’s page is shown (Live only)',
        description: CREDITS.openPayment,
        params,
        body: openPaymentBodySchema,
        response: { 201: successOf(openedPaymentSchema) },
      },
    },
    async (request, reply) => {
      const gateway = gatewayOf(context, request.params.gateway);
      return reply
        .code(201)
        .send(
          success(
            '결제 주문이 생성되었습니다',
            await openPayment(context, callerOf(request), gateway, request.body.amount),
          ),
        );
    },
  );
};

export const postPaymentConfirm: Route = (app, { context, environment }) => {
  app.post(
    '/payments/:gateway/confirm',
    {
      onRequest: refuseWithoutGateway(environment, context),
      schema: {
        operationId: 'confirmPayment',
        tags: ['credits'],
        summary: 'Credit an opened payment once its gateway says that it was paid (Live only)',
        description: CREDITS.confirmPayment,
        errors: ['ERR_CONFLICT', 'ERR_SANDBOX_UNSUPPORTED'],
        params,
        body: confirmPaymentBodySchema,
        response: { 200: successOf(confirmedPaymentSchema) },
      },
    },
    async (request) => {
      const gateway = gatewayOf(context, request.params.gateway);
      return success('결제가 확인되었습니다', await confirmPayment(context, callerOf(request), gateway, request.body));
    },
  );
};
