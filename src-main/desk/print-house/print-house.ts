import { z } from 'zod';
import { creditBalanceSchema } from '../../../src-core/contract/credits.ts';
import { successOf } from '../../../src-core/contract/envelope.ts';
import { orderStatusSchema } from '../../../src-core/contract/orders.ts';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import { MISFORTUNES, misfortuneText, type Misfortune } from '../../../src-core/desk/misfortunes.ts';
import type { Input, Output } from '../../../src-core/ipc/contract.ts';
import { sandboxContentsSchema, type SandboxContents } from '../../../src-core/desk/start-over.ts';
import type { ServiceHello } from '../../../src-core/ipc/service-host.ts';
import {
  printHouseViewSchema,
  type HouseMove,
  type PrintHouseView,
} from '../../../src-core/ipc/subjects/print-house.ts';
import { PRODUCTION_STEPS } from '../../../src-core/orders/order-machine.ts';
import { askHouse, type HouseCall } from '../client/house-door.ts';
import type { Connections } from '../connections/connections.ts';
import type { DeskContext } from '../desk-context.ts';
import { findOrder } from '../orders/order-book.ts';

const PAYMENTS_SHOWN = 10;
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

const clockSchema = z.object({ nowMs: z.number(), offsetMs: z.number() });
const productionSchema = z.object({
  enabled: z.boolean(),
  stepMinutes: z.record(z.enum(PRODUCTION_STEPS), z.number()),
});
const faultsSchema = z.array(z.object({ kind: z.string(), method: z.string(), path: z.string(), left: z.int() }));
const paymentsSchema = printHouseViewSchema.shape.payments;
const movedSchema = z.object({ orderStatus: orderStatusSchema });

/** What each move is called there. `next` and `delivered` are steps of production. */
const VERBS = {
  hold: 'hold',
  release: 'release',
  fail: 'fail',
  resume: 'resume',
  closeWithRefund: 'cancel',
  closeWithoutRefund: 'cancel',
  restore: 'restore',
} as const satisfies Readonly<Record<Exclude<HouseMove, 'next' | 'delivered'>, string>>;

/**
 * The print house's side of the embedded service. Its address and the token of this run come with the service's hello and
 * are kept nowhere else; a connection to any other service has no such side, whatever it answers.
 */
export class PrintHouse {
  readonly #context: DeskContext;
  readonly #connections: Connections;
  #door: ServiceHello['printHouse'] | null = null;

  constructor(context: DeskContext, connections: Connections) {
    this.#context = context;
    this.#connections = connections;
  }

  begin({ printHouse }: ServiceHello): void {
    // Its token opens every order of the service: it goes to no other computer.
    this.#door = LOOPBACK.has(new URL(printHouse.url).hostname) ? printHouse : null;
    this.#context.changed('printHouse');
  }

