import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import { z } from 'zod';
import { nextStep, ORDER_MOVES, PRODUCTION_STEPS, type ProductionStep } from '../../src-core/orders/order-machine.ts';
import type { ServiceContext } from '../context.ts';
import type { BackgroundTask } from '../jobs/background.ts';
import { orders } from '../store/schema.ts';
import { FollowedValue, readShared, type SharedValue } from '../store/service-state.ts';
import { takeStep } from './production.ts';

const YEAR_MINUTES = 366 * 24 * 60;
const minutesSchema = z.number().nonnegative().max(YEAR_MINUTES);
const stepMinutesSchema = z.record(z.enum(PRODUCTION_STEPS), minutesSchema);
type StepMinutes = Readonly<Record<ProductionStep, number>>;

/** How long orders stay before each step: `stepMinutes` is one figure for all of them, or those that change. */
export const autoProductionBodySchema = z.object({
  enabled: z.boolean(),
  stepMinutes: z.union([minutesSchema, z.partialRecord(z.enum(PRODUCTION_STEPS), minutesSchema)]).optional(),
});

const settingSchema = z.object({
  enabled: z.boolean(),
  stepMinutes: stepMinutesSchema,
  /** When it was switched on, on the service's clock: what orders waited before that does not count. */
  sinceMs: z.int(),
});
type Setting = z.infer<typeof settingSchema>;

const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

const SETTING: SharedValue<Setting> = {
  name: 'auto-production',
  schema: settingSchema,
  // As published: three to four days of production, one to two of delivery (service-facts 5.2).
  initial: {
    enabled: false,
    stepMinutes: {
      confirm: 2 * HOUR_MINUTES,
      start: DAY_MINUTES,
      complete: 2 * DAY_MINUTES,
      ship: 4 * HOUR_MINUTES,
      deliver: 1.5 * DAY_MINUTES,
    },
    sinceMs: 0,
  },
};

export type AutoProduction = Pick<Setting, 'enabled' | 'stepMinutes'>;

export async function readAutoProduction(context: ServiceContext): Promise<AutoProduction> {
  const { enabled, stepMinutes } = await readShared(context.db, SETTING);
  return { enabled, stepMinutes };
}

export async function changeAutoProduction(
  context: ServiceContext,
  body: z.infer<typeof autoProductionBodySchema>,
): Promise<AutoProduction> {
  const { enabled, stepMinutes } = await new FollowedValue(context, SETTING).change((before) => ({
    enabled: body.enabled,
    stepMinutes: { ...before.stepMinutes, ...asSteps(body.stepMinutes) },
    sinceMs: before.enabled && body.enabled ? before.sinceMs : context.clock.nowMs(),
  }));
  return { enabled, stepMinutes };
}

const asSteps = (minutes: number | Partial<StepMinutes> | undefined): Partial<StepMinutes> =>
  typeof minutes === 'number' ? Object.fromEntries(PRODUCTION_STEPS.map((step) => [step, minutes])) : (minutes ?? {});

const MINUTE_MS = 60_000;

/**
 * Takes the Live order that has been due longest one step further, at the time it was due; answers whether there was one.
 * Processes pass over each other's orders. After a jump of the clock an order comes up once for every step it missed.
 */
async function stepDueOrder(context: ServiceContext): Promise<boolean> {
  return context.db.transaction(async (db) => {
    const { enabled, stepMinutes, sinceMs } = await readShared(db, SETTING);
    if (!enabled) return false;
    const waits = sql.join(
      PRODUCTION_STEPS.map(
        (step) =>
          sql`when ${orders.status} = ${ORDER_MOVES[step].from[0]} then ${stepMinutes[step] * MINUTE_MS}::float8`,
      ),
      sql` `,
    );
    // Orders of before the column was there have no `statusSince`.
    const since = sql`greatest(coalesce(${orders.statusSince}, ${orders.updatedAt}), ${new Date(sinceMs).toISOString()}::timestamptz)`;
    const dueAt = sql<string>`${since} + make_interval(secs => (case ${waits} end) / 1000)`;
    const [due] = await db
      .select({ order: orders, dueMs: sql<number>`(extract(epoch from ${dueAt}) * 1000)::float8` })
      .from(orders)
      .where(
        and(
          eq(orders.environment, 'live'),
          inArray(
            orders.status,
            PRODUCTION_STEPS.map((step) => ORDER_MOVES[step].from[0]),
          ),
          lte(dueAt, new Date(context.clock.nowMs()).toISOString()),
        ),
      )
      .orderBy(asc(dueAt), asc(orders.orderUid))
      .limit(1)
      .for('update', { skipLocked: true });
    if (!due) return false;
    const step = nextStep(due.order);
    if (step === null) throw new Error(`order ${due.order.orderUid} is in production and has no next step`);
    await takeStep(db, context, due.order, step, new Date(Math.round(due.dueMs)));
    return true;
  });
}

const LOOK_EVERY_MS = 1_000;

/** Walks Live orders through production by itself, when that is switched on. Woken when the clock or the setting changes. */
export const autoProductionTask = (context: ServiceContext): BackgroundTask => ({
  name: 'auto-production',
  everyMs: LOOK_EVERY_MS,
  run: () => stepDueOrder(context),
});
