import { z } from 'zod';
import {
  accountConfigSchema,
  accountSchema,
  closedAccountSchema,
  createAccountConfigBodySchema,
  patchAccountBodySchema,
  patchAccountConfigBodySchema,
} from '../../../src-core/contract/accounts.ts';
import { successOf } from '../../../src-core/contract/envelope.ts';
import { changeAccountConfig, createAccountConfig, readAccountConfig } from '../../accounts/account-config.ts';
import { leasesOver } from '../../accounts/leased-keys.ts';
import { changeAccount, closeAccount, readAccount } from '../../accounts/account.ts';
import { callerOf, success, type Route } from '../app.ts';
import { ACCOUNTS } from '../open-api/descriptions/accounts.ts';

const oneAccount = { 200: successOf(accountSchema) };
const oneConfig = { 200: successOf(accountConfigSchema) };

export const getAccount: Route = (app, { context }) => {
  app.get(
    '/accounts/me',
    {
      schema: {
        operationId: 'getAccount',
        tags: ['accounts'],
        summary: 'Read your own account',
        description: ACCOUNTS.getAccount,
        response: oneAccount,
      },
    },
    async (request) => success('성공', await readAccount(context.db, callerOf(request))),
  );
};

export const patchAccount: Route = (app, { context }) => {
  app.patch(
    '/accounts/me',
    {
      schema: {
        operationId: 'updateAccount',
        tags: ['accounts'],
        summary: 'Change your own account',
        description: ACCOUNTS.updateAccount,
        body: patchAccountBodySchema,
        response: oneAccount,
      },
    },
    async (request) =>
      success('계정이 변경되었습니다', await changeAccount(context.db, context, callerOf(request), request.body)),
  );
};

export const deleteAccount: Route = (app, { context }) => {
  app.delete(
    '/accounts/me',
    {
      schema: {
        operationId: 'closeAccount',
        tags: ['accounts'],
        summary: 'Close your own account for good: every key stops at once; 409 while a Live order is on its way',
        description: ACCOUNTS.closeAccount,
        errors: ['ERR_CONFLICT'],
        response: { 200: successOf(closedAccountSchema) },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      await context.db.transaction((db) => closeAccount(db, context, caller));
      await leasesOver();
      return success('계정이 해지되었습니다', { accountUid: caller.accountUid, status: 'closed' as const });
    },
  );
};

export const getAccountConfig: Route = (app, { context }) => {
  app.get(
    '/account-configs/me',
    {
      schema: {
        operationId: 'getAccountConfig',
        tags: ['accounts'],
        summary: 'Read the settings kept with your account',
        description: ACCOUNTS.getAccountConfig,
        errors: ['ERR_NOT_FOUND'],
        response: oneConfig,
      },
    },
    async (request) => success('성공', await readAccountConfig(context.db, callerOf(request))),
  );
};

export const postAccountConfig: Route = (app, { context }) => {
  app.post(
    '/account-configs',
    {
      schema: {
        operationId: 'createAccountConfig',
        tags: ['accounts'],
        summary: 'Begin to keep settings with your account',
        description: ACCOUNTS.createAccountConfig,
        errors: ['ERR_CONFLICT'],
        body: createAccountConfigBodySchema,
        response: { 201: successOf(accountConfigSchema) },
      },
    },
    async (request, reply) => {
      const config = await createAccountConfig(context.db, context, callerOf(request), request.body.settings);
      return reply.code(201).send(success('계정 설정이 등록되었습니다', config));
    },
  );
};

export const patchAccountConfig: Route = (app, { context }) => {
  app.patch(
    '/account-configs/:accountUid',
    {
      schema: {
        operationId: 'updateAccountConfig',
        tags: ['accounts'],
        summary: 'Change settings; null takes one away',
        description: ACCOUNTS.updateAccountConfig,
        params: z.object({ accountUid: z.string() }),
        body: patchAccountConfigBodySchema,
        response: oneConfig,
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { accountUid } = request.params;
      const config = await context.db.transaction((db) =>
        changeAccountConfig(db, context, caller, accountUid, request.body.settings),
      );
      return success('계정 설정이 변경되었습니다', config);
    },
  );
};
