import { eq } from 'drizzle-orm';
import type { OrderListItem, Shipping } from '../../../src-core/contract/orders.ts';
import type { Minor } from '../../../src-core/contract/money.ts';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import type { Standing } from '../../../src-core/desk/notices.ts';
import { isHeld } from '../../../src-core/desk/order-hold.ts';
import { UNFORESEEN, type LaneWork } from '../../../src-core/desk/work-left.ts';
import type { OpenRun, OrderRunState, RunRow } from '../../../src-core/ipc/subjects/orders.ts';
import type { PrintTaken } from '../../../src-core/ipc/subjects/checks.ts';
import type { TextRef } from '../../../src-core/text-ref.ts';
import type { PrintGate } from '../checks/print-gate.ts';
import type { ApiClient } from '../client/api-client.ts';
import type { Connections } from '../connections/connections.ts';
import type { DeskContext } from '../desk-context.ts';
import { DurableRunner } from '../runner/durable-runner.ts';
import type { ListChanges, ListPage } from '../store/list-changes.ts';
import { orderIntents, orderRuns } from '../store/schema.ts';
import { lastAddress, noteLastAddress } from '../recipients/last-address.ts';
import type { Recipients } from '../recipients/recipients.ts';
import { awaiting, letGoOn, noteBatchRecipient, takeBack } from './held-runs.ts';
import { intendOrders } from './intend-orders.ts';
import { openRuns, ordersNotPlaced } from './open-runs.ts';
import { OrderIntents, type Intent } from './order-intents.ts';
import type { PartedOrders, ReviewedOrder } from './order-review.ts';
import { placeOrder } from './place-order.ts';

export interface ConfirmedOrders extends PartedOrders {
  readonly connectionId: string;
}

export interface HowToConfirm {
  /** Nothing is sent before so long went by, and until then it can be taken back. */
  readonly holdMs?: number;
  /** What is short goes on by itself when the credit is so much; null: when a person says so. */
  readonly awaitsMinor?: Minor | null;
  /** Whom its books without a recipient of their own go to; null for the address that is typed. */
  readonly batchRecipientId?: string | null;
}

/**
 * Places confirmed orders at the connection in use, one after another. Each is an intent on the disk, with key and body, before it is sent; what
 * is not known after a lost answer or a crash is found out, never tried anew (operator-desk 3.4).
 */
export class OrderRuns {
  readonly #context: DeskContext;
  readonly #connections: Connections;
  readonly #changes: ListChanges;
  readonly #gate: PrintGate;
  readonly #recipients: Recipients;
  readonly #intents: OrderIntents;
  readonly #runner: DurableRunner<Intent>;
  /** Connections at which orders were placed since their last rest. */
  readonly #placedAt = new Set<string>();
  /** Connections at which nothing could be asked for when it was last tried, and why. */
  readonly #noClient = new Map<string, TextRef>();
  /** Orders were placed: statuses and credit are worth asking for. */
  onPlaced: () => void = () => undefined;
  /** What an order met every other would meet. */
  onHeld: () => void = () => undefined;

  constructor(
    context: DeskContext,
    connections: Connections,
    changes: ListChanges,
    gate: PrintGate,
    recipients: Recipients,
  ) {
    this.#context = context;
    this.#gate = gate;
    this.#recipients = recipients;
    this.#connections = connections;
    this.#changes = changes;
    this.#intents = new OrderIntents(context.db, context.clock);
    this.#runner = new DurableRunner(context, {
      name: 'an order run',
      atOnce: 1,
      lanes: () => {
        this.#findOutUnwritten();
        return this.#intents.openConnections();
      },
      due: (connectionId, nowMs) => (this.#goesOn(connectionId) ? this.#intents.due(connectionId, nowMs) : []),
      nextDueMs: (connectionId, nowMs) =>
        this.#goesOn(connectionId) ? this.#intents.firstDueMs(connectionId, nowMs) : null,
      idOf: ({ intentId }) => intentId,
      work: (intent, signal) => this.#place(intent, signal),
      onIdle: (connectionId) => {
        if (this.#placedAt.delete(connectionId)) this.onPlaced();
      },
    });
  }

  /** What a crash cut off may have been charged: it is to be found out. */
  open(isFromBackup: boolean): void {
    if (isFromBackup) this.#intents.takeForSent();
    this.#findOutUnwritten();
  }

