import { once } from 'node:events';
import { desc, eq, sql } from 'drizzle-orm';
import type { Minor } from '../../src-core/contract/money.ts';
import type { ServiceContext } from '../context.ts';
import { onlyRow } from '../store/only-row.ts';
import { simulatedPayments } from '../store/schema.ts';
import type { PaymentGateway, PaymentOutcome, ReportedPayment } from '../ports.ts';

export type SimulatedPayment = typeof simulatedPayments.$inferSelect;

/** A gateway without money, for a service on this computer: what its buyers do is done at the print house's side. */
export class SimulatedGateway implements PaymentGateway {
  readonly name = 'simulated';

  constructor(private readonly context: Pick<ServiceContext, 'db' | 'clock' | 'ids'>) {}

  /** A buyer comes to an end at the gateway's page; with `paymentKey` the same payment takes another turn. */
  async end(
    outcome: SimulatedPayment['outcome'],
    {
      orderId,
      amountMinor,
      paymentKey,
    }: { readonly orderId: string; readonly amountMinor: Minor; readonly paymentKey: string | null },
  ): Promise<SimulatedPayment> {
    const { db, ids, clock } = this.context;
    const payment = {
      paymentKey: paymentKey ?? `sim_${ids.base62(24)}`,
      orderId,
      amountMinor,
      outcome,
      asked: 0,
      createdAt: new Date(clock.nowMs()),
    };
    return onlyRow(
      await db
        .insert(simulatedPayments)
        .values(payment)
        .onConflictDoUpdate({ target: simulatedPayments.paymentKey, set: { outcome, amountMinor } })
        .returning(),
    );
  }

  async list(): Promise<readonly SimulatedPayment[]> {
    return this.context.db.select().from(simulatedPayments).orderBy(desc(simulatedPayments.createdAt));
  }

  async confirm({ paymentKey }: ReportedPayment, signal: AbortSignal): Promise<PaymentOutcome> {
    const [known] = await this.context.db
      .update(simulatedPayments)
      .set({ asked: sql`${simulatedPayments.asked} + 1` })
      .where(eq(simulatedPayments.paymentKey, paymentKey))
      .returning();
    switch (known?.outcome) {
      case undefined:
        return { state: 'unknown' };
      case 'approved':
        return { state: 'paid', orderId: known.orderId, amountMinor: known.amountMinor };
      case 'declined':
        return { state: 'declined' };
      case 'timed-out':
        if (!signal.aborted) await once(signal, 'abort');
        throw signal.reason;
    }
  }
}