  async view(): Promise<PrintHouseView | null> {
    if (this.#connections.active()?.kind !== 'builtIn' || this.#door === null) return null;
    const { environment } = this.#connections.needActive();
    const [clock, production, faults, payments] = await Promise.all([
      this.#ask('GET', '/clock', clockSchema),
      this.#ask('GET', '/auto-production', productionSchema),
      this.#ask('GET', '/faults', faultsSchema),
      this.#ask('GET', '/payments', paymentsSchema),
    ]);
    return {
      environment,
      clock,
      production: { enabled: production.enabled, minutesAStep: Math.max(...Object.values(production.stepMinutes)) },
      misfortunes: faults.map(({ left, ...fault }) => ({ text: misfortuneText(fault), left })),
      payments: payments.slice(0, PAYMENTS_SHOWN),
    };
  }

  /** One result an order: a refusal of one says nothing of the others. Throws PRINT_HOUSE_NONE. */
  async move({ orderUids, ...how }: Input<'printHouse.move'>): Promise<Output<'printHouse.move'>> {
    this.#needDoor();
    const { connectionId } = this.#connections.needActive();
    const results: Output<'printHouse.move'> = [];
    for (const orderUid of orderUids) {
      try {
        // Its orders alone: the other environment has no say here, and an order of another desk is not on this board.
        if (findOrder(this.#context.db, connectionId, orderUid) === null) throw new AppError('SERVICE_NOT_FOUND');
        await this.#moveOne(orderUid, how);
        results.push({ orderUid, ok: true, problem: null, serviceText: null });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        results.push({ orderUid, ok: false, problem: error.text, serviceText: error.serviceText });
      }
    }
    return results;
  }

  async moveClock(byMs: number | null): Promise<void> {
    const { offsetMs } = await this.#ask('GET', '/clock', clockSchema);
    await this.#do('POST', '/clock', { moveMs: Math.round(byMs ?? -offsetMs) });
  }

  async produce(enabled: boolean, minutesAStep: number): Promise<void> {
    await this.#do('PUT', '/auto-production', { enabled, stepMinutes: minutesAStep });
  }

  async misfortune(misfortune: Misfortune): Promise<void> {
    await this.#do('POST', '/faults', MISFORTUNES[misfortune]);
  }

  async clearMisfortunes(): Promise<void> {
    await this.#do('DELETE', '/faults');
  }

  async topUp(amount: number): Promise<void> {
    this.#needDoor();
    const { environment } = this.#connections.needActive();
    const client = await this.#connections.activeClient();
    const { data } = await client.call({ method: 'GET', path: '/credits', answer: successOf(creditBalanceSchema) });
    await this.#do('POST', '/credits', { accountUid: data.accountUid, environment, amount });
  }

  async endPayment(orderId: string, end: string): Promise<void> {
    await this.#do('POST', `/payments/${encodeURIComponent(orderId)}/${end}`, {});
  }

  async #moveOne(
    orderUid: string,
    { move, trackingNumber, reason }: Omit<Input<'printHouse.move'>, 'orderUids'>,
  ): Promise<void> {
    const path = `/orders/${encodeURIComponent(orderUid)}`;
    const parcel = trackingNumber === null ? {} : { trackingNumber };
    if (move !== 'next' && move !== 'delivered') {
      const body = VERBS[move] === 'cancel' ? { reason: reason ?? '', refund: move === 'closeWithRefund' } : undefined;
      await this.#do('POST', `${path}/${VERBS[move]}`, body);
      return;
    }
    // A step that is not there ends it, with the service's words.
    for (let steps = move === 'next' ? 1 : PRODUCTION_STEPS.length; steps > 0; steps--) {
      const { orderStatus } = await this.#ask('POST', `${path}/advance`, movedSchema, parcel);
      if (orderStatus === 'DELIVERED') return;
    }
  }

  /** What the Sandbox of the embedded service holds, whichever connection is in use. Throws SERVICE_NOT_STARTED, SERVICE_UNREACHABLE. */
  async sandboxContents(): Promise<SandboxContents> {
    if (this.#door === null) throw new AppError('SERVICE_NOT_STARTED');
    return askHouse(this.#door, { method: 'GET', path: '/sandbox', answer: sandboxContentsSchema });
  }

  #needDoor(): ServiceHello['printHouse'] {
    if (this.#connections.needActive().kind !== 'builtIn' || this.#door === null)
      throw new AppError('PRINT_HOUSE_NONE');
    return this.#door;
  }

  async #do(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<void> {
    await this.#ask(method, path, z.unknown(), body);
    this.#context.changed('printHouse');
  }

  /** Throws PRINT_HOUSE_NONE and what `askHouse` throws. */
  async #ask<T extends z.ZodType>(
    method: HouseCall<T>['method'],
    path: string,
    answer: T,
    body?: object,
  ): Promise<z.output<T>> {
    return askHouse(this.#needDoor(), { method, path, answer, body });
  }
}
