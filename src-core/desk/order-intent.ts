import { z } from 'zod';
import { LIMITS } from '../contract/limits.ts';

/**
 * One order that the operator confirmed, from intent to order. It is written down with its Idempotency-Key before it is
 * first sent, so that no crash and no lost answer can charge twice.
 *
 * `waiting` its turn · `sending` under way · `checking` an answer was lost, what happened is being found out ·
 * `ordered` · `held` for credit, key kept · `needsYou` refused, stopped, or not to be decided without a person.
 *
 * The service has the last word: what was taken for not placed, and stands among its orders, is ordered.
 */
export const intentStateSchema = z.enum(['waiting', 'sending', 'checking', 'ordered', 'held', 'needsYou']);
export type IntentState = z.infer<typeof intentStateSchema>;

export type IntentEvent = 'send' | 'answerLost' | 'placed' | 'creditShort' | 'refused' | 'putBack';

export const INTENT_TRANSITIONS: Readonly<Record<IntentState, Readonly<Partial<Record<IntentEvent, IntentState>>>>> = {
  waiting: { send: 'sending', refused: 'needsYou', creditShort: 'held' },
  sending: { answerLost: 'checking', placed: 'ordered', creditShort: 'held', refused: 'needsYou', putBack: 'waiting' },
  checking: { send: 'sending', placed: 'ordered', refused: 'needsYou', putBack: 'waiting' },
  ordered: {},
  held: { putBack: 'waiting', placed: 'ordered', refused: 'needsYou' },
  needsYou: { placed: 'ordered' },
};

/** The next state. Throws RangeError on a pair the table does not allow. */
export function nextIntent(state: IntentState, event: IntentEvent): IntentState {
  const next = INTENT_TRANSITIONS[state][event];
  if (next === undefined) throw new RangeError(`an order that is ${state} cannot take ${event}`);
  return next;
}

/** Nothing more happens to it by itself. */
export const isSettled = (state: IntentState): boolean =>
  state === 'ordered' || state === 'held' || state === 'needsYou';

/** One hour short of what the service keeps a key for: clocks differ and requests take time. */
export const KEY_TRUSTED_MS = LIMITS.idempotencyMs - 60 * 60 * 1000;

/**
 * What is looked up by time is looked up from this much earlier on, since what is not found would be ordered again: a time that
 * was written down before the service told its own is this computer's, which may take UTC for local time.
 */
const CLOCK_SLACK_MS = 48 * 60 * 60 * 1000;

/**
 * How to find out what became of a request whose answer is not known. A young key gives the first answer again; an old
 * one would be a new request, so what exists since then is looked up first (operator-desk 0, row 7). `nowMs`: by the clock of the
 * service, which counts how long it keeps a key.
 */
export function howToSettle(firstSentAtMs: number, nowMs: number): 'sameKey' | 'lookUp' {
  const ageMs = nowMs - firstSentAtMs;
  // Sent in the future: whatever clock said that, the age is worth nothing.
  return ageMs >= 0 && ageMs < KEY_TRUSTED_MS ? 'sameKey' : 'lookUp';
}

/** When something was first sent that may have been, nobody knows when: older than any key that is trusted. */
export const SENT_SOMETIME_MS = 0;

/** From when on the service's records are looked through for what was first sent then; null for all of them. */
export const lookUpFrom = (firstSentAtMs: number, nowMs: number): string | null =>
  firstSentAtMs === SENT_SOMETIME_MS || firstSentAtMs > nowMs
    ? null
    : new Date(firstSentAtMs - CLOCK_SLACK_MS).toISOString();