  /** What is sent by nobody any more, and of which no outcome is written down: a crash came between, or a full disk. */
  #findOutUnwritten(): void {
    const underWay = new Set(this.#runner.ids());
    for (const intent of this.#intents.inState('sending'))
      if (!underWay.has(intent.intentId))
        this.#intents.move(intent, 'answerLost', { problem: { key: 'desk.order.checking' } });
  }

  /** Of the environment in use. */
  lastAddress(): Shipping | null {
    const inUse = this.#connections.active();
    return inUse === null ? null : lastAddress(this.#context.db, inUse.environment);
  }

  /** Throws PRINT_NEEDS_NAME, ORDER_NEEDS_ADDRESS. */
  confirm(
    { connectionId, placed, short }: ConfirmedOrders,
    address: Shipping | null,
    print: PrintTaken,
    { holdMs = 0, awaitsMinor = null, batchRecipientId = null }: HowToConfirm,
  ): { runId: string; heldUntilMs: number | null } {
    const { db, ids, clock } = this.#context;
    const runId = `run_${ids.base62(12)}`;
    const orders = [...placed, ...short];
    const bookIds = [...new Set(orders.flatMap(({ lines }) => lines.map(({ bookId }) => bookId)))];
    this.#gate.mayTake(bookIds, print);
    const isAddressed = orders.some(({ recipient }) => recipient === null);
    const createdAtMs = clock.nowMs();
    const heldUntilMs = holdMs > 0 && placed.length > 0 ? createdAtMs + holdMs : null;
    db.transaction(() => {
      const run = { runId, connectionId, isStopped: false, createdAtMs, heldUntilMs };
      db.insert(orderRuns)
        .values({ ...run, awaitsMinor: awaitsMinor === null ? null : Number(awaitsMinor) })
        .run();
      if (awaitsMinor !== null) noteBatchRecipient(db, runId, batchRecipientId);
      const { environment } = this.#connections.find(connectionId);
      const met = orders.flatMap(({ recipient, repeats }) =>
        recipient === null || repeats === null ? [] : [recipient],
      );
      const entries = this.#recipients.keepMet(met, environment);
      if (isAddressed && address !== null) {
        noteLastAddress(db, environment, address);
        this.#recipients.keep(address, 'customer', environment);
      }
      const prints = this.#gate.receipts(bookIds, print);
      const before = intendOrders(this.#context, this.#intents, {
        runId,
        connectionId,
        placed: placed.map((order) => withEntry(order, entries)),
        short: short.map((order) => withEntry(order, entries)),
        address,
        prints,
      });
      if (heldUntilMs !== null)
        db.update(orderRuns)
          .set({ before: [...before] })
          .where(eq(orderRuns.runId, runId))
          .run();
    });
    this.#context.changed('orderRun', 'library', 'recipients', 'status');
    this.#runner.kick();
    return { runId, heldUntilMs };
  }

  /** Takes back a run that is still held; false: it is sent by now. Throws RUN_UNKNOWN. */
  undo(runId: string): boolean {
    const { db, clock } = this.#context;
    const isTaken = db.transaction(() => {
      const run = this.#needRun(runId);
      // Clocks are set back.
      if (!isHeld(run, clock.nowMs()) || this.#intents.isBegun(runId)) return false;
      takeBack(db, this.#intents, run);
      return true;
    });
    if (isTaken) this.#context.changed('orderRun', 'library', 'status');
    return isTaken;
  }

  /** An order was met at the service: where it was taken for not placed it is told as placed. Within a transaction. Answers whether it was. */
  foundPlaced(connectionId: string, order: OrderListItem): boolean {
    const isFound = this.#intents.foundPlaced(connectionId, order);
    if (isFound) {
      this.#context.log.write('warn', 'an order was placed that was taken for not placed', {
        orderUid: order.orderUid,
      });
      this.#context.changed('orderRun', 'orders', 'library', 'status');
    }
    return isFound;
  }

  /** Whether anything of the connection waits for its credit. */
  awaitsCredit(connectionId: string): boolean {
    return awaiting(this.#context.db, connectionId).length > 0;
  }

  /** The credit of the connection is so much by now: what waits for it goes on when it is enough. */
  creditIs(connectionId: string, credit: Minor): void {
    const { db } = this.#context;
    if (!db.transaction(() => letGoOn(db, this.#intents, this.#recipients, connectionId, credit))) return;
    this.#context.changed('orderRun', 'library', 'status');
    this.#runner.kick();
  }

  /** What changed in the run since `mark`, all of it for null; and how it stands. Throws RUN_UNKNOWN. */
  run(runId: string, mark: string | null): ListPage<RunRow> & { readonly state: OrderRunState } {
    const { isStopped } = this.#needRun(runId);
    const isDone = this.#intents.isSettled(runId);
    return {
      ...this.#changes.since(this.#intents.listOf(runId), mark),
      state: isDone ? 'done' : isStopped ? 'stopping' : 'running',
    };
  }

  /** Of the connection in use. */
  openRuns(): OpenRun[] {
    const inUse = this.#connections.active();
    return inUse === null ? [] : openRuns(this.#context.db, inUse.connectionId);
  }

  /** Throws RUN_UNKNOWN. */
  putAside(runId: string): void {
    this.#needRun(runId);
    this.#context.db.update(orderRuns).set({ isPutAside: true }).where(eq(orderRuns.runId, runId)).run();
    this.#context.changed('orderRun', 'status');
  }

  /** Lets the order in flight end and keeps the rest for later. */
  stop(runId: string): void {
    const { db } = this.#context;
    this.#needRun(runId);
    db.transaction(() => {
      db.update(orderRuns).set({ isStopped: true, awaitsMinor: null }).where(eq(orderRuns.runId, runId)).run();
      const waiting = this.#intents.inState('waiting', eq(orderIntents.runId, runId));
      this.#intents.holdUnsent(waiting, new AppError('RUN_STOPPED'));
    });
    this.#context.changed('orderRun', 'library', 'status');
  }

  /** The service can be reached again: what waited for that waits no longer. */
  connectionUsable(connectionId: string): void {
    this.#intents.forgetDelays(connectionId);
    this.#runner.kick();
  }

  /** What became of the confirmed orders of the connection. */
  standing(connectionId: string): Standing['runs'] {
    const {
      waiting = 0,
      sending = 0,
      checking = 0,
      ordered = 0,
      held = 0,
      needsYou = 0,
    } = this.#intents.counts(connectionId);
    return {
      open: waiting + sending + checking,
      ordered,
      held,
      needsYou: needsYou - this.#intents.replaced(connectionId),
    };
  }

  /** What of the confirmed orders of the connection in use goes on by itself, and what would and does not. */
  left(): LaneWork & { readonly notPlaced: number } {
    const connectionId = this.#connections.active()?.connectionId ?? '';
    const { open } = this.standing(connectionId);
    const notPlaced = ordersNotPlaced(this.#context.db, connectionId);
    const goesOn = this.#goesOn(connectionId);
    if (goesOn && !this.#runner.isResting(connectionId)) {
      // Looked for again and again, and in vain until a person sees to it.
      const { count, why } = this.#intents.heldUp(connectionId);
      return { moving: open - count, waiting: count, why, notPlaced };
    }
    const moving = Math.min(open, this.#runner.ids().length);
    const waiting = open - moving;
    const still = goesOn ? (this.#noClient.get(connectionId) ?? UNFORESEEN) : { key: 'desk.still.away' };
    return { moving, waiting, why: waiting === 0 ? null : still, notPlaced };
  }

  /** Time went by that no timer counted. */
  wake(): void {
    this.#runner.kick();
  }

  isBusy(): boolean {
    return this.#runner.ids().length > 0;
  }

  close(): Promise<void> {
    return this.#runner.close(new Error('the desk closes'));
  }

  async #place(due: Intent, signal: AbortSignal): Promise<'goOn' | 'rest'> {
    // Asked for each order: the service may have come back at another address.
    const client = await this.#clientOf(due.connectionId);
    if (client === null) return 'rest';
    // Its run may have been stopped meanwhile.
    const intent = this.#intents.stillDue(due.intentId);
    if (intent === null || signal.aborted) return 'goOn';
    const isPlaced = await placeOrder(
      { context: this.#context, intents: this.#intents, client, signal, onHeld: () => this.onHeld() },
      intent,
    );
    if (isPlaced) this.#placedAt.add(intent.connectionId);
    this.#context.changed('orderRun', 'orders', 'library');
    return 'goOn';
  }

  /** Null while there is no key or no service: it goes on when there is. */
  async #clientOf(connectionId: string): Promise<ApiClient | null> {
    try {
      const client = await this.#connections.clientOf(connectionId);
      this.#noClient.delete(connectionId);
      return client;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.#noClient.set(connectionId, error.text);
      return null;
    }
  }

  #goesOn(connectionId: string): boolean {
    return this.#connections.active()?.connectionId === connectionId && !this.#connections.reach.isAway(connectionId);
  }

  #needRun(runId: string): typeof orderRuns.$inferSelect {
    const run = this.#context.db.select().from(orderRuns).where(eq(orderRuns.runId, runId)).get();
    if (run === undefined) throw new AppError('RUN_UNKNOWN');
    return run;
  }
}

function withEntry(order: ReviewedOrder, entries: ReadonlyMap<string, string>): ReviewedOrder {
  const { recipient } = order;
  const recipientId = entries.get(recipient?.recipientId ?? '');
  return recipient === null || recipientId === undefined
    ? order
    : { ...order, recipient: { ...recipient, recipientId } };
}
