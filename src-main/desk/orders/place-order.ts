import { eq } from 'drizzle-orm';
import { successOf } from '../../../src-core/contract/envelope.ts';
import { orderSchema } from '../../../src-core/contract/orders.ts';
import { AppError, type RetryClass } from '../../../src-core/desk/app-errors.ts';
import { backOffMs, sameKeyWaitMs } from '../../../src-core/desk/back-off.ts';
import { howToSettle, lookUpFrom } from '../../../src-core/desk/order-intent.ts';
import { SWEEP_PAGE } from '../../../src-core/desk/poll-schedule.ts';
import { noteOwnFault } from '../client/own-fault.ts';
import type { ApiClient } from '../client/api-client.ts';
import type { DeskContext } from '../desk-context.ts';
import { nextTryMs } from '../runner/next-try.ts';
import { markSent, openEffect, type EffectRow } from '../store/effects.ts';
import { orderIntents } from '../store/schema.ts';
import { isUnread, listedOrdersSchema } from './listed-orders.ts';
import { effectOf, type Intent, type OrderIntents } from './order-intents.ts';

export interface PlacingPorts {
  readonly context: DeskContext;
  readonly intents: OrderIntents;
  readonly client: ApiClient;
  readonly signal: AbortSignal;
  /** Every other order would meet the same. */
  readonly onHeld: () => void;
}

const CHECKING = { key: 'desk.order.checking' } as const;

/** Sends an intent, or finds out what became of it. Answers whether it is an order now. */
export async function placeOrder(ports: PlacingPorts, intent: Intent): Promise<boolean> {
  const { context, intents, client, signal } = ports;
  const { db } = context;
  const effect = openEffect(db, effectOf(intent));
  if (effect === null) throw new Error(`order intent ${intent.intentId} has no effect`);
  const { firstSentAtMs } = effect;
  const nowMs = await timeOrLater(ports, intent, effect);
  // Its run may have been stopped while the service was asked, and confirmed anew.
  const due = nowMs === null ? null : intents.stillDue(intent.intentId);
  if (nowMs === null || due === null) return false;
  if (firstSentAtMs !== null && howToSettle(firstSentAtMs, nowMs) === 'lookUp')
    return reconcile(ports, due, effect, lookUpFrom(firstSentAtMs, nowMs));
  markSent(db, effect, nowMs);
  const sending = intents.move(due, 'send', {
    attempts: due.attempts + 1,
    notBeforeMs: null,
    // Why it waited, where it was not sent before.
    ...(firstSentAtMs === null ? { problem: null } : {}),
  });
  context.changed('orderRun');
  let isWithheld = false;
  // It may wait for its turn: the run may be stopped meanwhile, its key may grow too old, and the computer may sleep.
  const mayBeSent = (atMs: number | null): boolean => {
    const may =
      firstSentAtMs === null
        ? !intents.isStopped(due.runId)
        : atMs !== null && howToSettle(firstSentAtMs, atMs) === 'sameKey';
    isWithheld = !may;
    return may;
  };
  try {
    const { data } = await client.call({
      method: 'POST',
      path: '/orders',
      answer: successOf(orderSchema),
      jsonBody: effect.body,
      idempotencyKey: effect.key,
      mayBeSent,
      bookId: intents.itemsOf(intent.intentId)[0]?.bookId ?? null,
      signal,
    });
    intents.placed(sending, effect, data, data);
    return true;
  } catch (error) {
    if (error instanceof AppError) noteOwnFault(context.log, error, 'an order');
    if (isWithheld && firstSentAtMs === null) {
      db.transaction(() => {
        intents.neverSent(effect);
        intents.holdUnsent([intents.move(sending, 'putBack', {})], new AppError('RUN_STOPPED'));
      });
      return false;
    }
    // The key belongs to another request, whoever sent that; or an earlier sending may have been placed, whatever this one was told: a
    // gateway of the service speaks for itself.
    const isOtherRequest = error instanceof AppError && error.code === 'SERVICE_KEY_MISMATCH';
    if (isOtherRequest || (firstSentAtMs !== null && isRefusal(error))) {
      const from = isOtherRequest ? null : lookUpFrom(firstSentAtMs ?? nowMs, nowMs);
      return reconcile(ports, intents.move(sending, 'answerLost', { problem: CHECKING }), effect, from, error);
    }
    notPlaced(ports, sending, effect, error);
    return false;
  }
}

