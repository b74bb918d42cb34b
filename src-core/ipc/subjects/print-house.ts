import { z } from 'zod';
import { LIMITS } from '../../contract/limits.ts';
import { MISFORTUNE_NAMES } from '../../desk/misfortunes.ts';
import { textRefSchema } from '../../text-ref.ts';
import { type ChannelDefinition, id, ids, MOST, nothing } from '../channel-definition.ts';
import { environmentSchema } from '../../contract/environments.ts';

const YEAR_MS = 366 * 24 * 3_600_000;

/** What the print house may do with an order. `next`: its next step, `delivered`: every step up to the door. */
export const houseMoveSchema = z.enum([
  'next',
  'delivered',
  'hold',
  'release',
  'fail',
  'resume',
  'closeWithRefund',
  'closeWithoutRefund',
  'restore',
]);
export type HouseMove = z.infer<typeof houseMoveSchema>;

export const paymentEndSchema = z.enum(['approve', 'decline', 'time-out']);

export const printHouseViewSchema = z.object({
  environment: environmentSchema,
  /** The service's own: records, retries and production go by it. `offsetMs`: ahead of this computer's. */
  clock: z.object({ nowMs: z.number(), offsetMs: z.number() }),
  /** Whether Live orders go through production by themselves, a step each so many minutes. */
  production: z.object({ enabled: z.boolean(), minutesAStep: z.number() }),
  misfortunes: z.array(z.object({ text: textRefSchema, left: z.int() })),
  /** Ends that came of payments, the newest first. */
  payments: z.array(
    z.object({ orderId: z.string(), amount: z.number(), outcome: z.enum(['approved', 'declined', 'timed-out']) }),
  ),
});
export type PrintHouseView = z.infer<typeof printHouseViewSchema>;

const outcome = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true) }),
  z.object({ ok: z.literal(false), problem: textRefSchema, serviceText: z.string().nullable() }),
]);

/**
 * The print house's side of the embedded service, so that the whole way to the door can be learned and shown. Every one of
 * them fails with PRINT_HOUSE_NONE on a connection to any other service, and sends nothing.
 */
export const printHouseChannels = {
  /** Null: the service in use is no simulated one. */
  'printHouse.view': {
    input: nothing,
    output: printHouseViewSchema.nullable(),
    renewedBy: ['connections', 'printHouse'],
  },
  /** A result for each order. */
  'printHouse.move': {
    input: z.object({
      orderUids: ids,
      move: houseMoveSchema,
      /** Of the parcel, where the move ships it; the service makes one up for null. */
      trackingNumber: z.string().min(1).max(100).nullable(),
      /** Where the move cancels. */
      reason: z.string().min(1).max(LIMITS.cancelReasonMaxChars).nullable(),
    }),
    output: z.array(
      z.object({
        orderUid: z.string(),
        ok: z.boolean(),
        problem: textRefSchema.nullable(),
        serviceText: z.string().nullable(),
      }),
    ),
  },
  /** Ahead by so much; null: back to this computer's time. */
  'printHouse.moveClock': { input: z.object({ byMs: z.number().positive().max(YEAR_MS).nullable() }), output: outcome },
  'printHouse.produce': {
    input: z.object({ enabled: z.boolean(), minutesAStep: z.number().positive().max(1_000_000) }),
    output: outcome,
  },
  'printHouse.misfortune': { input: z.object({ misfortune: z.enum(MISFORTUNE_NAMES) }), output: outcome },
  'printHouse.clearMisfortunes': { input: nothing, output: outcome },
  /** Live credit, as if it had been bought. */
  'printHouse.topUp': { input: z.object({ amount: z.number().positive().max(MOST) }), output: outcome },
  /** The payment gateway's page: what became of a payment that a client opened. */
  'printHouse.endPayment': { input: z.object({ orderId: id, end: paymentEndSchema }), output: outcome },
} as const satisfies Record<string, ChannelDefinition>;
