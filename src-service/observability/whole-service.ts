import { and, count, eq, isNotNull, isNull, lte, min, sql } from 'drizzle-orm';
import { Gauge, type Registry } from 'prom-client';
import type { ServiceContext } from '../context.ts';
import type { Db } from '../store/db.ts';
import { renderJobs, serviceState, webhookDeliveries } from '../store/schema.ts';

/** What is the same whichever process is asked. */
interface WholeService {
  readonly renderingsWaiting: number;
  /** Seconds since the oldest rendering that nobody works on was asked for; 0 without one. */
  readonly oldestRenderingSeconds: number;
  readonly deliveriesWaiting: number;
  /** Seconds since the longest overdue delivery should have been sent; 0 without one. */
  readonly oldestDeliverySeconds: number;
}

const GAUGES = {
  renderingsWaiting: ['book_print_render_jobs_waiting', 'Renderings asked for and not ended'],
  oldestRenderingSeconds: [
    'book_print_render_oldest_waiting_seconds',
    'Since the oldest rendering that no process works on was asked for',
  ],
  deliveriesWaiting: ['book_print_webhook_deliveries_waiting', 'Deliveries with an attempt still to come'],
  oldestDeliverySeconds: [
    'book_print_webhook_oldest_due_seconds',
    'Since the longest overdue delivery should have been sent',
  ],
} as const satisfies Record<keyof WholeService, readonly [name: string, help: string]>;

type Asking = Pick<ServiceContext, 'db' | 'clock' | 'processName'>;

/**
 * Gauges of the whole service, told by one of its processes, so that a sum over all of them is right: the first that is
 * scraped, until it has not been for `TELLER_SECONDS`. The others have no sample of them, and neither has anybody while the
 * database is away.
 */
export function registerWholeService(registry: Registry, context: Asking): void {
  let reading: Promise<WholeService | null> | null = null;
  // One reading a scrape: all collectors of a scrape are begun at once.
  const read = () =>
    (reading ??= readAsTeller(context)
      .catch(() => null)
      .finally(() => (reading = null)));
  for (const key of Object.keys(GAUGES) as (keyof WholeService)[]) {
    const [name, help] = GAUGES[key];
    new Gauge({
      name,
      help: `${help}, of the whole service; told by one of its processes`,
      registers: [registry],
      async collect() {
        const whole = await read();
        if (whole === null) this.remove();
        else this.set(whole[key]);
      },
    });
  }
}

const TELLER = 'teller-of-measures';
/** Longer than two of the usual scrapes of a minute. */
const TELLER_SECONDS = 150;

async function readAsTeller(context: Asking): Promise<WholeService | null> {
  return (await isTeller(context)) ? readWholeService(context) : null;
}

/** Real time by the database's clock, as leases are: the service's own may be moved. */
async function isTeller({ db, processName }: Asking): Promise<boolean> {
  const mine = { value: processName, updatedAt: sql`now()` };
  const told = await db
    .insert(serviceState)
    .values({ name: TELLER, ...mine })
    .onConflictDoUpdate({
      target: serviceState.name,
      set: mine,
      setWhere: sql`${serviceState.value} = ${JSON.stringify(processName)}::jsonb
        or ${serviceState.updatedAt} < now() - make_interval(secs => ${TELLER_SECONDS})`,
    })
    .returning({ name: serviceState.name });
  return told.length === 1;
}

async function readWholeService({ db, clock }: Asking): Promise<WholeService> {
  const now = new Date(clock.nowMs());
  const since = (moment: Date | null | undefined) =>
    moment ? Math.max(0, (now.getTime() - moment.getTime()) / 1_000) : 0;
  const [jobs, oldestJob, deliveries, oldestDelivery] = await Promise.all([
    countOf(db, renderJobs, eq(renderJobs.status, 'waiting')),
    db
      .select({ at: min(renderJobs.requestedAt) })
      .from(renderJobs)
      .where(and(eq(renderJobs.status, 'waiting'), isNull(renderJobs.leasedBy))),
    countOf(db, webhookDeliveries, isNotNull(webhookDeliveries.nextAttemptAt)),
    db
      .select({ at: min(webhookDeliveries.nextAttemptAt) })
      .from(webhookDeliveries)
      .where(and(lte(webhookDeliveries.nextAttemptAt, now), isNull(webhookDeliveries.leasedBy))),
  ]);
  return {
    renderingsWaiting: jobs,
    oldestRenderingSeconds: since(oldestJob[0]?.at),
    deliveriesWaiting: deliveries,
    oldestDeliverySeconds: since(oldestDelivery[0]?.at),
  };
}

async function countOf(
  db: Db,
  table: typeof renderJobs | typeof webhookDeliveries,
  where: ReturnType<typeof eq>,
): Promise<number> {
  const [row] = await db.select({ waiting: count() }).from(table).where(where);
  return row?.waiting ?? 0;
}
