import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceContext } from '../context.ts';
import type { BackgroundTask } from '../jobs/background.ts';
import { claimDeliveries, closeInterruptedTestCalls, keepLeases, releaseLease } from './claim-deliveries.ts';
import { concludeAttempt } from './conclude-attempt.ts';
import { sendDelivery, type Attempt } from './send-delivery.ts';

/** Of one process; waiting for receivers costs next to nothing. */
const AT_ONCE = 64;
/** A process that dies leaves its deliveries to others after this long. */
const LEASE_MS = 15_000;
const KEEP_LEASES_MS = 5_000;
/** While something is under way, how soon what became due meanwhile is seen. */
const LOOK_MS = 250;
/** Attempts under way may finish for this long after the service was told to stop. */
const FINISH_MS = 3_000;

/**
 * Sends what is due, several at once. Every process of the service does; leases see to it that one delivery is under way
 * at one of them. A delivery whose process died during the attempt is sent again: at least once, with the same uids.
 */
export class Dispatch {
  private readonly underWay = new Map<string, Promise<void>>();
  private readonly failures: unknown[] = [];
  private readonly cutOff = new AbortController();

  constructor(private readonly context: ServiceContext) {}

  /** Ends when nothing is due and nothing under way. */
  async round(ending: AbortSignal): Promise<void> {
    await closeInterruptedTestCalls(this.context);
    const onEnding = () => void setTimeout(() => this.cutOff.abort(new Error('the service stops')), FINISH_MS).unref();
    ending.addEventListener('abort', onEnding, { once: true });
    const keeping = setInterval(
      () => this.watch(keepLeases(this.context, [...this.underWay.keys()], LEASE_MS)),
      KEEP_LEASES_MS,
    );
    try {
      do {
        if (!ending.aborted) await this.startDue();
        if (this.underWay.size > 0) await Promise.race([...this.underWay.values(), delay(LOOK_MS)]);
        const [failure] = this.failures.splice(0);
        if (failure !== undefined && !ending.aborted) throw failure;
      } while (this.underWay.size > 0);
    } finally {
      clearInterval(keeping);
      ending.removeEventListener('abort', onEnding);
    }
  }

  private async startDue(): Promise<void> {
    const most = AT_ONCE - this.underWay.size;
    if (most === 0) return;
    for (const attempt of await claimDeliveries(this.context, { most, leaseMs: LEASE_MS })) {
      const { deliveryUid } = attempt.delivery;
      const done = this.attempt(attempt).finally(() => this.underWay.delete(deliveryUid));
      this.underWay.set(deliveryUid, this.watch(done));
    }
  }

  private async attempt(attempt: Attempt): Promise<void> {
    const { deliveryUid } = attempt.delivery;
    const outcome = await sendDelivery(this.context, { ...attempt, signal: this.cutOff.signal }).catch(
      (error: unknown) => {
        if (!this.cutOff.signal.aborted) throw error;
        return null;
      },
    );
    if (outcome === null) await releaseLease(this.context, deliveryUid);
    else await concludeAttempt(this.context, deliveryUid, outcome);
  }

  /** What fails beside the round (a database that is away) is thrown by the round, which somebody hears. */
  private watch(work: Promise<void>): Promise<void> {
    return work.catch((error: unknown) => void this.failures.push(error));
  }
}

/** Retries fall due on the service's clock, which announces nothing: somebody looks this often. */
const EVERY_MS = 1_000;

export function webhookTask(context: ServiceContext): BackgroundTask {
  const dispatch = new Dispatch(context);
  return {
    name: 'webhooks',
    everyMs: EVERY_MS,
    run: async (ending) => {
      await dispatch.round(ending);
      return false;
    },
  };
}
