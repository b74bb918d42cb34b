import { AppError } from '../../../src-core/desk/app-errors.ts';
import type { Language } from '../../../src-core/text-ref.ts';
import type { Sheet, TableKind } from '../../../src-node/manifests/write-table.ts';
import { openMessages } from '../../../src-node/report/messages.ts';
import type { WorkerPool } from '../preflight/worker-pool.ts';
import type { Store } from '../store/open-store.ts';
import { ordersSheet } from './orders-sheet.ts';
import type { OrdersDesk } from './orders-desk.ts';
import { receiptSheet } from './receipt-sheet.ts';
import { runResult } from './run-result.ts';

/** Orders as tables that leave the studio; written in a thread, since a workbook of ten thousand rows takes seconds. */
export class OrderTables {
  readonly #db: Store;
  readonly #orders: OrdersDesk;
  readonly #pool: WorkerPool;
  readonly #locales: string;

  constructor(db: Store, orders: OrdersDesk, pool: WorkerPool, locales: string) {
    this.#db = db;
    this.#orders = orders;
    this.#pool = pool;
    this.#locales = locales;
  }

  board(orderUids: readonly string[], kind: TableKind, language: Language): Promise<Uint8Array> {
    const name = openMessages(this.#locales, language).say('orders.title');
    return this.#write(kind, ordersSheet(name, this.#orders.rowsOf(orderUids)));
  }

  /** Throws RUN_UNKNOWN. */
  async run(runId: string, kind: TableKind, language: Language): Promise<Uint8Array> {
    return this.#write(kind, await runResult(this.#db, runId, openMessages(this.#locales, language)));
  }

  /** What this desk kept of the orders. Throws RECEIPT_NONE. */
  async receipts(orderUids: readonly string[], kind: TableKind, language: Language): Promise<Uint8Array> {
    const kept = this.#orders.receipts(orderUids);
    const name = openMessages(this.#locales, language).say('orders.detail.receipt');
    return this.#write(kind, receiptSheet(name, kept));
  }

  async #write(kind: TableKind, sheet: Sheet): Promise<Uint8Array> {
    const outcome = await this.#pool.run<'table'>({ task: 'table', kind, sheets: [sheet] });
    if (!outcome.ok) throw new AppError('REPORT_FAILED');
    return outcome.answer;
  }
}