/** Classes of errors after which nothing is tried again by itself. */
const REFUSALS: ReadonlySet<RetryClass> = new Set(['never', 'otherVerb', 'prerequisite']);

/** Whether an answer says of its own request that it came to nothing, and will. */
const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && error.code !== 'SERVICE_BAD_ANSWER' && REFUSALS.has(error.retry);

/** The service's time; null where it cannot be had for now, and the intent is looked at again later. */
async function timeOrLater(ports: PlacingPorts, intent: Intent, effect: EffectRow): Promise<number | null> {
  try {
    return await ports.client.serviceNowMs(ports.signal);
  } catch (error) {
    const isSent = effect.firstSentAtMs !== null;
    const due = ports.intents.stillDue(intent.intentId);
    if (due === null) return null;
    if (isSent || !(error instanceof AppError) || error.retry !== 'holdLane') lookLater(ports, due, error, isSent);
    else notPlaced(ports, ports.intents.move(due, 'send', {}), effect, error);
    return null;
  }
}

/** What a failed sending means for the intent, by the retry class of its error. */
function notPlaced(
  { context, intents, signal, onHeld }: PlacingPorts,
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
      db.transaction(() => {
        // 429 says for certain that nothing was ordered.
        if (effect.firstSentAtMs === null) intents.neverSent(effect);
        intents.move(intent, 'putBack', { ...told, notBeforeMs });
      });
      return;
    case 'holdOrder':
      db.transaction(() => intents.hold(intent, error));
      return;
    case 'holdLane':
      holdAll(context, intents, intent, effect, error);
      onHeld();
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
    if (effect.firstSentAtMs !== null)
      intents.move(intents.move(back, 'send', {}), 'answerLost', {
        problem: error.text,
        notBeforeMs: clock.nowMs() + sameKeyWaitMs(intent.attempts),
      });
    else intents.refuse(intents.move(back, 'send', {}), effect, error);
    intents.holdUnsent(intents.inState('waiting', eq(orderIntents.connectionId, intent.connectionId)), error);
  });
}

/**
 * The key is too old to be trusted, with which the service would order anew; or the service knows it from another request
 * (operator-desk 3.6). The orders since `from`, or all, tell, by the external reference that only this intent has. Refused with
 * `notThere` when there is none.
 */
async function reconcile(
  ports: PlacingPorts,
  intent: Intent,
  effect: EffectRow,
  from: string | null,
  notThere = new AppError('ORDER_NOT_PLACED'),
): Promise<boolean> {
  const { context, intents, client, signal } = ports;
  try {
    for (let offset = 0; ; offset += SWEEP_PAGE) {
      const query = new URLSearchParams({
        ...(from === null ? {} : { from }),
        limit: String(SWEEP_PAGE),
        offset: String(offset),
      });
      const page = await client.call({
        method: 'GET',
        path: `/orders?${query}`,
        answer: listedOrdersSchema,
        signal,
      });
      // One that does not say whose it is may be this one: nothing is certain before it does.
      const found = page.data.find(({ externalRef }) => externalRef === intent.intentId || externalRef === undefined);
      if (found !== undefined) {
        if (isUnread(found)) throw new AppError('SERVICE_BAD_ANSWER');
        intents.placed(intent.state === 'waiting' ? intents.move(intent, 'send', {}) : intent, effect, found);
        return true;
      }
      if (!page.pagination.hasNext) break;
    }
    // Not there, for certain: but a new order is a new decision.
    context.db.transaction(() => intents.refuse(intent, effect, notThere));
  } catch (error) {
    lookLater(ports, intent, error, true);
  }
  return false;
}

/** The service could not be asked. Throws what no service answers. */
function lookLater(
  { context: { clock, random }, intents, signal, onHeld }: PlacingPorts,
  intent: Intent,
  error: unknown,
  isSent: boolean,
): void {
  if (!(error instanceof AppError)) {
    // Cut off while closing: it is looked for at the next start.
    if (signal.aborted) return;
    throw error;
  }
  const attempts = intent.attempts + 1;
  const waitMs = Math.max(error.retryAfterMs ?? 0, backOffMs(attempts, random()));
  const isHeld = error.retry === 'holdLane';
  intents.checkLater(intent, {
    attempts,
    notBeforeMs: clock.nowMs() + waitMs,
    problem: isHeld || !isSent ? error.text : CHECKING,
  });
  if (isHeld) onHeld();
}
