import {
  creditBalanceSchema,
  creditTransactionQuerySchema,
  creditTransactionSchema,
  sandboxCreditBodySchema,
} from '../../../src-core/contract/credits.ts';
import { pageOf, successOf } from '../../../src-core/contract/envelope.ts';
import { minorFromNumber } from '../../../src-core/contract/money.ts';
import { CreditTooLow, listTransactions, postEntry, readBalance } from '../../credits/ledger.ts';
import { insufficientCredit } from '../../orders/place-order.ts';
import { ServiceError } from '../../service-error.ts';
import { callerOf, listOf, success, type Route } from '../app.ts';
import { CREDITS } from '../open-api/descriptions/credits.ts';

/** Both addresses stand in the specification ("the path form is not consistent"). */
export const getCredits: Route = (app, { context }) => {
  for (const [url, operationId] of [
    ['/credits', 'getCredits'],
    ['/credits/balance', 'getCreditBalance'],
  ] as const) {
    app.get(
      url,
      {
        schema: {
          operationId,
          tags: ['credits'],
          summary: 'Credit balance',
          description: CREDITS[operationId],
          errors: ['ERR_NOT_FOUND'],
          response: { 200: successOf(creditBalanceSchema) },
        },
      },
      async (request) => success('성공', await readBalance(context.db, callerOf(request))),
    );
  }
};

export const getTransactions: Route = (app, { context }) => {
  app.get(
    '/credits/transactions',
    {
      schema: {
        operationId: 'listCreditTransactions',
        tags: ['credits'],
        summary: 'Ledger of the credit',
        description: CREDITS.listCreditTransactions,
        querystring: creditTransactionQuerySchema,
        response: { 200: pageOf(creditTransactionSchema) },
      },
    },
    async (request) => {
      const { items, total } = await listTransactions(context.db, callerOf(request), request.query);
      return listOf(items, total, request.query);
    },
  );
};

const sandboxRoute =
  (verb: 'charge' | 'deduct'): Route =>
  (app, { context }) => {
    const operationId = verb === 'charge' ? 'chargeSandboxCredit' : 'deductSandboxCredit';
    app.post(
      `/credits/sandbox/${verb}`,
      {
        schema: {
          operationId,
          tags: ['credits'],
          summary: verb === 'charge' ? 'Add test credit to the Sandbox' : 'Take test credit away from the Sandbox',
          description: CREDITS[operationId],
          errors: verb === 'charge' ? ['ERR_NOT_FOUND'] : ['ERR_NOT_FOUND', 'ERR_INSUFFICIENT_CREDIT'],
          body: sandboxCreditBodySchema,
          response: { 200: successOf(creditBalanceSchema) },
        },
      },
      async (request) => {
        const caller = callerOf(request);
        if (
          caller.environment === 'live' &&
          (verb === 'deduct' || context.contract.sandboxChargeWithLiveKey === 'refused')
        ) {
          throw new ServiceError('ERR_ENV_MISMATCH', ['Sandbox 환경에서만 사용할 수 있습니다']);
        }
        const owner = { accountUid: caller.accountUid, environment: 'sandbox' as const };
        const { amount, memo } = request.body;
        const label = verb === 'charge' ? '충전' : '차감';
        const balance = await context.db
          .transaction(async (db) => {
            await postEntry(db, {
              ...owner,
              reason: verb === 'charge' ? 9 : 10,
              amountMinor: minorFromNumber(amount),
              memo: memo ?? `샌드박스 크레딧 ${label}`,
              orderUid: null,
              atMs: context.clock.nowMs(),
            });
            return readBalance(db, owner);
          })
          .catch((error: unknown) => {
            throw error instanceof CreditTooLow ? insufficientCredit(error) : error;
          });
        return success(`샌드박스 크레딧 ${label} 성공`, balance);
      },
    );
  };

export const postSandboxCharge = sandboxRoute('charge');
export const postSandboxDeduct = sandboxRoute('deduct');
