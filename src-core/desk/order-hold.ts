import { z } from 'zod';

/** How long a confirmed run is held before anything of it is sent, in seconds (operator-desk 3.4, Undo). */
export const ORDER_HOLDS = [0, 10, 30] as const;
export type OrderHold = (typeof ORDER_HOLDS)[number];
export const ORDER_HOLD: OrderHold = 10;
export const orderHoldSchema = z.union(ORDER_HOLDS.map((seconds) => z.literal(seconds)));

/** Whether a run is held at this time. A clock that was set back behind its confirmation holds nothing for ever. */
export const isHeld = (run: { readonly createdAtMs: number; readonly heldUntilMs: number | null }, nowMs: number) =>
  run.heldUntilMs !== null && nowMs >= run.createdAtMs && nowMs < run.heldUntilMs;
