import { creditBalanceSchema, type CreditBalance } from '../../../src-core/contract/credits.ts';
import { successOf } from '../../../src-core/contract/envelope.ts';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import { minorFromNumber, type Minor } from '../../../src-core/contract/money.ts';
import type { TextRef } from '../../../src-core/text-ref.ts';
import type { StatusView } from '../../../src-core/ipc/subjects/app.ts';
import type { CreditReconciliation, CreditView } from '../../../src-core/ipc/subjects/credit.ts';
import type { Connections } from '../connections/connections.ts';
import type { DeskContext } from '../desk-context.ts';
import { transactionsSchema } from './ledger.ts';
import { Reconciler } from './reconciler.ts';

/** Balance, ledger, test charges, and whether the orders on this desk and the ledger tell the same (reconciler.ts). */
export class CreditDesk {
  readonly #context: DeskContext;
  readonly #connections: Connections;
  readonly #reconciler: Reconciler;
  readonly #balances = new Map<string, CreditBalance>();

  /** The service told the credit of a connection. */
  onRead: (connectionId: string, total: Minor) => void = () => undefined;

  constructor(context: DeskContext, connections: Connections) {
    this.#context = context;
    this.#connections = connections;
    this.#reconciler = new Reconciler(context, connections);
  }

  /** The last known balance. */
  known(): StatusView['credit'] {
    const connection = this.#connections.active();
    const balance = connection === null ? undefined : this.#balances.get(connection.connectionId);
    return balance === undefined ? null : { balance: balance.totalCreditAmount, currency: balance.currency };
  }

  /** Asks for the balance; keeps the last one when the service does not answer. */
  async refresh(): Promise<void> {
    try {
      await this.#readBalance(this.#connections.needActive().connectionId);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.#context.log.write('warn', 'the credit could not be read', { code: error.code });
    }
  }

  async reconciliation(): Promise<CreditReconciliation | null> {
    const connection = this.#connections.active();
    if (connection === null) return null;
    return this.#reconciler.reconcile(connection.connectionId, () => this.#readBalance(connection.connectionId));
  }

  /** Reads on in the ledger, so that the history of an order has its transactions. */
  async readLedger(connectionId: string): Promise<void> {
    try {
      if (await this.#reconciler.readLedger(connectionId)) this.#context.changed('orders');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }

  /** Finds items that were cancelled elsewhere, by what came back for them. */
  async followRefunds(connectionId: string): Promise<void> {
    try {
      if (await this.#reconciler.followRefunds(connectionId)) this.#context.changed('orders', 'library', 'status');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }

  async view({ limit, offset }: { limit: number; offset: number }): Promise<CreditView | null> {
    const connection = this.#connections.active();
    if (connection === null) return null;
    const { connectionId } = connection;
    const client = await this.#connections.clientOf(connectionId);
    const balance = await this.#readBalance(connectionId);
    const page = await client.call({
      method: 'GET',
      path: `/credits/transactions?limit=${limit}&offset=${offset}`,
      answer: transactionsSchema,
    });
    const isSandbox = connection.environment === 'sandbox';
    return {
      connectionId,
      balance,
      transactions: page.data,
      total: page.pagination.total,
      canCharge: { allowed: isSandbox, reason: isSandbox ? null : new AppError('CREDIT_SANDBOX_ONLY').text },
    };
  }

  /**
   * Not idempotent at the service, so it is sent once: after a lost answer the balance tells, and a person decides.
   */
  async charge(amount: number): Promise<{ ok: true } | { ok: false; problem: TextRef; serviceText: string | null }> {
    const connection = this.#connections.needActive();
    try {
      if (connection.environment !== 'sandbox') throw new AppError('CREDIT_SANDBOX_ONLY');
      const client = await this.#connections.clientOf(connection.connectionId);
      const { data } = await client.call({
        method: 'POST',
        path: '/credits/sandbox/charge',
        answer: successOf(creditBalanceSchema.partial()),
        jsonBody: JSON.stringify({ amount }),
      });
      this.#context.log.write('info', 'test credit charged', { balance: data.balance ?? null });
      return { ok: true };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { ok: false, problem: error.text, serviceText: error.serviceText };
    } finally {
      // Also when the answer was lost: what was charged is seen before it is asked for once more.
      if (connection.environment === 'sandbox') await this.refresh();
      this.#context.changed('credit', 'status');
    }
  }

  async #readBalance(connectionId: string): Promise<CreditBalance> {
    const client = await this.#connections.clientOf(connectionId);
    const { data } = await client.call({ method: 'GET', path: '/credits', answer: successOf(creditBalanceSchema) });
    this.#connections.noteAccount(connectionId, data.accountUid);
    const before = this.#balances.get(connectionId);
    this.#balances.set(connectionId, data);
    if (before?.totalCreditAmount !== data.totalCreditAmount) this.#context.changed('status', 'credit');
    this.onRead(connectionId, minorFromNumber(data.totalCreditAmount));
    return data;
  }
}
