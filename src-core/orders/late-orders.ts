import { z } from 'zod';
import type { OrderStatus } from '../contract/orders.ts';
import { HOLIDAY_MAX_CHARS, isHoliday, MOST_HOLIDAYS, workingDaysIn } from './working-days.ts';

/** Statuses in which an order waits for its next step; in all others nothing more happens by itself, or the status is an item's. */
export const WAITING_STATUSES = [
  'PAID_AWAITING_CONTENT',
  'PAID',
  'PDF_READY',
  'CONFIRMED',
  'IN_PRODUCTION',
  'PRODUCTION_COMPLETE',
  'SHIPPED',
] as const satisfies readonly OrderStatus[];
export type WaitingStatus = (typeof WAITING_STATUSES)[number];

export const isWaiting = (status: OrderStatus): status is WaitingStatus =>
  WAITING_STATUSES.some((waiting) => waiting === status);

export const MOST_NORMAL_DAYS = 60;
/** Null: however long it takes. */
const normalDays = z.int().min(1).max(MOST_NORMAL_DAYS).nullable();

/** What the studio takes as normal: working days by status, and the days on which nobody works. */
export const lateRuleSchema = z.object({
  days: z.object({
    PAID_AWAITING_CONTENT: normalDays,
    PAID: normalDays,
    PDF_READY: normalDays,
    CONFIRMED: normalDays,
    IN_PRODUCTION: normalDays,
    PRODUCTION_COMPLETE: normalDays,
    SHIPPED: normalDays,
  } satisfies Record<WaitingStatus, typeof normalDays>),
  holidays: z.array(z.string().max(HOLIDAY_MAX_CHARS).refine(isHoliday)).max(MOST_HOLIDAYS),
});
export type LateRule = z.infer<typeof lateRuleSchema>;

/**
 * Production takes three to four working days and delivery one to two (service-facts 5.2), PDF_READY is normal for two
 * (operator's desk, 3.5); the steps between them take a day. Holidays: those of Korea that have the same date every year. Lunar
 * ones and substitutes are told anew each year.
 */
export const DEFAULT_LATE_RULE: LateRule = {
  days: {
    PAID_AWAITING_CONTENT: 2,
    PAID: 1,
    PDF_READY: 2,
    CONFIRMED: 2,
    IN_PRODUCTION: 4,
    PRODUCTION_COMPLETE: 1,
    SHIPPED: 2,
  },
  holidays: ['01-01', '03-01', '05-05', '06-06', '08-15', '10-03', '10-09', '12-25'],
};

/** Where it is printed and packed: an operator abroad counts the same days. */
export const PRINT_HOUSE_ZONE = 'Asia/Seoul';

export interface WaitingOrder {
  readonly status: OrderStatus;
  readonly environment: 'sandbox' | 'live';
  readonly sinceMs: number;
}

/** A rule that is asked for thousands of orders. */
export interface LateClock {
  /** When the order turns late if it stays as it is; null: never. Orders of the Sandbox stand still by design. */
  readonly lateAtMs: (order: WaitingOrder) => number | null;
  /** An order of this status is late when it has been there since then or longer; null: none is. */
  readonly lateSince: (status: WaitingStatus, nowMs: number) => number | null;
}

export function lateClock({ days, holidays }: LateRule, zone: string = PRINT_HOUSE_ZONE): LateClock {
  const calendar = workingDaysIn(zone, holidays);
  return {
    lateAtMs: ({ status, environment, sinceMs }) => {
      if (environment === 'sandbox' || !isWaiting(status)) return null;
      const normal = days[status];
      return normal === null ? null : calendar.later(sinceMs, normal);
    },
    lateSince: (status, nowMs) => {
      const normal = days[status];
      return normal === null ? null : calendar.latestStart(nowMs, normal);
    },
  };
}
