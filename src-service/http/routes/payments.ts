import { z } from 'zod';
import { successOf } from '../../../src-core/contract/envelope.ts';
import { confirmedPaymentSchema, confirmPaymentBodySchema } from '../../../src-core/contract/payments.ts';
import { confirmPayment } from '../../credits/payments.ts';
import { ServiceError } from '../../service-error.ts';
import { callerOf, success, type Route } from '../app.ts';

const params = z.object({ gateway: z.string().regex(/^[a-z][a-z0-9-]{1,29}$/) });

/** Live only: in Sandbox nothing runs, not even the check of the body (specification, "Environment isolation classes" D). */
export const postPaymentConfirm: Route = (app, { context, environment }) => {
  app.post(
    '/payments/:gateway/confirm',
    {
      onRequest: async () => {
        if (environment === 'sandbox') throw new ServiceError('ERR_SANDBOX_UNSUPPORTED', ['Sandbox 환경에서는 지원하지 않는 기능입니다']);
      },
      schema: {
        operationId: 'confirmPayment',
        tags: ['credits'],
        summary: 'Credit a payment that a gateway confirmed (Live only)',
        errors: ['ERR_CONFLICT', 'ERR_SANDBOX_UNSUPPORTED'],
        params,
        body: confirmPaymentBodySchema,
        response: { 200: successOf(confirmedPaymentSchema) },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { gateway } = request.params;
      return success('결제가 확인되었습니다', await context.db.transaction((db) => confirmPayment(db, context, caller, gateway, request.body)));
    },
  );
};
