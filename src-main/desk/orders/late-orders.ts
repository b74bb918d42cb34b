import { and, count, eq, isNull, lte, or } from 'drizzle-orm';
import {
  DEFAULT_LATE_RULE,
  lateClock,
  lateRuleSchema,
  WAITING_STATUSES,
  type LateClock,
  type LateRule,
} from '../../../src-core/orders/late-orders.ts';
import type { DeskContext } from '../desk-context.ts';
import { readDeskValue, writeDeskValue } from '../store/desk-values.ts';
import { orders, type connections } from '../store/schema.ts';

const RULE = 'orders.lateRule';

type Connection = Pick<typeof connections.$inferSelect, 'connectionId' | 'environment'>;
type Standing = Pick<typeof orders.$inferSelect, 'status' | 'statusSinceMs' | 'foundAtMs'>;

/** Holds the orders against what the studio takes as normal. */
export class LateOrders {
  readonly #context: DeskContext;
  #rule: LateRule;
  #clock: LateClock;
  #revision = 0;

  constructor(context: DeskContext) {
    this.#context = context;
    const kept = lateRuleSchema.safeParse(readDeskValue(context.db, RULE));
    this.#rule = kept.success ? kept.data : DEFAULT_LATE_RULE;
    this.#clock = lateClock(this.#rule);
  }

  rule(): LateRule {
    return this.#rule;
  }

  /** Another one for every rule of this run. */
  get revision(): number {
    return this.#revision;
  }

  setRule(rule: LateRule): void {
    writeDeskValue(this.#context.db, RULE, rule);
    this.#rule = rule;
    this.#clock = lateClock(rule);
    this.#revision += 1;
    this.#context.changed('orders', 'status');
  }

  lateAtMs({ environment }: Connection, { status, statusSinceMs, foundAtMs }: Standing): number | null {
    return this.#clock.lateAtMs({ status, environment, sinceMs: foundAtMs ?? statusSinceMs });
  }

  /** How many orders of the connection are late now. */
  count({ connectionId, environment }: Connection): number {
    if (environment === 'sandbox') return 0;
    const { db, clock } = this.#context;
    const nowMs = clock.nowMs();
    const late = WAITING_STATUSES.flatMap((status) => {
      const sinceMs = this.#clock.lateSince(status, nowMs);
      if (sinceMs === null) return [];
      return [
        and(
          eq(orders.status, status),
          lte(orders.statusSinceMs, sinceMs),
          or(isNull(orders.foundAtMs), lte(orders.foundAtMs, sinceMs)),
        ),
      ];
    });
    if (late.length === 0) return 0;
    const which = and(eq(orders.connectionId, connectionId), or(...late));
    return db.select({ late: count() }).from(orders).where(which).get()?.late ?? 0;
  }
}
