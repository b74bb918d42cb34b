import { eq } from 'drizzle-orm';
import { pageOf, successOf } from '../../../src-core/contract/envelope.ts';
import { orderListItemSchema, orderSchema } from '../../../src-core/contract/orders.ts';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import { backOffMs, sameKeyWaitMs } from '../../../src-core/desk/back-off.ts';
import { CLOCK_SLACK_MS, howToSettle } from '../../../src-core/desk/order-intent.ts';
import { SWEEP_PAGE } from '../../../src-core/desk/poll-schedule.ts';
import type { ApiClient } from '../client/api-client.ts';
import type { DeskContext } from '../desk-context.ts';
import { nextTryMs } from '../runner/next-try.ts';
import { markSent, openEffect, type EffectRow } from '../store/effects.ts';
import { orderIntents } from '../store/schema.ts';
import { effectOf, type Intent, type OrderIntents } from './order-intents.ts';

export interface PlacingPorts {
  readonly context: DeskContext;
  readonly intents: OrderIntents;
  readonly client: ApiClient;
  readonly signal: AbortSignal;
}

const CHECKING = { key: 'desk.order.checking' } as const;

/** Sends an intent, or finds out what became of it. Answers whether it is an order now. */
export async function placeOrder(ports: PlacingPorts, intent: Intent): Promise<boolean> {
  const { context, intents, client, signal } = ports;
  const { db, clock } = context;
  const effect = openEffect(db, effectOf(intent));
  if (effect === null) throw new Error(`order intent ${intent.intentId} has no effect`);
  if (effect.firstSentAtMs !== null && howToSettle(effect.firstSentAtMs, clock.nowMs()) === 'lookUp')
    return reconcile(ports, intent, effect);
  markSent(db, effect, clock.nowMs());
  const sending = intents.move(intent, 'send', { attempts: intent.attempts + 1, notBeforeMs: null });
  context.changed('orderRun');
  try {
    const { data } = await client.call({
      method: 'POST',
      path: '/orders',
      answer: successOf(orderSchema),
      jsonBody: effect.body,
      idempotencyKey: effect.key,
      bookId: intents.itemsOf(intent.intentId)[0]?.bookId ?? null,
      signal,
    });
    intents.placed(sending, effect, data, data);
    return true;
  } catch (error) {
    notPlaced(ports, sending, effect, error);
    return false;
  }
}

/** What a failed sending means for the intent, by the retry class of its error. */
function notPlaced(
  { context, intents, signal }: PlacingPorts,
  intent: Intent,
  effect: EffectRow,
  error: unknown,
): void {
  const { db, clock, random } = context;
  if (!(error instanceof AppError)) {
    // Cut off while closing, or unforeseen: either way it may have arrived.
    intents.move(intent, 'answerLost', { problem: CHECKING });
    if (!signal.aborted) throw error;
    return;
  }
  const told = { problem: error.text, serviceText: error.serviceText };
  // While the service is away nothing is due, and on its return nothing waits: that wait is never waited out.
  if (error.code === 'SERVICE_BAD_ANSWER' || error.retry === 'backOff' || error.retry === 'awaitService') {
    intents.move(intent, 'answerLost', {
      problem: CHECKING,
      serviceText: error.serviceText,
      notBeforeMs: clock.nowMs() + backOffMs(intent.attempts, random()),
    });
    return;
  }
  const notBeforeMs = nextTryMs(context, error, intent.attempts);
  switch (error.retry) {
    case 'sameKey':
      intents.move(intent, 'answerLost', { problem: CHECKING, notBeforeMs });
      return;
    case 'waitClass':
      intents.move(intent, 'putBack', { ...told, notBeforeMs });
      return;
    case 'holdOrder':
      db.transaction(() => intents.hold(intent, error));
      return;
    case 'holdLane':
      holdAll(context, intents, intent, effect, error);
      return;
    default:
      db.transaction(() => intents.refuse(intent, effect, error));
  }
}

/** The key was refused before anything was done; every other order would meet the same. */
function holdAll(
  { db, clock }: DeskContext,
  intents: OrderIntents,
  intent: Intent,
  effect: EffectRow,
  error: AppError,
): void {
  db.transaction(() => {
    const back = intents.move(intent, 'putBack', {});
    // An earlier sending with the same key may have been placed: that stays to be found out.
    if (intent.attempts > 1)
      intents.move(intents.move(back, 'send', {}), 'answerLost', {
        problem: error.text,
        notBeforeMs: clock.nowMs() + sameKeyWaitMs(intent.attempts),
      });
    else intents.refuse(intents.move(back, 'send', {}), effect, error);
    intents.holdUnsent(intents.inState('waiting', eq(orderIntents.connectionId, intent.connectionId)), error);
  });
}

/**
 * The key is too old to be trusted: with it the service would order anew. The orders since then tell, by the external
 * reference that only this intent has.
 */
async function reconcile(
  { context, intents, client, signal }: PlacingPorts,
  intent: Intent,
  effect: EffectRow,
): Promise<boolean> {
  const { db, clock, random } = context;
  const from = new Date((effect.firstSentAtMs ?? 0) - CLOCK_SLACK_MS).toISOString();
  try {
    for (let offset = 0; ; offset += SWEEP_PAGE) {
      const query = new URLSearchParams({ from, limit: String(SWEEP_PAGE), offset: String(offset) });
      const page = await client.call({
        method: 'GET',
        path: `/orders?${query}`,
        answer: pageOf(orderListItemSchema),
        signal,
      });
      const found = page.data.find((order) => order.externalRef === intent.intentId);
      if (found !== undefined) {
        intents.placed(intent.state === 'waiting' ? intents.move(intent, 'send', {}) : intent, effect, found);
        return true;
      }
      if (!page.pagination.hasNext) break;
    }
    // Not there, for certain: but a new order is a new decision.
    db.transaction(() => intents.refuse(intent, effect, new AppError('ORDER_NOT_PLACED')));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const attempts = intent.attempts + 1;
    const waitMs = Math.max(error.retryAfterMs ?? 0, backOffMs(attempts, random()));
    intents.checkLater(intent, { attempts, notBeforeMs: clock.nowMs() + waitMs });
  }
  return false;
}
