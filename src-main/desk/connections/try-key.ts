import { creditBalanceSchema } from '../../../src-core/contract/credits.ts';
import { successOf } from '../../../src-core/contract/envelope.ts';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import type { TextRef } from '../../../src-core/text-ref.ts';
import type { KeyLanes } from '../client/key-lanes.ts';
import { ApiClient, type ApiPorts, type ApiTarget } from '../client/api-client.ts';

export type Tried =
  | { readonly ok: true; readonly accountUid: string }
  | { readonly ok: false; readonly problem: TextRef; readonly serviceText: string | null };

export const refusedKey = (code: 'KEY_OTHER_ENVIRONMENT' | 'KEY_OTHER_ACCOUNT') =>
  ({ ok: false, problem: new AppError(code).text, serviceText: null }) as const;

/** Whether the service takes the key, for that environment and as one of that account; null: nobody knows yet of which it has to be. */
export async function tryKey(
  {
    environment,
    accountUid,
    ...target
  }: ApiTarget & { readonly environment: 'sandbox' | 'live'; readonly accountUid: string | null },
  ports: ApiPorts,
  lanes: KeyLanes,
): Promise<Tried> {
  let client: ApiClient | null = null;
  try {
    client = new ApiClient(target, ports);
    // Counted where the key is in use already, and waits for nothing: somebody sits before it.
    lanes.of(target.key).general.note();
    const { data } = await client.call({ method: 'GET', path: '/credits', answer: successOf(creditBalanceSchema) });
    if ((data.env === 'live') !== (environment === 'live')) return refusedKey('KEY_OTHER_ENVIRONMENT');
    if (accountUid !== null && data.accountUid !== accountUid) return refusedKey('KEY_OTHER_ACCOUNT');
    return { ok: true, accountUid: data.accountUid };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ok: false, problem: error.text, serviceText: error.serviceText };
  } finally {
    await client?.close();
  }
}
